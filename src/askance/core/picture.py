"""A picture as a model is shown it: pixels, and the scene where it is known."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from askance.core.scene import Scene

if TYPE_CHECKING:
    from PIL.Image import Image

Pixels = npt.NDArray[np.uint8]  # (height, width, 3)
Mask = npt.NDArray[np.bool_]  # (height, width) of the thing's box


def _locked(pixels: Pixels | None) -> Pixels | None:
    """The same pixels, not to be written: queries about one picture share them."""
    if pixels is None:
        return None
    view = pixels.view()
    view.flags.writeable = False
    return view


class Picture:
    """8-bit RGB as an array or a Pillow image, whichever it came from; the other is made when first wanted.

    `masks` are each thing's visible pixels, cropped to its box, where they are known.
    """

    __slots__ = ("_image", "_pixels", "masks", "scene")

    def __init__(
        self,
        pixels: Pixels | None = None,
        scene: Scene | None = None,
        masks: Mapping[str, Mask] | None = None,
        image: "Image | None" = None,
    ):
        if pixels is None and image is None:
            raise ValueError("a picture needs pixels or an image")
        self._pixels, self._image = _locked(pixels), image
        self.scene = scene
        self.masks: Mapping[str, Mask] = masks or {}

    @property
    def pixels(self) -> Pixels:
        """The picture as an array."""
        if self._pixels is None:
            self._pixels = np.asarray(self._image)
        return self._pixels

    @property
    def image(self) -> "Image":
        """The picture as a Pillow image."""
        if self._image is None:
            from PIL import Image

            self._image = Image.fromarray(self.pixels)
        return self._image
