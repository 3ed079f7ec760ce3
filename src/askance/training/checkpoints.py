"""Checkpoints: tensors and figures in one safetensors file with a digest, so that nothing in it can run.

The digest is checked before any tensor is used.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import safetensors.torch
import torch
from askance.core import UserError
from askance.core.files import write_atomic
from askance.training.checkpoint_files import EMPTY, FIELD, DamagedCheckpoint, metadata_of, with_digest
from askance.training.folders import ASIDE, CHECKPOINT
from torch import Tensor, nn, optim


class Progress(msgspec.Struct, frozen=True):
    """How far a training is."""

    epoch: int
    step: int
    seconds: float
    history: tuple[dict[str, float], ...] = ()


def save(
    folder: Path, progress: Progress, modules: dict[str, nn.Module], optimiser: optim.Optimizer, training: str = ""
) -> None:
    """Put a checkpoint of this training, with its digest, in the place of the last one."""
    tensors = {f"{part}.{name}": each for part, module in modules.items() for name, each in module.state_dict().items()}
    state: dict[int, dict[str, Any]] = optimiser.state_dict()["state"]
    for number, row in state.items():
        tensors |= {f"optimiser.{number}.{name}": torch.as_tensor(each) for name, each in row.items()}
    plain = {name: each.detach().contiguous().cpu().clone() for name, each in tensors.items()}
    metadata = {"progress": msgspec.json.encode(progress).decode(), "training": training, FIELD: EMPTY}
    write_atomic(folder / CHECKPOINT, with_digest(safetensors.torch.save(plain, metadata)))


def load(
    folder: Path,
    modules: dict[str, nn.Module],
    optimiser: optim.Optimizer,
    training: str = "",
    tell: Callable[[str], None] = lambda line: None,
) -> Progress | None:
    """Take up the checkpoint of this training, if there is one; a damaged one is set aside, and told."""
    path = folder / CHECKPOINT
    if not path.is_file():
        return None
    data = path.read_bytes()
    try:
        metadata = metadata_of(data)
        if metadata.get("training") != training:
            raise DamagedCheckpoint("it is of another training")
    except DamagedCheckpoint as error:
        path.replace(folder / ASIDE)
        tell(f"{path}: damaged ({error}): set aside as {ASIDE}; the training begins again")
        return None
    try:
        return _taken_up(metadata["progress"], safetensors.torch.load(data), modules, optimiser)
    except (RuntimeError, ValueError, KeyError, msgspec.MsgspecError) as error:
        first = next(iter(str(error).splitlines()), type(error).__name__).rstrip(" :")
        fix = "end the training with the version that began it, or remove the file to begin again"
        raise UserError(f"{path}: does not fit this version of askance ({first}): {fix}") from error


def _taken_up(
    progress: str, tensors: dict[str, Tensor], modules: dict[str, nn.Module], optimiser: optim.Optimizer
) -> Progress:
    for part, module in modules.items():
        module.load_state_dict(_below(tensors, part))
    state: dict[int, dict[str, Tensor]] = {}
    for name, each in _below(tensors, "optimiser").items():
        number, _, field = name.partition(".")
        state.setdefault(int(number), {})[field] = each
    optimiser.load_state_dict({"state": state, "param_groups": optimiser.state_dict()["param_groups"]})
    return msgspec.json.decode(progress, type=Progress)


def _below(tensors: dict[str, Tensor], part: str) -> dict[str, Tensor]:
    return {name.removeprefix(f"{part}."): each for name, each in tensors.items() if name.startswith(f"{part}.")}
