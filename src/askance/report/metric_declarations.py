"""What suites declare about their metrics: cards of built-in suites, and what a workspace stores of any suite."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from askance.core import Card, Chart, FindingRule, Metric, SuiteDisplay
from askance.suites import SUITES

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class SuiteMetrics:
    """The metrics of one suite by name, those that a leaderboard shows (empty: all), and what a page shows of them."""

    metrics: Mapping[str, Metric]
    headline: tuple[str, ...]
    claim: str = ""
    findings: tuple[FindingRule, ...] = ()
    charts: tuple[Chart, ...] = ()
    accuracy: str = ""  # the metric that is the model's accuracy, if the suite measures it
    noise_floor: str = ""
    displays: tuple[SuiteDisplay, ...] = ()


Declarations = Mapping[str, SuiteMetrics]  # by suite name


@cache
def built_in_declarations() -> Declarations:
    """What the cards of the built-in suites declare."""
    return {name: _metrics_of_card(suite.card) for name, suite in SUITES.items()}


def _metrics_of_card(card: Card) -> SuiteMetrics:
    shown = card.claim, card.findings, card.charts, card.accuracy, card.noise_floor, card.displays
    return SuiteMetrics({metric.name: metric for metric in card.metrics}, card.headline, *shown)


def workspace_declarations(runs: list[dict[str, Any]], cards: Iterable[Card] = ()) -> Declarations:
    """What the suites of a workspace declared: on their stored cards, and in its runs, the latest last.

    Built-in suites are always known. A run also knows the metrics that other packages added.
    """
    found = dict(built_in_declarations())
    for card in cards:
        found[card.name] = _with_built_in_labels(card.name, _with_built_in_page_rules(_metrics_of_card(card), card))
    for case_set in (case_set for run in runs for case_set in run["decks"] if "metrics" in case_set):
        metrics = [Metric(**{**given, "bounds": tuple(given["bounds"])}) for given in case_set["metrics"]]
        known = find_suite(found, case_set["suite"]) or SuiteMetrics({}, ())
        named = {metric.name: metric for metric in metrics}
        given = replace(known, metrics=named, headline=tuple(case_set["headline"]))
        found[case_set["suite"]] = _with_built_in_labels(case_set["suite"], given)
    return found


def _with_built_in_labels(suite: str, given: SuiteMetrics) -> SuiteMetrics:
    """Metrics that an older Askance stored have no labels: those of the installed suite of that name."""
    installed = find_suite(built_in_declarations(), suite)
    if installed is None:
        return given
    labels = {name: metric.label for name, metric in installed.metrics.items()}
    metrics = {
        name: metric if metric.label else replace(metric, label=labels.get(name, ""))
        for name, metric in given.metrics.items()
    }
    return replace(given, metrics=metrics)


def _with_built_in_page_rules(given: SuiteMetrics, card: Card) -> SuiteMetrics:
    """The findings, charts and displays of the installed suite, if a card is of the same suite or has none itself."""
    installed = find_suite(built_in_declarations(), card.name)
    if installed is None:
        return given
    if (card.findings or card.charts) and not _is_installed(card):
        return given if card.displays else replace(given, displays=installed.displays)
    return replace(installed, metrics=given.metrics, headline=given.headline, claim=given.claim)


def _is_installed(card: Card) -> bool:
    """Whether a stored card is of a built-in suite as it is installed: its sentences may have been corrected since."""
    own = SUITES[card.name].card if card.name in SUITES else None
    return own is not None and (own.version, own.paper) == (card.version, card.paper)


def metric_of_row(declared: Declarations, row: Row) -> Metric:
    """The metric of a row; one that nobody declared is a percentage without a direction."""
    suite = find_suite(declared, row["suite"])
    undeclared = Metric(row["metric"], "")
    return undeclared if suite is None else suite.metrics.get(row["metric"], undeclared)


def headline_index(declared: Declarations, row: Row) -> int | None:
    """The index of a row's metric in its suite's headline; None where it is not part of it."""
    suite = find_suite(declared, row["suite"])
    if suite is None or not suite.headline:
        return 0
    return suite.headline.index(row["metric"]) if row["metric"] in suite.headline else None


def find_suite(declared: Declarations, suite: str) -> SuiteMetrics | None:
    """What a suite declares, whatever its options."""
    return declared.get(suite) or declared.get(suite.partition(":")[0])
