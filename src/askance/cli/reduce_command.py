"""askance reduce: a published score of paired benchmarks, from the stored answers of a workspace."""

from pathlib import Path

import click
from askance.cli.console import json_option, print_json, print_rich, print_text
from askance.core.dataset import VARIANT


@click.command("reduce")
@click.argument("name", metavar="NAME")
@click.argument("folder", type=click.Path(path_type=Path))
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
    name: str, folder: Path, models: tuple[str, ...], group: str, variant: str, by: str, baseline: str, suite: str,
    as_json: bool,
) -> None:  # fmt: skip
    """Compute the score NAME from the answers in FOLDER, the workspace of `askance run --out FOLDER`.

    NAME is one of all-correct, question-accuracy, image-accuracy, worst-case, pairwise-agreement, pope, mce and spread.
    """
    from askance.report import rich_table
    from askance.report.reduce_workspace import open_reducer, reduce_workspace, reduction_board, reduction_notes
    from askance.report.reducer_input import Reduction
    from askance.store import Workspace

    reducer = open_reducer(name)
    space = Workspace.for_reading(folder)
    rows = reduce_workspace(space, Reduction(reducer, group, variant, by, baseline, suite), models)
    for line in reduction_notes(space, suite):
        print_text(line, err=True)
    if as_json:
        print_json(rows)
        return
    print_rich(rich_table(reduction_board(rows, reducer), f"{name} ({reducer.source})"))
    print_text(
        f"Figures are: value [95 % interval] n = number of {reducer.unit}. ↑ higher is better, ↓ lower is better."
    )
