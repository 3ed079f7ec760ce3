"""Figures of groups of related questions: consistent as a whole, pair by pair, and all of them right."""

from collections.abc import Mapping

import pyarrow as pa
import pyarrow.compute as pc
from askance.metrics.coverage import coverage_rows
from askance.metrics.dominant_answer import dominant_answer_rows
from askance.metrics.rate import rates
from askance.metrics.tags import tags_with_few_values

QUESTIONS, TRUTH = "questions", "ground_truth"  # tags: how many questions, and whether all have expected answers


def question_group_metrics(verdicts: pa.Table, right: float) -> pa.Table:
    """Tidy rows by relation and tag: consistency, pair_consistency, all_correct, dominant_answer, coverage.

    `right`: the least score of a right answer.
    """
    by = tags_with_few_values(verdicts)
    known = verdicts.filter(pc.fill_null(pc.equal(pc.map_lookup(verdicts["tags"], TRUTH, "first"), "yes"), False))
    rows = zip(known["scores"].to_pylist(), known["tags"].to_pylist(), strict=True)
    correct = [_all_correct(dict(scores or ()), dict(tags), right) for scores, tags in rows]
    graded = known.set_column(known.column_names.index("value"), "value", pa.array(correct, pa.float64()))
    return pa.concat_tables([
        rates(verdicts, "consistency", by=by),
        rates(verdicts, "pair_consistency", of="value", by=by),
        rates(graded, "all_correct", of="value", by=by),
        dominant_answer_rows(verdicts),
        coverage_rows(verdicts),
    ])  # fmt: skip


def _all_correct(scores: Mapping[str, float], tags: Mapping[str, str], right: float) -> float | None:
    """1 if every answer is right, 0 if one is wrong, None if one is missing: failed calls must not pick the groups."""
    if str(len(scores)) != tags.get(QUESTIONS):
        return None
    return float(all(score >= right for score in scores.values()))
