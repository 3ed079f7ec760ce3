"""askance inverse: question models of inverse VQA, which ask the question that an answer belongs to."""

from pathlib import Path

import click
from askance.cli import name_completion
from askance.cli.console import json_option, print_json, print_text
from askance.core.plural import plural

data_option = click.option(
    "-d", "--data", default="stickers", show_default=True, shell_complete=name_completion.complete_data,
    help="Data set with annotated questions.",
)  # fmt: skip
seed_option = click.option("--seed", default=0, show_default=True, help="Random seed.")


@click.group("inverse")
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
    " caption evaluation; needs askance[coco-metrics]).",
)
@click.option("--vqa/--no-vqa", default=True, show_default=True, help="Also measure VQA models, for Table 2.")
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
    meteor: str, vqa: bool, tasks: Path | None, human: str | None, form: str, output: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Evaluate generators: language scores, and how well they rank the true questions of pools."""
    from askance.cli.inverse_evaluation import EvaluationRequest, output_evaluation, run_evaluation

    request = EvaluationRequest(
        data, generators or ("inverse",), baselines, limit, pool_file, seed, meteor, vqa, tasks, human
    )
    rows, notes = run_evaluation(request)
    output_evaluation(rows, notes, "json" if as_json else form, output)
