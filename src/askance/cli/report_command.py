"""askance report: what a workspace says, as a table, JSON, CSV, LaTeX, Markdown or HTML."""

from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click
from askance.cli.board_output import output_boards, output_text
from askance.cli.console import json_option, print_json, print_text, to_json_text
from askance.cli.report_figures import FiguresRequest, report_figures
from askance.cli.workspace_type import WORKSPACE
from askance.core.errors import UserError
from askance.core.plural import plural

if TYPE_CHECKING:
    from askance.store import Workspace


@click.command("report")
@click.argument("folder", type=WORKSPACE)
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "json", "csv", "latex", "md", "html"]),
    default="table",
    show_default=True,
    help="Output format.",
)
@click.option(
    "--by", "metric", help="Show one metric for each group of cases. Write SUITE.METRIC, such as accuracy.accuracy."
)
@click.option(
    "--metric",
    "metrics",
    multiple=True,
    metavar="SUITE.METRIC",
    help="Show only this metric of the leaderboard, such as accuracy.accuracy; repeat for several columns.",
)
@click.option(
    "--coverage",
    "suite",
    help="Name of a suite. For each pair of models A and B, show the share of A's correct answers that B also gets"
    " right. This number is not related to the metric named coverage.",
)
@click.option(
    "--wide", is_flag=True, help="Show every headline metric, in several tables where the terminal is too narrow."
)
@click.option(
    "--paper",
    help="Write the LaTeX tables of a paper with the results of this workspace: carets, benchmarking, metavqa,"
    " basic-questions or ivqa.",
)
@click.option("--base", help="With --paper carets: the model that the differences of Table 5 refer to.")
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
@click.option(
    "--all-versions",
    is_flag=True,
    help="Also show earlier versions of models, each in a row of its own with its short fingerprint and date.",
)
@click.option(
    "-m",
    "--model",
    "models",
    multiple=True,
    help="Show only this model, or an earlier version of it (MODEL@FINGERPRINT); repeat for several. With --failures:"
    " write only its cases.",
)
@click.option("-s", "--suite", "failed", help="With --failures: write only the cases of this suite.")
@click.option(
    "--pictures",
    type=click.Path(path_type=Path, file_okay=False),
    help="With --failures: also write the images that the model received (PNG) to this folder.",
)
@json_option
def command(
    folder: Path | str, form: str, metric: str | None, metrics: tuple[str, ...], suite: str | None, wide: bool,
    paper: str | None, base: str | None, usage: bool, output: Path | None, failures: Path | None, all_versions: bool,
    models: tuple[str, ...], failed: str | None, pictures: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Summarise the results in FOLDER, the workspace of `askance run --out FOLDER`."""
    from askance.store import Workspace

    space = Workspace.for_reading(folder)
    _warn_about_unrecorded(space)
    if metrics:
        _check_columns_alone({"--by": metric, "--coverage": suite, "--paper": paper, "--failures": failures}, usage)
        if form == "html" and not as_json:
            raise UserError("--metric has no page: choose table, json, csv, latex or md")
    if failures is not None:
        others = {"--usage": usage or None, "--output": output, "--all-versions": all_versions or None}
        for name, value in {"--by": metric, "--coverage": suite, **others}.items():
            if value is not None:
                raise UserError(f"{name} does not go with --failures FILE: run `askance report` twice")
        _export_failures(space, failures, models, failed, pictures, as_json)
        return
    if failed is not None:
        raise UserError("--suite goes with --failures FILE: choose columns with --metric SUITE.METRIC")
    if pictures is not None:
        raise UserError("--pictures goes with --failures FILE")
    if models and (suite is not None or paper is not None):
        raise UserError("--model does not go with --coverage or --paper, which show all models: leave it out")
    if base is not None and paper is None:
        raise UserError("--base goes with --paper carets")
    if all_versions and (usage or suite is not None or paper is not None):
        raise UserError("--all-versions does not go with --usage, --coverage or --paper: leave it out")
    if paper is not None:
        if metric is not None or suite is not None or usage:
            raise UserError("--paper does not go with --by, --coverage or --usage: run `askance report` twice")
        _paper(space, paper, base or "", output)
        return
    if usage:
        if metric is not None or suite is not None:
            raise UserError("--usage does not go with --by or --coverage: choose one of them")
        _usage(space, "json" if as_json else form, models, output)
        return
    if suite is not None:
        if metric is not None:
            raise UserError("--by does not go with --coverage: choose one of them")
        _report_coverage(space, suite, "json" if as_json else form, output)
        return
    wanted = FiguresRequest("json" if as_json else form, metric, metrics, models, wide, all_versions)
    report_figures(space, wanted, output)


def _check_columns_alone(others: Mapping[str, object], usage: bool) -> None:
    """UserError where --metric is given with an option that shows something else than the leaderboard."""
    given = [name for name, value in others.items() if value is not None] + (["--usage"] if usage else [])
    if "--by" in given:
        by = "--by SUITE.METRIC already names the metric, and shows it for each group"
        raise UserError(f"--metric chooses columns of the leaderboard, and {by}: leave out one of them")
    if given:
        raise UserError(f"--metric chooses columns of the leaderboard: leave out {given[0]}")


def _warn_about_unrecorded(space: "Workspace") -> None:
    """Figures whose run left no record are not shown, whatever is asked for: say so."""
    if lost := space.unrecorded_tables():
        more = f" (and {len(lost) - 1} more)" if len(lost) > 1 else ""
        space.say(
            f"{lost[0]}{more} belongs to no recorded run: run its `askance run` command again to show its results"
        )


def _export_failures(
    space: "Workspace", path: Path, models: Sequence[str], suite: str | None, pictures: Path | None, as_json: bool
) -> None:
    """The failing inputs as a file of training data."""
    from askance.report.changed_inputs import describe_changed_inputs
    from askance.report.failure_rows import FailureFilter, failure_rows, find_matching_results, write_failures

    wanted = [FailureFilter(model, suite) for model in dict.fromkeys(models or (None,))]
    lines = describe_changed_inputs([found for each in wanted for found in find_matching_results(space, each)])
    count = write_failures(chain.from_iterable(failure_rows(space, each, pictures) for each in wanted), path)
    for line in lines:
        click.echo(line, err=True)
    if as_json:
        print_json({"failing": count, "file": str(path), "pictures": None if pictures is None else str(pictures)})
    else:
        print_text(f"{plural(count, 'failing case')} in {path}" + (f", images in {pictures}" if pictures else ""))


def _report_coverage(space: "Workspace", suite: str, form: str, output: Path | None) -> None:
    """The coverage matrix of one suite, in any form but a page."""
    from askance import report
    from askance.report.coverage_matrix import LEGEND, coverage_boards, workspace_coverage_matrix

    if form == "html":
        raise UserError("--coverage has no page: choose table, json, csv, latex or md")
    rows = workspace_coverage_matrix(space, suite).to_pylist()
    notes = [*report.find_changed_inputs(space, suite), *report.partial_and_sample_notes(rows, report.is_shard(space))]
    if form in ("json", "csv"):
        for line in notes:
            click.echo(line, err=True)
        output_text(to_json_text(rows) if form == "json" else report.to_csv(rows), output)
    else:
        output_boards(list(coverage_boards(rows)), [LEGEND, report.sample_line(rows), *notes], form, output)


def _paper(space: "Workspace", name: str, base: str, output: Path | None) -> None:
    """The tables of a paper as LaTeX, with what to know before believing them as comments."""
    from askance import report
    from askance.report.belief_sets import all_belief_sets
    from askance.report.paper_tables import paper_tables, render_paper

    rows = report.table_to_rows(report.current_metrics(space))
    tables = paper_tables(name, rows, report.usage_rows(space), base, all_belief_sets(space))
    notes = [*report.find_changed_inputs(space, None), *report.partial_and_sample_notes(rows, report.is_shard(space))]
    output_text(render_paper(tables, f"Askance: results of {space.name} in the form of {name}", notes), output)


def _usage(space: "Workspace", form: str, models: Sequence[str], output: Path | None) -> None:
    """What the models took, in any form but a page."""
    from askance import report

    if form == "html":
        raise UserError("--usage has no page: choose table, json, csv, latex or md")
    rows = report.usage_rows(space, report.choose_results(space, models).results)
    if form in ("json", "csv"):
        output_text(to_json_text(rows) if form == "json" else report.to_csv(rows), output)
    elif rows:
        output_boards([(space.name, report.usage_board(rows))], [], form, output)
    else:
        raise UserError(f"{space.name}: no model of this workspace reports parameters, tokens, latency or cost")
