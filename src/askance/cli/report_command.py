"""askance report: what a workspace says, as a table, JSON, CSV, LaTeX or HTML."""

from pathlib import Path
from typing import TYPE_CHECKING

import click
from askance.cli.console import echo, json_option, json_text, print_json, print_rich, rich_text
from askance.core.errors import UserError
from askance.core.files import write_atomic
from askance.core.input_files import check_output_path
from askance.core.plural import plural
from askance.core.printable import escape_controls

if TYPE_CHECKING:
    from collections.abc import Sequence

    from askance.report import Board
    from askance.store import Workspace


@click.command("report")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "json", "csv", "latex", "html"]),
    default="table",
    show_default=True,
    help="Output format.",
)
@click.option("--by", "metric", help="Show one metric by group. Write SUITE.METRIC, such as accuracy.accuracy.")
@click.option(
    "--coverage",
    "suite",
    help="For this suite, compare pairs of models: share of one model's correct answers that the other also has.",
)
@click.option(
    "--usage", is_flag=True, help="Show parameters, calls, tokens, latency and cost of each model instead of results."
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Write to a file instead of stdout."
)
@click.option(
    "--failures",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the failing cases, with the answers and the known correct answers, to a .jsonl or .parquet file.",
)
@click.option("-m", "--model", help="With --failures: write only the cases of this model.")
@click.option("-s", "--suite", "failed", help="With --failures: write only the cases of this suite.")
@click.option(
    "--pictures",
    type=click.Path(path_type=Path, file_okay=False),
    help="With --failures: also write the images that the model received (PNG) to this folder.",
)
@json_option
def command(
    folder: Path, form: str, metric: str | None, suite: str | None, usage: bool, output: Path | None,
    failures: Path | None, model: str | None, failed: str | None, pictures: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Summarise the results in FOLDER, the workspace of `askance run --out FOLDER`."""
    from askance.store import Workspace

    space = Workspace.for_reading(folder)
    _say_unrecorded(space)
    if failures is not None:
        for name, value in (("--by", metric), ("--coverage", suite), ("--usage", usage or None), ("--output", output)):
            if value is not None:
                raise UserError(f"{name} does not go with --failures FILE: run `askance report` twice")
        _failures(space, failures, model, failed, pictures, as_json)
        return
    for name, value in (("--model", model), ("--suite", failed), ("--pictures", pictures)):
        if value is not None:
            raise UserError(f"{name} goes with --failures FILE")
    if usage:
        if metric is not None or suite is not None:
            raise UserError("--usage does not go with --by or --coverage: choose one of them")
        _usage(space, "json" if as_json else form, output)
        return
    if suite is not None:
        if metric is not None:
            raise UserError("--by does not go with --coverage: choose one of them")
        _coverage(space, suite, "json" if as_json else form, output)
        return
    _figures(space, "json" if as_json else form, metric, output)


def _say_unrecorded(space: "Workspace") -> None:
    """Figures whose run left no record are not shown, whatever is asked for: say so."""
    if lost := space.unrecorded():
        more = f" (and {len(lost) - 1} more)" if len(lost) > 1 else ""
        space.say(
            f"{lost[0]}{more} belongs to no recorded run: run its `askance run` command again to show its results"
        )


def _figures(space: "Workspace", form: str, metric: str | None, output: Path | None) -> None:
    """The leaderboard, one metric by group, or all; warnings go to stderr and into the page."""
    from askance import report

    folder = space.root
    rows, declared = report.rows(report.metrics(space)), report.declared(space)
    if not rows:
        raise UserError(f"{folder} has no finished results yet: run `askance run … --out {folder}`")
    metrics = sorted({report.column(row) for row in rows})
    if metric is not None and metric not in metrics:
        raise UserError(f"--by {metric}: this workspace has {', '.join(metrics)}")
    warnings, title = report.warnings(space), f"Askance report: {folder}"
    changes = report.changes(space, None if metric is None else metric.rpartition(".")[0])
    notes = [*changes, *report.notes(rows if metric is None else report.of_suite(rows, metric))]
    for line in [*(notes if form in ("json", "csv") else []), *warnings]:  # the other formats contain the notes
        echo(line, err=True)
    if form == "html":
        page = (
            report.breakdown_page(rows, metric, title, [*changes, *warnings], declared)
            if metric
            else report.page(
                rows, report.failure_cards(space), title, [*changes, *warnings], declared, report.usage_rows(space)
            )
        )
        _give(page, output)
    elif form in ("json", "csv"):
        chosen = [row for row in rows if metric in (None, report.column(row))]
        _give(json_text(chosen) if form == "json" else report.csv_text(chosen), output)
    else:
        boards = (
            report.breakdowns(rows, metric, declared)
            if metric
            else [report.with_usage(report.leaderboard(rows, declared), report.usage_rows(space))]
        )
        _give_boards([(board.title or str(folder), board) for board in boards], [report.LEGEND, *notes], form, output)


def _failures(
    space: "Workspace", path: Path, model: str | None, suite: str | None, pictures: Path | None, as_json: bool
) -> None:
    """The failing inputs as a file of training data."""
    from askance.report.changed_inputs import change_lines
    from askance.report.failure_rows import FailureFilter, failure_rows, matching_results, write_failures

    wanted = FailureFilter(model, suite)
    lines = change_lines(matching_results(space, wanted))
    count = write_failures(failure_rows(space, wanted, pictures), path)
    for line in lines:
        click.echo(line, err=True)
    if as_json:
        print_json({"failing": count, "file": str(path), "pictures": None if pictures is None else str(pictures)})
    else:
        echo(f"{plural(count, 'failing case')} in {path}" + (f", images in {pictures}" if pictures else ""))


def _coverage(space: "Workspace", suite: str, form: str, output: Path | None) -> None:
    """The coverage matrix of one suite, in any form but a page."""
    from askance import report
    from askance.report.coverage_matrix import LEGEND, coverage_boards, coverage_matrix

    if form == "html":
        raise UserError("--coverage has no page: choose table, json, csv or latex")
    rows = coverage_matrix(space, suite).to_pylist()
    notes = [*report.changes(space, suite), *report.notes(rows)]
    if form in ("json", "csv"):
        for line in notes:
            click.echo(line, err=True)
        _give(json_text(rows) if form == "json" else report.csv_text(rows), output)
    else:
        _give_boards(list(coverage_boards(rows)), [LEGEND, *notes], form, output)


def _usage(space: "Workspace", form: str, output: Path | None) -> None:
    """What the models took, in any form but a page."""
    from askance import report

    if form == "html":
        raise UserError("--usage has no page: choose table, json, csv or latex")
    rows = report.usage_rows(space)
    if form in ("json", "csv"):
        _give(json_text(rows) if form == "json" else report.csv_text(rows), output)
    elif rows:
        _give_boards([(str(space.root), report.usage_board(rows))], [], form, output)
    else:
        raise UserError(f"{space.root}: no model of this workspace reports parameters, tokens, latency or cost")


def _give_boards(boards: "Sequence[tuple[str, Board]]", lines: "Sequence[str]", form: str, output: Path | None) -> None:
    """Boards with their titles and the lines that explain them, as tables for a terminal or for LaTeX."""
    from askance import report

    if form == "latex":
        comments = "".join(f"% {escape_controls(line)}\n" for line in lines)
        _give(
            "\n".join(f"% {escape_controls(title)}\n{report.latex(board)}" for title, board in boards) + comments,
            output,
        )
        return
    tables = [report.rich_table(board, title) for title, board in boards]
    text = "".join(f"{escape_controls(line)}\n" for line in lines)
    if output is None:
        print_rich(*tables)
        echo(text, nl=False)
    else:
        _give(rich_text(*tables) + text, output)


def _give(text: str, output: Path | None) -> None:
    """Print the text, or put it into a file at once and say where."""
    if output is None:
        echo(text, nl=False)
        return
    check_output_path(output)
    try:
        write_atomic(output, text.encode())
    except OSError as error:
        raise UserError(f"cannot write {output}: {error.strerror}") from error
    echo(f"wrote {output}", err=True)
