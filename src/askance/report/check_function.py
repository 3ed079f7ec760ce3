"""`askance.check`: gates on the figures of a workspace, for CI; missing data never passes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from askance.core import UserError
from askance.report.changed_inputs import find_changed_inputs
from askance.report.check_result import Check
from askance.report.checked_workspace import CheckedWorkspace, base_model, open_checked_workspace, resolve_base
from askance.report.compare_with_base import BaseComparison
from askance.report.decide_gates import Undecided, decide_limit, has_gap, judge_coverage, settle_undecided
from askance.report.gates import (
    Gate,
    GateResult,
    Kind,
    Margin,
    MetricName,
    parse_limit,
    parse_margin,
    resolve_metric,
    resolve_models,
)
from askance.report.model_versions import target_text
from askance.report.sample_notes import stop_notes
from askance.report.undecided_reasons import undecided_reasons

if TYPE_CHECKING:
    from askance.engine import Run

Limits = Mapping[str, float] | Sequence[str]  # {"carets.cacc": 60} or ["carets.cacc=60"]
Names = Sequence[str] | str


def check(
    folder: "str | Path | Run",
    *,
    models: Names = (),
    minimum: Limits = (),
    maximum: Limits = (),
    not_worse_than: "str | Path | Run | None" = None,
    nothing_worse_than: "str | Path | Run | None" = None,
    margin: float | str | None = None,
    metrics: Names = (),
    point: bool = False,
    undecided: Undecided = "report",
) -> Check:
    """Check the results in a workspace against limits and against a base model; every gate of every model must pass.

    `minimum`, `maximum`: {"carets.cacc": 60, "carets.cacc/negation": 50}. The 95 % interval decides; with `point` the
    estimate does. `not_worse_than`: a folder, a run, "FOLDER:MODEL", or ":MODEL" of this workspace; each of `metrics`
    (default: all headline metrics) may be worse by less than `margin` (points, or relative as "10%").
    `nothing_worse_than`: fails if any metric is shown to be worse, with simultaneous intervals. `undecided`: "ok" or
    "fail" for gates that the interval does not decide.
    """
    if undecided not in get_args(Undecided):
        raise UserError(f"--undecided {undecided}: write ok or fail")
    side = open_checked_workspace(target_text(folder))
    limits = [*_limits("min", minimum, side), *_limits("max", maximum, side)]
    given: list[tuple[Kind, str | Path | Run | None]] = [
        ("not_worse", not_worse_than),
        ("nothing_worse", nothing_worse_than),
    ]
    bases = [(kind, target_text(base)) for kind, base in given if base is not None]
    _check_options(bool(limits), [kind for kind, _ in bases], margin, metrics)
    chosen = resolve_models(_several(models), side.rows) if models else side.models
    results = [
        decide_limit(gate, side.row(gate.model, gate.dataset, gate.name), point)
        for model in chosen
        for gate in _limit_gates(model, limits, side)
    ]
    mine = [row for row in side.rows if row["model"] in chosen]
    notes = [*_hints(limits, side), *stop_notes(mine), *find_changed_inputs(side.space)]
    for kind, text in bases:
        more, lines = _compare(kind, text, side, chosen, _several(metrics), margin, point)
        results, notes = [*results, *more], [*notes, *lines]
    results = [judge_coverage(_with_reasons(each, side)) for each in results]
    return Check(tuple(settle_undecided(each, undecided) for each in results), tuple(dict.fromkeys(notes)), point)


def _with_reasons(found: GateResult, side: CheckedWorkspace) -> GateResult:
    """The result with the reasons why cases are undecided, if it mentions them."""
    if found.gate.is_comparison or not has_gap(found):
        return found
    return replace(found, reasons=undecided_reasons(side, found.gate, found.undecided))


def _several(names: Names) -> Sequence[str]:
    return [names] if isinstance(names, str) else names


def _check_options(has_limits: bool, kinds: Sequence[Kind], margin: float | str | None, metrics: Names) -> None:
    if not has_limits and not kinds:
        raise UserError(
            "no gate is given: add --min SUITE.METRIC=NUMBER, --max, --not-worse-than or --nothing-worse-than"
        )
    if "not_worse" in kinds and margin is None:
        raise UserError(
            "--not-worse-than needs --margin: the loss that you accept, such as 2 (points) or 10% (relative)"
        )
    if not kinds and (margin is not None or metrics):
        raise UserError("--margin and --metric go with --not-worse-than or --nothing-worse-than")


Limit = tuple[Literal["min", "max"], MetricName, float]


def _limits(kind: Literal["min", "max"], given: Limits, side: CheckedWorkspace) -> list[Limit]:
    option = f"--{kind}"
    pairs: Iterable[tuple[str, float]] = (
        given.items() if isinstance(given, Mapping) else [parse_limit(option, text) for text in _several(given)]
    )
    found: list[Limit] = []
    for text, value in pairs:
        name = resolve_metric(option, text, side.rows)
        low, high = side.metric(name).bounds
        if (low is not None and value < low) or (high is not None and value > high):
            ends = f"{'-∞' if low is None else f'{low:g}'} to {'∞' if high is None else f'{high:g}'}"
            raise UserError(f"{option} {text}={value:g}: outside the bounds of this metric, {ends}")
        found.append((kind, name, value))
    return found


def _limit_gates(model: str, limits: Sequence[Limit], side: CheckedWorkspace) -> list[Gate]:
    """The gates of one model, on every data set that any model has results of."""
    return [
        Gate(kind, model, dataset, name, side.metric(name), value)
        for kind, name, value in limits
        for dataset in side.datasets(name.suite)
    ]


def _hints(limits: Sequence[Limit], side: CheckedWorkspace) -> Iterable[str]:
    """One line for each limit that is probably meant otherwise."""
    for kind, name, value in limits:
        metric = side.metric(name)
        if metric.unit == "%" and 0 < value < 1:
            yield f"--{kind} {name}={value:g} means {value:g} %, not {100 * value:g} %"
        if metric.better == ("down" if kind == "min" else "up"):
            better, other = ("lower", "--max") if kind == "min" else ("higher", "--min")
            yield f"--{kind} {name}: {better} is better for this metric; did you mean {other}?"


def _compare(
    kind: Kind,
    text: str,
    side: CheckedWorkspace,
    models: Sequence[str],
    metrics: Sequence[str],
    margin: float | str | None,
    is_point: bool,
) -> tuple[list[GateResult], list[str]]:
    """The comparison gates of all models with one base."""
    option = "--not-worse-than" if kind == "not_worse" else "--nothing-worse-than"
    name = side.space.name
    folder, wanted = resolve_base(option, text, name, list(dict.fromkeys(row["model"] for row in side.rows)))
    is_same = str(folder) == name or Path(folder).resolve() == side.space.root.resolve()
    base = side if is_same else open_checked_workspace(folder)
    names = [resolve_metric("--metric", each, [*side.rows, *base.rows]) for each in metrics]
    results: list[GateResult] = []
    notes: list[str] = []
    for model in models:
        other = base_model(option, base, wanted, model)
        if is_same and other == model:
            continue  # the base itself
        label = other if is_same else f"{folder}:{other}" if other != model else str(folder)
        each = BaseComparison(side, base, model, other, label)
        results += each.results(
            kind, names or each.headline_metrics(), parse_margin(0 if margin is None else margin), is_point, bool(names)
        )
        notes += each.notes
    if not results:
        raise UserError(f"{option} {text}: nothing to compare: name another base, or metrics that both have")
    return results, notes


__all__ = ["Check", "Margin", "check"]
