"""How far each dimension spreads at the sites of a model, over some samples: the unit of the noise inside it."""

from collections.abc import Iterable
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt
from askance.models.builtin.model_folder import BLIND, CARD, TEXT, VISION, ModelFiles, write_model_card
from askance.models.builtin.onnx_sessions import OnnxSessions
from askance.models.builtin.vocabulary import PAD

SAMPLES = 500  # as the paper has it
DIGITS = 6


def write_feature_spread(folder: Path, samples: Iterable[tuple[npt.NDArray[np.uint8], str]]) -> None:
    """Measure a model's spread over samples (picture as `sight.seen` gives it, question), and keep it in model.json."""
    files = ModelFiles(folder)
    spread = measure_feature_spread(files, samples)
    write_model_card(folder, msgspec.json.decode((folder / CARD).read_bytes()) | {"spread": spread})


def measure_feature_spread(
    files: ModelFiles, samples: Iterable[tuple[npt.NDArray[np.uint8], str]]
) -> dict[str, list[float]]:
    """Site → the standard deviation of each dimension, over all rows (cells, words) of all samples."""
    sessions = OnnxSessions(files)
    moments: dict[str, ColumnMoments] = {}
    for pixels, question in samples:
        tokens = files.lexicon.encode_questions([question])
        embedded = sessions.run("words", tokens=tokens[:, : int((tokens != PAD).sum())][None])
        moments.setdefault(TEXT, ColumnMoments()).add(embedded[0, 0])
        if files.about.model != BLIND:
            moments.setdefault(VISION, ColumnMoments()).add(sessions.run("see", pixels=pixels[None])[0])
    return {site: [float(f"{each:.{DIGITS}g}") for each in found.deviation()] for site, found in moments.items()}


class ColumnMoments:
    """Sums over rows, from which the standard deviation of each column follows."""

    def __init__(self) -> None:
        self.count = 0
        self.total: npt.NDArray[np.float64] | float = 0.0
        self.squares: npt.NDArray[np.float64] | float = 0.0

    def add(self, rows: npt.NDArray[np.float32]) -> None:
        """Count some rows in."""
        wide = rows.astype(np.float64)
        self.count += len(wide)
        self.total = self.total + wide.sum(0)
        self.squares = self.squares + (wide**2).sum(0)

    def deviation(self) -> npt.NDArray[np.float64]:
        """The standard deviation of each column."""
        mean = self.total / self.count
        spread: npt.NDArray[np.float64] = np.sqrt(np.maximum(self.squares / self.count - mean**2, 0.0))
        return spread
