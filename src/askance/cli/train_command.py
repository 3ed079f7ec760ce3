"""askance train: a built-in model trained on a data set's questions."""

import os
from pathlib import Path
from typing import Any

import click
from askance.cli import name_completion
from askance.cli.console import TerminalProgress, json_option, print_json, print_rich, print_text
from askance.core.plural import plural
from click.shell_completion import CompletionItem


def _complete_models(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from askance.models.builtin import NAMES

    return [CompletionItem(name) for name in NAMES if name.startswith(incomplete)]


@click.command("train")
@click.argument("model", shell_complete=_complete_models)
@click.option(
    "-d",
    "--data",
    default="stickers:train",
    show_default=True,
    shell_complete=name_completion.complete_data,
    help="Training data: name of a data set with questions (see `askance list datasets`).",
)
@click.option(
    "--cases",
    multiple=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="Additional training data: a file that `askance generate … -o FILE.jsonl` or `askance report --failures`"
    " wrote; repeat for several files.",
)
@click.option("--from", "start", default="", help="Start from the weights of builtin:NAME or of a model folder.")
@click.option("--epochs", type=click.IntRange(1), default=10, show_default=True, help="Number of epochs.")
@click.option("--limit", type=click.IntRange(1), help="Maximum number of questions from the data set.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Random seed.")
@click.option("--batch-size", type=click.IntRange(1), default=32, show_default=True, help="Images per training step.")
@click.option(
    "--rate", type=click.FloatRange(0, min_open=True), help="Learning rate. [default: 0.001, or 0.0003 with --from]"
)
@click.option(
    "--check",
    default="",
    shell_complete=name_completion.complete_data,
    help="Data set on which accuracy is measured after every epoch.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder for the trained model. [default: askance-models/MODEL]",
)
@name_completion.outside_option
@json_option
def command(
    model: str, data: str, cases: tuple[Path, ...], start: str, epochs: int, limit: int | None, seed: int,
    batch_size: int, rate: float | None, check: str, output: Path | None, allow_outside: bool,
    as_json: bool,
) -> None:  # fmt: skip
    """Train a built-in model (blind, cnn-lstm, attention or transformer) on a data set with questions.

    To resume an interrupted training, run the same command again. To use the trained model, run `askance
    run -m builtin:FOLDER`, where FOLDER is the folder of -o.
    """
    from askance.datasets.reading.folder_boundary import name_with_outside_allowed
    from askance.training.recipe import TrainingRecipe, train_model

    data = name_with_outside_allowed(data, allow_outside)
    check = name_with_outside_allowed(check, allow_outside) if check else ""
    recipe = TrainingRecipe(model, data, tuple(map(str, cases)), start, epochs, limit, seed, check, batch_size, rate)
    folder = output or Path("askance-models") / model
    bar = TerminalProgress(is_logged=False)
    try:
        card = train_model(recipe, folder, os.cpu_count() or 1, bar)
    finally:
        bar.finish()
    if as_json:
        print_json({"folder": str(folder), **{key: card[key] for key in card if key not in ("words", "answers")}})
    else:
        _print_result(card, folder, recipe.check)


def _print_result(card: dict[str, Any], folder: Path, check: str) -> None:
    from rich.table import Table

    print_text(
        f"{card['model']}: {plural(card['questions'], 'question')} about {plural(card['pictures'], 'image')},"
        f" {plural(card['epochs'], 'epoch')}"
        f" in {card['seconds']:,.0f} s; ONNX Runtime and torch differ by {card['onnx_difference']:.1g}"
    )
    if card["check"]:
        table = Table("answers", "right %", title=f"accuracy of the exported model on {check}")
        for name, value in card["check"].items():
            table.add_row("all" if name == "accuracy" else name, f"{value:.2f}")
        print_rich(table)
    print_text(f"askance run -m builtin:{folder}")
