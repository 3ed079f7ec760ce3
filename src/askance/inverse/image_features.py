"""What images look like: the features of the built-in transformer, one vector per image."""

import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
from askance.core import Dataset, ImageData, source_digest
from askance.inverse.cached_files import cached
from askance.models.builtin import WEIGHTS
from askance.models.builtin.image_size import resize_with_margins
from askance.models.builtin.model_folder import ModelFiles
from askance.models.builtin.onnx_sessions import OnnxSessions

Floats = npt.NDArray[np.float32]
Progress = Callable[[int, int], None]
NETWORK = "transformer"


class ImageEncoder:
    """The `see` network of the built-in transformer, its cells averaged."""

    def __init__(self) -> None:
        self.files = ModelFiles(WEIGHTS / NETWORK)
        self.sessions = OnnxSessions(self.files)

    @property
    def fingerprint(self) -> str:
        """Changes when a vector may change."""
        return f"{self.files.content_digest}:{source_digest('inverse/image_features.py', 'models/builtin')}"

    def encode(self, picture: ImageData) -> Floats:
        """A vector of length 1, so that the inner product of two is their cosine."""
        grid = self.sessions.run("see", pixels=resize_with_margins(picture.image, self.files.about.size)[None])[0]
        mean = grid.mean(0)
        return np.asarray(mean / max(float(np.linalg.norm(mean)), 1e-12), dtype=np.float32)


@dataclass(frozen=True)
class ImageVectors:
    """Images with a vector of length 1 each."""

    images: Sequence[str]
    vectors: Floats  # (images, dimensions)

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The row of each image."""
        return {image: place for place, image in enumerate(self.images)}

    def nearest(self, image: str, number: int) -> list[str]:
        """The images that look most like one of them, itself first."""
        likeness = self.vectors @ self.vectors[self.places[image]]
        likeness[self.places[image]] = np.inf
        return [self.images[place] for place in np.argsort(-likeness, kind="stable")[:number]]


def encode_images(data: Dataset, images: Sequence[str], progress: Progress = lambda done, all_: None) -> ImageVectors:
    """The vectors of a data set's images, from the cache where they were computed before."""
    encoder = ImageEncoder()

    def make() -> Floats:
        rows = []
        for done, image in enumerate(images):
            progress(done, len(images))
            rows.append(encoder.encode(data.load_image(image)))
        return np.stack(rows) if rows else np.zeros((0, 0), np.float32)

    key = ("image features", data.fingerprint, encoder.fingerprint, list(images))
    return ImageVectors(images, cached(key, make, _to_bytes, _from_bytes))


def _to_bytes(vectors: Floats) -> bytes:
    file = io.BytesIO()
    np.save(file, vectors, allow_pickle=False)
    return file.getvalue()


def _from_bytes(content: bytes) -> Floats:
    return np.asarray(np.load(io.BytesIO(content), allow_pickle=False), dtype=np.float32)
