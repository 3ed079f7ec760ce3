"""askance demo: the main job on the embedded default."""

from pathlib import Path

import click
from askance.cli.console import Bar, json_option, print_json, print_rich

MODELS = (
    "oracle",
    "defective:verbose",
    "defective:paraphrase-sensitive",
    "defective:ignores-negation",
    "defective:first-choice",
    "defective:color-blind",
    "defective:counts-zero",
    "defective:hypernym-blind",
    "defective:yes-bias",
    "defective:blind",
    "defective:question-deaf",
    "defective:refuses",
)


@click.command("demo")
@click.option("--limit", type=click.IntRange(1), default=600, show_default=True, help="Items of the built-in world.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("askance-demo"),
    show_default=True,
    help="The workspace folder.",
)
@json_option
def command(limit: int, out: Path, as_json: bool) -> None:
    """Built-in models × built-in world × every suite: prints the leaderboard, writes a report."""
    from askance import report
    from askance.engine import run
    from askance.suites import SUITES

    bar = Bar()
    done = run(list(MODELS), "stickers", tuple(SUITES), limit=limit, out=out, watch=bar)
    bar.finish()
    rows = report.rows(done.metrics)
    path = out / "report.html"
    path.write_text(report.page(rows, report.failures(done.space, 4), "Askance demo"))
    if as_json:
        print_json(rows)
    else:
        print_rich(report.rich_table(report.leaderboard(rows), f"{limit} questions about the built-in world"))
        click.echo(f"the failing pictures and all groups: {path}")
