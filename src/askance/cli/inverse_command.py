"""askance inverse: question models of inverse VQA, which ask the question that an answer belongs to."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from askance.cli import name_completion
from askance.cli.command_group import CommandGroup
from askance.cli.console import TerminalProgress, json_option, print_json, print_text
from askance.core.plural import plural

data_option = click.option(
    "-d", "--data", default="stickers", show_default=True, shell_complete=name_completion.complete_data,
    help="Data set with annotated questions.",
)  # fmt: skip
output_option = click.option(
    "-o", "--output", type=click.Path(path_type=Path, file_okay=False), required=True, help="Folder for the generator."
)
seed_option = click.option("--seed", default=0, show_default=True, help="Random seed.")


@click.group("inverse", cls=CommandGroup)
def command() -> None:
    """Generate and evaluate questions for a given image and answer (inverse VQA).

    A generator is a model that asks questions: given an image and an answer, it generates questions that have this
    answer. All commands have the option --json.
    """


@command.command("pools")
@data_option
@click.option(
    "-o", "--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="Output file (JSON lines)."
)
@click.option("--limit", type=click.IntRange(1), help="Maximum number of pools.")
@seed_option
@json_option
def pools(data: str, out: Path, limit: int | None, seed: int, as_json: bool) -> None:
    """Write pools of 24 questions, each for one image and one answer.

    Each pool has 1 to 3 true questions and distractors of four kinds. No distractor is true for its image.
    """
    from askance.cli.inverse_evaluation import collect_pools, pool_notes
    from askance.core.atomic_files import write_atomic
    from askance.core.input_files import check_output_path
    from askance.datasets import open_dataset
    from askance.inverse.pool_files import encode_pools

    check_output_path(out)
    found = collect_pools(open_dataset(data), limit, seed)
    write_atomic(out, encode_pools(found.pools))
    if as_json:
        about = {"pools": len(found.pools), "skipped": dict(found.skipped), "unchecked": found.unchecked}
        print_json({**about, "file": str(out)})
    else:
        print_text(f"{plural(len(found.pools), 'pool')} in {out}")
        for line in pool_notes(found):
            print_text(line)


@command.command("eval")
@data_option
@click.option(
    "-g",
    "--generator",
    "generators",
    multiple=True,
    help="Generator: inverse (the built-in one), a folder of `askance inverse train`, nn, prior or training-questions."
    " May be repeated. [default: inverse]",
)
@click.option(
    "--baselines",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="Folder of trained baselines, one folder each: answer-only, image-only, image-type, attention.",
)
@click.option("--limit", type=click.IntRange(1), default=500, show_default=True, help="Maximum number of pools.")
@click.option(
    "--pools",
    "pool_file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Use the pools of this file, which `askance inverse pools` wrote for the same data set.",
)
@seed_option
@click.option(
    "--meteor",
    type=click.Choice(["own", "jar"]),
    default="own",
    show_default=True,
    help="Word tables of METEOR: own (exact words and stems), or jar (also synonyms and paraphrases, as in the COCO"
    " caption evaluation; needs the extra coco-metrics).",
)
@click.option("--vqa/--no-vqa", default=True, show_default=True, help="Also measure VQA models, for Table 2.")
@click.option(
    "-m",
    "--model",
    "against",
    multiple=True,
    shell_complete=name_completion.complete_models,
    help="Also draw questions with each generator and ask this model (supplement, Table 2). May be repeated.",
)
@click.option(
    "--draws",
    type=click.IntRange(1),
    default=100,
    show_default=True,
    help="Questions drawn per image and answer, with --model.",
)
@click.option(
    "--tasks",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write generated questions to this file, as tasks for people (askance annotations --make score --from FILE).",
)
@click.option(
    "--human",
    metavar="FILE|DIR#QUEUE",
    help="Scores from 0 to 4 that people gave: an exported .jsonl file, or a queue of a workspace.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "json", "csv", "latex", "md"]),
    default="table",
    show_default=True,
    help="Output format.",
)
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Write the output to this file.")
@json_option
def evaluate(
    data: str, generators: tuple[str, ...], baselines: Path | None, limit: int, pool_file: Path | None, seed: int,
    meteor: str, vqa: bool, against: tuple[str, ...], draws: int, tasks: Path | None, human: str | None, form: str,
    output: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Evaluate generators: language scores, and how well they rank the true questions of pools."""
    from askance.cli.inverse_evaluation import EvaluationRequest, output_evaluation, run_evaluation

    request = EvaluationRequest(
        data, generators or ("inverse",), baselines, limit, pool_file, seed, meteor, vqa, tasks, human, against, draws
    )
    rows, notes = run_evaluation(request)
    output_evaluation(rows, notes, "json" if as_json else form, output)


@command.command("ask")
@click.argument("image")
@click.argument("answer")
@data_option
@click.option("-g", "--generator", default="inverse", show_default=True, help="Generator: a name or a folder.")
@click.option("-n", "--number", type=click.IntRange(1, 1000), default=5, show_default=True, help="Number of questions.")
@click.option("--draw", is_flag=True, help="Draw random questions instead of the best ones.")
@seed_option
@json_option
def ask(image: str, answer: str, data: str, generator: str, number: int, draw: bool, seed: int, as_json: bool) -> None:
    """Generate questions about IMAGE that have this ANSWER.

    IMAGE is an image file, or an image of the data set: its name, the beginning of its name if only one image has it
    (stickers:test:833), or its file name.
    """
    from askance.cli.inverse_questions import ask_questions

    rows = ask_questions(image, answer, data, generator, number, draw, seed, lambda line: print_text(line, err=True))
    if as_json:
        print_json(rows)
        return
    for row in rows:
        print_text(f"{row['per_word']:6.2f}  {row['question']}")


@command.command("train")
@click.argument("variant", default="full")
@click.option(
    "-d", "--data", default="stickers:train", show_default=True, shell_complete=name_completion.complete_data,
    help="Training data: a data set with questions; the full generator also needs scenes.",
)  # fmt: skip
@click.option("--limit", type=click.IntRange(1), help="Maximum number of questions.")
@click.option("--epochs", type=click.IntRange(1), default=6, show_default=True, help="Number of epochs.")
@click.option("--batch-size", type=click.IntRange(1), default=512, show_default=True, help="Questions per step.")
@seed_option
@output_option
@json_option
def train(
    variant: str, data: str, limit: int | None, epochs: int, batch_size: int, seed: int, output: Path, as_json: bool
) -> None:
    """Train a generator: full, or a baseline (answer-only, image-only, image-type, attention).

    To resume an interrupted training, run the same command again. Training needs torch.
    """
    from askance.cli.inverse_questions import require_torch

    require_torch()
    from askance.training.inverse.recipe import GeneratorRecipe, train_question_generator

    recipe = GeneratorRecipe(variant, data, limit, epochs, batch_size, seed=seed)
    _print_trained(_with_progress(lambda bar: train_question_generator(recipe, output, _cores(), bar)), output, as_json)


@command.command("tune")
@click.option("-m", "--model", required=True, shell_complete=name_completion.complete_models, help="Model to tune to.")
@click.option("-g", "--generator", default="inverse", show_default=True, help="Generator to start from.")
@click.option(
    "-d", "--data", default="stickers:train", show_default=True, shell_complete=name_completion.complete_data,
    help="Data set whose images and answers are used.",
)  # fmt: skip
@click.option("--limit", type=click.IntRange(1), default=5000, show_default=True, help="Maximum number of questions.")
@click.option("--steps", type=click.IntRange(1), default=200, show_default=True, help="Number of training steps.")
@click.option("--pairs", type=click.IntRange(1), default=16, show_default=True, help="Images per step.")
@click.option("--draws", type=click.IntRange(2), default=8, show_default=True, help="Questions per image and step.")
@click.option(
    "--reward",
    type=click.Choice(["wrong", "beliefs"]),
    default="wrong",
    show_default=True,
    help="Reward questions that the model answers wrongly (needs scenes), or all that it answers as wanted.",
)
@click.option(
    "--drift",
    type=click.FloatRange(0),
    default=0.1,
    show_default=True,
    help="Price of leaving the generator that it starts from: a lower one finds more, with more ill-formed questions.",
)
@seed_option
@output_option
@json_option
def tune(
    model: str, generator: str, data: str, limit: int, steps: int, pairs: int, draws: int, reward: str, drift: float,
    seed: int, output: Path, as_json: bool,
) -> None:  # fmt: skip
    """Tune a generator to one model, so that its questions find more of what that model believes.

    Every step asks the model PAIRS × DRAWS questions. To resume an interrupted tuning, run the same command again.
    """
    from askance.cli.inverse_questions import require_torch

    require_torch()
    from askance.training.inverse.recipe import TuningRecipe, tune_question_generator

    recipe = TuningRecipe(model, generator, data, limit, steps, pairs, draws, reward == "wrong", drift, seed)
    _print_trained(_with_progress(lambda bar: tune_question_generator(recipe, output, _cores(), bar)), output, as_json)


def _cores() -> int:
    return os.cpu_count() or 1


def _with_progress(work: Callable[[TerminalProgress], dict[str, Any]]) -> dict[str, Any]:
    bar = TerminalProgress(is_logged=False)
    try:
        return work(bar)
    finally:
        bar.finish()


def _print_trained(card: dict[str, Any], folder: Path, as_json: bool) -> None:
    if as_json:
        shown = {key: value for key, value in card.items() if key not in ("words", "answers", "labels")}
        print_json({"folder": str(folder), **shown})
    else:
        print_text(f"{folder}: {card['variant']} generator, {card['seconds']:,.0f} s")
        print_text(f"askance inverse ask IMAGE ANSWER -g {folder}")
