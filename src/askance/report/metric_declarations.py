"""What suites declare about their metrics: cards of built-in suites, and what a workspace stores of any suite."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from askance.core import Card, Metric
from askance.suites import SUITES

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class SuiteMetrics:
    """The metrics of one suite by name, and those that a leaderboard shows (empty: all)."""

    metrics: Mapping[str, Metric]
    headline: tuple[str, ...]


Declarations = Mapping[str, SuiteMetrics]  # by suite name


@cache
def built_in_declarations() -> Declarations:
    """What the cards of the built-in suites declare."""
    return {name: _metrics_of_card(suite.card) for name, suite in SUITES.items()}


def _metrics_of_card(card: Card) -> SuiteMetrics:
    return SuiteMetrics({metric.name: metric for metric in card.metrics}, card.headline)


def workspace_declarations(runs: list[dict[str, Any]], cards: Iterable[Card] = ()) -> Declarations:
    """What the suites of a workspace declared: on their stored cards, and in its runs, the latest last.

    Built-in suites are always known. A run also knows the metrics that other packages added.
    """
    found = dict(built_in_declarations()) | {card.name: _metrics_of_card(card) for card in cards}
    for case_set in (case_set for run in runs for case_set in run["decks"] if "metrics" in case_set):
        metrics = [Metric(**{**given, "bounds": tuple(given["bounds"])}) for given in case_set["metrics"]]
        found[case_set["suite"]] = SuiteMetrics(
            {metric.name: metric for metric in metrics}, tuple(case_set["headline"])
        )
    return found


def metric_of_row(declared: Declarations, row: Row) -> Metric:
    """The metric of a row; one that nobody declared is a percentage without a direction."""
    suite = _suite_metrics_of_row(declared, row)
    undeclared = Metric(row["metric"], "")
    return undeclared if suite is None else suite.metrics.get(row["metric"], undeclared)


def headline_index(declared: Declarations, row: Row) -> int | None:
    """The index of a row's metric in its suite's headline; None where it is not part of it."""
    suite = _suite_metrics_of_row(declared, row)
    if suite is None or not suite.headline:
        return 0
    return suite.headline.index(row["metric"]) if row["metric"] in suite.headline else None


def _suite_metrics_of_row(declared: Declarations, row: Row) -> SuiteMetrics | None:
    """What a row's suite declares, whatever its options."""
    return declared.get(row["suite"]) or declared.get(row["suite"].partition(":")[0])
