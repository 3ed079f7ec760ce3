"""askance power: how many images does a comparison need?"""

import click
from askance.cli.console import json_option, print_json, print_rich, print_text


@click.command("power")
@click.argument("targets", nargs=-1, required=True, metavar="DIR MODEL_A [MODEL_B]")
@click.option(
    "--detect",
    type=float,
    default=2.0,
    show_default=True,
    help="The difference to find, in points of the metric.",
)
@click.option(
    "--metric",
    "metrics",
    multiple=True,
    help="Show only this metric, such as carets.cacc. Repeat the option for several metrics.",
)
@json_option
def command(targets: tuple[str, ...], detect: float, metrics: tuple[str, ...], as_json: bool) -> None:
    """Estimate how many images are needed to find a difference between two models with 80 % power.

    With two models, the estimate uses their present results. With one model, it assumes that the models differ on
    5, 10 and 20 % of the cases.
    """
    from askance.report.board_text import rich_table
    from askance.report.power import power

    found = power(*targets, detect=detect, metrics=metrics)
    if as_json:
        print_json(found.table.to_pylist())
    else:
        board = found.board()
        print_rich(rich_table(board, board.title))
    for line in found.notes:
        print_text(line, err=as_json)
