"""What `askance.check` returns: the results of all gates, as a table, text, Markdown or JUnit XML."""

from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

import pyarrow as pa
from askance.core.control_characters import escape_controls
from askance.core.html_table import html_lines
from askance.core.plural import plural
from askance.report.board import Board
from askance.report.board_text import to_html
from askance.report.gates import EXIT_CODES, GateResult, Outcome, overall_outcome

COLUMNS = pa.schema([
    ("model", pa.string()), ("dataset", pa.string()), ("gate", pa.string()), ("kind", pa.string()),
    ("suite", pa.string()), ("metric", pa.string()), ("group", pa.string()), ("base", pa.string()),
    ("limit", pa.float64()), ("value", pa.float64()), ("low", pa.float64()), ("high", pa.float64()),
    ("n", pa.int64()), ("undecided", pa.int64()), ("images", pa.int64()), ("result", pa.string()),
    ("reason", pa.string()),
])  # fmt: skip
BY_INTERVAL = (
    "The 95 % interval decides: a gate passes or fails if the whole interval is on one side of the limit. A two-sided"
    " 95 % interval leaves 2.5 % on each side, so a gate passes wrongly in about 2.5 % of runs at most."
)
BY_POINT = "The estimate decides (--point), without its interval."
SIMULTANEOUS = (
    "The intervals of --nothing-worse-than are simultaneous (max-t): in 95 % of runs, all of them contain the true"
    " difference. A pass means that no drop is shown, not that there is none."
)
PAIRED = "Comparisons use the cases that both models have and that count for both, paired by image."
MARKS: dict[Outcome, str] = {"pass": "✅", "fail": "❌", "undecided": "❔", "missing": "❔"}


@dataclass(frozen=True, slots=True)
class Check:
    """The results of all gates."""

    gates: tuple[GateResult, ...]
    notes: tuple[str, ...] = ()
    is_point: bool = False

    @property
    def result(self) -> Outcome:
        """fail if any gate fails, else missing or undecided if any gate is, else pass."""
        return overall_outcome(self.gates)

    @property
    def passed(self) -> bool:
        """Whether every gate passed; an undecided gate has not."""
        return self.result == "pass"

    @property
    def exit_code(self) -> int:
        """0: every gate passes. 1: at least one fails. 3: none fails, at least one is undecided or has no data."""
        return EXIT_CODES[self.result]

    @property
    def table(self) -> pa.Table:
        """One row per gate."""
        return pa.Table.from_pylist(self.rows, schema=COLUMNS)

    @property
    def rows(self) -> list[dict[str, Any]]:
        """One dictionary per gate."""
        return [each.row for each in self.gates]

    @property
    def explanations(self) -> list[str]:
        """How the gates were decided."""
        is_simultaneous = any(each.gate.kind == "nothing_worse" for each in self.gates) and not self.is_point
        is_paired = any(each.images is not None for each in self.gates)
        lines = [BY_POINT if self.is_point else BY_INTERVAL, *([SIMULTANEOUS] if is_simultaneous else [])]
        return [*lines, *([PAIRED] if is_paired else []), *self.notes]

    @property
    def summary(self) -> str:
        """The result in one line."""
        outcomes: tuple[Outcome, ...] = ("fail", "undecided", "missing", "pass")
        words = {"fail": "failed", "undecided": "undecided", "missing": "without data", "pass": "passed"}
        counts = {each: sum(result.outcome == each for result in self.gates) for each in outcomes}
        parts = ", ".join(f"{count:,} {words[each]}" for each, count in counts.items() if count)
        return f"{self.result}: {plural(len(self.gates), 'gate')}: {parts}"

    @property
    def reasons(self) -> list[str]:
        """One line for each gate whose result needs an explanation."""
        return [f"{each.outcome}: {each.gate.model}: {each.gate}: {each.reason}" for each in self.gates if each.reason]

    def board(self) -> Board:
        """The gates as a board for text; `reasons` explains them."""
        several = len({each.gate.dataset for each in self.gates}) > 1
        columns = ["result", "model", *(["data"] if several else []), "gate", "value", "limit", "n"]
        rows = [
            [
                each.outcome,
                each.gate.model,
                *([each.gate.dataset] if several else []),
                str(each.gate),
                format_value(each),
                format_limit(each),
                f"{each.n:,}",
            ]
            for each in self.gates
        ]
        return Board(columns, rows)

    def to_markdown(self) -> str:
        """A Markdown section, for the summary page of a CI job."""
        board = self.board()
        columns = [*board.columns, "reason"]
        rows = [
            [f"{MARKS[each.outcome]} {row[0]}", *row[1:], each.reason]
            for each, row in zip(self.gates, board.rows, strict=True)
        ]
        lines = [columns, ["---"] * len(columns), *rows]
        table = "\n".join(f"| {' | '.join(_markdown_cell(cell) for cell in line)} |" for line in lines)
        notes = "".join(f"- {_markdown_cell(line)}\n" for line in self.explanations)
        return f"## askance check: {MARKS[self.result]} {self.summary}\n\n{table}\n\n{notes}\n"

    def to_junit(self) -> str:
        """JUnit XML: a failing gate is a failure, an undecided gate or one without data an error."""
        root = ElementTree.Element("testsuites", name="askance check")
        for model, dataset in dict.fromkeys((each.gate.model, each.gate.dataset) for each in self.gates):
            mine = [each for each in self.gates if (each.gate.model, each.gate.dataset) == (model, dataset)]
            failed = sum(each.outcome == "fail" for each in mine)
            errors = sum(each.outcome in ("undecided", "missing") for each in mine)
            counts = {"tests": str(len(mine)), "failures": str(failed), "errors": str(errors), "skipped": "0"}
            suite = ElementTree.SubElement(
                root, "testsuite", {"name": _xml(f"{model} on {dataset}"), "time": "0", **counts}
            )
            for each in mine:
                _add_test_case(suite, each)
        ElementTree.indent(root)
        text: str = ElementTree.tostring(root, encoding="unicode")
        return f"<?xml version='1.0' encoding='utf-8'?>\n{text}\n"

    def __repr__(self) -> str:
        lines = [
            f"  {each.outcome}: {each.gate.model}: {each.gate}: {format_value(each)}"
            f"{f' ({each.reason})' if each.reason else ''}"
            for each in self.gates
        ]
        return escape_controls("\n".join([self.summary, *lines]), keep="\n")

    def _repr_html_(self) -> str:
        notes = html_lines([*self.reasons, *self.explanations])
        return html_lines([self.summary], "b") + to_html(self.board()) + notes


def format_value(found: GateResult) -> str:
    """A value with its interval; differences have their sign."""
    if found.value is None:
        return "–"
    digits = 1 if found.gate.metric.unit else 2
    show = _signed if found.gate.is_comparison else lambda number: f"{number:.{digits}f}"
    ends = "" if found.low is None or found.high is None else f" [{show(found.low)}, {show(found.high)}]"
    return f"{show(found.value)}{ends}"


def format_limit(found: GateResult) -> str:
    """The limit of a gate; that of a difference has its sign."""
    return _signed(found.gate.limit) if found.gate.is_comparison else f"{found.gate.limit:g}"


def _signed(number: float) -> str:
    text = f"{number:+.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("+0", "-0") else text.replace("-", "−")


def _markdown_cell(text: str) -> str:
    return escape_controls(text).replace("|", "\\|").replace("<", "&lt;")


def _xml(text: str) -> str:
    """Text without characters that XML does not allow."""
    return "".join(letter for letter in escape_controls(text) if letter in "\t\n" or ord(letter) >= 32)


def _add_test_case(suite: ElementTree.Element, each: GateResult) -> None:
    case = ElementTree.SubElement(
        suite, "testcase", name=_xml(str(each.gate)), classname=_xml(each.gate.model), time="0"
    )
    message = _xml(f"{each.outcome}: value {format_value(each)}, limit {format_limit(each)}, n = {each.n:,}")
    text = f"{message}. {_xml(each.reason)}" if each.reason else message
    if each.outcome == "fail":
        ElementTree.SubElement(case, "failure", message=message, type="fail").text = text
    elif each.outcome != "pass":
        ElementTree.SubElement(case, "error", message=text, type=each.outcome).text = text
    else:
        ElementTree.SubElement(case, "system-out").text = text
