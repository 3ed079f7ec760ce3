"""Verdicts → tidy rows of rates in percent: in total, by group path, by tag, or by any mask."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
from askance.metrics.confidence_interval import Codes, Floats, Rates, grouped_rates

Bools = npt.NDArray[np.bool_]
Measure = Literal["holds", "fails", "value"]

TIDY = pa.schema([
    ("metric", pa.string()), ("group", pa.string()), ("value", pa.float64()), ("low", pa.float64()),
    ("high", pa.float64()), ("n", pa.int64()), ("undecided", pa.int64()),
    ("images", pa.int64()),
])  # fmt: skip
PERCENT = 100.0
# value, low, high, n, undecided, images (None where a figure does not depend on images)
Row = tuple[float | None, float | None, float | None, int, int, int | None]


class Grouping(NamedTuple):
    """Named groups, none of which share a row; a code of -1 is in no group."""

    names: Sequence[str]
    codes: Codes


def rates(
    verdicts: pa.Table,
    metric: str,
    *,
    of: Measure = "holds",
    by: Sequence[str] = (),
    groups: Mapping[str, Bools] | None = None,
) -> pa.Table:
    """One row in total ("") and one a group: the prefixes of column `group`, the values of the tags `by`, the masks.

    `of`: the share that holds, the share that fails, or the mean graded value.
    """
    groupings = make_groupings(verdicts, by, groups)
    return tidy_table(metric, rate_rows(_row_scores(verdicts, of), image_cluster_codes(verdicts), groupings))


def rate_rows(scores: Floats, clusters: Codes, groupings: Iterable[Grouping]) -> dict[str, Row]:
    """Group → the mean of its scores in percent; a score that is not a number is undecided."""
    is_decided = ~np.isnan(scores)
    rows: dict[str, Row] = {}
    for grouping in groupings:
        for name, row in _rows_of_grouping(grouping, scores, is_decided, clusters):
            rows.setdefault(name, row)
    return rows


def tidy_table(metric: str, rows: Mapping[str, Row]) -> pa.Table:
    """A table of tidy rows, ordered by group."""
    records = [dict(zip(TIDY.names, (metric, group, *rows[group]), strict=True)) for group in sorted(rows)]
    return pa.Table.from_pylist(records, schema=TIDY)


def percent_rows(names: Sequence[str], found: Rates, undecided: Sequence[int]) -> Iterator[tuple[str, Row]]:
    """Rates as rows in percent; a group without decided cases has null values."""
    for place, name in enumerate(names):
        n = int(found.n[place])
        interval = (found.value[place], found.low[place], found.high[place])
        value, low, high = (PERCENT * float(number) if n else None for number in interval)
        yield name, (value, low, high, n, int(undecided[place]), int(found.images[place]))


def image_cluster_codes(verdicts: pa.Table) -> Codes:
    """One code an image, the same whatever the order of rows; a case without image is a cluster of its own."""
    encoded = encode_column(verdicts["image"])
    alone = encoded.codes < 0
    return np.where(alone, len(encoded.names) + np.arange(len(alone)), encoded.codes)


def encode_column(column: pa.ChunkedArray) -> Grouping:
    """The sorted distinct values of a text column, and each row's place among them; null is -1."""
    array = column.cast(pa.string()).combine_chunks().dictionary_encode()
    names = np.asarray(array.dictionary.to_pylist(), dtype=object)
    codes = np.asarray(pc.fill_null(array.indices, -1), dtype=np.int64)
    order = np.argsort(names)
    rank = np.empty(len(names) + 1, dtype=np.int64)
    rank[order] = np.arange(len(names))
    rank[-1] = -1  # where code -1 looks it up
    return Grouping([str(name) for name in names[order]], rank[codes])


def _row_scores(verdicts: pa.Table, of: Measure) -> Floats:
    """The score of each row; not a number where it is undecided."""
    column = verdicts["value" if of == "value" else "holds"].cast(pa.float64())
    scores = np.asarray(column.fill_null(np.nan), dtype=np.float64)
    return 1.0 - scores if of == "fails" else scores


def make_groupings(
    verdicts: pa.Table, by: Sequence[str] = (), masks: Mapping[str, Bools] | None = None
) -> Iterator[Grouping]:
    """Everything to group by, as groupings without overlap."""
    yield Grouping([""], np.zeros(len(verdicts), dtype=np.int64))
    if "group" in verdicts.column_names:
        yield from group_path_groupings(encode_column(verdicts["group"]))
    for tag in by:
        values = encode_column(pc.map_lookup(verdicts["tags"], tag, "first"))
        yield _merge_equal_names([f"{tag}/{value.replace('/', '-')}" for value in values.names], values.codes)
    for name, mask in (masks or {}).items():
        yield Grouping([name], np.where(mask, 0, -1))


def group_path_groupings(paths: Grouping) -> Iterator[Grouping]:
    """One grouping a depth: "negation/Q1" counts in "negation" and in "negation/Q1"."""
    parts = [name.strip("/").split("/") for name in paths.names]
    for depth in range(1, max(map(len, parts), default=0) + 1):
        yield _merge_equal_names(["/".join(part[:depth]) if len(part) >= depth else "" for part in parts], paths.codes)


def _merge_equal_names(names: Sequence[str], codes: Codes) -> Grouping:
    """The same grouping with equal names made one, and rows with an empty name in none."""
    distinct = sorted(set(names) - {""})
    place = {name: index for index, name in enumerate(distinct)}
    moved = np.array([*(place.get(name, -1) for name in names), -1], dtype=np.int64)
    return Grouping(distinct, moved[codes])


def _rows_of_grouping(
    grouping: Grouping, scores: Floats, is_decided: Bools, clusters: Codes
) -> Iterator[tuple[str, Row]]:
    """The rows of one grouping."""
    inside = grouping.codes >= 0
    counted = inside & is_decided
    count = len(grouping.names)
    found = grouped_rates(scores[counted], clusters[counted], grouping.codes[counted], count)
    undecided = np.bincount(grouping.codes[inside & ~is_decided], minlength=count)
    yield from percent_rows(grouping.names, found, undecided.tolist())
