"""The networks of a generator in ONNX Runtime, and the image features that they take from a built-in model."""

import threading
from collections import OrderedDict
from typing import Any

import numpy as np
import numpy.typing as npt
from askance.core import ImageData, UserError
from askance.core.digest import file_digest
from askance.inverse.generator_folder import CARD, GeneratorFiles
from askance.models.builtin import WEIGHTS
from askance.models.builtin.image_size import resize_with_margins
from askance.models.builtin.model_folder import ModelFiles
from askance.models.builtin.onnx_sessions import OnnxSessions, load_session

Floats = npt.NDArray[np.float32]
KEPT = 32  # images whose memory is kept
NOTHING = 2  # slots of the memory of a generator that receives no image
MEMORY = 128


class GeneratorSessions:
    """`run("decode", tokens=…)` gives what that network says; networks are loaded when first run."""

    def __init__(self, files: GeneratorFiles):
        self.files = files
        self._loaded: dict[str, Any] = {}
        self._memories: OrderedDict[str, Floats] = OrderedDict()
        self._lock = threading.Lock()
        self._eye = self._open_eye() if files.about.eye else None

    def run(self, part: str, **inputs: npt.NDArray[Any]) -> list[Floats]:
        """All outputs of a network."""
        with self._lock:
            if part not in self._loaded:
                self._loaded[part] = load_session(self.files.network_path(part))
        try:
            found: list[Floats] = self._loaded[part].run(None, inputs)
        except Exception as error:  # ONNX Runtime has a dozen kinds, without a base of their own
            raise self._misfit(part, str(error).partition("\n")[0]) from error
        words = len(self.files.about.words)
        if part == "decode" and found[0].shape[-1] != words:
            raise self._misfit(part, f"it has {found[0].shape[-1]} words, and {CARD} lists {words}")
        return found

    def _misfit(self, part: str, why: str) -> UserError:
        return UserError(
            f"{self.files.network_path(part)}: does not fit {CARD} ({why}): another version of askance or another"
            " vocabulary made it: train the generator again"
        )

    def memory(self, image: str, picture: ImageData) -> Floats:
        """(1, 1 + slots, MEMORY): what the generator knows about an image."""
        with self._lock:
            if (known := self._memories.get(image)) is not None:
                self._memories.move_to_end(image)
                return known
        if self._eye is None:
            found = np.zeros((1, NOTHING, MEMORY), np.float32)
        else:
            pixels = resize_with_margins(picture.image, self._eye.files.about.size)[None]
            found = self.run("see", grid=self._eye.run("see", pixels=pixels))[0]
        with self._lock:
            self._memories[image] = found
            if len(self._memories) > KEPT:
                self._memories.popitem(last=False)
        return found

    def _open_eye(self) -> OnnxSessions:
        """The image network of the built-in model that the generator was trained with."""
        about = self.files.about
        eye = ModelFiles(WEIGHTS / about.eye)
        if file_digest(eye.network_path("see")) != about.eye_digest:
            raise UserError(
                f"{self.files.folder}: was trained with another version of builtin:{about.eye}: train it again"
            )
        return OnnxSessions(eye)
