"""Figures of a chain of basic questions: Tables 5 to 7 of the paper, and thresholds tuned on a held-out half."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from askance.core import digest
from askance.metrics import coverage_rows, paired_difference, rates
from askance.metrics.confidence_interval import Floats
from askance.metrics.rate import PERCENT, Bools, Row, encode_column, image_cluster_codes, tidy_table
from askance.ranking.chain_tuning import tune_thresholds
from askance.ranking.question_chain import MOST, Counts, Thresholds, questions_to_append, ratio_statistics

BY = ("type",)
NAMES = ("score-1", "ratio-2", "ratio-3")  # score1, score2/score1, score3/score2
WITH_CHAIN = "appended"  # the group of the main questions that get at least one basic question
APPENDED = tuple(f"appended-{count}" for count in range(MOST + 1))


@dataclass(frozen=True, slots=True)
class AnsweredChains:
    """Items whose cases are all there: one verdict row each, the values of its cases, and its three scores."""

    rows: pa.Table
    values: Floats  # (items, cases); not a number in the whole row where one case is undecided
    scores: Floats  # (items, 3)

    def select_items(self, chosen: Bools) -> "AnsweredChains":
        """Some of the items."""
        return AnsweredChains(self.rows.filter(pa.array(chosen)), self.values[chosen], self.scores[chosen])


def chain_metrics(verdicts: pa.Table, thresholds: Thresholds) -> pa.Table:
    """Tidy rows of each item with 0 to 3 basic questions appended."""
    asked = collect_answered_chains(verdicts, APPENDED)
    chosen = questions_to_append(asked.scores, thresholds)
    tables = _accuracy_with_and_without_chain(
        asked, _values_at_chosen_length(asked.values, chosen), ("without", "chain", "gain"), chosen > 0
    )
    tables += [_accuracy_by_chain_length(verdicts), *_chain_length_shares(asked, chosen)]
    tables += [*_tuned_threshold_rows(asked), _threshold_rows(thresholds, asked), *_score_statistics(asked.scores)]
    return pa.concat_tables([*tables, coverage_rows(verdicts)])


def turn_metrics(verdicts: pa.Table, thresholds: Thresholds) -> pa.Table:
    """Tidy rows of each item without and with the turns that the thresholds chose."""
    asked = collect_answered_chains(verdicts, ("without", "chain"))
    chosen = questions_to_append(asked.scores, thresholds)
    tables = _accuracy_with_and_without_chain(asked, asked.values[:, 1], ("without", "chain", "gain"), chosen > 0)
    tables += [*_chain_length_shares(asked, chosen)]
    tables += [_threshold_rows(thresholds, asked), *_score_statistics(asked.scores)]
    return pa.concat_tables([*tables, coverage_rows(verdicts)])


def collect_answered_chains(verdicts: pa.Table, parts: Sequence[str]) -> AnsweredChains:
    """Verdicts of cases ITEM/PART side by side; items that still lack a case are left for the next run."""
    items = encode_column(pc.replace_substring_regex(verdicts["name"], "/[^/]*$", ""))
    value = np.asarray(verdicts["value"].cast(pa.float64()).fill_null(np.nan), dtype=np.float64)
    groups = encode_column(verdicts["group"])
    row = np.full((len(items.names), len(parts)), -1, dtype=np.int64)
    for place, part in enumerate(parts):
        inside = np.flatnonzero(groups.codes == (groups.names.index(part) if part in groups.names else -2))
        row[items.codes[inside], place] = inside
    row = row[(row >= 0).all(axis=1)]
    values = value[row]
    values[np.isnan(values).any(axis=1)] = np.nan  # compared are the items that are decided each time
    rows = verdicts.take(pa.array(row[:, 0]))
    scores = [pc.map_lookup(rows["tags"], f"score-{place}", "first").cast(pa.float64()) for place in range(1, MOST + 1)]
    return AnsweredChains(rows, values, np.stack([np.asarray(column, dtype=np.float64) for column in scores], axis=1))


def _values_at_chosen_length(values: Floats, chosen: Counts) -> Floats:
    """Of each row the value with as many basic questions as were chosen."""
    taken: Floats = values[np.arange(len(values)), chosen]
    return taken


def _mean_rows(metric: str, rows: pa.Table, values: Floats, by: Sequence[str] = BY) -> pa.Table:
    """The mean of one value an item, in all and by tag."""
    plain = {"group": pa.array([""] * len(rows), pa.string()), "value": pa.array(values, pa.float64())}
    for name, column in plain.items():
        rows = rows.set_column(rows.column_names.index(name), name, column)
    return rates(rows, metric, of="value", by=by)


def _accuracy_with_and_without_chain(
    asked: AnsweredChains, told: Floats, names: tuple[str, str, str], has_chain: Bools | None = None
) -> list[pa.Table]:
    """Accuracy of the main questions alone and with their chains, and what that gains; also where there is a chain."""
    alone = asked.values[:, 0]
    without, chain, gain = names
    tables = [_mean_rows(without, asked.rows, alone), _mean_rows(chain, asked.rows, told)]
    types = encode_column(pc.map_lookup(asked.rows["tags"], "type", "first"))
    groups = {f"type/{name.replace('/', '-')}": types.codes == code for code, name in enumerate(types.names)}
    groups = {"": np.ones(len(alone), dtype=np.bool_), **groups}
    groups |= {} if has_chain is None else {WITH_CHAIN: has_chain}
    clusters = image_cluster_codes(asked.rows)
    return [
        *tables,
        tidy_table(gain, {name: _accuracy_gain(told - alone, clusters, inside) for name, inside in groups.items()}),
    ]


def _accuracy_gain(differences: Floats, clusters: Counts, inside: Bools) -> Row:
    decided = inside & ~np.isnan(differences)
    found = paired_difference(differences[decided], clusters[decided])
    value, low, high = (PERCENT * number if found.n else None for number in found[:3])
    return value, low, high, found.n, int(inside.sum() - decided.sum()), found.images


def _accuracy_by_chain_length(verdicts: pa.Table) -> pa.Table:
    """Accuracy by the number of basic questions: appended-2, appended-2/number."""
    types = pc.replace_substring(pc.map_lookup(verdicts["tags"], "type", "first"), "/", "-")
    path = pc.coalesce(pc.binary_join_element_wise(verdicts["group"], types, "/"), verdicts["group"])
    found = rates(verdicts.set_column(verdicts.column_names.index("group"), "group", path), "accuracy", of="value")
    return found.filter(pc.not_equal(found["group"], ""))  # a mean over four lengths says nothing


def _chain_length_shares(asked: AnsweredChains, chosen: Counts, part: str = "") -> Iterable[pa.Table]:
    """How many main questions get 0 to 3 basic ones (Table 6)."""
    for count, name in enumerate(APPENDED):
        found = _mean_rows("share", asked.rows, (chosen == count).astype(np.float64), by=())
        yield found.set_column(1, "group", pa.array([f"{part}{name}"] * len(found), pa.string()))


def _tuned_threshold_rows(asked: AnsweredChains) -> Iterable[pa.Table]:
    """Thresholds that do best on one half of the images, scored on the other half."""
    held_out = is_in_held_out_half(asked.rows)
    decided = ~np.isnan(asked.values[:, 0])
    known, scored = asked.select_items(held_out & decided), asked.select_items(~held_out)
    names = ("tuned_without", "tuned", "tuned_gain")
    if not len(known.scores):
        return _accuracy_with_and_without_chain(asked.select_items(decided & False), np.zeros(0), names)
    found = tune_thresholds(known.scores, known.values)
    chosen = questions_to_append(scored.scores, found.thresholds)
    tables = _accuracy_with_and_without_chain(scored, _values_at_chosen_length(scored.values, chosen), names)
    limits = _rows_without_interval(("s1", "s2", "s3"), _threshold_list(found.thresholds), len(known.scores), "tuned/")
    return [*tables, *_chain_length_shares(scored, chosen, "tuned/"), tidy_table("threshold", limits)]


def is_in_held_out_half(rows: pa.Table) -> Bools:
    """Half of the images, chosen by their names; an item without an image uses its own name."""
    names = pc.coalesce(rows["image"], rows["name"]).to_pylist()
    return np.array([digest(name.encode())[0] % 2 == 0 for name in names], dtype=np.bool_)


def _threshold_list(thresholds: Thresholds) -> list[float]:
    return [thresholds.s1, thresholds.s2, thresholds.s3]


def _rows_without_interval(names: Sequence[str], values: Iterable[float], n: int, part: str = "") -> dict[str, Row]:
    """Rows of plain numbers, without interval; an infinite threshold, which nothing passes, has none."""
    return {
        f"{part}{name}": (float(value) if np.isfinite(value) and n else None, None, None, n, 0, None)
        for name, value in zip(names, values, strict=True)
    }


def _threshold_rows(thresholds: Thresholds, asked: AnsweredChains) -> pa.Table:
    """The thresholds that were given, and the paper's first guess: average ± standard deviation."""
    found, names, n = ratio_statistics(asked.scores), ("s1", "s2", "s3"), len(asked.scores)
    rows = _rows_without_interval(names, _threshold_list(thresholds), n)
    rows |= _rows_without_interval(names, found.average - found.deviation, n, "minus/")
    return tidy_table("threshold", rows | _rows_without_interval(names, found.average + found.deviation, n, "plus/"))


def _score_statistics(scores: Floats) -> Iterable[pa.Table]:
    """What the scores are like (Table 5); `undecided` counts the ratios that are undefined."""
    found = ratio_statistics(scores)
    for metric, values in (("score_mean", found.average), ("score_deviation", found.deviation)):
        rows: Mapping[str, Row] = {
            name: (None if np.isnan(value) else float(value), None, None, int(defined), int(left_out), None)
            for name, value, defined, left_out in zip(NAMES, values, found.defined, found.left_out, strict=True)
        }
        yield tidy_table(metric, rows)
