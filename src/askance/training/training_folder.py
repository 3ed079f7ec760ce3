"""The folder of a training: which training it holds, and whether that has ended; needs no torch."""

from collections.abc import Callable
from pathlib import Path

from askance.core import UserError
from askance.core.atomic_files import write_atomic
from askance.core.self_checking_json import DamagedJson, decode_and_verify_digest, encode_with_digest
from askance.models.builtin.model_folder import CARD, PARTS
from askance.training.checkpoint_digest import DamagedCheckpoint, read_verified_metadata

MARK, CHECKPOINT, ASIDE = "training", "checkpoint.safetensors", "checkpoint.damaged"
CORPUS = "corpus"
TRAINING = "training"  # the field of the mark, the checkpoint and the card that says whose they are
_OTHER = "name another folder with -o"


def claim_training_folder(folder: Path, training: str, say: Callable[[str], None], card: str = CARD) -> bool:
    """Whether this training has ended in that folder, which becomes its own; a folder of anything else is refused."""
    _remove_temporary_files(folder)
    is_begun = (folder / card).is_file() or (folder / CHECKPOINT).is_file()
    if not (folder / MARK).exists() and not is_begun and folder.is_dir() and any(folder.iterdir()):
        raise UserError(f"{folder}: is not empty: name a new folder with -o")
    trouble, marked = find_damaged_mark(folder), read_training_mark(folder)
    if trouble or marked is None:
        marked = _training_named_in_files(folder, card) if is_begun else None
        if is_begun and marked is None:
            reason = trouble or f"{folder / MARK}: missing"
            raise UserError(f"{reason}: which training the folder holds cannot be told: {_OTHER}")
        if trouble or is_begun:
            say(f"{trouble or folder / MARK}: written again")
    if marked not in (None, training) and is_begun:
        raise UserError(f"{folder}: holds another training (other options or data): {_OTHER}")
    if read_training_mark(folder) != training:
        _write_mark(folder, training)
    return (folder / card).is_file() and not (folder / CHECKPOINT).is_file()


def find_damaged_mark(folder: Path) -> str | None:
    """The mark's path and what is wrong with it, if it is damaged."""
    try:
        _parse_mark(folder)
    except FileNotFoundError:
        return None
    except OSError as error:
        return f"{folder / MARK}: damaged ({error.strerror})"
    except (DamagedJson, KeyError) as error:
        return f"{folder / MARK}: damaged ({error})"
    return None


def read_training_mark(folder: Path) -> str | None:
    """The training that a folder is for; None if it has no mark that can be trusted."""
    try:
        return _parse_mark(folder)
    except (OSError, DamagedJson, KeyError):
        return None


def _parse_mark(folder: Path) -> str:
    data = (folder / MARK).read_bytes()
    try:
        return str(decode_and_verify_digest(MARK, data)[TRAINING])
    except DamagedJson:
        if len(data) == 32 and not data.strip(b"0123456789abcdef"):
            return data.decode()  # as older versions wrote it
        raise


def _write_mark(folder: Path, training: str) -> None:
    try:
        write_atomic(folder / MARK, encode_with_digest(MARK, {TRAINING: training}))
    except OSError as error:
        raise UserError(f"{folder}: cannot be written ({error.strerror}): {_OTHER}") from error


def _remove_temporary_files(folder: Path) -> None:
    """Remove what a kill left half-written beside the files that it was to become."""
    for name in (MARK, CHECKPOINT, CARD, *(f"{part}.onnx" for part in PARTS)):
        for path in folder.glob(f".{name}.*.tmp"):
            path.unlink(missing_ok=True)


def _training_named_in_files(folder: Path, card: str) -> str | None:
    """The training that the checkpoint or the card, where it is whole, says that it is of."""
    try:
        return read_verified_metadata((folder / CHECKPOINT).read_bytes())[TRAINING]
    except (OSError, DamagedCheckpoint, KeyError):
        pass
    try:
        return str(decode_and_verify_digest(card, (folder / card).read_bytes())[TRAINING])
    except (OSError, DamagedJson, KeyError):
        return None
