"""What `askance report` prints without another choice: the leaderboard, or one metric by group, in every format."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from askance.cli.board_output import output_boards, output_tables, output_text
from askance.cli.console import print_text, to_json_text
from askance.core.errors import UserError

if TYPE_CHECKING:
    from askance.report import ChosenResults, Declarations
    from askance.store import Workspace

Rows = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class FiguresRequest:
    """Which figures are wanted, and in which form."""

    form: str
    by: str | None = None  # one metric by group
    only: tuple[str, ...] = ()  # the columns of the leaderboard
    models: tuple[str, ...] = ()  # its rows
    is_wide: bool = False
    has_all_versions: bool = False

    @property
    def suite(self) -> str | None:
        """The suite of the metric that is shown by group."""
        return None if self.by is None else self.by.rpartition(".")[0]


def report_figures(space: "Workspace", wanted: FiguresRequest, output: Path | None) -> None:
    """Print or write the figures; warnings go to stderr and into the page."""
    from askance import report

    chosen = report.choose_results(space, wanted.models, wanted.has_all_versions)
    rows, declared = chosen.rows, report.declared_metrics(space)
    if not rows:
        raise report.no_results_error(space.name)
    _check_metrics(rows, wanted)
    warnings, changes = chosen.warnings, chosen.changes(wanted.suite)
    hidden = chosen.hidden_versions(wanted.suite)
    shown = rows if wanted.by is None else report.rows_under_heading(rows, wanted.by)
    notes = [*changes, *report.partial_and_sample_notes(shown, report.is_shard(space)), *hidden]
    outside = {"json": notes, "csv": notes, "html": hidden}.get(wanted.form, [])  # the other formats contain them
    for line in [*outside, *report.without_result_notes(warnings)]:
        print_text(line, err=True)
    if wanted.form == "html":
        output_text(_page(chosen, rows, declared, wanted.by, [*changes, *warnings]), output)
    elif wanted.form in ("json", "csv"):
        headings = wanted.only or (_headings(rows) if wanted.by is None else (wanted.by,))
        kept = [row for row in rows if report.column_heading(row) in headings]
        output_text(to_json_text(kept) if wanted.form == "json" else report.to_csv(kept), output)
    else:
        _print_boards(chosen, rows, declared, wanted, [report.sample_line(shown), *notes], output)


def _print_boards(
    chosen: "ChosenResults",
    rows: Rows,
    declared: "Declarations",
    wanted: FiguresRequest,
    notes: Sequence[str],
    output: Path | None,
) -> None:
    """Tables for a terminal, Markdown or LaTeX, with the lines that explain them."""
    from askance import report

    name = str(chosen.space.name)
    usage = [] if wanted.only or wanted.by else report.usage_rows(chosen.space, chosen.results)
    if wanted.by is not None:
        boards = report.make_breakdowns(rows, wanted.by, declared)
        lines = [report.BREAKDOWN_LEGEND, *notes]
    elif wanted.form == "table" and not wanted.is_wide:
        output_tables([report.TerminalLeaderboard(rows, name, declared, usage, only=wanted.only)], notes, output)
        return
    else:
        boards = [report.with_usage(report.make_leaderboard(rows, declared, wanted.only), usage)]
        lines = [report.LEGEND, *notes]
    output_boards([(board.title or name, board) for board in boards], lines, wanted.form, output)


def _page(
    chosen: "ChosenResults", rows: Rows, declared: "Declarations", by: str | None, warnings: Sequence[str]
) -> str:
    from askance import report

    title, is_shard = f"Askance report: {chosen.space.name}", report.is_shard(chosen.space)
    if by is not None:
        return report.render_breakdown_page(rows, by, title, warnings, declared, is_shard)
    cards = report.make_failure_cards(chosen.space, 3, chosen.pairs, report.all_findings(rows, declared))
    usage = report.usage_rows(chosen.space, chosen.results)
    return report.render_report_page(rows, cards, title, warnings, declared, usage, is_shard)


def _headings(rows: Rows) -> list[str]:
    from askance import report

    return sorted({report.column_heading(row) for row in rows})


def _check_metrics(rows: Rows, wanted: FiguresRequest) -> None:
    """UserError where a named metric is not among the rows; a suite without any result is named first."""
    known = _headings(rows)
    for option, name in [("--by", wanted.by), *(("--metric", each) for each in wanted.only)]:
        if name is None or name in known:
            continue
        suite = name.rpartition(".")[0]
        is_known = not suite or any(each.rpartition(".")[0] == suite for each in known)
        where = f"{'this workspace' if not wanted.models else ' and '.join(wanted.models)} has"
        lack = "" if is_known else f"no finished results of {suite}: run this suite, or choose one of "
        raise UserError(f"{option} {name}: {where} {lack}{', '.join(known)}")
