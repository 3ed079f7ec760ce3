"""The three networks of a model in ONNX Runtime: loaded when first run, shared by all threads."""

import os
import threading
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from askance.core import UserError
from askance.models.builtin.model_folder import ModelFiles

Floats = npt.NDArray[np.float32]
ERRORS_ONLY = 3


def usable_processor_count() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class OnnxSessions:
    """`run("see", pixels=…)` gives what that network says."""

    def __init__(self, files: ModelFiles):
        self.files = files
        self._loaded: dict[str, Any] = {}
        self._lock = threading.Lock()

    def run(self, part: str, **inputs: npt.NDArray[Any]) -> Floats:
        """The one output of a network."""
        said: Floats = self._get_session(part).run(None, inputs)[0]
        return said

    def _get_session(self, part: str) -> Any:
        with self._lock:
            if part not in self._loaded:
                self._loaded[part] = load_session(self.files.network_path(part))
            return self._loaded[part]


def load_session(path: Path) -> Any:
    """A network that runs on one thread."""
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    options = onnxruntime.SessionOptions()
    options.log_severity_level = ERRORS_ONLY
    options.intra_op_num_threads = 1  # several batches at a time instead: no waiting, and the same sums everywhere
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # ONNX Runtime has a dozen kinds, without a base of their own
        first = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise UserError(f"{path}: cannot be loaded ({first}): train or export the model again") from error
