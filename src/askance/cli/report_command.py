"""askance report: what a workspace says, as a table, JSON, CSV, LaTeX or HTML."""

from pathlib import Path
from typing import TYPE_CHECKING

import click
from askance.cli.console import json_option, print_json, print_rich
from askance.core.errors import UserError

if TYPE_CHECKING:
    from askance.store import Workspace


@click.command("report")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--format", "form", type=click.Choice(["table", "json", "csv", "latex", "html"]), default="table", show_default=True
)
@click.option("--by", "metric", help="Break one metric down by group, e.g. accuracy.accuracy.")
@click.option("--coverage", "suite", help="Which right pairs of one model another gets right too, e.g. carets.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Write to a file instead of stdout."
)
@json_option
def command(folder: Path, form: str, metric: str | None, suite: str | None, output: Path | None, as_json: bool) -> None:
    """Show what a workspace says."""
    from askance import report
    from askance.store import Workspace

    space = Workspace.for_reading(folder)
    if suite is not None:
        _coverage(space, suite, "json" if as_json else form, output)
        return
    rows = report.rows(report.metrics(space))
    if not rows:
        raise UserError(f"{folder} holds no finished figures yet: run `askance run … --out {folder}`")
    metrics = sorted({f"{row['suite']}.{row['metric']}" for row in rows})
    if metric is not None and metric not in metrics:
        raise UserError(f"--by {metric}: this workspace has {', '.join(metrics)}")
    if as_json or form == "json":
        print_json(rows)
        return
    board = report.breakdown(rows, metric) if metric else report.leaderboard(rows)
    if form == "table":
        print_rich(report.rich_table(board, str(folder)))
        return
    if form == "csv":
        text = report.csv_text(rows)
    elif form == "latex":
        text = report.latex(board)
    else:
        text = report.page(rows, report.failures(space), f"Askance report: {folder}")
    _give(text, output)


def _coverage(space: "Workspace", suite: str, form: str, output: Path | None) -> None:
    """The coverage matrix of one suite, in any form but a page."""
    from askance import report
    from askance.report.coverage_matrix import coverage_boards, coverage_matrix

    if form == "html":
        raise UserError("--coverage has no page: choose table, json, csv or latex")
    rows = coverage_matrix(space, suite).to_pylist()
    if form == "json":
        print_json(rows)
    elif form == "table":
        print_rich(*(report.rich_table(board, title) for title, board in coverage_boards(rows)))
    elif form == "csv":
        _give(report.csv_text(rows), output)
    else:
        _give("\n".join(f"% {title}\n{report.latex(board)}" for title, board in coverage_boards(rows)), output)


def _give(text: str, output: Path | None) -> None:
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        output.write_text(text)
    except OSError as error:
        raise UserError(f"cannot write {output}: {error.strerror}") from error
    click.echo(f"wrote {output}", err=True)
