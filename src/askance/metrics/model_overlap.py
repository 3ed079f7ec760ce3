"""What models get right together: the coverage matrix of instances and of pairs."""

from collections.abc import Iterator

import numpy as np
import pyarrow as pa
from askance.metrics.confidence_interval import Floats
from askance.metrics.macro_average import count_decided_tests, group_by_test, macro_average_rows
from askance.metrics.pair_metrics import both_halves_right, half_scores
from askance.metrics.rate import TIDY, image_cluster_codes, make_groupings, tidy_table

INSTANCES, PAIRS = "instance_coverage", "pair_coverage"
COVERAGE = pa.schema([
    ("model", pa.string()), ("of", pa.string()), *TIDY,
    ("tests", pa.int64()), ("all_tests", pa.int64()),  # of a total: the tests it is the mean of, and those of the suite
])  # fmt: skip


def coverage_matrix(verdicts: pa.Table) -> pa.Table:
    """For all models i (`model`) and j (`of`): the percentage of what j gets right that i gets right too, by group.

    `instance_coverage` counts single questions, `pair_coverage` pairs with both halves right. `n` is the number of
    j's right ones that i answered, `undecided` of those that i did not; null where there are none. A total is the mean
    over the `tests` in which n is not 0, of `all_tests`.
    """
    models = sorted(set(verdicts["model"].to_pylist()))
    codes = np.asarray(verdicts["case_key"].combine_chunks().dictionary_encode().indices, dtype=np.int64)
    cases, firsts = np.unique(codes, return_index=True)
    places = np.array([models.index(name) for name in verdicts["model"].to_pylist()], dtype=np.int64)
    original, perturbed = half_scores(verdicts)
    right = np.full((len(models), 3, len(cases)), np.nan)  # model × (original, perturbed, both) × case
    for kind, scores in enumerate(
        (fully_correct(original), fully_correct(perturbed), both_halves_right(original, perturbed))
    ):
        right[places, kind, codes] = scores
    shown = verdicts.select(["group", "image"]).take(pa.array(firsts))
    both = pa.concat_tables([shown, shown])
    parts = [COVERAGE.empty_table()]
    parts += _overlap_rows(INSTANCES, models, right[:, :2].reshape(len(models), 2 * len(cases)), both)
    parts += _overlap_rows(PAIRS, models, right[:, 2], shown)
    return pa.concat_tables(parts)


def fully_correct(scores: Floats) -> Floats:
    """1 where an answer is wholly right, 0 where it is not, not a number where there is none."""
    return np.where(np.isnan(scores), np.nan, (scores >= 1).astype(np.float64))


def _overlap_rows(metric: str, models: list[str], right: Floats, shown: pa.Table) -> Iterator[pa.Table]:
    """The rows of every two models; `right` is models × questions or pairs, `shown` their group and image."""
    all_tests = len(group_by_test(shown).names)
    for j, of in enumerate(models):
        is_right = right[j] == 1
        mine = shown.filter(pa.array(is_right))
        clusters, tests, groupings = image_cluster_codes(mine), group_by_test(mine), list(make_groupings(mine))
        for i, model in enumerate(models):
            found = tidy_table(metric, macro_average_rows(right[i][is_right], clusters, tests, groupings))
            counts = {"tests": count_decided_tests(right[i][is_right], tests), "all_tests": all_tests}
            groups = found["group"].to_pylist()
            columns = {
                "model": [model] * len(found), "of": [of] * len(found), **{name: found[name] for name in TIDY.names},
                **{name: [None if group else count for group in groups] for name, count in counts.items()},
            }  # fmt: skip
            yield pa.table(columns, schema=COVERAGE)
