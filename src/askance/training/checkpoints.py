"""Checkpoints: tensors and figures in one safetensors file, so that it is whole and nothing in it can run."""

from pathlib import Path
from typing import Any

import msgspec
import torch
from safetensors import safe_open
from safetensors.torch import save_file
from torch import Tensor, nn, optim

FILE = "checkpoint.safetensors"


class Progress(msgspec.Struct, frozen=True):
    """How far a training is."""

    epoch: int
    step: int
    seconds: float
    history: tuple[dict[str, float], ...] = ()


def save(folder: Path, progress: Progress, modules: dict[str, nn.Module], optimiser: optim.Optimizer) -> None:
    """Write a checkpoint beside the last one, then put it in its place."""
    tensors = {f"{part}.{name}": each for part, module in modules.items() for name, each in module.state_dict().items()}
    state: dict[int, dict[str, Any]] = optimiser.state_dict()["state"]
    for number, row in state.items():
        tensors |= {f"optimiser.{number}.{name}": torch.as_tensor(each) for name, each in row.items()}
    plain = {name: each.detach().contiguous().cpu().clone() for name, each in tensors.items()}
    temporary = folder / f"{FILE}.tmp"
    save_file(plain, temporary, {"progress": msgspec.json.encode(progress).decode()})
    temporary.replace(folder / FILE)


def load(folder: Path, modules: dict[str, nn.Module], optimiser: optim.Optimizer) -> Progress | None:
    """Take up a checkpoint, if there is one."""
    if not (folder / FILE).is_file():
        return None
    with safe_open(folder / FILE, "pt") as file:
        tensors: dict[str, Tensor] = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118  no mapping
        progress = file.metadata()["progress"]
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
