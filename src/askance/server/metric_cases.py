"""The cases that the values of a metric count, by model and group."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from askance.core.case_score import CaseScore
from askance.report.metric_scores import declared_case_scores
from askance.server.case_filter import CaseFilter, Outcome, ValueRange
from askance.server.case_groups import CaseGroup, group_tags_of
from askance.server.filter_ids import is_below
from askance.server.index_sources import VALUE
from askance.server.metric_state import MetricChoice
from askance.server.queries import Queries

Row = dict[str, Any]
Tags = tuple[tuple[str, str], ...]
FAILING = "failing"
PERFECT = {"up": 100.0, "down": 0.0}  # no case fails
DECIDED: tuple[Outcome, ...] = ("fails", "holds", "measured")
_TAG_SCORE = re.compile(r"\(tags\['([^']+)'\] = '([^']+)'\)::double")  # a case scores 1 if its tag has this value


def outcomes_by_value(about: CaseFilter) -> tuple[CaseFilter, CaseFilter]:
    """The cases with the value 0 and those with the value 1: what does not hold, and what does, where a case is no
    failure of its own."""
    return replace(about, values=ValueRange(high=0.0)), replace(about, values=ValueRange(low=1.0))


@dataclass(frozen=True, slots=True)
class ListedCases:
    """The cases to look at behind a value: those that fail or that it counts; all where neither says what is wrong."""

    cases: CaseFilter | None  # None: no filter selects the cases of this group
    count: int = 0
    word: str = ""  # such as failing


@dataclass(frozen=True, slots=True)
class MetricCases:
    """Finds the cases behind the values of one metric on one data set."""

    queries: Queries
    dataset: str
    chosen: MetricChoice

    @property
    def parts(self) -> tuple[str, ...] | None:
        """The groups of cases that the metric is about; () = all cases of the suite, None = none has a score."""
        return self.queries.case_groups.parts_of_metric(self.dataset, self.chosen.suite, self.chosen.metric.name)

    @property
    def counted_tag(self) -> tuple[str, str] | None:
        """The tag and value of the cases that the metric counts, such as false beliefs; None = it scores otherwise."""
        score = self._score
        found = _TAG_SCORE.search(score.scores[0]) if score is not None and len(score.scores) == 1 else None
        return (found[1], found[2]) if found else None

    def find(self, group: str) -> CaseGroup | None:
        """The cases behind a group of results; None where no filter selects them."""
        parts = self.parts
        return None if parts is None else self.queries.case_groups.find(self.chosen.suite, group, parts)

    def filter_of(self, group: str) -> CaseFilter | None:
        """The same as a filter, of all models."""
        found = self.find(group)
        if found is None:
            return None
        suites = (self.chosen.suite,)
        return CaseFilter(datasets=(self.dataset,), suites=suites, groups=found.groups, tags=found.tags)

    def listed(self, group: str, model: str, row: Row | None, tags: Tags = ()) -> ListedCases:
        """The cases to look at behind one value, of those with some tags; `row`: its tidy row."""
        about = next(self._of_model(group, model, row), None)
        if about is None:
            return ListedCases(None)
        about, label = replace(about, tags=(*about.tags, *tags)), self.chosen.metric.label
        if (tag := self.counted_tag) is not None:
            counted = replace(about, tags=(*about.tags, tag), outcomes=DECIDED)
            return ListedCases(counted, self.queries.count(counted), label or self.chosen.metric.name.replace("_", " "))
        by_outcome = self.queries.count_and_histogram(about).by_outcome
        if not self._is_by_outcome:  # such as the accuracy of one half of a pair: no outcome of a case is its value
            return ListedCases(about, sum(by_outcome.values()), "in all")
        words: dict[Outcome, str] = {"fails": self._failing_word(group), "measured": "measured"}
        for outcome, word in words.items():
            if by_outcome[outcome]:
                chosen = replace(about, outcomes=(outcome,))
                return self._bad_of_measured(chosen) or ListedCases(chosen, by_outcome[outcome], word)
        return self._without_failing(about, row, sum(by_outcome.values()))

    def _bad_of_measured(self, about: CaseFilter) -> ListedCases | None:
        """Of measured cases that count as 0 or 1 in the metric, such as images, those that make it worse."""
        if self._score is None or about.outcomes != ("measured",) or "holds" not in self._score.scores[0]:
            return None
        bad, good = outcomes_by_value(about)
        bad_count = self.queries.count(bad)
        if not bad_count or bad_count + self.queries.count(good) != self.queries.count(about):
            return None
        return ListedCases(bad, bad_count, self.chosen.metric.label or self.chosen.metric.name.replace("_", " "))

    @property
    def _is_by_outcome(self) -> bool:
        """Whether a case that fails lowers the metric."""
        score = self._score
        return score is None or any(word in score.scores[0] for word in ("holds", "value"))

    @property
    def _score(self) -> CaseScore | None:
        return declared_case_scores(self.chosen.suite).get(self.chosen.metric.name)

    def _failing_word(self, group: str) -> str:
        """How failing cases are called: of a group about parts of cases, another part may be what fails."""
        found = self.find(group)
        tags = {tag for tag, _ in found.tags} if found is not None else set()
        is_part = any(each.is_part_of_case for each in group_tags_of(self.chosen.suite) if each.tag in tags)
        return "failing in any part" if is_part else FAILING

    def _without_failing(self, about: CaseFilter, row: Row | None, total: int) -> ListedCases:
        if row is None or row["value"] in (None, PERFECT.get(self.chosen.metric.better or "")):
            return ListedCases(replace(about, outcomes=("fails",)), 0, FAILING)
        # An answer that some people gave holds with a value below 1, and lowers the mean.
        partly = replace(about, values=ValueRange(high=1.0, excludes_high=True))
        is_mean_of_values = self._score is not None and self._score.scores == (VALUE,)
        count = self.queries.count(partly) if is_mean_of_values else 0
        return ListedCases(partly, count, "partly right") if count else ListedCases(about, total, "in all")

    def _of_model(self, group: str, model: str, row: Row | None) -> Iterator[CaseFilter]:
        """The filter; of a metric that is no mean of cases, one that selects as many cases as its row counts."""
        found = self.filter_of(group)
        if found is None:
            return
        found = replace(found, models=(model,))
        if self.chosen.metric.name in declared_case_scores(self.chosen.suite):
            yield found
        elif row is not None:
            tops = sorted({path.split("/")[0] for path in self.queries.case_groups.paths_of(self.chosen.suite) if path})
            for each in (found, *(replace(found, groups=(top,)) for top in (tops if not found.groups else ()))):
                if self.queries.count(each) == row["n"] + (row["undecided"] or 0):
                    yield each

    def names_of_paths(self, reported: set[str]) -> dict[str, str]:
        """Path of cases → the name of the same group in results; "" = all cases of the metric."""
        named = {path: "" for path in self._paths() if all(is_below(part, path) for part in self._all_parts())}
        for group in sorted(reported - {""}):
            found = self.find(group)
            if found is not None and not found.tags and len(found.groups) == 1:
                named.setdefault(found.groups[0], group)
        return named

    def groups(self, reported: set[str]) -> list[str]:
        """The groups to choose from, each under one name: those with a result, then other groups of its cases."""
        if self.chosen.metric.name not in declared_case_scores(self.chosen.suite):
            return sorted(reported - {""})  # it is not known which cases such a metric is about
        named = self.names_of_paths(reported)
        others = {path for path in self._paths() if path and path not in named and path not in reported}
        return [*sorted(reported - {""}), *sorted(others)]

    def _paths(self) -> set[str]:
        """The groups of cases that the metric is about, and the groups above them."""
        parts = self.parts
        return {
            path
            for path in self.queries.case_groups.paths_of(self.chosen.suite)
            if parts == () or any(is_below(path, each) or is_below(each, path) for each in parts or ())
        }

    def _all_parts(self) -> set[str]:
        return set(self.parts or ()) or self.queries.case_groups.paths_of(self.chosen.suite)
