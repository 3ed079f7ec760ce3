"""The decision on one gate: by the interval, or by the estimate alone."""

from dataclasses import replace
from typing import Literal

from askance.report.gates import Gate, GateResult, Outcome, Row

Undecided = Literal["report", "ok", "fail"]  # what becomes of a gate that its interval does not decide
NOTHING_DECIDED = "no case is decided"
HALF = 0.5
_ROUNDING = 1e-9
_GAP = 0.05  # share of undecided cases that is worth a line


def decide_limit(gate: Gate, row: Row | None, is_point: bool) -> GateResult:
    """A gate on the value of a metric, from its tidy row."""
    if row is None:
        return GateResult(gate, "missing", f"{gate.model} has no results of {gate.name} on {gate.dataset}")
    found = GateResult(
        gate, "undecided", "", row["value"], row["low"], row["high"], row["n"], row["undecided"]
    )  # fmt: skip
    if row["value"] is None or not row["n"]:
        return replace(found, outcome="missing", reason=NOTHING_DECIDED)
    if reason := unfinished_reason(row):
        return replace(found, outcome="missing", reason=reason)
    return decide(found, is_point)


def unfinished_reason(row: Row) -> str:
    """Why the figure of a run that was cut short does not count; empty where the run is complete."""
    if not row["partial"]:
        return ""
    wanted = "?" if row["wanted"] is None else f"{row['wanted']:,}"
    return f"partial run: {row['judged']:,} of {wanted} cases judged; run the same command again to finish it"


def decide(found: GateResult, is_point: bool) -> GateResult:
    """The result with its outcome, from value and interval."""
    gate, value = found.gate, found.value
    assert value is not None
    low, high = (value, value) if is_point else (found.low, found.high)
    if low is None or high is None:
        return replace(found, outcome="missing", reason="this metric has no interval: use --point")
    is_floor = gate.kind == "min" or (gate.is_comparison and gate.metric.better == "up")
    if not is_floor:  # as a floor: mirror everything
        low, high = -high, -low
    limit = gate.limit if is_floor else -gate.limit
    outcome: Outcome
    if gate.kind == "nothing_worse":  # only a drop that is shown counts
        outcome = "fail" if high < limit - _ROUNDING else "pass"
    elif gate.kind == "not_worse" and not is_point:
        outcome = "pass" if low > limit else "fail" if high < limit else "undecided"
    else:
        outcome = "pass" if low >= limit - _ROUNDING else "fail" if high < limit else "undecided"
    return replace(found, outcome=outcome, reason=_undecided_reason(gate) if outcome == "undecided" else "")


def _undecided_reason(gate: Gate) -> str:
    if gate.kind == "not_worse" and not gate.limit:  # equal models are never on one side of 0
        return "the accepted loss is 0, so only a shown improvement passes: use a margin in points, such as --margin 2"
    return "the interval contains the limit: more images decide it"


def has_gap(found: GateResult) -> bool:
    """Whether the result must mention its undecided cases: they are more than a small share."""
    return found.lost_share >= _GAP


def judge_coverage(found: GateResult) -> GateResult:
    """A gate on few of its cases: without half of them it decides nothing, and a gap in the others is said."""
    if not has_gap(found):
        return found
    causes = f" ({found.reasons})" if found.reasons else ""
    reason = f"{found.undecided:,} of {found.n + found.undecided:,} cases are not decided{causes}"
    if found.outcome == "missing":
        return replace(found, reason=f"{found.reason}{causes}") if found.reason == NOTHING_DECIDED else found
    if found.lost_share > HALF:
        return replace(found, outcome="missing", reason=f"{reason}: a gate needs at least half of them")
    return replace(found, reason=f"{found.reason}; {reason}" if found.reason else reason)


def settle_undecided(found: GateResult, undecided: Undecided) -> GateResult:
    """An undecided gate as the user wants it; missing data never passes."""
    if undecided == "ok" and found.outcome == "undecided":
        return replace(found, outcome="pass", reason=f"undecided, accepted (--undecided ok): {found.reason}")
    if undecided == "fail" and found.outcome in ("undecided", "missing"):
        return replace(found, outcome="fail", reason=f"{found.outcome} (--undecided fail): {found.reason}")
    return found
