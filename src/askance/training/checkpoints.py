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
from askance.core.atomic_files import write_atomic
from askance.training.checkpoint_digest import (
    EMPTY,
    FIELD,
    DamagedCheckpoint,
    read_verified_metadata,
    write_digest_into,
)
from askance.training.training_folder import ASIDE, CHECKPOINT
from torch import Tensor, nn, optim


class TrainingProgress(msgspec.Struct, frozen=True):
    """How far a training is."""

    epoch: int
    step: int
    seconds: float
    history: tuple[dict[str, float], ...] = ()


def save_checkpoint(
    folder: Path,
    progress: TrainingProgress,
    modules: dict[str, nn.Module],
    optimiser: optim.Optimizer,
    training: str = "",
) -> None:
    """Put a checkpoint of this training, with its digest, in the place of the last one."""
    tensors = {f"{part}.{name}": each for part, module in modules.items() for name, each in module.state_dict().items()}
    state: dict[int, dict[str, Any]] = optimiser.state_dict()["state"]
    for number, row in state.items():
        tensors |= {f"optimiser.{number}.{name}": torch.as_tensor(each) for name, each in row.items()}
    plain = {name: each.detach().contiguous().cpu().clone() for name, each in tensors.items()}
    metadata = {"progress": msgspec.json.encode(progress).decode(), "training": training, FIELD: EMPTY}
    write_atomic(folder / CHECKPOINT, write_digest_into(safetensors.torch.save(plain, metadata)))


def load_checkpoint(
    folder: Path,
    modules: dict[str, nn.Module],
    optimiser: optim.Optimizer,
    training: str = "",
    tell: Callable[[str], None] = lambda line: None,
) -> TrainingProgress | None:
    """Take up the checkpoint of this training, if there is one; a damaged one is set aside, and told."""
    path = folder / CHECKPOINT
    if not path.is_file():
        return None
    data = path.read_bytes()
    try:
        metadata = read_verified_metadata(data)
        if metadata.get("training") != training:
            raise DamagedCheckpoint("it is of another training")
    except DamagedCheckpoint as error:
        path.replace(folder / ASIDE)
        tell(f"{path}: damaged ({error}): set aside as {ASIDE}; the training begins again")
        return None
    try:
        return _restore_modules(metadata["progress"], safetensors.torch.load(data), modules, optimiser)
    except (RuntimeError, ValueError, KeyError, msgspec.MsgspecError) as error:
        first = next(iter(str(error).splitlines()), type(error).__name__).rstrip(" :")
        fix = "end the training with the version that began it, or remove the file to begin again"
        raise UserError(f"{path}: does not fit this version of askance ({first}): {fix}") from error


def _restore_modules(
    progress: str, tensors: dict[str, Tensor], modules: dict[str, nn.Module], optimiser: optim.Optimizer
) -> TrainingProgress:
    for part, module in modules.items():
        module.load_state_dict(_tensors_with_prefix(tensors, part))
    state: dict[int, dict[str, Tensor]] = {}
    for name, each in _tensors_with_prefix(tensors, "optimiser").items():
        number, _, field = name.partition(".")
        state.setdefault(int(number), {})[field] = each
    optimiser.load_state_dict({"state": state, "param_groups": optimiser.state_dict()["param_groups"]})
    return msgspec.json.decode(progress, type=TrainingProgress)


def _tensors_with_prefix(tensors: dict[str, Tensor], part: str) -> dict[str, Tensor]:
    return {name.removeprefix(f"{part}."): each for name, each in tensors.items() if name.startswith(f"{part}.")}
