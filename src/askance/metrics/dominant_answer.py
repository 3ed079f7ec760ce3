"""The most frequent answer of a model and its share: a model that always answers 0 satisfies many relations."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from askance.metrics.confidence_interval import Codes, Floats, grouped_rates
from askance.metrics.dominant_share_bias import dominant_share_bias
from askance.metrics.rate import (
    PERCENT,
    Grouping,
    Row,
    encode_column,
    group_path_groupings,
    image_cluster_codes,
    percent_rows,
    tidy_table,
)

METRIC, BIAS = "dominant_answer", "dominant_answer_bias"
BIAS_MEANING = "jackknife bias of dominant_answer, in points: about how much too high the share is with so few images"
_EXACT = 9  # decimals to which two answers are equally frequent, whatever the order of rows


@dataclass(frozen=True, slots=True)
class AnswerCounts:
    """Every answer read: its code, the row of its test, and its weight, one over the number of that test's answers."""

    names: Sequence[str]
    codes: Codes
    rows: Codes
    weights: Floats


def dominant_answer_rows(verdicts: pa.Table) -> pa.Table:
    """The share of a group's most frequent answer, each test counting once, and the bias of that share.

    Tests with nothing read are undecided.
    """
    said, clusters = _count_answers(verdicts), image_cluster_codes(verdicts)
    rows: dict[str, Row] = {}
    biases: dict[str, Row] = {}
    for grouping in _all_groupings(verdicts):
        shares = _dominant_shares(said, grouping, _most_frequent_codes(said, grouping))
        inside, count = grouping.codes >= 0, len(grouping.names)
        counted = inside & ~np.isnan(shares)
        found = grouped_rates(shares[counted], clusters[counted], grouping.codes[counted], count)
        undecided = np.bincount(grouping.codes[inside & ~counted], minlength=count)
        rows.update(percent_rows(grouping.names, found, undecided.tolist()))
        bias = _dominant_share_bias(said, clusters, grouping)
        biases.update(
            (name, (None if np.isnan(each) else PERCENT * float(each), None, None, *rows[name][3:]))
            for name, each in zip(grouping.names, bias, strict=True)
        )
    return pa.concat_tables([tidy_table(METRIC, rows), tidy_table(BIAS, biases)])


def _dominant_share_bias(said: AnswerCounts, clusters: Codes, grouping: Grouping) -> Floats:
    groups = grouping.codes[said.rows]
    inside = groups >= 0
    return dominant_share_bias(
        said.codes[inside], said.weights[inside], clusters[said.rows[inside]], groups[inside],
        (len(grouping.names), len(said.names)),
    )  # fmt: skip


def most_frequent_answer(verdicts: pa.Table, group: str) -> str | None:
    """The answer that a group's tests get most often; of equally frequent ones the first by alphabet."""
    said = _count_answers(verdicts)
    for grouping in _all_groupings(verdicts):
        if group in grouping.names:
            most = int(_most_frequent_codes(said, grouping)[grouping.names.index(group)])
            return said.names[most] if most >= 0 else None
    return None


def _all_groupings(verdicts: pa.Table) -> Iterator[Grouping]:
    """Everything, and one grouping a depth of the group path."""
    yield Grouping([""], np.zeros(len(verdicts), dtype=np.int64))
    yield from group_path_groupings(encode_column(verdicts["group"]))


def _most_frequent_codes(said: AnswerCounts, grouping: Grouping) -> Codes:
    """The code of each group's most frequent answer, -1 where nothing was read."""
    groups = grouping.codes[said.rows]
    inside = groups >= 0
    cells = groups[inside] * len(said.names) + said.codes[inside]
    size = len(grouping.names) * len(said.names)
    counts = np.bincount(cells, weights=said.weights[inside], minlength=size).round(_EXACT)
    table = counts.reshape(len(grouping.names), len(said.names))
    if not said.names:
        return np.full(len(grouping.names), -1, dtype=np.int64)
    return np.where(table.any(axis=1), table.argmax(axis=1), -1)


def _dominant_shares(said: AnswerCounts, grouping: Grouping, most: Codes) -> Floats:
    """Of each row's answers, the share that is its group's most frequent one; not a number where there is none."""
    count = len(grouping.codes)
    is_most = said.codes == np.append(most, -1)[grouping.codes[said.rows]]
    shares = np.bincount(said.rows[is_most], weights=said.weights[is_most], minlength=count)
    is_read = np.bincount(said.rows, minlength=count) > 0
    return np.where(is_read, np.minimum(shares, 1.0), np.nan)


def _count_answers(verdicts: pa.Table) -> AnswerCounts:
    maps = verdicts["said"].combine_chunks()
    offsets = np.asarray(maps.offsets, dtype=np.int64)
    lengths = np.diff(offsets)
    items = maps.items.slice(offsets[0], offsets[-1] - offsets[0]) if len(offsets) else maps.items
    words = encode_column(pa.chunked_array([items], pa.string()))
    names = sorted({_normalise_number(word) for word in words.names})
    place = np.array([names.index(_normalise_number(word)) for word in words.names], dtype=np.int64)
    rows = np.repeat(np.arange(len(lengths)), lengths)
    is_said = words.codes >= 0
    rows, codes = rows[is_said], place[words.codes[is_said]] if len(names) else words.codes[is_said]
    return AnswerCounts(names, codes, rows, 1.0 / np.bincount(rows, minlength=len(lengths))[rows])


def _normalise_number(word: str) -> str:
    """One name for one number: 3.0 is 3."""
    return word.removesuffix(".0")
