"""askance check: gates on the results of a workspace, with an exit code for CI."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from askance.cli.config_option import config_option
from askance.cli.console import json_option, print_json, print_rich, print_text
from askance.cli.workspace_type import WORKSPACE
from askance.core.atomic_files import write_atomic
from askance.core.errors import UserError
from askance.core.input_files import check_output_path


class MisuseError(UserError):
    """A user error of this command: exit code 1 means that a gate failed."""

    code = 2


class CheckCommand(click.Command):
    """Gives user errors their own exit code."""

    def make_context(self, *arguments: Any, **settings: Any) -> click.Context:
        """Parse the command line."""
        with _as_misuse():
            return super().make_context(*arguments, **settings)

    def invoke(self, context: click.Context) -> Any:
        """Run the command."""
        with _as_misuse():
            return super().invoke(context)


@contextmanager
def _as_misuse() -> Iterator[None]:
    try:
        yield
    except UserError as error:
        raise MisuseError(str(error)) from error


@click.command("check", cls=CheckCommand)
@click.argument("folder", type=WORKSPACE)
@click.option("-m", "--model", multiple=True, help="Check only this model; repeat for several. [default: all models]")
@click.option(
    "--min",
    "minimum",
    multiple=True,
    metavar="METRIC=NUMBER",
    help="Smallest accepted value, such as carets.cacc=60, or carets.cacc/negation=50 for a group of cases.",
)
@click.option(
    "--max",
    "maximum",
    multiple=True,
    metavar="METRIC=NUMBER",
    help="Largest accepted value, such as metamorphic.error=10.",
)
@click.option(
    "--not-worse-than",
    metavar="BASE[:MODEL]",
    help="Require that no metric is worse than in workspace BASE by --margin or more. The base model is MODEL, or the"
    " model with the same name. Write :MODEL for a model in FOLDER.",
)
@click.option(
    "--nothing-worse-than",
    metavar="BASE[:MODEL]",
    help="Fail if any metric is shown to be worse than in BASE by more than --margin (default 0). The intervals allow"
    " for the number of metrics.",
)
@click.option(
    "--margin",
    metavar="NUMBER[%]",
    help="Accepted loss against BASE: in points (2), or relative to the distance from the base value to the nearer end"
    " of its scale (10%).",
)
@click.option(
    "--metric",
    multiple=True,
    help="Compare only this metric with BASE, such as carets.cacc or carets.cacc/negation; repeat for several."
    " [default: all headline metrics]",
)
@click.option("--point", is_flag=True, help="Compare the estimates instead of the 95 % intervals.")
@click.option(
    "--undecided",
    type=click.Choice(["ok", "fail"]),
    help="What to do if an interval contains the limit: pass or fail. [default: exit code 3]",
)
@click.option("--junit", type=click.Path(path_type=Path, dir_okay=False), help="Write JUnit XML to this file.")
@click.option(
    "--summary",
    type=click.Path(path_type=Path, dir_okay=False),
    help='Append a Markdown table to this file, such as "$GITHUB_STEP_SUMMARY".',
)
@config_option
@json_option
def command(
    folder: Path | str, model: tuple[str, ...], minimum: tuple[str, ...], maximum: tuple[str, ...],
    not_worse_than: str | None, nothing_worse_than: str | None, margin: str | None, metric: tuple[str, ...],
    point: bool, undecided: str | None, junit: Path | None, summary: Path | None, config: Path | None, as_json: bool,
) -> int:  # fmt: skip
    """Check the results in FOLDER, the workspace of `askance run --out FOLDER`, against limits or a base model.

    Exit code 0: every gate passes. 1: a gate fails. 3: no gate fails, but at least one is undecided or has no data.
    2: wrong use.
    """
    from askance import report
    from askance.report.check_function import check

    for path in (junit, summary):
        if path is not None:
            check_output_path(path)
    done = check(
        folder, models=model, minimum=minimum, maximum=maximum, not_worse_than=not_worse_than,
        nothing_worse_than=nothing_worse_than, margin=margin, metrics=metric, point=point,
        undecided="report" if undecided is None else "ok" if undecided == "ok" else "fail",
    )  # fmt: skip
    if junit is not None:
        _write(junit, done.to_junit(), is_added=False)
    if summary is not None:
        _write(summary, done.to_markdown(), is_added=True)
    if as_json:
        print_json({"result": done.result, "passed": done.passed, "gates": done.rows, "notes": done.explanations})
    else:
        print_rich(report.rich_table(done.board(), str(folder)))
        print_text("\n".join([done.summary, *done.reasons, *done.explanations]))
    return done.exit_code


def _write(path: Path, text: str, is_added: bool) -> None:
    try:
        if is_added:
            with path.open("a", encoding="utf-8") as file:
                file.write(text)
        else:
            write_atomic(path, text.encode())
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}") from error
