"""A drawn image that is kept in memory in a twentieth of its size, so that a run draws each image once."""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from askance.core.image import ImageData, Mask
from askance.core.scene import Scene

CODEC = pa.Codec("zstd", 1)  # 0.6 ms to compress an image and 0.4 ms to restore it, against 26 ms to draw it


@dataclass(frozen=True, slots=True)
class CompressedImage:
    """A scene with the compressed pixels of its image and the visible mask of each object, one bit per pixel."""

    scene: Scene
    shape: tuple[int, int, int]
    pixels: bytes
    masks: tuple[tuple[str, tuple[int, int], bytes], ...]

    @property
    def nbytes(self) -> int:
        """The memory that pixels and masks take."""
        return len(self.pixels) + sum(len(bits) for _, _, bits in self.masks)

    def restore(self) -> ImageData:
        """The image as it was drawn, with its scene and masks."""
        size = int(np.prod(self.shape))
        pixels = np.frombuffer(CODEC.decompress(self.pixels, size), np.uint8).reshape(self.shape)
        return ImageData(pixels, self.scene, {name: _unpack_mask(shape, bits) for name, shape, bits in self.masks})


def compress_image(image: ImageData) -> CompressedImage:
    """The compressed form of an image that has a scene."""
    assert image.scene is not None
    height, width, channels = image.pixels.shape
    pixels: bytes = CODEC.compress(np.ascontiguousarray(image.pixels), asbytes=True)
    masks = [(name, (mask.shape[0], mask.shape[1]), np.packbits(mask).tobytes()) for name, mask in image.masks.items()]
    return CompressedImage(image.scene, (height, width, channels), pixels, tuple(masks))


def _unpack_mask(shape: tuple[int, int], bits: bytes) -> Mask:
    count = shape[0] * shape[1]
    flat = np.unpackbits(np.frombuffer(bits, np.uint8), count=count)
    return flat.view(np.bool_).reshape(shape)
