"""The score of each case behind a metric, found by calling the suite's own metric function."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from askance.metrics.confidence_interval import Codes, Floats
from askance.metrics.macro_average import group_by_test
from askance.metrics.rate import Bools

Compute = Callable[[pa.Table], pa.Table]  # the verdicts of one model in, tidy rows out
_MARK = "#"  # begins the last part of the group path that holds one case
_ROUNDING = 1e-6  # by which a metric may differ from the mean of its cases


class ScoredCases(NamedTuple):
    """The score of each case in the metric's unit (not a number: undecided, or outside the group), and its stratum.

    The metric is the mean over the strata of the mean score in each; a plain mean has one stratum.
    """

    scores: Floats
    strata: Codes

    @property
    def mean(self) -> float:
        """The value of the metric."""
        decided = ~np.isnan(self.scores)
        if not decided.any():
            return float("nan")
        return float(np.average(self.scores[decided], weights=stratum_weights(self.strata[decided])))


def stratum_weights(strata: Codes) -> Floats:
    """The weight of each case, 1 on average, that gives every stratum the same vote."""
    codes, counts = np.unique(strata, return_inverse=True, return_counts=True)[1:]
    return np.asarray(len(strata) / (len(counts) * counts[codes]), dtype=np.float64)


class ProbedCaseScores:
    """The scores of all cases for all metrics of a suite, from one call of its metric function."""

    def __init__(self, compute: Compute, verdicts: pa.Table):
        self._size = verdicts.num_rows
        self._tests = group_by_test(verdicts).codes
        self._tags = verdicts["tags"]
        numbers = pa.array([f"{_MARK}{number}" for number in range(self._size)], pa.string())
        paths = pc.binary_join_element_wise(pc.fill_null(verdicts["group"], ""), numbers, "/")
        place = verdicts.column_names.index("group")
        rows = compute(verdicts.set_column(place, "group", paths)).to_pydict()
        self._cases: dict[str, dict[int, tuple[str, float]]] = {}  # metric → case → its path and score
        self._values: dict[tuple[str, str], float] = {}  # metric and group → value
        for metric, group, value in zip(rows["metric"], rows["group"], rows["value"], strict=True):
            if value is None:
                continue
            head, _, last = group.rpartition("/")
            if last.startswith(_MARK) and last[1:].isdigit():
                self._cases.setdefault(metric, {})[int(last[1:])] = head, value
            elif _MARK not in group:
                self._values[metric, group] = value

    def value(self, metric: str, group: str = "") -> float:
        """The value of a metric; not a number where no case is decided."""
        return self._values.get((metric, group), float("nan"))

    def find(self, metric: str, group: str = "") -> ScoredCases | None:
        """The scores that a metric is the mean of; None where it is not a mean over cases."""
        wanted = self.value(metric, group)
        scores = self._scores_in_group(metric, group)
        if np.isnan(wanted):
            return None
        for strata in (np.zeros(self._size, dtype=np.int64), self._tests):
            found = ScoredCases(scores, strata)
            if abs(found.mean - wanted) <= _ROUNDING:
                return found
        return None

    def _scores_in_group(self, metric: str, group: str) -> Floats:
        scores = np.full(self._size, np.nan)
        for number, (path, value) in self._cases.get(metric, {}).items():
            if not group or path == group or path.startswith(f"{group}/"):
                scores[number] = value
        if group and np.isnan(scores).all():  # not a part of the path: perhaps a tag and its value
            inside = self._has_tag(group)
            for number, (_, value) in self._cases.get(metric, {}).items():
                if inside[number]:
                    scores[number] = value
        return scores

    def _has_tag(self, group: str) -> Bools:
        tag, _, wanted = group.partition("/")
        values: Any = pc.replace_substring(pc.map_lookup(self._tags, tag, "first"), "/", "-")
        found: Bools = np.asarray(pc.fill_null(pc.equal(values, wanted), False), dtype=np.bool_)
        return found
