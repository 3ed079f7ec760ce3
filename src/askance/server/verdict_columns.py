"""The columns that filters look at, in memory: about 11 bytes per verdict and 20 per case.

Filters over many millions of verdicts take a third of the time that the same conditions take in SQL: see
docs/design/0041-index-and-queries.md. Texts stay in the database, which finds the ids that a filter names.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from askance.server.array_lookup import Mask, Numbers, check_ids, narrowed
from askance.server.index_schema import ABOVE, BELOW, STEPS, pack_count
from askance.server.query_pool import QueryPool

BINS = 512  # codes per outcome: a code is outcome · 512 + bin + 1
NO_VALUE = BINS - 1
CODES = 5 * BINS
ODD_BINS = [number for number in range(CODES) if number % BINS != NO_VALUE and (number % BINS - 1) % 2]


class VerdictIds(NamedTuple):
    """One verdict as numbers: ids of names, of its case and of its texts (None where it has no such text)."""

    dataset: int
    suite: int
    model: int
    group: int
    case: int
    outcome: int
    status: int
    value: float | None
    why: int | None
    answer: int | None
    question: int | None
    tagset: int | None


@dataclass(frozen=True, slots=True)
class SuiteCases:
    """The cases of one suite on one data set: ids from `first` on."""

    dataset: int
    suite: int
    first: int
    question: Numbers
    tagset: Numbers
    group: Numbers
    is_first: Mask  # of the cases that share one pack
    packs: tuple[npt.NDArray[np.int64], ...]  # the outcomes of all models, two bits for each
    is_paired_by_name: bool  # models have cases of their own under one name

    def __len__(self) -> int:
        return len(self.question)


@dataclass(frozen=True, slots=True)
class Block:
    """The verdicts of one model on one suite and data set, in the order of their cases: row ids from `first` on."""

    cases: SuiteCases
    model: int
    first: int
    places: Numbers | None  # of the cases in their suite; None: the block has a verdict on every case
    code: npt.NDArray[np.uint16]  # outcome and bin
    answer: Numbers  # places in `answers`
    answers: Numbers | None  # the ids of the answers that this block has; None: `answer` has the ids themselves
    status: npt.NDArray[np.uint8]
    why: Numbers
    value: npt.NDArray[np.float64] | None  # None: every value is a multiple of 1/200, as its bin says
    counts: npt.NDArray[np.int64]  # by code

    def __len__(self) -> int:
        return len(self.code)

    def values(self, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
        """The values of some verdicts of this block, all of which have one."""
        if self.value is not None:
            return self.value[rows]
        return (self.code[rows] % BINS - 1).astype(np.float64) / 2 / STEPS

    def answer_ids(self, rows: npt.NDArray[np.int64]) -> Numbers:
        """The ids of what some verdicts answered."""
        return self.answer[rows] if self.answers is None else self.answers[self.answer[rows]]

    def verdicts(self, rows: npt.NDArray[np.int64], sizes: dict[str, int]) -> Iterator[VerdictIds]:
        """Some verdicts of this block; `sizes`: the number of texts of each kind."""
        places = rows if self.places is None else self.places[rows].astype(np.int64)
        cases, code = self.cases, self.code[rows]
        texts = {"why": self.why[rows], "answer": self.answer_ids(rows),
                 "question": cases.question[places], "tagset": cases.tagset[places]}  # fmt: skip
        columns = [
            cases.group[places].tolist(),
            (places + cases.first).tolist(),
            (code // BINS).tolist(),
            self.status[rows].tolist(),
            np.where(code % BINS == NO_VALUE, None, self.values(rows)).tolist(),  # type: ignore[call-overload]
            *(np.where(ids == sizes[kind], None, ids).tolist() for kind, ids in texts.items()),  # type: ignore[call-overload]
        ]
        for row in zip(*columns, strict=True):
            yield VerdictIds(cases.dataset, cases.suite, self.model, *row)


@dataclass(frozen=True, slots=True)
class VerdictColumns:
    """All blocks in the order of their row ids, and the number of texts of each kind."""

    blocks: tuple[Block, ...]
    sizes: dict[str, int]  # question, answer, tagset, why

    def cases_with(self, case: int) -> SuiteCases | None:
        """The suite on a data set that a case is of."""
        found = (block.cases for block in self.blocks)
        return next((each for each in found if 0 <= case - each.first < len(each)), None)

    def verdicts_on_case(self, case: int) -> Iterator[tuple[int, int]]:
        """Model and row id of each verdict on a case."""
        for block in self.blocks:
            place = case - block.cases.first
            if 0 <= place < len(block.cases):
                at = place if block.places is None else int(np.searchsorted(block.places, place))
                if block.places is None or (at < len(block) and block.places[at] == place):
                    yield block.model, block.first + at

    def verdicts(self, row_ids: Sequence[int]) -> list[VerdictIds]:
        """The verdicts with these row ids, in this order."""
        ids = np.asarray(row_ids, dtype=np.int64)
        numbers = np.searchsorted([block.first for block in self.blocks], ids, side="right") - 1
        found: dict[int, VerdictIds] = {}
        for number in np.unique(numbers).tolist():
            block, some = self.blocks[number], ids[numbers == number]
            found.update(zip(some.tolist(), block.verdicts(some - block.first, self.sizes), strict=True))
        return [found[row_id] for row_id in row_ids]

    @property
    def bytes(self) -> int:
        """The memory that the columns take."""
        suites = {id(block.cases): block.cases for block in self.blocks}.values()
        arrays: list[Any] = [array for s in suites for array in (s.question, s.tagset, s.group, s.is_first, *s.packs)]
        for block in self.blocks:
            arrays += [block.places, block.code, block.answer, block.answers, block.status, block.why, block.value]
        return sum(array.nbytes for array in arrays if array is not None)


def load_columns(pool: QueryPool, models: int) -> VerdictColumns:
    """Read the columns of an index."""
    tables = ("question", "answer", "tagset", "why")
    (row,) = pool.rows("select " + ", ".join(f"(select count(*) from {table})" for table in tables))
    sizes = dict(zip(tables, row, strict=True))
    suites = {
        (dataset, suite): _load_cases(pool, (dataset, suite, first), count, sizes, pack_count(models))
        for dataset, suite, first, count in pool.rows(
            "select dataset, suite, min(id), count(*) from c group by all order by min(id)"
        )
    }
    blocks, first = [], 0
    for dataset, suite, model, count in pool.rows(
        "select dataset, suite, model, sum(n)::bigint from cube group by all order by all"
    ):
        blocks.append(_load_block(pool, suites[dataset, suite], model, first, count, sizes))
        first += count
    return VerdictColumns(tuple(blocks), sizes)


def _load_cases(pool: QueryPool, at: tuple[int, int, int], count: int, sizes: dict[str, int], packs: int) -> SuiteCases:
    names = [f"pack{number}" for number in range(packs)]
    sql = (
        f"select {_id('question', sizes)}, {_id('tagset', sizes)}, grp, is_first, {', '.join(names)}"
        " from c where rowid >= ? and rowid < ?"
    )
    found = pool.numpy(sql, [at[2], at[2] + count])
    _check(found, sizes)
    packed = tuple(found[name] for name in names)
    is_first = found["is_first"]
    return SuiteCases(*at, found["question"], found["tagset"], found["grp"], is_first, packed, not bool(is_first.all()))


def _load_block(pool: QueryPool, cases: SuiteCases, model: int, first: int, count: int, sizes: dict[str, int]) -> Block:
    sql = (
        f"select (outcome * {BINS} + coalesce(bin + 1, {NO_VALUE}))::usmallint as code, {_id('answer', sizes)},"
        f" status::utinyint as status, {_id('why', sizes)} from v where rowid >= ? and rowid < ?"
    )
    ends = [first, first + count]
    found = pool.numpy(sql, ends)
    _check(found, sizes)
    places = None
    if count != len(cases):
        places = pool.numpy("select id - ? as place from v where rowid >= ? and rowid < ?", [cases.first, *ends])[
            "place"
        ]
    counts = np.bincount(found["code"], minlength=CODES)
    value = None
    if counts[ODD_BINS].any():  # bins of values between two multiples of 1/200, or beyond 0 and 1
        value = pool.numpy("select coalesce(value, 0) as value from v where rowid >= ? and rowid < ?", ends)["value"]
    answer, answers = narrowed(found["answer"], sizes["answer"] + 1)
    return Block(
        cases, model, first, places, found["code"], answer, answers, found["status"], found["why"], value, counts
    )


def _check(found: dict[str, Numbers], sizes: dict[str, int]) -> None:
    """Look-ups do not check ids again."""
    for kind, size in sizes.items():
        if kind in found:
            check_ids(found[kind], size + 1)


def _id(column: str, sizes: dict[str, int]) -> str:
    """SQL: an id as narrow as it can be; the number after the last one where there is no text."""
    kind = "utinyint" if sizes[column] < 2**8 else "usmallint" if sizes[column] < 2**16 else "uinteger"
    return f"coalesce({column}, {sizes[column]})::{kind} as {column}"


def bins_of(codes: Numbers) -> npt.NDArray[np.int64]:
    """The bins of some codes; `NO_VALUE - 1` where there is no value."""
    return codes.astype(np.int64) % BINS - 1


assert BELOW == -1
assert ABOVE + 1 < NO_VALUE
