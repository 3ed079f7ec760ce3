"""The grey line below a finding: what its number is compared with."""

from askance.report.findings import Finding, format_bad


def finding_context(finding: Finding, level: float) -> list[str]:
    """Short sentences: accuracy, perfect observer, other models, interval, and where else it shows."""
    said = []
    if finding.accuracy is not None:
        said.append(f"Accuracy on {_questions(finding)}: {finding.accuracy:.0f} %.")
    if finding.reference is not None:
        said.append(f"A perfect observer: {format_bad(finding.reference, finding.unit)}.")
    if finding.others is not None:
        low, high = (f"{share:.0f}" for share in finding.others)
        said.append(f"Other models: {low if low == high else f'{low}–{high}'}{_unit(finding)}.")
    low, high = f"{finding.bad.low:.0f}", f"{finding.bad.high:.0f}"
    dash = "–" if finding.bad.low >= 0 else " to "
    said.append(f"{level:.1f} % interval: {low}{dash}{high}{_unit(finding)}, n = {finding.n:,}.")
    if finding.also:
        places = dict.fromkeys(" ".join(part for part in (each.suite, each.group) if part) for each in finding.also)
        shown = list(places)[:3]
        more = f" and {len(places) - len(shown)} more" if len(places) > len(shown) else ""
        said.append(f"Also in: {', '.join(shown)}{more}.")
    return said


def _questions(finding: Finding) -> str:
    if finding.rule.accuracy:
        return "the unchanged questions"
    kind = finding.rule.accuracy_group.rpartition("/")[2]
    return f"{kind} questions" if kind else "all questions"


def _unit(finding: Finding) -> str:
    return format_bad(0, finding.unit).removeprefix("0")
