"""Rows → what follows them: each row by the fastest path that its query and the model allow."""

import math
import threading
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, TypeAlias

from askance.core import Answer
from askance.models.builtin.feature_noise import steps_at_site
from askance.models.hf.classifier import classify, labels_of
from askance.models.hf.conditions import TEXT, NotPerRow, Spread, dropouts, inside, is_special
from askance.models.hf.encoding import Encoder
from askance.models.hf.generating import beams, generate
from askance.models.hf.kinds import Kind
from askance.models.hf.loading import Loaded
from askance.models.hf.memory import Batches, as_outcome
from askance.models.hf.options import Options
from askance.models.hf.picking import Decoded
from askance.models.hf.rows import Row
from askance.models.hf.sharing import PACKED, VISION_ONLY, Sharing
from askance.models.hf.vision import vision_site
from msgspec.structs import replace

if TYPE_CHECKING:
    from askance.models.hf.packed import PackedModel
    from askance.models.hf.packing import Group

ON_GPU, ON_CPU = 64, 8  # rows of a plain batch
GPU_COLUMNS, CPU_COLUMNS = 65_536, 4096  # tokens of a packed batch, generated ones included
Outcome = Decoded | Answer | Exception
Outcomes = dict[int, Outcome]  # by id of the row
Groups: TypeAlias = "tuple[list[Group], Sequence[Row]]"


class Runner:
    """A loaded model that decodes rows; one batch at a time, because hooks and positions are state of the model."""

    def __init__(
        self, kind: Kind, loaded: Loaded, encoder: Encoder, options: Options, sharing: Sharing,
        spread: Callable[["Runner"], Spread], say: Callable[[str], None],
    ):  # fmt: skip
        self.kind, self.loaded, self.encoder, self.options, self.sharing = kind, loaded, encoder, options, sharing
        self.vision = vision_site(kind, loaded)
        self.labels = labels_of(loaded) if kind.family == "classifier" else None
        self.has_dropout = bool(dropouts(loaded.model))
        is_gpu = loaded.device.type != "cpu"
        self._known: dict[int, tuple[Any, Any]] = {}  # image features by picture
        self._plain = Batches(options.batch_size or (ON_GPU if is_gpu else ON_CPU), "queries", say, self._known.clear)
        self._columns = Batches(GPU_COLUMNS if is_gpu else CPU_COLUMNS, "tokens", say, self._known.clear)
        self._packed: PackedModel | None = None
        self._measure, self._say = spread, say
        self._spread: Spread | None = None
        self._lock = threading.Lock()

    def run(self, rows: Sequence[Row]) -> list[Outcome]:
        """What follows each row, in order; an exception where a row cannot be decoded."""
        found: Outcomes = {}
        special = [row for row in rows if is_special(row.query)]
        plain = [row for row in rows if not is_special(row.query)]
        groups = self._groups(plain, self._packed)  # before the lock: the GPU may be at work on another batch
        with self._lock:
            self._inside(special, found)
            self._by_kind(self._in_groups(plain, groups, found), found)
        return [found[id(row)] for row in rows]

    def with_beams(self, answer: Answer, row: Row) -> Answer | Exception:
        """The answer with its most probable alternatives, by beam search; its own probability stays."""
        with self._lock:
            _, found = next(self._plain.run([row], self._beams, lambda row: 1, lambda row: [row]))
        if isinstance(found, Exception):
            return found
        shares = dict(answer.top)
        own = sum(shares.values())
        for tokens, logprob in found:
            shares.setdefault(self.encoder.text(tokens), math.exp(logprob))
        others = sum(shares.values()) - own
        if own + others > 1 and others > 0:  # two passes in half precision differ
            kept, scale = dict(answer.top), max(0.0, 1 - own) / others
            shares = {text: share if text in kept else scale * share for text, share in shares.items()}
        ordered = sorted(shares.items(), key=lambda each: -each[1])
        return replace(answer, top=tuple(ordered[: self.options.top]))

    def _beams(self, rows: Sequence[Row]) -> list[list[tuple[list[int], float]]]:
        return [beams(self.loaded, row, self.options.max_new_tokens, self.options.top) for row in rows]

    def _inside(self, rows: Sequence[Row], found: Outcomes) -> None:
        """Rows whose conditions are inside the model: those with dropout alone, the others in batches."""
        if (noisy := [row for row in rows if row.query.condition.inside]) and self._spread is None:
            try:
                self._spread = self._measure(self)
            except Exception as error:  # the rows without noise are answered all the same
                found |= dict.fromkeys(map(id, noisy), as_outcome(error))
                rows = [row for row in rows if not row.query.condition.inside]
        alone = [row for row in rows if row.query.condition.dropout]
        try:
            self._by_kind([row for row in rows if not row.query.condition.dropout], found)
        except NotPerRow:
            alone = list(rows)
        for row in alone:
            self._in_batches([row], found)

    def _by_kind(self, rows: Sequence[Row], found: Outcomes) -> None:
        """Rows in batches of one kind, sorted by length."""
        kinds: dict[Any, list[Row]] = {}
        for row in rows:  # what is no chat model is not padded: some of them attend to padding
            kinds.setdefault(row.picture is None if self.kind.is_chat else row.shape(), []).append(row)
        for some in kinds.values():
            self._in_batches(sorted(some, key=lambda row: row.length), found)

    def _in_batches(self, rows: Sequence[Row], found: Outcomes) -> None:
        for row, outcome in self._plain.run(rows, self._work, lambda row: 1, lambda row: [row]):
            found[id(row)] = outcome

    def _work(self, rows: Sequence[Row]) -> Sequence[Decoded | Answer]:
        with self._conditions(rows):
            if self.labels is not None:
                return classify(self.loaded, self.labels, rows, self.options.top)
            return generate(self.loaded, rows, self.options.max_new_tokens)

    def _conditions(self, rows: Sequence[Row]) -> Any:
        """Conditions inside the model; or image features once per picture, where the model allows it."""
        if is_special(rows[0].query):
            heard = [row for row in rows if steps_at_site(row.query.condition.inside, TEXT)]
            spans = {id(row): self.encoder.question_span(row) for row in heard}
            return inside(self.loaded, rows, self.vision, spans, self._spread or {})
        has_images = all(row.picture is not None for row in rows)
        if self.vision is None or not has_images or self.sharing.mode != VISION_ONLY:
            return nullcontext()
        return self.vision.shared(rows, self.loaded.device, self._known)

    def _groups(self, rows: Sequence[Row], packed: "PackedModel | None") -> "Groups | None":
        """Rows about pictures in groups that fit, and the other rows; None if nothing is to be packed."""
        if packed is None or self.sharing.mode != PACKED:
            return None
        groups, rest = packed.groups(rows)
        return self._fitting(groups, packed), rest

    def _in_groups(self, rows: Sequence[Row], groups: "Groups | None", found: Outcomes) -> Sequence[Row]:
        """Rows about pictures by the packed path; returns the others."""
        packed = self._packed_model(rows) if self.sharing.mode == PACKED else None
        if packed is None:
            return rows
        fitting, rest = groups or self._groups(rows, packed) or ([], rows)
        results = self._columns.run(fitting, packed.decode, packed.weight, lambda group: group.halves())
        for group, outcomes in results:
            if isinstance(outcomes, Exception):
                found |= {id(row): outcomes for row in group.rows}
            else:
                found |= {id(row): each for row, each in zip(group.rows, outcomes, strict=True)}
        return rest

    def _fitting(self, groups: "Sequence[Group]", packed: "PackedModel") -> "list[Group]":
        """Groups by length, so that little is padded; those that are too large are divided."""
        fitting: list[Group] = []
        waiting = list(groups)
        while waiting:
            group = waiting.pop()
            halves = group.halves() if packed.weight(group) > self._columns.size else [group]
            if len(halves) == 1:
                fitting.append(group)
            else:
                waiting += halves
        return sorted(fitting, key=lambda group: (group.prefix, packed.weight(group)))

    def _packed_model(self, rows: Sequence[Row]) -> "PackedModel | None":
        """The packed path, once it is shown to give the plain path's log-probabilities; None where it does not."""
        if self._packed is None:
            from askance.models.hf.packed import PackedModel
            from askance.models.hf.packed_check import difference

            packed = PackedModel(self.loaded, self.options.max_new_tokens)
            reason = difference(packed, self.loaded, self.encoder, rows)
            if reason is None:
                return None  # no row to try it on
            if reason:
                self.sharing = Sharing(VISION_ONLY, reason)
                self._say(str(self.sharing))
                return None
            self._packed = packed
        return self._packed
