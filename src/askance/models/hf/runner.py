"""Rows → what follows them: each row by the fastest path that its query and the model allow."""

import threading
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from itertools import groupby
from typing import Any

from askance.core import Answer
from askance.models.hf.classifier import classify, labels_of
from askance.models.hf.conditions import TEXT, Spread, inside, is_special
from askance.models.hf.encoding import Encoder
from askance.models.hf.generating import generate
from askance.models.hf.kinds import Kind
from askance.models.hf.loading import Loaded
from askance.models.hf.memory import Batches, DoesNotFit
from askance.models.hf.options import Options
from askance.models.hf.picking import Decoded
from askance.models.hf.rows import Row
from askance.models.hf.sharing import PACKED, VISION_ONLY, Sharing
from askance.models.hf.vision import vision_site

ON_GPU, ON_CPU = 64, 8  # rows of a plain batch
Outcome = Decoded | Answer | Exception


class Runner:
    """A loaded model that decodes rows; one batch at a time, because hooks and positions are state of the model."""

    def __init__(
        self, kind: Kind, loaded: Loaded, encoder: Encoder, options: Options, sharing: Sharing,
        spread: Callable[["Runner"], Spread], say: Callable[[str], None],
    ):  # fmt: skip
        self.kind, self.loaded, self.encoder, self.options, self.sharing = kind, loaded, encoder, options, sharing
        self.vision = vision_site(kind, loaded)
        self.labels = labels_of(loaded) if kind.family == "classifier" else None
        is_gpu = loaded.device.type != "cpu"
        self._plain = Batches(options.batch_size or (ON_GPU if is_gpu else ON_CPU), say)
        self._measure, self._spread = spread, None
        self._lock = threading.Lock()

    def run(self, rows: Sequence[Row]) -> list[Outcome]:
        """What follows each row, in order; an exception where a row cannot be decoded."""
        found: dict[int, Outcome] = {}
        with self._lock:
            special = [i for i, row in enumerate(rows) if is_special(row.query)]
            plain = [i for i, row in enumerate(rows) if not is_special(row.query)]
            for i in special:
                found[i] = self._alone(rows[i])
            found |= zip(plain, self._batched([rows[i] for i in plain]), strict=True)
        return [found[i] for i in range(len(rows))]

    def _alone(self, row: Row) -> Outcome:
        """A row whose conditions are inside the model."""
        sites = {dict(step.args)["site"] for step in row.query.condition.inside}
        if sites and self._spread is None:
            self._spread = self._measure(self)
        span = self.encoder.question_span(row) if TEXT in sites else None
        try:
            with inside(self.loaded, row, self.vision, span, self._spread or {}):
                return self._plain.run([row], self._work, _one)[0]
        except ValueError as error:
            return error

    def _batched(self, rows: Sequence[Row]) -> list[Outcome]:
        """Rows without conditions inside: sorted by length, and where a kind is not padded, by shape."""
        by_shape = not self.kind.is_chat
        keys = [(row.picture is None, row.shape() if by_shape else (), row.length) for row in rows]
        order = sorted(range(len(rows)), key=lambda i: repr(keys[i][:2]) + f"{keys[i][2]:9d}")
        found: dict[int, Outcome] = {}
        for _, group in groupby(order, key=lambda i: keys[i][:2]):
            some = list(group)
            found |= zip(some, self._plain.run([rows[i] for i in some], self._work, _one), strict=True)
        return [found[i] for i in range(len(rows))]

    def _work(self, rows: Sequence[Row]) -> Sequence[Decoded | Answer]:
        if self.labels is not None:
            return classify(self.loaded, self.labels, rows)
        with self._features(rows):
            return generate(self.loaded, rows, self.options.max_new_tokens)

    def _features(self, rows: Sequence[Row]) -> Any:
        """Image features once per picture where several rows show one and the model allows it."""
        pictures = {id(row.picture) for row in rows}
        has_images = all(row.picture is not None for row in rows)
        if self.vision is None or not has_images or len(pictures) == len(rows) or self.sharing.mode != VISION_ONLY:
            return nullcontext()
        return self.vision.shared(rows, self.loaded.device)


def _one(row: Row) -> int:
    return 1


__all__ = ["PACKED", "DoesNotFit", "Outcome", "Runner"]
