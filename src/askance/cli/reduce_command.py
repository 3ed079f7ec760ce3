"""askance reduce: a published score of paired benchmarks, from the stored answers of a workspace."""

from pathlib import Path

import click
from askance.cli.console import json_option, print_json, print_rich, print_text
from askance.cli.workspace_type import WORKSPACE
from askance.core.dataset import VARIANT


@click.command("reduce")
@click.argument("name", metavar="NAME")
@click.argument("folder", type=WORKSPACE)
@click.option("-m", "--model", "models", multiple=True, help="Show only this model. May be repeated.")
@click.option(
    "--group",
    default="group",
    show_default=True,
    help="What forms a group of questions: the field `group` of the data, `image`, or the name of a tag.",
)
@click.option("--variant", default=VARIANT, show_default=True, help="The tag that names the variants of a question.")
@click.option("--by", default="", help="Name of a tag: also show the score for each of its values.")
@click.option("--baseline", default="", help="With mce: the model that the others are compared with.")
@click.option("-s", "--suite", default="accuracy", show_default=True, help="The suite whose answers are used.")
@json_option
def command(
    name: str, folder: Path | str, models: tuple[str, ...], group: str, variant: str, by: str, baseline: str,
    suite: str, as_json: bool,
) -> None:  # fmt: skip
    """Compute the score NAME from the answers in FOLDER, the workspace of `askance run --out FOLDER`.

    NAME is one of all-correct, question-accuracy, image-accuracy, worst-case, pairwise-agreement, pope, mce and spread.
    """
    from askance.report import rich_table
    from askance.report.reduce_function import reduce

    found = reduce(name, folder, models=models, group=group, variant=variant, by=by, baseline=baseline, suite=suite)
    for line in found.notes:
        print_text(line, err=True)
    if as_json:
        print_json(list(found.rows))
        return
    board = found.board()
    print_rich(rich_table(board, board.title))
    print_text(found.legend)
