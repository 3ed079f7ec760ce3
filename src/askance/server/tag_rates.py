"""The mean score of a suite's cases by the value of a tag, with intervals clustered by image.

Scores that are values or outcomes come from the columns in memory: the cells (one image, one value of a tag) are sorted
once per tag, and each model then takes a few milliseconds per million cases.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock

import numpy as np
import numpy.typing as npt
from askance.metrics.confidence_interval import rates_of_sums
from askance.metrics.image_sums import Codes, Floats, combine_cells
from askance.metrics.rate import Row, percent_rows
from askance.server.filter_ids import IndexNames, is_below
from askance.server.index_sources import HOLDS, LOST_VALUE
from askance.server.query_pool import QueryPool, Ticket
from askance.server.verdict_columns import BINS, NO_VALUE, Block, SuiteCases, VerdictColumns

KEPT_TAGS = 4  # whose cells are kept: 8 bytes per case
KEPT_RESULTS = 64
_TAG_VALUES = "select id, val from tag where tag = ? order by val"
_TAG_SETS = "select tag, tagset from tag_of_set where tag in (select id from tag where tag = ?)"
_TAGS_OF_SUITE = (
    "select distinct tag.tag from (select distinct tagset from c where dataset = ? and suite = ?) found"
    " join tag_of_set using (tagset) join tag on tag.id = tag_of_set.tag order by 1"
)
# A case without an image is a cluster of its own.
_IMAGES = "select coalesce(hash(image), hash(id)) as image from c where rowid >= ? and rowid < ?"


@dataclass(frozen=True, slots=True)
class TagRequest:
    """Which rates: of one score of a suite on a data set, by the values of one tag."""

    dataset: str
    suite: str
    tag: str
    score: str  # one of PLAIN_SCORES
    models: tuple[str, ...]
    group: str = ""  # only the cases of this group


@dataclass(frozen=True, slots=True)
class TagRate:
    """The mean of one model on the cases with one value of a tag, in percent."""

    model: str
    value: str  # of the tag; "" = the cases do not have the tag
    percent: float | None
    low: float | None
    high: float | None
    n: int
    undecided: int

    @classmethod
    def of(cls, model: str, value: str, row: Row) -> "TagRate":
        """A tidy row of one model and value."""
        percent, low, high, n, undecided, _ = row
        return cls(model, value, percent, low, high, n, undecided)


@dataclass(frozen=True, slots=True)
class _TagCells:
    """The cases of a suite by value of a tag and image; the last value, "", is that of cases without the tag."""

    values: list[str]
    of_case: npt.NDArray[np.int32]  # case → cell
    value_of_cell: Codes


@dataclass(frozen=True, slots=True)
class TagRates:
    """Computes rates by tag over the columns of an index; the last results are kept."""

    pool: QueryPool
    names: IndexNames
    columns: VerdictColumns
    _cells: dict[tuple[int, int, str], _TagCells] = field(default_factory=dict)
    _results: dict[TagRequest, tuple[TagRate, ...]] = field(default_factory=dict)
    _tags: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def tags_of(self, dataset: str, suite: str, ticket: Ticket | None) -> tuple[str, ...]:
        """The tags that cases of a suite have."""
        ids = [self.names.id_of("dataset", dataset), self.names.id_of("suite", suite)]
        if (dataset, suite) not in self._tags:
            self._tags[dataset, suite] = tuple(row[0] for row in self.pool.rows(_TAGS_OF_SUITE, ids, ticket))
        return self._tags[dataset, suite]

    def rates(self, wanted: TagRequest, ticket: Ticket | None) -> tuple[TagRate, ...]:
        """One rate per model and value of the tag that has a case, by model and value."""
        with self._lock:
            found = self._results.get(wanted)
        if found is None:
            found = self._compute(wanted, ticket)
            with self._lock:
                self._results[wanted] = found
                while len(self._results) > KEPT_RESULTS:
                    del self._results[next(iter(self._results))]
        return found

    def _compute(self, wanted: TagRequest, ticket: Ticket | None) -> tuple[TagRate, ...]:
        check, found = self.pool.check_ticket(ticket), []
        at = self.names.id_of("dataset", wanted.dataset), self.names.id_of("suite", wanted.suite)
        inside = np.array([not wanted.group or is_below(each.path, wanted.group) for each in self.names.groups])
        for block in self.columns.blocks:
            model = self.names.model[block.model]
            if (block.cases.dataset, block.cases.suite) == at and model in wanted.models:
                cells = self._cells_of(block.cases, wanted.tag, ticket, check)
                found += _rates_of_block(block, model, cells, inside, wanted.score)
        return tuple(found)

    def _cells_of(self, cases: SuiteCases, tag: str, ticket: Ticket | None, check: Callable[[], None]) -> _TagCells:
        key = cases.dataset, cases.suite, tag
        with self._lock:
            found = self._cells.get(key)
        if found is None:
            check()
            found = self._sort_cells(cases, tag, ticket)
            with self._lock:
                self._cells[key] = found
                while len(self._cells) > KEPT_TAGS:
                    del self._cells[next(iter(self._cells))]
        return found

    def _sort_cells(self, cases: SuiteCases, tag: str, ticket: Ticket | None) -> _TagCells:
        values = self.pool.rows(_TAG_VALUES, [tag], ticket)
        place = {number: at for at, (number, _) in enumerate(values)}
        of_set = np.full(self.columns.sizes["tagset"] + 1, len(values), dtype=np.int64)
        sets = self.pool.numpy(_TAG_SETS, [tag], ticket)
        of_set[sets["tagset"]] = [place[number] for number in sets["tag"].tolist()]
        value = of_set[cases.tagset]
        images = self.pool.numpy(_IMAGES, [cases.first, cases.first + len(cases)], ticket)["image"]
        image = np.unique(images, return_inverse=True)[1]
        span = int(image.max(initial=0)) + 1
        keys, cell = np.unique(value * span + image, return_inverse=True)
        return _TagCells([*(text for _, text in values), ""], cell.astype(np.int32), keys // span)


def _rates_of_block(
    block: Block, model: str, cells: _TagCells, inside: npt.NDArray[np.bool_], score: str
) -> list[TagRate]:
    """The rates of one model; `inside`: which groups count, by id."""
    place = slice(None) if block.places is None else block.places
    cell, scores, count = cells.of_case[place], _scores_of_block(block, score), len(cells.values)
    if not inside.all():
        is_inside = inside[block.cases.group[place]]
        cell, scores = cell[is_inside], scores[is_inside]
    lost = np.isnan(scores)
    undecided = np.bincount(cells.value_of_cell[cell[lost]], minlength=count)
    if lost.any():
        cell, scores = cell[~lost], scores[~lost]
    size = np.bincount(cell, minlength=len(cells.value_of_cell)).astype(np.float64)
    total = np.bincount(cell, weights=scores, minlength=len(size)).astype(np.float64)
    squared = total if score == HOLDS else np.bincount(cell, weights=scores**2, minlength=len(size))  # 0² = 0, 1² = 1
    squares = np.bincount(cells.value_of_cell, weights=squared, minlength=count).astype(np.float64)
    used = size > 0
    rates = rates_of_sums(combine_cells(cells.value_of_cell[used], size[used], total[used], squares))
    rows = percent_rows(cells.values, rates, undecided.tolist())
    return [TagRate.of(model, value, row) for value, row in rows if row[3] or row[4]]


def _scores_of_block(block: Block, score: str) -> Floats:
    """The score of each verdict; not a number where it has none."""
    if score == HOLDS:
        by_outcome = np.array([0.0, 1.0, np.nan, 0.0, 1.0])
        return np.asarray(by_outcome[block.code // BINS])
    values = block.values(np.arange(len(block)))
    values = 1 - values if score == LOST_VALUE else values
    return np.where(block.code % BINS == NO_VALUE, np.nan, values)
