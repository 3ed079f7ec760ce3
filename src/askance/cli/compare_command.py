"""askance compare: which of two models is better, and is the difference significant?"""

from pathlib import Path

import click
from askance.cli.console import json_option, print_rich, print_text, to_json_text
from askance.core.errors import UserError
from askance.core.plural import plural


@click.command("compare")
@click.argument("targets", nargs=-1, required=True, metavar="DIR MODEL_A MODEL_B | DIR:MODEL_A DIR2:MODEL_B")
@click.option(
    "--by", help="Also compare groups of cases. Write group (such as the tests of carets), or a tag such as type."
)
@click.option(
    "--metric",
    "metrics",
    multiple=True,
    help="Compare only this metric, such as carets.cacc. Repeat the option for several metrics. Without it, the"
    " headline metrics of all suites are compared.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "json", "csv", "md"]),
    default="table",
    show_default=True,
    help="Output format.",
)
@click.option(
    "--failures",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the cases that one model passes and the other fails to a .jsonl or .parquet file.",
)
@click.option(
    "--pictures",
    type=click.Path(path_type=Path, file_okay=False),
    help="With --failures: also write the images that the models received (PNG) to this folder.",
)
@click.option("--swaps", type=click.IntRange(100), default=10_000, show_default=True, help="Number of random swaps.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Random seed of the swaps.")
@json_option
def command(
    targets: tuple[str, ...], by: str | None, metrics: tuple[str, ...], form: str, failures: Path | None,
    pictures: Path | None, swaps: int, seed: int, as_json: bool,
) -> None:  # fmt: skip
    """Compare two models on the cases that both have: which is better, and is the difference significant?

    Name two models of one workspace (DIR MODEL_A MODEL_B) or of two (DIR:MODEL_A DIR2:MODEL_B). Write an earlier
    version of a model as MODEL@FINGERPRINT.
    """
    from askance.report.board_text import rich_table, to_csv, to_markdown
    from askance.report.compare_models import compare
    from askance.report.failure_rows import check_failures_path

    if failures is not None:
        check_failures_path(failures)
    elif pictures is not None:
        raise UserError("--pictures goes with --failures FILE")
    found = compare(*targets, by=by, metrics=metrics, swaps=swaps, seed=seed)
    form = "json" if as_json else form
    if form in ("json", "csv"):
        rows = found.table.to_pylist()
        print_text(to_json_text(rows) if form == "json" else to_csv(rows), nl=False)
        for line in (*found.lines, *found.all_notes):
            print_text(line, err=True)
    elif form == "md":
        tables = (f"**{board.title}**\n\n{to_markdown(board)}" for board in found.boards())
        for text in (*found.lines, *tables, *found.all_notes):
            print_text(f"{text}\n")
    else:
        for line in found.lines:
            print_text(line)
        print_rich(*(rich_table(board, board.title) for board in found.boards()))
        for line in found.all_notes:
            print_text(line)
    if failures is not None:
        from askance.report.discordant_cases import write_discordant_cases

        a, b = write_discordant_cases(found, failures, pictures)
        only = (
            f"{plural(a, 'case')} that only {found.name_a} passes, {plural(b, 'case')} that only {found.name_b} passes"
        )
        print_text(f"wrote {failures}: {only}", err=True)
