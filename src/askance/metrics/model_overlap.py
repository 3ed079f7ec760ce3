"""What models get right together: the coverage matrix of instances and of pairs."""

from collections.abc import Iterator

import numpy as np
import pyarrow as pa
from askance.metrics.interval import Floats
from askance.metrics.macro_average import macro_rows, tests_counted, tests_of
from askance.metrics.pairs import both_right, halves
from askance.metrics.rate import TIDY, cluster_codes, groupings_of, tidy

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
    original, perturbed = halves(verdicts)
    right = np.full((len(models), 3, len(cases)), np.nan)  # model × (original, perturbed, both) × case
    for kind, scores in enumerate((all_correct(original), all_correct(perturbed), both_right(original, perturbed))):
        right[places, kind, codes] = scores
    shown = verdicts.select(["group", "image"]).take(pa.array(firsts))
    both = pa.concat_tables([shown, shown])
    parts = [COVERAGE.empty_table()]
    parts += _matrix(INSTANCES, models, right[:, :2].reshape(len(models), 2 * len(cases)), both)
    parts += _matrix(PAIRS, models, right[:, 2], shown)
    return pa.concat_tables(parts)


def all_correct(scores: Floats) -> Floats:
    """1 where an answer is wholly right, 0 where it is not, not a number where there is none."""
    return np.where(np.isnan(scores), np.nan, (scores >= 1).astype(np.float64))


def _matrix(metric: str, models: list[str], right: Floats, shown: pa.Table) -> Iterator[pa.Table]:
    """The rows of every two models; `right` is models × questions or pairs, `shown` their group and image."""
    all_tests = len(tests_of(shown).names)
    for j, of in enumerate(models):
        is_right = right[j] == 1
        mine = shown.filter(pa.array(is_right))
        clusters, tests, groupings = cluster_codes(mine), tests_of(mine), list(groupings_of(mine))
        for i, model in enumerate(models):
            found = tidy(metric, macro_rows(right[i][is_right], clusters, tests, groupings))
            counts = {"tests": tests_counted(right[i][is_right], tests), "all_tests": all_tests}
            groups = found["group"].to_pylist()
            columns = {
                "model": [model] * len(found), "of": [of] * len(found), **{name: found[name] for name in TIDY.names},
                **{name: [None if group else count for group in groups] for name, count in counts.items()},
            }  # fmt: skip
            yield pa.table(columns, schema=COVERAGE)
