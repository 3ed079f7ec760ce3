"""What `askance.compare` returns: the differences of two models, in words, as a table and as HTML."""

from collections.abc import Sequence
from dataclasses import dataclass

import pyarrow as pa
from askance.core.html_table import html_lines
from askance.core.metric import ARROWS, PERCENT, POINTS
from askance.core.plural import plural
from askance.core.rounded_text import rounded_text, signed_text
from askance.metrics.difference_estimate import LEAST_IMAGES
from askance.report.board import Board
from askance.report.board_text import to_html, to_text
from askance.report.comparison_rows import NOT_TESTED, Difference, rows_table, unit_word
from askance.report.model_versions import ModelVersion
from askance.report.paired_cases import SharedCases
from askance.report.undecided_cases import reasons_text

NULL = (
    "p: share of swaps of A and B, image by image, with a difference at least as large. The null hypothesis is that the"
    " two models are exchangeable on every image. Differences are B − A with simultaneous 95 % intervals. max-t over N:"
    " p and intervals are adjusted for N metrics, so that chance gives one or more of them p < .05 in 5 % of"
    " comparisons."
)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two models on the cases that both have."""

    a: ModelVersion
    b: ModelVersion
    rows: tuple[Difference, ...]
    groups: tuple[Difference, ...]
    shared: tuple[SharedCases, ...]
    notes: tuple[str, ...]

    @property
    def name_a(self) -> str:
        """Model A as tables name it; with its folder where both have the same name."""
        return _distinct_name(self.a, self.b)

    @property
    def name_b(self) -> str:
        """Model B."""
        return _distinct_name(self.b, self.a)

    @property
    def table(self) -> pa.Table:
        """One row per metric, group and way to count undecided cases."""
        return rows_table([*self.rows, *self.groups], self.name_a, self.name_b)

    @property
    def lines(self) -> list[str]:
        """The result in sentences, the strongest difference first."""
        decided = [row for row in self.rows if row.undecided == "left out"]
        return result_lines(decided, self.name_a, self.name_b) + undecided_lines(self.rows, self.name_a, self.name_b)

    @property
    def all_notes(self) -> list[str]:
        """What a reader must know: how p is computed, cases that are not shared, samples, metrics left out."""
        shared = [_shared_note(each, self.name_a, self.name_b) for each in self.shared]
        return [NULL, *stepwise_notes(self.rows), *shared, *self.notes]

    def boards(self) -> list[Board]:
        """The metrics, and the groups where there are any."""
        title = f"A = {self.name_a}, B = {self.name_b}"
        found = [comparison_board(self.rows, title)]
        return found + ([comparison_board(self.groups, "By group")] if self.groups else [])

    @property
    def text(self) -> str:
        """Sentences, tables and notes as plain text."""
        tables = [to_text(board) for board in self.boards()]
        return "\n".join([*self.lines, "", *tables, *self.all_notes]) + "\n"

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        tables = "".join(map(to_html, self.boards()))
        return html_lines(self.lines) + tables + html_lines(self.all_notes, "small")


def _distinct_name(one: ModelVersion, other: ModelVersion) -> str:
    return f"{one.folder}:{one.label}" if one.label == other.label else one.label


def result_lines(rows: Sequence[Difference], a: str, b: str) -> list[str]:
    """One sentence per significant difference; where there is none, what this comparison could have found."""
    found = sorted((row for row in rows if row.is_significant), key=_strongest_first)
    several = len({row.dataset for row in rows}) > 1
    lines = [_significant_line(row, a, b, f" of {row.dataset}" if several else "") for row in found]
    return lines or [_nothing_line(rows, a, b)]


def undecided_lines(rows: Sequence[Difference], a: str, b: str) -> list[str]:
    """One sentence per significant difference that appears only if undecided cases count as wrong."""
    several = len({row.dataset for row in rows}) > 1
    said = {_key(row): row.better_side for row in rows if row.undecided == "left out" and row.is_significant}
    wrong = sorted((row for row in rows if row.undecided == "wrong" and row.is_significant), key=_strongest_first)
    lines = []
    for row in wrong:
        if said.get(_key(row), "") == row.better_side:
            continue
        line = _significant_line(row, a, b, f" of {row.dataset}" if several else "")
        reasons = reasons_text(row.lost.reasons_a), reasons_text(row.lost.reasons_b)
        lines.append(
            f"if undecided cases count as wrong, {line} (undecided cases of {a}: {reasons[0]}; of {b}: {reasons[1]})"
        )
    return lines


def stepwise_notes(rows: Sequence[Difference]) -> list[str]:
    """Why a difference is called significant although its interval contains 0, where there is such a difference."""
    found = [row.name for row in rows if row.undecided == "left out" and row.is_significant and row.contains_zero]
    if not found:
        return []
    return [
        f"{', '.join(found)}: p is below .05, but the interval contains 0. Both are right: the intervals hold for all"
        " metrics at once. p is computed stepwise: the clearest differences are tested first, and the others then"
        " among fewer metrics. p decides whether there is a difference; the interval is a cautious range of its size."
    ]


def _key(row: Difference) -> tuple[str, str]:
    return row.dataset, row.name


def _strongest_first(row: Difference) -> tuple[float, float]:
    return 1.0 if row.p is None else row.p, -_size(row)


def _size(row: Difference) -> float:
    return abs(row.difference) / row.se if row.se else abs(row.difference)


def _significant_line(row: Difference, a: str, b: str, of: str) -> str:
    sign = 1 if row.difference > 0 else -1
    ends = sorted(sign * end for end in (row.low, row.high) if end is not None)
    interval = f" [{', '.join(_number(end, row) for end in ends)}]" if ends else ""
    size = f"{_number(abs(row.difference), row)}{unit_word(row.metric)}{interval}, {p_text(row)} ({row.adjustment})"
    size += "; but the interval for all metrics at once contains 0" if row.contains_zero else ""
    probably = "probably " if row.contains_zero else ""
    on, winner = f"{_plain_name(row)}{of}", row.better_side
    if winner is None:
        more = b if row.difference > 0 else a
        return f"{a} and {b} {probably}differ on {on}: {more} is higher by {size}"
    down = "; lower is better" if row.metric.better == "down" else ""
    return f"{b if winner == 'b' else a} is {probably}better on {on} by {size}{down}"


def _plain_name(row: Difference) -> str:
    """The metric in words, where it has any, with its name in brackets."""
    return f"{row.metric.label} ({row.name})" if row.metric.label not in ("", row.metric.name) else row.name


def _nothing_line(rows: Sequence[Difference], a: str, b: str) -> str:
    cases = " (only the cases that count for both)" if any(row.lost.either for row in rows) else ""
    if all(row.difference == 0 and row.se is None for row in rows):
        return f"no difference at all between {a} and {b} on {plural(len(rows), 'metric')}{cases}"
    tested = [row for row in rows if row.p is not None and row.se is not None]
    line = f"no significant difference between {a} and {b} on {plural(len(rows), 'metric')}{cases}"
    if not tested:
        return line
    least = min(tested, key=lambda row: row.p or 0.0)
    needed = ", ".join(_detectable_text(row, row.detectable) for row in tested if row.detectable is not None)
    return (
        f"{line} (smallest {p_text(least)}, {least.name}). Smallest difference that a comparison of one"
        f" metric alone finds in 80 % of cases: {needed}"
    )


def _detectable_text(row: Difference, detectable: float) -> str:
    low, high = row.metric.bounds
    if low is not None and high is not None and detectable > high - low:
        return f"{row.name} none (too few images)"
    return f"{row.name} {_number(detectable, row)}{unit_word(row.metric)}"


def few_images_notes(rows: Sequence[Difference]) -> list[str]:
    """One line if some metrics have too few images for any p value below 5 %."""
    few = [f"{row.name} ({plural(row.images, 'image')})" for row in rows if row.images < LEAST_IMAGES]
    if not few:
        return []
    return [f"too few images: p < .05 needs {LEAST_IMAGES} images or more: {', '.join(dict.fromkeys(few))}"]


def p_text(row: Difference) -> str:
    """p as in a paper: p = .012, p < .001."""
    if row.p is None:
        return NOT_TESTED
    return "p < .001" if row.p < 0.001 else f"p = {row.p:.3f}".replace("0.", ".", 1)


def _number(value: float, row: Difference) -> str:
    return rounded_text(value, 1 if row.metric.unit in (PERCENT, POINTS) else 2)


def _signed(value: float, row: Difference) -> str:
    return signed_text(value, 1 if row.metric.unit in (PERCENT, POINTS) else 2)


def comparison_board(rows: Sequence[Difference], title: str) -> Board:
    """One line per row; columns that would be the same everywhere are left out."""
    datasets, has_wrong = len({row.dataset for row in rows}) > 1, any(row.undecided == "wrong" for row in rows)
    heads = ["metric", *(["data"] if datasets else []), *(["undecided"] if has_wrong else [])]
    heads += ["A", "B", "B − A", "95 % interval", "p", "n", "images", "detectable"]
    lines = []
    for row in rows:
        interval = (
            "–" if row.low is None or row.high is None else f"{_signed(row.low, row)} to {_signed(row.high, row)}"
        )
        lines.append([
            f"{row.name}{ARROWS[row.metric.better]}",
            *([row.dataset] if datasets else []),
            *([_undecided_text(row)] if has_wrong else []),
            _number(row.a, row), _number(row.b, row), _signed(row.difference, row), interval,
            ("" if row.p is None else p_text(row).removeprefix("p ").removeprefix("= ")) or NOT_TESTED,
            f"{row.n:,}", f"{row.images:,}",
            "–" if row.detectable is None else _number(row.detectable, row),
        ])  # fmt: skip
    labels = dict.fromkeys(row.adjustment for row in rows if row.adjustment != NOT_TESTED)
    return Board(heads, lines, f"{title} (p: {', '.join(labels)})" if labels else title)


def _undecided_text(row: Difference) -> str:
    """How undecided cases are counted; a dash where the metric leaves out none."""
    return "–" if row.undecided == "left out" and not row.lost.either else row.undecided


def _shared_note(each: SharedCases, a: str, b: str) -> str:
    if each.are_own:
        counts = f"{a} has {plural(each.shared + each.only_a, 'case')}, {b} {each.shared + each.only_b:,}"
        how = "compared are their shares on each image that both were asked"
        return f"{each.suite} on {each.dataset}: {counts} of its own; {how}"
    only = [f"{plural(each.only_a, 'case')} only in {a}"] if each.only_a else []
    only += [f"{plural(each.only_b, 'case')} only in {b}"] if each.only_b else []
    rest = f"; not compared: {' and '.join(only)}" if only else ""
    return f"{each.suite} on {each.dataset}: {plural(each.shared, 'shared case')}{rest}"
