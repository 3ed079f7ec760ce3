"""Tiny checkpoints, each built once per session."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("transformers", reason="needs pip install 'askance[hf]'")
import hf_checkpoints
import transformers
from askance.models.hf import load

transformers.utils.logging.disable_progress_bar()
Built = Callable[[str], Path]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Some processors of transformers use NumPy in a way that it deprecates."""
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning"))


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Architecture → the folder of a tiny checkpoint; do not write to it."""
    import torch

    torch.set_num_threads(1)
    known: dict[str, Path] = {}

    def folder(name: str) -> Path:
        if name not in known:
            known[name] = tmp_path_factory.mktemp(name)
            torch.manual_seed(0)  # what a model draws when it is made
            hf_checkpoints.BUILDERS[name](known[name])
        return known[name]

    return folder


@pytest.fixture(scope="session")
def opened(built: Built) -> Callable[..., Any]:
    """Architecture → a model, loaded once per set of --model-args."""
    known: dict[Any, Any] = {}

    def model(name: str, **args: str) -> Any:
        key = name, *sorted(args.items())
        if key not in known:
            known[key] = load(str(built(name)), {"max_new_tokens": "6", "noise_samples": "4", **args})
        return known[key]

    return model
