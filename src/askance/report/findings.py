"""Findings: at most seven sentences per model that say what is wrong with it, made from tidy rows by declared rules."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from askance.core.finding_rule import FindingRule
from askance.core.metric import POINTS, Metric
from askance.report.failing_cases import CaseFilter
from askance.report.finding_interval import (
    Z95,
    Estimate,
    explained_by_accuracy,
    least_excess,
    quantile_for_selection,
    widen_difference,
    widen_share,
)
from askance.report.finding_rows import (
    COVERAGE,
    Row,
    RowKey,
    bad_estimate,
    constant,
    name_of_group,
    row_key,
    rows_by_key,
)
from askance.report.finding_rules import ERROR_RATE, LEAST_CASES, LEAST_EXCESS, MOST, PERFECT_OBSERVER, rules_of_suites
from askance.report.metric_declarations import (
    Declarations,
    SuiteMetrics,
    built_in_declarations,
    find_suite,
    metric_of_row,
)

MOST_LIKELY = 3  # results of a model that look weak and are named, although there are too few cases to be sure


@dataclass(frozen=True, slots=True)
class Finding:
    """One weakness of one model on one data set."""

    model: str
    dataset: str
    suite: str
    rule: FindingRule
    group: str
    bad: Estimate  # at the level that allows for the selection
    unit: str
    n: int
    excess: float  # points above every reference, at least
    reference: float | None = None  # the bad share of the perfect observer, where it is not 0
    accuracy: float | None = None  # of the questions that the cases are made from
    others: tuple[float, float] | None = None  # least and greatest bad share of the other models
    also: tuple["Finding", ...] = ()  # weaker results on the same topic
    worst: tuple[str, float] | None = None  # of a total: the group of enough cases with the greatest bad share
    example: str = ""  # of a rule with examples: that of the group, or of the group with the most bad cases

    @property
    def topic(self) -> str:
        """What is wrong, in a few words."""
        return self.rule.topic.format(name=self.name)

    @property
    def is_first(self) -> bool:
        """Whether it is said before more surprising findings, because it explains them."""
        return self.rule.first_from is not None and self.bad.value >= self.rule.first_from

    @property
    def name(self) -> str:
        """The last part of the group, as words."""
        return name_of_group(self.group)

    @property
    def sentence(self) -> tuple[str, str, str]:
        """The sentence before its number, the number, and the rest."""
        before, _, after = self.rule.sentence.partition("{bad}")
        words = {"name": self.name, "example": self.example}
        return before.format(**words), format_bad(self.bad.value, self.unit), after.format(**words)

    @property
    def text(self) -> str:
        """The whole sentence."""
        return "".join(self.sentence)

    @property
    def case_filter(self) -> CaseFilter:
        """The cases behind it; groups of coverage are reasons why cases are undecided."""
        return CaseFilter(status=self.group) if self.rule.metric == COVERAGE else CaseFilter(self.cases)

    @property
    def cases(self) -> str:
        """The path that the groups of its cases begin with, or a tag and its value."""
        return "/".join(part for part in (self.rule.cases, self.group) if part)


@dataclass(frozen=True, slots=True)
class ModelFindings:
    """What is wrong with one model on one data set, the most surprising first."""

    model: str
    dataset: str
    findings: tuple[Finding, ...]
    tested: int  # results that the findings were chosen from
    accuracy: Row | None  # the row of the model's own accuracy
    noise_floor: float | None  # percent of repeated questions with another answer
    unclear: int = 0  # results without a finding that look weak, but have too few cases to be sure
    likely: tuple[Finding, ...] = ()  # the most likely weaknesses among these, one per topic
    weak: tuple[Finding, ...] = ()  # all of these, the most likely first

    @property
    def level(self) -> float:
        """The level of the intervals, in percent."""
        return 100 * (1 - ERROR_RATE * min(1.0, MOST / self.tested if self.tested else 1.0))


def format_bad(value: float, unit: str) -> str:
    """A bad share as a sentence says it."""
    return f"{value:.0f}\N{NO-BREAK SPACE}{'points' if unit == POINTS else '%'}"


def find_weaknesses(rows: Sequence[Row], declared: Declarations) -> list[ModelFindings]:
    """The findings of every model and data set, in the order of the rows."""
    pairs = dict.fromkeys((row["dataset"], row["model"]) for row in rows)
    return [_ModelResults(rows, declared, model, dataset).findings() for dataset, model in pairs]


def all_findings(rows: Sequence[Row], declared: Declarations | None = None) -> list[Finding]:
    """The findings of all models in one list."""
    found = find_weaknesses(rows, declared or built_in_declarations())
    return [finding for each in found for finding in each.findings]


def find_differences(rows: Sequence[Row], declared: Declarations, model: str, than: str) -> list[ModelFindings]:
    """Where one model is worse than another one, by the same rules: the other takes the place of the perfect observer.

    The intervals are unpaired, so that the result is on the safe side.
    """
    datasets = dict.fromkeys(row["dataset"] for row in rows if row["model"] == model)
    return [_ModelResults(rows, declared, model, dataset, than).findings() for dataset in datasets]


class _ModelResults:
    """The rows of one model on one data set, and what they are compared with."""

    def __init__(
        self, rows: Sequence[Row], declared: Declarations, model: str, dataset: str, than: str | None = None
    ) -> None:
        self.model, self.dataset, self.declared, self.than = model, dataset, declared, than
        mine = [row for row in rows if row["dataset"] == dataset]
        self.rows = rows_by_key(row for row in mine if row["model"] == model)
        self.observer = rows_by_key(row for row in mine if row["model"] == (than or PERFECT_OBSERVER))
        self.others: dict[RowKey, list[Row]] = {}
        for row in mine:
            if row["model"] not in (model, PERFECT_OBSERVER) and row["low"] is not None:
                self.others.setdefault(row_key(row), []).append(row)
        self.suites = list(dict.fromkeys(suite for suite, _, _ in self.rows))
        self.accuracy_suite, self.accuracy_metric = self._declared_metric(lambda own: own.accuracy)
        floor = self.rows.get((*self._declared_metric(lambda own: own.noise_floor), ""))
        self.floor = None if floor is None else 100 - floor["value"]

    def _declared_metric(self, of: Callable[[SuiteMetrics], str]) -> tuple[str, str]:
        """The first suite and metric of the workspace that is declared to be the accuracy or the noise floor."""
        for suite in self.suites:
            own = find_suite(self.declared, suite)
            if own is not None and of(own):
                return suite, of(own)
        return "", ""

    def findings(self) -> ModelFindings:
        """The weaknesses above every reference, one per topic, the most surprising first."""
        tested = list(self._tested())
        # A sentence needs a clear excess among all results (Bonferroni); its interval allows for seven choices.
        clear = quantile_for_selection(1, len(tested), ERROR_RATE)
        shown = quantile_for_selection(MOST, len(tested), ERROR_RATE)
        judged = [self._judge(suite, rule, row, clear, shown) for suite, rule, row in tested]
        chosen = _one_per_topic([finding for finding in judged if finding is not None])[:MOST]
        chosen = [replace(each, worst=self._worst_group(each, tested)) for each in chosen]
        unclear = [each for each, finding in zip(tested, judged, strict=True) if finding is None]
        unclear = [each for each in unclear if self._looks_weak(*each[1:])]
        known = {finding.topic for finding in chosen}
        weak = [self._finding(*each, Z95, shown) for each in unclear]
        weak.sort(key=lambda each: (each.n < LEAST_CASES, -each.excess))
        weak = list({(each.suite, each.text, each.n): each for each in reversed(weak)}.values())[::-1]  # two tags, once
        likely = [each for each in weak if each.n >= LEAST_CASES and each.topic not in known]
        likely = _one_per_topic(likely)[:MOST_LIKELY]
        accuracy = self.rows.get((self.accuracy_suite, self.accuracy_metric, ""))
        return ModelFindings(
            self.model, self.dataset, tuple(chosen), len(tested), accuracy, self.floor, len(weak), tuple(likely),
            tuple(weak),
        )  # fmt: skip

    def _worst_group(self, total: Finding, tested: Sequence[tuple[str, FindingRule, Row]]) -> tuple[str, float] | None:
        """The group of a total with the greatest bad share, as tables show it; one case alone would often be it."""
        if total.group:
            return None
        groups = [
            (name_of_group(row["group"]), bad_estimate(row, metric_of_row(self.declared, row)).value)
            for suite, rule, row in tested
            if (suite, rule.metric) == (total.suite, total.rule.metric) and row["group"] and row["n"] >= LEAST_CASES
        ]  # fmt: skip
        return max(groups, key=lambda each: each[1], default=None)

    def _tested(self) -> Iterator[tuple[str, FindingRule, Row]]:
        """Every result that a rule is about; the first rule of a suite that matches a group is its rule."""
        done: set[RowKey] = set()
        by_metric: dict[tuple[str, str], list[tuple[RowKey, Row]]] = {}
        for key, row in self.rows.items():
            by_metric.setdefault(key[:2], []).append((key, row))
        for suite, rule in rules_of_suites(self.declared, self.suites):
            for key, row in by_metric.get((suite, rule.metric), ()):
                if key not in done and rule.matches(key[2]):
                    done.add(key)
                    yield suite, rule, row

    def _judge(self, suite: str, rule: FindingRule, row: Row, clear: float, shown: float) -> Finding | None:
        """A finding if the bad share is above every reference; `clear`, `shown`: quantiles of the intervals."""
        metric, observer = metric_of_row(self.declared, row), self.observer.get(row_key(row))
        if row["n"] < LEAST_CASES or not self._references(rule, metric, row, observer, clear):
            return None
        found = self._finding(suite, rule, row, clear, shown)
        return found if found.excess >= LEAST_EXCESS else None

    def _finding(self, suite: str, rule: FindingRule, row: Row, clear: float, shown: float) -> Finding:
        """A result as a finding, whether or not it is above every reference; it must have one."""
        metric, key = metric_of_row(self.declared, row), row_key(row)
        widen = widen_difference if metric.unit == POINTS else widen_share
        bad, observer = bad_estimate(row, metric), self.observer.get(key)
        references = self._references(rule, metric, row, observer, clear)
        excess = min(least_excess(widen(bad, clear), reference) for reference in references)
        accuracy = self._accuracy_of(suite, rule, row["group"])
        return Finding(
            self.model, self.dataset, suite, rule, row["group"], widen(bad, shown), metric.unit, row["n"], excess,
            reference=None if observer is None or rule.perfect is not None else bad_estimate(observer, metric).value,
            accuracy=None if accuracy is None else accuracy.value,
            others=self._range_of_others(key, metric), example=self._example(suite, rule, row["group"]),
        )  # fmt: skip

    def _example(self, suite: str, rule: FindingRule, group: str) -> str:
        """The words of the group, or of the group with the most bad cases."""
        words = dict(rule.examples)
        rows = {name: row for name in words if (row := self.rows.get((suite, rule.metric, name))) is not None}
        bad = {
            name: row["n"] * bad_estimate(row, metric_of_row(self.declared, row)).value for name, row in rows.items()
        }
        return words.get(group) or words.get(max(bad, key=bad.__getitem__, default=""), "")

    def _looks_weak(self, rule: FindingRule, row: Row) -> bool:
        """Whether the bad share itself, without its interval, is above every reference."""
        metric, observer = metric_of_row(self.declared, row), self.observer.get(row_key(row))
        references = self._references(rule, metric, row, observer, Z95)
        bad = bad_estimate(row, metric).value
        return bool(references) and min(bad - each.value for each in references) >= LEAST_EXCESS

    def _references(
        self, rule: FindingRule, metric: Metric, row: Row, observer: Row | None, z: float
    ) -> list[Estimate]:
        """What a bad share is compared with: the other model alone, or observer, noise floor and own accuracy."""
        widen = widen_difference if metric.unit == POINTS else widen_share
        measured = None if observer is None else widen(bad_estimate(observer, metric), z)
        if self.than:
            return [] if measured is None else [measured]
        found = [measured or constant(rule.limit)] if rule.perfect is None else [constant(rule.perfect)]
        is_floor = (row["suite"], row["metric"]) == self._declared_metric(lambda own: own.noise_floor)
        if self.floor is not None and metric.unit != POINTS and not is_floor:
            found.append(constant(self.floor))
        accuracy = self._accuracy_of(row["suite"], rule, row["group"])
        if accuracy is not None:
            found.append(explained_by_accuracy(widen_share(accuracy, z), rule.answers))
        return found

    def _accuracy_of(self, suite: str, rule: FindingRule, group: str) -> Estimate | None:
        """The accuracy that a rule compares with: of the same pairs, of one kind of questions, or of all."""
        own = self.rows.get((suite, rule.accuracy, group)) if rule.accuracy else None
        overall = self.accuracy_suite, self.accuracy_metric
        row = own or self.rows.get((*overall, rule.accuracy_group)) or self.rows.get((*overall, ""))
        return None if row is None or not rule.answers else Estimate(row["value"], row["low"], row["high"])

    def _range_of_others(self, key: RowKey, metric: Metric) -> tuple[float, float] | None:
        shares = [bad_estimate(row, metric).value for row in self.others.get(key, ())]
        return (min(shares), max(shares)) if shares else None


def _one_per_topic(found: Sequence[Finding]) -> list[Finding]:
    """The most surprising finding of each topic, the most surprising topic first."""
    by_topic: dict[str, list[Finding]] = {}
    for finding in sorted(found, key=lambda each: (not each.is_first, -each.excess, each.suite, each.group)):
        by_topic.setdefault(finding.topic, []).append(finding)
    return [_lead_by_total(some) for some in by_topic.values()]


def _lead_by_total(found: Sequence[Finding]) -> Finding:
    """One finding of a topic with the others below it: the most surprising, or the total that it is a part of."""
    first = found[0]
    same = (first.suite, first.rule.metric)
    total = next((each for each in found if each.group == "" and (each.suite, each.rule.metric) == same), first)
    return replace(total, also=tuple(each for each in found if each is not total))
