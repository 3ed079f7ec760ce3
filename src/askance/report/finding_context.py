"""The grey line below a finding: what its number is compared with."""

from askance.core.metric import POINTS
from askance.report.finding_rows import COVERAGE
from askance.report.findings import Finding, format_bad

SPACE = "\N{NO-BREAK SPACE}"
MOST_PLACES = 3  # other results on the same topic that are named


def finding_context(finding: Finding) -> list[str]:
    """Short sentences: accuracy, perfect observer, other models, interval, and where else it shows."""
    said = []
    if finding.accuracy is not None:
        said.append(f"Accuracy on {_questions(finding)}: {finding.accuracy:.0f}{SPACE}%.")
    if finding.reference is not None:
        said.append(f"A perfect observer: {format_bad(finding.reference, finding.unit)}.")
    if finding.others is not None:
        said.append(f"Other models: {_range(*finding.others, finding)}.")
    said.append(f"Interval: {_range(finding.bad.low, finding.bad.high, finding)}, n{SPACE}={SPACE}{finding.n:,}.")
    if finding.worst is not None:
        said.append(f"Worst: {finding.worst[0]}, {format_bad(finding.worst[1], finding.unit)}.")
    said += [finding.rule.note] if finding.rule.note else []
    places = list(dict.fromkeys(_place(each) for each in finding.also if each.suite != finding.suite))
    more = f" and {len(places) - MOST_PLACES} more" if len(places) > MOST_PLACES else ""
    said += [f"Also in {', '.join(places[:MOST_PLACES])}{more}."] if places else []
    return said


def _place(finding: Finding) -> str:
    is_reason = finding.rule.metric == COVERAGE  # its group says why cases are undecided, as the sentence does
    return " ".join(part for part in (finding.suite, "" if is_reason else finding.group.replace("_", " ")) if part)


def _range(low: float, high: float, finding: Finding) -> str:
    ends, unit = (f"{low:.0f}", f"{high:.0f}"), "points" if finding.unit == POINTS else "%"
    if ends[0] == ends[1]:
        return f"{ends[0]}{SPACE}{unit}"
    return f"{ends[0]}{'–' if low >= 0 else ' to '}{ends[1]}{SPACE}{unit}"


def _questions(finding: Finding) -> str:
    if finding.rule.accuracy:
        return "the unchanged questions"
    kind = finding.rule.accuracy_group.rpartition("/")[2]
    return f"{kind} questions" if kind else "all questions"
