"""`askance.compare`: which of two models is better, on the cases that both have?"""

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from askance.core import UserError
from askance.report.comparison import Comparison, few_images_notes
from askance.report.comparison_rows import group_rows, total_rows
from askance.report.current_results import CurrentResult, current_results, declared_metrics
from askance.report.derived_tables import read_or_rejudge_tables, table_to_rows
from askance.report.metric_scores import headline_scores
from askance.report.model_versions import ModelVersion, parse_model_targets, target_text, version_names
from askance.report.paired_cases import PairedCases, SharedCases, pair_results
from askance.report.sample_notes import describe_sample
from askance.report.uncompared_metrics import SAME_SAMPLE, UncomparedMetric, suites_of_one_model

if TYPE_CHECKING:
    from askance.engine import Run

SWAPS = 10_000
LEAST_SWAPS = 100
NO_CASE_SCORES = "the suite does not declare how single cases are scored"


def compare(
    *targets: "str | Path | Run",
    by: str | None = None,
    metrics: Sequence[str] = (),
    swaps: int = SWAPS,
    seed: int = 0,
) -> Comparison:
    """Compare two models on the cases that count for both: `compare(DIR, A, B)` or `compare("DIR:A", "DIR2:B")`.

    An earlier version of a model is named `A@FINGERPRINT`. `by` also compares groups: "group", or a tag such as "type".
    `metrics` names the metrics to compare (SUITE.METRIC); by default the headline metrics of all suites.
    """
    if swaps < LEAST_SWAPS:
        raise UserError(f"swaps is {swaps}: p values need at least {LEAST_SWAPS}")
    found = parse_model_targets([target_text(each) for each in targets])
    if len(found) != 2:
        raise UserError("compare needs two models: write DIR MODEL_A MODEL_B, or DIR:MODEL_A DIR2:MODEL_B")
    return compare_versions(found[0], found[1], by, metrics, swaps, seed)


def compare_versions(
    a: ModelVersion, b: ModelVersion, by: str | None, metrics: Sequence[str], swaps: int, seed: int
) -> Comparison:
    """As `compare`, of two versions that are already found."""
    pairs = pair_results(a.results, b.results)
    check_pairs(a, b, pairs)
    cases, shared, unknown = join_pairs(a, b, pairs, by, metrics)
    found = cases.totals()
    lost = cases.uncompared(found)
    if not found:
        raise UserError(_nothing_compared(a, b, lost, unknown))
    if by is not None:
        cases.check_by()
    count = cases.image_count
    rows = total_rows(found, count, swaps, seed)
    headline = [row for row in rows if row.undecided == "left out"]
    names = [(row.dataset, row.suite, row.metric.name) for row in headline]
    groups = group_rows(cases.groups(names), headline, count, swaps, seed) if by is not None else []
    notes = [*few_images_notes(headline), *_sample_differences(a, b, pairs)]
    notes += [f"not compared: {each.text(a.label, b.label)}" for each in lost]
    notes += [] if metrics else suites_of_one_model(a, b, pairs)
    if unknown:
        notes.append(f"not compared: {', '.join(unknown)}: {NO_CASE_SCORES}")
    several = len({row.dataset for row in rows}) > 1
    return Comparison(
        a,
        b,
        tuple(rows),
        tuple(groups),
        tuple(shared),
        (*notes, *(["each data set is compared apart"] * several)),
    )


def join_pairs(
    a: ModelVersion, b: ModelVersion, pairs: Sequence[tuple[CurrentResult, CurrentResult]], by: str | None,
    metrics: Sequence[str],
) -> tuple[PairedCases, list[SharedCases], list[str]]:  # fmt: skip
    """The shared cases of all suites, how many there are, and the metrics that cannot be compared."""
    declared = {**declared_metrics(b.space), **declared_metrics(a.space)}
    cases, shared, unknown = PairedCases(by), [], []
    known: set[str] = set()
    datasets = {each.dataset for pair in pairs for each in pair}
    cases.connect_images([(side, each) for side in (a, b) for each in side.results if each.dataset in datasets])
    for one, other in pairs:
        scores, missing = headline_scores(declared, ((a, one), (b, other)), metrics)
        known |= {f"{one.suite}.{name}" for name in scores}
        unknown += missing
        if scores:
            shared.append(cases.add((a, one), (b, other), scores))
    check_metrics(metrics, known, [one.suite for one, _ in pairs])
    return cases, shared, unknown


def check_metrics(wanted: Sequence[str], known: Collection[str], suites: Sequence[str]) -> None:
    """UserError for the first wanted metric that is not known."""
    if lost := [name for name in wanted if name not in known]:
        there = ", ".join(dict.fromkeys(suites))
        raise UserError(f"--metric {lost[0]}: not a metric that these results can be compared on: {there}")


def check_pairs(a: ModelVersion, b: ModelVersion, pairs: Sequence[tuple[CurrentResult, CurrentResult]]) -> None:
    """UserError where two versions have no suite in common, or are the same."""
    if not pairs:
        have = "; ".join(f"{each.label}: {', '.join(sorted({one.suite for one in each.results}))}" for each in (a, b))
        raise UserError(f"{a.label} and {b.label} have no suite in common ({have}): run both with the same suites")
    if a.folder == b.folder and all((x.case_set, x.fingerprint) == (y.case_set, y.fingerprint) for x, y in pairs):
        raise UserError(f"{a.label} and {b.label} are the same results: {_other_choices(a)}")


def _other_choices(version: ModelVersion) -> str:
    """What can be compared instead: the other versions of the model, if there are any."""
    everything = current_results(version.space, all_versions=True)
    mine = {each.name for each in version.results}
    names = version_names([each for each in everything if each.name in mine])
    return f"compare two of {', '.join(names)}" if len(names) > 1 else "name two models"


def _nothing_compared(a: ModelVersion, b: ModelVersion, lost: Sequence[UncomparedMetric], unknown: list[str]) -> str:
    """Why no metric at all can be compared."""
    if lost and not any(each.shared for each in lost):
        suites = ", ".join(dict.fromkeys(each.suite for each in lost))
        return f"{a.label} and {b.label} have no case in common on {suites}: {SAME_SAMPLE}"
    reasons = [each.text(a.label, b.label) for each in lost]
    reasons += [f"{', '.join(unknown)}: {NO_CASE_SCORES}"] if unknown else []
    return "nothing to compare: " + ("; ".join(reasons) or f"{a.label} and {b.label} have no headline metric")


def _sample_differences(
    a: ModelVersion, b: ModelVersion, pairs: Sequence[tuple[CurrentResult, CurrentResult]]
) -> list[str]:
    """One line for each suite whose samples differ, or that is partial for a model."""
    lines = []
    for one, other in pairs:
        first, second = _sample_text(a, one), _sample_text(b, other)
        if first != second:
            lines.append(
                f"different samples: {one.suite} on {one.dataset}: {a.label} {first}; {b.label} {second}."
                " Only the cases (of beliefs: the images) that both have are compared"
            )
    return lines


def _sample_text(version: ModelVersion, result: CurrentResult) -> str:
    rows = table_to_rows(read_or_rejudge_tables(version.space, "metrics", [result]).slice(0, 1))
    return describe_sample(rows[0]) if rows else "no results"
