"""askance generate: a suite's cases as a file."""

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from askance.cli import name_completion
from askance.cli.console import TerminalProgress, json_option, print_json, print_text
from askance.cli.export_files import save_images, write_then_move
from askance.core import Case, Dataset, UserError
from askance.core.dataset import image_file_of
from askance.core.interface_checks import check_limit
from askance.core.outside_code_errors import name_outside_code_in_errors
from askance.core.plural import plural
from askance.core.progress import send_progress_to

if TYPE_CHECKING:
    import pyarrow as pa
    from askance.core import Suite

Row = dict[str, Any]


@click.command("generate")
@click.argument("suite", shell_complete=name_completion.complete_suites)
@name_completion.data_option
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), required=True, help="Output file.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["jsonl", "parquet", "vqa2", "tasks"]),
    help="Output format. [default: parquet if the file ends in .parquet, else jsonl]",
)
@click.option(
    "--pictures",
    type=click.Path(path_type=Path, file_okay=False),
    help="With --format vqa2 or tasks: write the images to this folder.",
)
@click.option(
    "--pairs",
    type=click.IntRange(1),
    help="With --format tasks: number of question pairs for each combination of test (kind of change) and question"
    " type. [default: 100]",
)
@click.option(
    "--gold",
    shell_complete=name_completion.complete_data,
    help="With --format tasks: data set that provides the gold questions. [default: the data set of -d]",
)
@name_completion.image_options
@click.option(
    "--limit",
    type=click.IntRange(1),
    help="Maximum number of questions. For carets, it limits the question pairs; for metamorphic, the tests."
    " The sample has as many images as possible.",
)
@name_completion.seed_option
@json_option
def command(
    suite: str, data: str, output: Path, form: str | None, pictures: Path | None, pairs: int | None, gold: str | None,
    allow_outside: bool, objects: str | None, objects_threshold: float | None, limit: int | None, seed: int,
    as_json: bool,
) -> None:  # fmt: skip
    """Write the cases of a suite to a file, for other tools and for training.

    The formats jsonl and parquet write one record per case. The format vqa2 writes two files in the layout of VQA v2:
    OUTPUT.questions.json and OUTPUT.annotations.json. The suite implications writes the implied questions with the
    answers that follow from the expected answers of the data set.

    The format tasks writes questions for human annotators. A task is a list of questions for one annotator. Each task
    also contains gold questions. Their answers are known, so they show how carefully the annotator works. To score the
    collected answers, run `askance run -m human:ANSWERS#OUTPUT`, where ANSWERS is the file of the answers.
    """
    from askance.datasets.detected_dataset import name_with_detector
    from askance.datasets.reading.folder_boundary import name_with_outside_allowed
    from askance.suites import open_suite

    opened = open_suite(suite)
    data = name_with_detector(name_with_outside_allowed(data, allow_outside), objects, objects_threshold)
    gold = None if gold is None else name_with_outside_allowed(gold, allow_outside)
    source = _open_data(data, opened)
    _check_can_generate(opened, suite)
    form = form or ("parquet" if output.suffix == ".parquet" else "jsonl")
    if pictures is not None and form not in ("vqa2", "tasks"):
        raise UserError(f"--pictures goes with --format vqa2 or tasks, not with {form}")
    for option, value in (("--pairs", pairs), ("--gold", gold)):
        if value is not None and form != "tasks":
            raise UserError(f"{option} goes with --format tasks, not with {form}")
    if limit is not None:
        check_limit(source, seed)
    cases = _cases_with_progress(opened, source, limit, seed)
    if form == "tasks":
        from askance.cli.task_export import write_annotation_tasks

        _print_summary(write_annotation_tasks(cases, source, data, gold, output, pictures, pairs, seed), as_json)
        return
    if form == "vqa2":
        _print_summary(_write_training(cases, output, data, source, pictures), as_json)
        return
    from askance.report.row_files import write_rows

    scene_id, first = _scene_id_lookup(source), next(cases, None)
    if first is None:
        raise UserError("there are no cases to write: check the data set and --limit")
    rows = (_case_to_row(case, source, scene_id) for case in chain([first], cases))
    count = write_rows(rows, output, _parquet_schema(), form == "parquet")
    _print_summary({"cases": count, "file": str(output)}, as_json)


def _check_can_generate(opened: "Suite", name: str) -> None:
    """An adaptive suite has no cases before a model answers, unless it can make them from expected answers."""
    from askance.core.suite import SuiteWithTrainingCases

    if opened.card.adaptive and not isinstance(opened, SuiteWithTrainingCases):
        raise UserError(f"{name} makes its cases from a model's answers: run it instead")


def _open_data(data: str, suite: "Suite") -> Dataset:
    """The data set; what is detected in it is kept in the user's cache, since there is no workspace."""
    from threading import Event

    from askance.core.cache_folder import cache_folder
    from askance.datasets import open_dataset
    from askance.engine.attach_detection_cache import attach_detection_cache

    folder = cache_folder()
    return attach_detection_cache(
        open_dataset(data), folder and folder / "scenes", [suite], TerminalProgress(), Event()
    )


def _cases_with_progress(suite: "Suite", data: Dataset, limit: int | None, seed: int) -> Iterator[Case]:
    """The cases of the first round, checked as a run does; what takes long before the first one is shown."""
    from threading import Event

    from askance.core.progress import WorkProgress
    from askance.core.suite import SuiteWithTrainingCases
    from askance.engine.check_case_names import CaseChecker

    bar = TerminalProgress()
    try:
        with (
            send_progress_to(WorkProgress(bar, Event())),
            name_outside_code_in_errors(f"{suite.card.name} on {data.name}", suite, data),
        ):
            if isinstance(suite, SuiteWithTrainingCases):
                cases: Iterable[Case] = suite.training_cases(data, limit, seed)
            else:
                cases = next(suite.rounds(data, limit, seed))
            yield from CaseChecker(suite).checked_cases(cases)
    finally:
        bar.finish()


def _print_summary(done: Row, as_json: bool) -> None:
    if as_json:
        print_json(done)
    elif "cases" in done:
        print_text(f"{plural(done['cases'], 'case')} in {done['file']}")
    elif "tasks" in done:
        print_text(
            f"{plural(done['tasks'], 'task')} with {plural(done['questions'], 'question')} of"
            f" {plural(done['pairs'], 'pair')} and {plural(done['gold'], 'gold question')} in {done['file']};"
            f" each task is for {done['annotations']} annotators"
        )
    else:
        print_text(
            f"{plural(done['questions'], 'question')} about {plural(done['pictures'], 'image')} in"
            f" {' and '.join(done['files'])}; {done['left_out']:,} skipped because their answer is unknown or disputed"
        )


def _scene_id_lookup(data: Dataset) -> Callable[[str | None], str | None]:
    """Image name → the id of its scene, each looked up once."""
    known: dict[str | None, str | None] = {None: None}

    def scene_id(image: str | None) -> str | None:
        if image is not None and image not in known:
            scene = data.scene(image)
            known[image] = scene.id if scene else None
        return known[image]

    return scene_id


def _case_to_row(case: Case, data: Dataset, scene_id: Callable[[str | None], str | None]) -> Row:
    from askance.core.query import step_texts
    from askance.report.case_rows import case_row, stimulus_row

    about = [
        {
            "role": role,
            "image_file": image_file_of(data, query.stimulus.image),
            "scene": scene_id(query.stimulus.image),
            "inside": step_texts(query.condition.inside),
        }
        for role, query in case.asks
    ]
    asks = [stimulus_row(query.stimulus) | more for (_, query), more in zip(case.asks, about, strict=True)]
    return {**case_row(case), "asks": asks}


def _parquet_schema() -> "pa.Schema":
    """Said outright: a first chunk without edits or options would not tell what they are."""
    import pyarrow as pa
    from askance.report.row_files import EXPECTED, TAGS, TEXT, TEXTS

    steps = [("edits", TEXTS), ("inside", TEXTS)]
    ask = pa.struct(
        [("role", TEXT), ("image", TEXT), ("image_file", TEXT), ("scene", TEXT), ("question", TEXT), *steps]
    )
    names = ("suite", "name", "group", "relation", "reads")
    more = [("options", TEXTS), ("asks", pa.list_(ask)), ("expected", EXPECTED), ("tags", TAGS)]
    return pa.schema([*((name, TEXT) for name in names), *more])


def _write_training(cases: Iterable[Case], output: Path, name: str, data: Dataset, pictures: Path | None) -> Row:
    from askance.report.training_export import make_training_export

    made = make_training_export(cases)
    info = {"description": f"askance generate, {name}", "version": "vqa2"}
    files = []
    for kind, records in (("questions", made.questions), ("annotations", made.annotations)):
        path = output.with_name(f"{output.name}.{kind}.json")
        text = json.dumps({"info": info, "data_subtype": name, kind: records}, ensure_ascii=False)
        write_then_move(path, lambda temporary, text=text: temporary.write_text(text, encoding="utf-8"))  # type: ignore[misc]
        files.append(str(path))
    if pictures is not None:
        named = {f"{number:012d}.png": (data, *picture) for number, picture in made.pictures.items()}
        save_images(named, pictures)
    return {
        "questions": len(made.questions), "pictures": len(made.pictures), "left_out": made.left_out, "files": files
    }  # fmt: skip
