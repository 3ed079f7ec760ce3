"""What the compare view shows of two models: paired differences, a 2 × 2 table, and cases where they part."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from askance.core.metric import ARROWS, PERCENT, POINTS
from askance.core.plural import plural
from askance.core.rounded_text import rounded_text, signed_text
from askance.report.compare_models import SWAPS, compare_versions
from askance.report.comparison import Comparison, p_text
from askance.report.comparison_rows import Difference
from askance.report.dot_bar import DotBar
from askance.report.metric_declarations import Declarations, find_suite
from askance.report.metric_scores import declared_case_scores
from askance.report.model_versions import find_version
from askance.server.case_filter import CaseFilter, RightAndWrong
from askance.server.case_selection import Selection
from askance.server.opened_workspace import OpenedWorkspace
from askance.server.pages import Links
from askance.server.queries import Queries
from askance.server.query_results import CaseRow, TwoByTwo
from askance.store import Workspace

SHOWN_CASES = 6  # per direction
MOST_HEADLINES = 3  # data sets in the first table of several comparisons
SEED = 0


@dataclass(frozen=True, slots=True)
class DifferenceLine:
    """One row of the table of differences."""

    row: Difference
    name: str
    a: str
    b: str
    leader: str  # "a" or "b": the model with the higher value; "" where both values are the same as shown
    difference: str  # by how much its value is higher, such as +10.4
    bar: DotBar  # A is higher to the left of the middle, B to the right
    p: str
    winner: str  # "a", "b" or "": the better model, where p and the interval agree that there is a difference
    interval: str  # the 95 % interval of `difference`
    word: str  # the result in words
    address: str  # of the metric view for this metric


@dataclass(frozen=True, slots=True)
class Parting:
    """Cases that one model gets right and the other wrong."""

    right: str
    wrong: str
    total: int
    address: str
    rows: tuple[tuple[CaseRow, CaseRow | None], ...]  # of the model that is wrong, and of the one that is right


def compare_models(opened: OpenedWorkspace, a: str, b: str, by: str = "") -> Comparison:
    """The comparison of two models as `askance compare` makes it, once per state of the workspace."""

    def compute(space: Workspace) -> Comparison:
        return compare_versions(find_version(space, a), find_version(space, b), by or None, (), SWAPS, SEED)

    return opened.cached(("compare", a, b, by), compute)


def comparison_of_part(found: Comparison, about: CaseFilter) -> Comparison:
    """The same comparison, with the rows of some suites and data sets only; p values are those of all metrics."""

    def is_about(row: Difference) -> bool:
        return (not about.suites or row.suite in about.suites) and (not about.datasets or row.dataset in about.datasets)

    return replace(found, rows=tuple(filter(is_about, found.rows)), groups=tuple(filter(is_about, found.groups)))


def difference_lines(rows: Sequence[Difference], a: str, b: str, links: Links) -> list[DifferenceLine]:
    """Rows of the table; bars of one unit have the same scale, so that their lengths can be compared."""
    scales = _scales(rows)
    return [_line(row, a, b, scales[row.metric.unit], links) for row in rows]


def _scales(rows: Sequence[Difference]) -> dict[str, float]:
    """Unit → the largest end of an interval, at which the bars end."""
    scales: dict[str, float] = {}
    for row in rows:
        ends = [abs(end) for end in (row.difference, row.low, row.high) if end is not None]
        scales[row.metric.unit] = max(scales.get(row.metric.unit, 0.0), *ends)
    return {unit: most or 1.0 for unit, most in scales.items()}


def _line(row: Difference, a: str, b: str, scale: float, links: Links) -> DifferenceLine:
    decimals = 1 if row.metric.unit in (PERCENT, POINTS) else 2
    leader, difference, interval = _lead(row, decimals)
    address = links.to(
        "/metric", dataset=row.dataset, metric=f"{row.suite}.{row.metric.name}", group=row.group, model=[a, b]
    )
    return DifferenceLine(
        row=row,
        name=f"{row.metric.label or row.metric.name.replace('_', ' ')}{ARROWS[row.metric.better]}",
        a=rounded_text(row.a, decimals),
        b=rounded_text(row.b, decimals),
        leader=leader,
        difference=difference,
        bar=_difference_bar(row, scale, f"{leader.upper()} {difference}".strip(), interval),
        p=p_text(row).removeprefix("p ").removeprefix("= "),
        winner=_winner(row),
        interval=interval,
        word=_result_word(row),
        address=address,
    )


def _lead(row: Difference, decimals: int) -> tuple[str, str, str]:
    """The model with the higher value, by how much it is higher, and the interval: the orientation of a sentence."""
    sign = -1 if row.difference < 0 else 1
    difference = signed_text(sign * row.difference, decimals)
    leader = "" if round(row.difference, decimals) == 0 else "a" if sign < 0 else "b"
    ends = sorted(sign * end for end in (row.low, row.high) if end is not None)
    return leader, difference, " to ".join(signed_text(end, decimals) for end in ends)


def _winner(row: Difference) -> str:
    """The model that is better by p and by the interval that is shown beside it."""
    return (row.better_side or "") if row.is_significant and not row.contains_zero else ""


def _result_word(row: Difference) -> str:
    """The result of one row for a reader who does not know p values."""
    if row.p is None and row.difference != 0:
        return "not tested"
    if not row.is_significant:
        # Equal scores on few cases do not show that the models are equal.
        return "no clear difference" if row.difference != 0 or row.low != row.high else "no difference"
    probably = "probably " if row.contains_zero else ""
    if row.better_side:
        return f"{row.better_side.upper()} is {probably}better"
    return f"{'B' if row.difference > 0 else 'A'} is {probably}higher"


def accuracy_rows(rows: Sequence[Difference], declared: Declarations) -> list[Difference]:
    """The rows of accuracy, one per data set."""
    return [
        row
        for row in rows
        if row.undecided == "left out"
        and (own := find_suite(declared, row.suite)) is not None
        and own.accuracy == row.metric.name
    ]


def headline_lines(
    compared: Sequence[tuple[str, Sequence[Difference]]], a: str, declared: Declarations, links: Links
) -> list[tuple[str, list[DifferenceLine]]]:
    """Of each model that A is compared with: accuracy, or else the first metric; all bars have one scale."""
    chosen = {b: accuracy_rows(rows, declared)[:MOST_HEADLINES] or list(rows[:1]) for b, rows in compared}
    scales = _scales([row for rows in chosen.values() for row in rows])
    return [(b, [_line(row, a, b, scales[row.metric.unit], links) for row in rows]) for b, rows in chosen.items()]


def accuracy_line(rows: Sequence[Difference], declared: Declarations, a: str, b: str) -> str:
    """The result on accuracy in one sentence, before all others: to give the same answer again is not to be right."""
    mine, parts = accuracy_rows(rows, declared), []
    for row in mine:
        of = f" on {row.dataset}" if len(mine) > 1 else ""
        if row.is_significant and row.better_side:
            probably = "" if _winner(row) else "probably "
            leader = a if row.better_side == "a" else b
            parts.append(f"{leader} is {probably}better by {abs(row.difference):.1f} points{of}")
        else:
            parts.append(f"no clear difference{of} ({row.a:.1f} and {row.b:.1f})")
    return f"Accuracy: {'; '.join(parts)}." if parts else ""


def summary_line(rows: Sequence[Difference], a: str, b: str) -> str:
    """Who is better on how many metrics, in one sentence; "" where no metric has a better direction."""
    judged = [row for row in rows if row.metric.better and row.undecided == "left out"]
    if not judged:
        return ""
    wins = {name: sum(_winner(row) == side for row in judged) for side, name in (("a", a), ("b", b))}
    best, other = sorted(wins, key=lambda name: -wins[name])
    likely = [row for row in judged if row.is_significant and row.contains_zero and row.better_side]
    unclear = len(judged) - sum(wins.values()) - len(likely)
    if not wins[best] and not likely:
        return f"No clear difference between {a} and {b} on {plural(len(judged), 'metric')}."
    of = f"of {plural(len(judged), 'metric')}"
    parts = [f"{best} is clearly better on {wins[best]} {of}"] if wins[best] else []
    parts += [f"{other} on {wins[other]}"] if wins[other] else []
    for side, name in (("a", a), ("b", b)):
        if count := sum(row.better_side == side for row in likely):
            parts.append(f"{name} is probably better on {count}{'' if parts else f' {of}'}")
    parts += [f"no clear difference on {unclear}"] if unclear else []
    return f"{'; '.join(parts)}."


def tests_line(shown: Sequence[Difference], every: Sequence[Difference]) -> str:
    """What the rows of the table are, and for how many tests p values and intervals are adjusted."""
    tested = [row for row in shown if row.undecided == "left out" and row.p is not None]
    directed, again = (
        [row for row in tested if row.metric.better],
        [row for row in shown if row.undecided != "left out"],
    )
    tests = sum(row.undecided == "left out" and row.p is not None for row in every)
    parts = [f"{plural(len(tested), 'tested metric')}, {len(directed)} with a better direction"]
    if again:
        parts.append(f"{plural(len(again), 'metric')} again with undecided cases counted as wrong")
    others = len(shown) - len(tested) - len(again)
    parts += [f"{plural(others, 'metric')} without a test"] if others else []
    where = ", also those of other suites or data sets" if tests > len(tested) else ""
    return f"Rows: {'; '.join(parts)}. p values and intervals are adjusted for all {plural(tests, 'test')}{where}."


def _difference_bar(row: Difference, scale: float, text: str, interval: str) -> DotBar:
    """The difference on a scale around zero, B − A."""

    def place(value: float) -> float:
        return 50 + 50 * max(-1.0, min(1.0, value / scale))

    if row.low is None or row.high is None:
        return DotBar(text, f"difference {text}", f"{place(row.difference):.2f}", zero="50")
    start, end = place(row.low), place(row.high)
    label = f"difference {text}, 95 % interval {interval}"
    return DotBar(text, label, f"{place(row.difference):.2f}", f"{start:.2f}", f"{max(0.0, end - start):.2f}", "50")


def two_by_two_of(queries: Queries, about: CaseFilter, a: str, b: str) -> TwoByTwo:
    """How often both, one or none of two models are right."""
    return queries.two_by_two(about, a, b)


def counting_notes(queries: Queries, rows: Sequence[Difference], a: str, b: str) -> list[str]:
    """Why the values of metrics are not the shares of the 2 × 2 table: means over tests, and undecided cases."""
    means, counted, own = [], [], []
    for row in rows:
        score = declared_case_scores(row.suite).get(row.metric.name)
        if score is not None and score.is_of_own_cases:
            own.append(row.name)
        elif row.undecided == "left out" and score is not None:
            means += [row.name] if score.is_mean_of_tests else []
            cases = CaseFilter(suites=(row.suite,), datasets=(row.dataset,))
            counted += [row.name] if queries.two_by_two(cases, a, b).undecided > row.lost.either else []
    notes = []
    if counted:
        notes.append(f"These metrics compare such answers as texts, so their n includes the cases: {_listed(counted)}.")
    if means:
        verb = "is a mean" if len(set(means)) == 1 else "are means"
        notes.append(
            f"{_listed(means)} {verb} over tests, in which each test has the same weight; this table counts each case"
            " once, so its shares differ from the values above."
        )
    if own:
        notes.append(f"{_listed(own)}: each model has its own cases; this table counts only those that both have.")
    return notes


def _listed(names: Sequence[str]) -> str:
    *first, last = dict.fromkeys(names)
    return f"{', '.join(first)} and {last}" if first else last


def find_partings(queries: Queries, about: CaseFilter, a: str, b: str, links: Links) -> list[Parting]:
    """A few cases of both directions, with the verdicts of both models."""
    found = []
    for right, wrong in ((a, b), (b, a)):
        wanted = replace(about, right=RightAndWrong(right, wrong))
        rows = tuple((row, _verdict_of(queries, row, right)) for row in _some_of_every_suite(queries, wanted))
        found.append(Parting(right, wrong, queries.count(wanted), Selection(wanted).cases_address(links), rows))
    return found


def _some_of_every_suite(queries: Queries, wanted: CaseFilter) -> list[CaseRow]:
    """A few cases: one of each suite in turn, since the first cases would all be of one suite."""
    suites = wanted.suites or tuple(each.name for each in queries.choices().suites)
    pages = [queries.case_page(replace(wanted, suites=(suite,)), limit=SHOWN_CASES).rows for suite in suites]
    turns = [row for place in zip_longest(*pages) for row in place if row is not None]
    return turns[:SHOWN_CASES]


def _verdict_of(queries: Queries, row: CaseRow, model: str) -> CaseRow | None:
    verdicts = queries.verdicts_on_case(row.dataset, row.case_key)
    return next((each for each in verdicts if each.model == model), None)
