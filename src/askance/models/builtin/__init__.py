"""The built-in neural models, run by ONNX Runtime; this table is the family."""

from pathlib import Path
from typing import TYPE_CHECKING

from askance.core import UserError
from askance.core.unknown_names import unknown_name_error

if TYPE_CHECKING:
    from askance.models.builtin.model import Builtin

WEIGHTS = Path(__file__).parent / "weights"
NAMES = {
    "blind": "text-only baseline: reads only the question",
    "cnn-lstm": "multiplies an image vector with a question vector",
    "attention": "the question attends twice to a grid of image features",
    "transformer": "words attend to a grid of image features and to each other",
}


def load_builtin(rest: str) -> "Builtin":
    """The model behind `builtin:NAME`, or `builtin:FOLDER` for one that `askance train` wrote."""
    from askance.models.builtin.model import Builtin

    if rest in NAMES:
        return Builtin(WEIGHTS / rest, f"builtin:{rest}")
    if rest and Path(rest).is_dir():
        return Builtin(Path(rest), f"builtin:{rest}")
    if len(Path(rest).parts) > 1:
        raise UserError(f"builtin:{rest}: there is no such folder: name one that askance train wrote")
    raise unknown_name_error("model", f"builtin:{rest}", [f"builtin:{name}" for name in NAMES], "askance list models")


__all__ = ["NAMES", "WEIGHTS", "load_builtin"]
