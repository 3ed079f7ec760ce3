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
@click.option(
    "--coverage", "suite", help="Share of a model's right answers and pairs that another gets right too, e.g. carets."
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Write to a file instead of stdout."
)
@click.option(
    "--failures",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the failing inputs to FILE.jsonl or FILE.parquet, with answers, and true ones where they are known.",
)
@click.option("-m", "--model", help="With --failures: only this model.")
@click.option("-s", "--suite", "failed", help="With --failures: only this suite.")
@click.option(
    "--pictures",
    type=click.Path(path_type=Path, file_okay=False),
    help="With --failures: a folder for the pictures as they were shown (PNG).",
)
@json_option
def command(
    folder: Path, form: str, metric: str | None, suite: str | None, output: Path | None, failures: Path | None,
    model: str | None, failed: str | None, pictures: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Show what a workspace says."""
    from askance.store import Workspace

    space = Workspace.for_reading(folder)
    if failures is not None:
        _failures(space, failures, model, failed, pictures, as_json)
        return
    for name, value in (("--model", model), ("--suite", failed), ("--pictures", pictures)):
        if value is not None:
            raise UserError(f"{name} goes with --failures FILE")
    if suite is not None:
        _coverage(space, suite, "json" if as_json else form, output)
        return
    _figures(space, "json" if as_json else form, metric, output)


def _figures(space: "Workspace", form: str, metric: str | None, output: Path | None) -> None:
    """The leaderboard, one metric by group, or all; warnings go to stderr and into the page."""
    from askance import report

    folder = space.root
    rows = report.rows(report.metrics(space))
    if not rows:
        raise UserError(f"{folder} holds no finished figures yet: run `askance run … --out {folder}`")
    metrics = sorted({f"{row['suite']}.{row['metric']}" for row in rows})
    if metric is not None and metric not in metrics:
        raise UserError(f"--by {metric}: this workspace has {', '.join(metrics)}")
    warnings = report.warnings(space)
    for line in warnings:
        click.echo(line, err=True)
    if form == "json":
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
        text = report.page(rows, report.failures(space), f"Askance report: {folder}", warnings)
    _give(text, output)


def _failures(
    space: "Workspace", path: Path, model: str | None, suite: str | None, pictures: Path | None, as_json: bool
) -> None:
    """The failing inputs as a file of training data."""
    from askance.report.failing_inputs import Wanted, failing_inputs, write_rows

    count = write_rows(failing_inputs(space, Wanted(model, suite), pictures), path)
    if as_json:
        print_json({"failing": count, "file": str(path), "pictures": None if pictures is None else str(pictures)})
    else:
        click.echo(f"{count:,} failing inputs in {path}" + (f", their pictures in {pictures}" if pictures else ""))


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
