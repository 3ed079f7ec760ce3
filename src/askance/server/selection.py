"""A filter over the columns in memory: how many verdicts it selects, and which ones are at a position of the order."""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from random import Random
from threading import BoundedSemaphore
from typing import TypeVar

import numpy as np
import numpy.typing as npt
from askance.server.array_lookup import Mask, Numbers, lookup, pick
from askance.server.case_filter import Sort, ValueRange
from askance.server.case_names import mask_of_cases
from askance.server.filter_ids import FilterIds, Term
from askance.server.index_schema import ABOVE, BELOW, MODELS_PER_PACK, bin_on_grid
from askance.server.verdict_columns import (
    BINS,
    CODES,
    NO_VALUE,
    Block,
    SuiteCases,
    VerdictColumns,
    bins_of,
)

Positions = npt.NDArray[np.int64]
S = TypeVar("S")
T = TypeVar("T")
_ROOM = BoundedSemaphore(2)  # selections at a time: each uses all cores, and some 50 MB at 24 million verdicts
_THREADS = ThreadPoolExecutor(min(4, os.cpu_count() or 1), "selection")
ALL_CODES = np.arange(CODES)
_BIN_OF_CODE = bins_of(ALL_CODES)
_BEYOND = (_BIN_OF_CODE == BELOW) | (_BIN_OF_CODE == ABOVE)


@dataclass(frozen=True, slots=True)
class _Span:
    """A part of an order: verdicts of one block, or all verdicts of one bin, by block."""

    blocks: dict[int, int]  # number of the block → how many verdicts
    bin: int | None

    @property
    def count(self) -> int:
        return sum(self.blocks.values())


@dataclass(frozen=True, slots=True)
class _FittingCases:
    """The cases of a suite that fit a filter."""

    mask: Mask | None  # None = all
    places: Positions | None  # where the mask is true
    asked: tuple[Mask, ...]  # for each word, the cases whose question or name has it


@dataclass(frozen=True, slots=True)
class Selection:
    """The verdicts that a filter selects, apart from its value range."""

    columns: VerdictColumns
    ids: FilterIds
    counts: dict[int, npt.NDArray[np.int64]] = field(default_factory=dict)  # block number → verdicts by code

    def count(self, check: Callable[[], None]) -> None:
        """Count the verdicts of every block; `check` is called between blocks, and may raise to stop."""
        with _ROOM:
            check()
            self._count(check)

    def _count(self, check: Callable[[], None]) -> None:
        wanted = list(self._blocks())
        suites = {id(block.cases): block.cases for _, block in wanted}
        fits = dict(zip(suites, _in_threads(self._fitting, suites.values()), strict=True))

        def count_block(block: Block) -> npt.NDArray[np.int64]:
            check()
            return np.asarray(self._count_fitting(block, fits[id(block.cases)]) * self.ids.codes)

        counts = _in_threads(count_block, (block for _, block in wanted))
        self.counts.update((number, each) for (number, _), each in zip(wanted, counts, strict=True) if each.any())

    def _blocks(self) -> Iterator[tuple[int, Block]]:
        for number, block in enumerate(self.columns.blocks):
            if self.ids.has_block(block):
                yield number, block

    def _fitting(self, cases: SuiteCases) -> _FittingCases:
        """Which cases fit the parts of a filter that are about cases."""
        mask: Mask | None = None
        if self.ids.groups is not None:
            mask = lookup(self.ids.groups, cases.group)
        for tagsets in self.ids.tagsets:
            mask = _both(mask, lookup(tagsets, cases.tagset))
        if self.ids.cases is not None:
            mask = _both(mask, mask_of_cases(self.ids.cases, cases))
        for model, code in self.ids.packs:
            pack = cases.packs[model // MODELS_PER_PACK]
            mask = _both(mask, ((pack >> (2 * (model % MODELS_PER_PACK))) & 3) == code)
        places = None if mask is None else np.flatnonzero(mask)
        return _FittingCases(mask, places, tuple(_asked_or_named(term, cases) for term in self.ids.terms))

    def _fitting_rows(self, block: Block, cases: _FittingCases) -> Positions | None:
        """The places of the verdicts of a block that fit, whatever their outcomes and values; None = all.

        Each condition is looked up only for the verdicts that fit the conditions before it.
        """
        rows = _rows_of_cases(block, cases)
        for condition in self._conditions(block, cases):
            rows = _keep(rows, condition(rows))
        return rows

    def _count_fitting(self, block: Block, cases: _FittingCases) -> npt.NDArray[np.int64]:
        """The number of verdicts of a block that fit, by code: as `_fitting_rows`, but the last places are not made."""
        rows, conditions = _rows_of_cases(block, cases), self._conditions(block, cases)
        if not conditions:
            return block.counts if rows is None else np.bincount(block.code.take(rows), minlength=CODES)
        for condition in conditions[:-1]:
            rows = _keep(rows, condition(rows))
        return np.bincount(pick(_taken(block.code, rows), conditions[-1](rows)), minlength=CODES)

    def _conditions(self, block: Block, cases: _FittingCases) -> list[Callable[[Positions | None], Mask]]:
        """The conditions on single verdicts; each says which of some verdicts fit."""
        found: list[Callable[[Positions | None], Mask]] = [
            partial(_has_word, block, asked, term) for asked, term in zip(cases.asked, self.ids.terms, strict=True)
        ]
        for wanted, column in ((self.ids.statuses, block.status), (self.ids.reasons, block.why)):
            if wanted is not None:
                found.append(partial(_is_wanted, wanted, column))
        return found

    # --- counts ---------------------------------------------------------------------------------------------------

    def by_code(self, values: ValueRange | None = None) -> npt.NDArray[np.int64]:
        """The number of verdicts by code."""
        return np.asarray(self._by_block_and_code(values).sum(axis=0))

    def _by_block_and_code(self, values: ValueRange | None) -> npt.NDArray[np.int64]:
        """The number of verdicts (block of `counts`, code), those in a value range only."""
        if not self.counts:
            return np.zeros((0, CODES), dtype=np.int64)
        inside = codes_in_range(values)
        if inside is not None:
            return np.stack(list(self.counts.values())) * inside
        codes = (self.columns.blocks[number].code.take(self._rows(number, values)) for number in self.counts)
        return np.stack([np.bincount(each, minlength=CODES) for each in codes])

    def _rows(self, number: int, values: ValueRange | None, codes: Mask | None = None) -> Positions:
        """The selected verdicts of one block, as places in it; `codes`: of these codes only.

        Arrow keeps freed memory for each thread that used it: look-ups are made in few threads.
        """
        return _THREADS.submit(self._find_rows, number, values, codes).result()

    def _find_rows(self, number: int, values: ValueRange | None, codes: Mask | None) -> Positions:
        block = self.columns.blocks[number]
        wanted = self.ids.codes if codes is None else self.ids.codes & codes
        inside = codes_in_range(values)
        if inside is not None:
            wanted = wanted & inside
        rows = self._fitting_rows(block, self._fitting(block.cases))
        rows = _keep(rows, wanted.take(_taken(block.code, rows)))
        return rows if inside is not None or values is None else rows[_is_inside(block, rows, values)]

    def value_limits(self) -> tuple[float, float]:
        """The least and the largest value of the selected verdicts; 0 and 1 unless some lie beyond."""
        low, high = 0.0, 1.0
        for number, counts in self.counts.items():
            block = self.columns.blocks[number]
            if counts[_BEYOND].any():
                found = block.values(self._rows(number, None, _BEYOND))
                low, high = min(low, float(found.min())), max(high, float(found.max()))
        return low, high

    def values(self) -> Iterator[npt.NDArray[np.float64]]:
        """The values of the selected verdicts, block by block."""
        for number in self.counts:
            yield self.columns.blocks[number].values(self._rows(number, None, _BIN_OF_CODE != NO_VALUE - 1))

    def case_places(self, values: ValueRange | None) -> Iterator[tuple[SuiteCases, Positions]]:
        """The cases of the selected verdicts, one place per verdict, block by block."""
        for number in self.counts:
            block, rows = self.columns.blocks[number], self._rows(number, values)
            yield block.cases, rows if block.places is None else block.places.take(rows)

    # --- order ----------------------------------------------------------------------------------------------------

    def page(self, sort: Sort, values: ValueRange | None, offset: int, limit: int) -> list[int]:
        """The row ids from a position of the order on."""
        found: list[int] = []
        for span in self._spans(sort, values):
            if offset >= span.count:
                offset -= span.count
                continue
            for count, rows in self._runs(span, sort, values):
                if offset < count and len(found) < limit:
                    found += rows()[offset : offset + limit - len(found)].tolist()
                offset = max(0, offset - count)
            if len(found) >= limit:
                break
        return found

    def parts(self, values: ValueRange | None, size: int) -> Iterator[list[int]]:
        """All row ids in the order of cases, some at a time."""
        for number in sorted(self.counts):
            rows = self._row_ids(number, values, False)
            for start in range(0, len(rows), size):
                yield rows[start : start + size].tolist()

    def sample(self, values: ValueRange | None, count: int, seed: int) -> list[int]:
        """The row ids of a random sample, in random order; the same seed gives the same rows."""
        sizes, numbers = self._by_block_and_code(values).sum(axis=1).tolist(), list(self.counts)
        rng, ends = Random(seed), np.cumsum([0, *sizes])
        places = np.array(rng.sample(range(int(ends[-1])), min(count, int(ends[-1]))), dtype=np.int64)
        found = np.zeros(len(places), dtype=np.int64)
        for at, number in enumerate(numbers):
            inside = (ends[at] <= places) & (places < ends[at + 1])
            if inside.any():
                found[inside] = self._row_ids(number, values, False)[places[inside] - ends[at]]
        return list(map(int, found))

    def position(self, sort: Sort, values: ValueRange | None, row_id: int) -> int | None:
        """The position of a row in the order; None where it is not selected."""
        number = next((n for n, each in enumerate(self.columns.blocks) if row_id < each.first + len(each)), None)
        if number is None or number not in self.counts:
            return None
        bin_ = int(_BIN_OF_CODE[self.columns.blocks[number].code[row_id - self.columns.blocks[number].first]])
        before = 0
        for span in self._spans(sort, values):
            if number in span.blocks and span.bin in (None, bin_):
                for count, rows in self._runs(span, sort, values):
                    found = np.flatnonzero(rows() == row_id)
                    if len(found):
                        return before + int(found[0])
                    before += count
                return None
            before += span.count
        return None

    def _spans(self, sort: Sort, values: ValueRange | None) -> list[_Span]:
        """The order in spans: block after block, or bin after bin."""
        counts, numbers = self._by_block_and_code(values), list(self.counts)
        if sort.key == "case":
            totals = counts.sum(axis=1).tolist()
            spans = [_Span({number: total}, None) for number, total in zip(numbers, totals, strict=True)]
            return spans[::-1] if sort.descending else spans
        by_bin = counts.reshape(len(counts), -1, BINS).sum(axis=1)  # (blocks, bins)
        found = [place for place in np.flatnonzero(by_bin.sum(axis=0)).tolist() if place != NO_VALUE]
        ordered = [*(found[::-1] if sort.descending else found), NO_VALUE]
        return [_Span(dict(zip(numbers, by_bin[:, place].tolist(), strict=True)), place - 1) for place in ordered]

    def _runs(
        self, span: _Span, sort: Sort, values: ValueRange | None
    ) -> Iterator[tuple[int, Callable[[], Positions]]]:
        """The parts of a span: the number of rows of each, and a function that gives their row ids in order."""
        codes: Mask | None = None if span.bin is None else np.asarray(span.bin == _BIN_OF_CODE)
        if codes is not None and span.bin != NO_VALUE - 1 and (span.bin or 0) % 2:  # values differ inside this bin
            yield span.count, partial(self._by_value, values, codes, sort.descending)
            return
        for number, count in span.blocks.items():
            yield count, partial(self._row_ids, number, values, codes is None and sort.descending, codes)

    def _row_ids(
        self, number: int, values: ValueRange | None, is_reversed: bool, codes: Mask | None = None
    ) -> Positions:
        rows = self._rows(number, values, codes) + self.columns.blocks[number].first
        return rows[::-1] if is_reversed else rows

    def _by_value(self, values: ValueRange | None, codes: Mask, is_descending: bool) -> Positions:
        """The row ids of the verdicts in one bin, by value, then by row id."""
        ids, found = [], []
        for number, counts in self.counts.items():
            if counts[codes].any():
                rows = self._rows(number, values, codes)
                ids.append(rows + self.columns.blocks[number].first)
                found.append(self.columns.blocks[number].values(rows))
        joined = np.concatenate(found)
        order = np.lexsort((np.concatenate(ids), -joined if is_descending else joined))
        return np.asarray(np.concatenate(ids)[order])


def fitting_cases(ids: FilterIds, cases: SuiteCases) -> Mask:
    """The cases whose group, tags and questions fit a filter, whatever models answer."""
    mask = np.ones(len(cases), dtype=bool) if ids.groups is None else ids.groups[cases.group]
    for tagsets in ids.tagsets:
        mask = mask & tagsets[cases.tagset]
    if ids.cases is not None:
        mask = mask & mask_of_cases(ids.cases, cases)
    for term in ids.terms:
        if not term.is_of_answers:
            mask = mask & _asked_or_named(term, cases)
    return mask


def _asked_or_named(term: Term, cases: SuiteCases) -> Mask:
    """The cases that have a word in a question or in a name."""
    asked = lookup(term.questions, cases.question)
    return asked if term.cases is None else asked | mask_of_cases(term.cases, cases)


def _in_threads(work: Callable[[S], T], items: Iterable[S]) -> list[T]:
    """The results of some work, in order; arrays are searched without Python's lock."""
    return list(_THREADS.map(work, items))


def _both(one: Mask | None, other: Mask) -> Mask:
    return other if one is None else one & other


def _taken(column: Numbers, rows: Positions | None) -> Numbers:
    return column if rows is None else column.take(rows)


def _keep(rows: Positions | None, is_kept: Mask) -> Positions:
    """The rows for which a condition holds; None = all rows."""
    return np.flatnonzero(is_kept) if rows is None else rows.compress(is_kept)


def _rows_of_cases(block: Block, cases: _FittingCases) -> Positions | None:
    """The places of the verdicts on cases that fit; None = all."""
    if cases.mask is None or block.places is None:
        return cases.places
    return np.flatnonzero(cases.mask.take(block.places))


def _is_wanted(wanted: Mask, column: Numbers, rows: Positions | None) -> Mask:
    return lookup(wanted, _taken(column, rows))


def _has_word(block: Block, asked: Mask, term: Term, rows: Positions | None) -> Mask:
    """Which of some verdicts have a word in their question or in an answer."""
    places = rows if block.places is None else _taken(block.places, rows)
    found: Mask = _taken(asked, places)
    if term.answers is None:
        return found
    wanted = term.answers if block.answers is None else term.answers[block.answers]
    return found | lookup(wanted, _taken(block.answer, rows))


def codes_in_range(values: ValueRange | None) -> Mask | None:
    """Which codes are in a value range; None where an end of the range lies inside a bin."""
    if values is None:
        return np.ones(CODES, dtype=np.bool_)
    low = -1 if values.low is None else bin_on_grid(values.low)
    high = NO_VALUE - 2 if values.high is None else bin_on_grid(values.high)
    if low is None or high is None:
        return None
    low += values.excludes_low and values.low is not None
    high -= values.excludes_high and values.high is not None
    return np.asarray((low <= _BIN_OF_CODE) & (high >= _BIN_OF_CODE))


def _is_inside(block: Block, rows: Positions, values: ValueRange) -> Mask:
    """Which of some verdicts have a value in a range."""
    found = block.values(rows)
    inside = block.code[rows] % BINS != NO_VALUE
    if values.low is not None:
        inside &= (found > values.low) if values.excludes_low else (found >= values.low)
    if values.high is not None:
        inside &= (found < values.high) if values.excludes_high else (found <= values.high)
    return np.asarray(inside)
