"""An image as a model receives it: pixels, and the scene if it is known."""

from collections.abc import Mapping
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from askance.core.scene import Scene

if TYPE_CHECKING:
    from PIL.Image import Image

Pixels = npt.NDArray[np.uint8]  # (height, width, 3)
Mask = npt.NDArray[np.bool_]  # (height, width) of the thing's box
ARRAY, IMAGE = 3, 4  # bytes per pixel in each form: Pillow pads RGB to four
TWICE = 8 * 2**20  # bytes in both forms up to which both are kept: about 1.2 megapixels
_first = Lock()  # of threads that want another form at once, all get the first one


def _make_read_only(pixels: Pixels | None) -> Pixels | None:
    """The same pixels, read-only: queries about one image share them."""
    if pixels is None:
        return None
    view = pixels.view()
    view.flags.writeable = False
    return view


class ImageData:
    """An 8-bit RGB image, stored as an array or as a Pillow image; the other form is made when it is first needed.

    Both are kept for a small picture. A large one keeps the form it came in, and makes the other each time.

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
        if pixels is not None and (pixels.dtype != np.uint8 or pixels.shape[2:] != (3,)):
            raise ValueError(f"pixels are {pixels.dtype} of shape {pixels.shape}: give uint8 of (height, width, 3)")
        self._pixels, self._image = _make_read_only(pixels), image
        self.scene = scene
        self.masks: Mapping[str, Mask] = masks or {}

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        if self._image is not None:
            return self._image.size
        height, width = self.pixels.shape[:2]
        return width, height

    @property
    def nbytes(self) -> int:
        """The memory that the pixels take, in each form that is kept."""
        width, height = self.size
        forms = (self._pixels is not None) * ARRAY + (self._image is not None) * IMAGE
        return width * height * forms

    def _may_keep_both_forms(self) -> bool:
        width, height = self.size
        return width * height * (ARRAY + IMAGE) <= TWICE

    @property
    def pixels(self) -> Pixels:
        """The picture as an array."""
        if self._pixels is not None:
            return self._pixels
        made = np.asarray(self._image)
        if not self._may_keep_both_forms():
            return made
        with _first:
            self._pixels = made if self._pixels is None else self._pixels
            return self._pixels

    @property
    def image(self) -> "Image":
        """The picture as a Pillow image."""
        if self._image is not None:
            return self._image
        from PIL import Image

        made = Image.fromarray(self.pixels)
        if not self._may_keep_both_forms():
            return made
        with _first:
            self._image = self._image or made
            return self._image
