"""Built-in models for tests: the shipped ones, or (while there are none) random ones of the same shapes."""

import json
import shutil
import warnings
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import numpy as np
from askance.models.builtin import NAMES, WEIGHTS
from askance.models.builtin.feature_spread import write_feature_spread
from askance.models.builtin.model import Builtin
from askance.models.builtin.vocabulary import SPECIAL, Vocabulary

ANSWERS = ("yes", "no", "red", "blue", "0", "1", "2", "dog", "cat", "street")
WORDS = ("what", "color", "is", "the", "car", "are", "there", "any", "dogs", "how", "many", "in", "picture", "a", "not")


@cache
def folder(name: str) -> Path:
    """A folder with the model of that name."""
    if (WEIGHTS / name / "model.json").is_file():
        return WEIGHTS / name
    made = Path(mkdtemp(prefix="askance-networks-")) / name
    _random(name, made)
    return made


def _random(name: str, made: Path) -> None:
    import torch
    from askance.training.networks import NETWORKS
    from askance.training.onnx_export import export_onnx

    torch.manual_seed(0)
    lexicon = Vocabulary((*SPECIAL, *WORDS), ANSWERS)
    network = NETWORKS[name](len(lexicon.words), len(ANSWERS))
    with torch.no_grad():
        for each in network.parameters():
            each.mul_(1.5)  # fresh weights say nearly the same to everything
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch's exporter deprecates itself
        export_onnx(network, made, lexicon, {"model": name})
    rng = np.random.default_rng(0)
    write_feature_spread(
        made, [(rng.integers(0, 256, (240, 320, 3), dtype=np.uint8), "is the car red") for _ in range(3)]
    )


def model(name: str) -> Builtin:
    """The model of that name, opened anew."""
    return Builtin(folder(name), f"builtin:{name}")


def copied(name: str, to: Path) -> Path:
    """A copy of a model's folder, to be spoilt."""
    return Path(shutil.copytree(folder(name), to / name))


def unchecked(name: str, to: Path) -> Path:
    """A copy of a model's folder without digests, as someone who edits a model leaves it."""
    made = copied(name, to)
    about = json.loads((made / "model.json").read_text())
    (made / "model.json").write_text(json.dumps({key: about[key] for key in about if key not in ("files", "digest")}))
    return made


__all__ = ["NAMES", "copied", "folder", "model", "unchecked"]
