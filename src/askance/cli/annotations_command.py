"""askance annotations: queues of tasks for people: make them, export what annotators said, measure agreement."""

import shlex
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from askance.cli import name_completion
from askance.cli.console import json_option, print_json, print_rich, print_text
from askance.core import UserError
from askance.core.plural import plural

if TYPE_CHECKING:
    from askance.annotation.queue_state import QueueState
    from askance.annotation.tasks import Queue
    from askance.store import Workspace

KINDS = ("human", "belief", "score", "audit")
FORMATS = ("jsonl", "csv", "parquet")
SAMPLE = 100
Row = dict[str, Any]


@click.command("annotations")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--queue", "name", help="Name of the queue. [default: all queues; for a new queue: its kind and suite]")
@click.option("--make", "kind", type=click.Choice(KINDS), help="Make a queue of this kind of tasks.")
@click.option(
    "-s", "--suite", shell_complete=name_completion.complete_suites,
    help="With --make: take the questions of this suite's cases in the workspace.",
)  # fmt: skip
@click.option("--sample", type=click.IntRange(1), help=f"With --suite: number of cases. [default: {SAMPLE}]")
@click.option("--seed", type=int, help="With --suite: random seed. [default: 0]")
@click.option(
    "--from", "file", type=click.Path(path_type=Path, dir_okay=False),
    help="With --make: take the tasks from this JSON-lines file.",
)  # fmt: skip
@click.option(
    "--per-task", type=click.IntRange(1),
    help="With --make: number of annotators for each task. [default: 5 for human, else 2]",
)  # fmt: skip
@click.option("--agreement", is_flag=True, help="Print how much the annotators agree (Krippendorff's alpha).")
@click.option(
    "--format", "form", type=click.Choice(FORMATS),
    help="Export the annotations in this format. [default: the ending of the output file, else jsonl]",
)  # fmt: skip
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False),
    help="Export the annotations to this file. [default with --format: standard output]",
)  # fmt: skip
@json_option
def command(
    folder: Path, name: str | None, kind: str | None, suite: str | None, sample: int | None, seed: int | None,
    file: Path | None, per_task: int | None, agreement: bool, form: str | None, output: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Make, list and export annotation queues: tasks for people, stored in the workspace FOLDER.

    Annotators work on the tasks in the browser: start `askance serve FOLDER` and open the page Annotate. Without an
    option, the command lists the queues.

    The kinds of tasks are human (people answer the questions of a suite), belief (people judge whether a model's answer
    is relevant, about the same fact, and correct), score (people score generated questions from 0 to 4) and audit
    (people decide whether a question is fine).

    To score human answers like those of a model, run `askance run -m human:FOLDER#QUEUE`.
    """
    from askance.store import Workspace

    space = Workspace.for_reading(folder, lambda line: print_text(line, err=True))
    making: dict[str, object] = {"--suite": suite, "--sample": sample, "--seed": seed, "--from": file,
                                 "--per-task": per_task}  # fmt: skip
    if kind is None and (extra := [option for option, value in making.items() if value is not None]):
        raise UserError(f"{extra[0]} goes with --make KIND")
    if kind is not None:
        if agreement or form or output:
            raise UserError("--make makes a queue: export or measure agreement with a second command")
        _make_queue(space, name, kind, suite, sample, seed or 0, file, per_task, as_json)
        return
    queues = _read_queues(space, name)
    if agreement:
        _print_agreement(queues, as_json)
    if form or output:
        _export(queues, form, output)
    if not (agreement or form or output):
        _print_queues(queues, folder, as_json)


def _make_queue(
    space: "Workspace", name: str | None, kind: str, suite: str | None, sample: int | None, seed: int,
    file: Path | None, per_task: int | None, as_json: bool,
) -> None:  # fmt: skip
    from urllib.parse import urlencode

    from askance.annotation.kinds import find_kind
    from askance.annotation.tasks import QueueSource
    from askance.report.annotation_queues import free_queue_name, make_queue, tasks_from_cases, tasks_from_file

    if (suite is None) == (file is None):
        raise UserError("--make needs --suite NAME or --from FILE (one of them)")
    if file is not None and sample is not None:
        raise UserError("--sample goes with --suite: a queue from a file has all its tasks")
    what, count = find_kind(kind), sample or SAMPLE
    tasks = (
        tasks_from_file(space, file) if file is not None else tasks_from_cases(space, what, suite or "", count, seed)
    )
    name = name or free_queue_name(space, f"{kind}-{file.stem if file is not None else suite}")
    annotators = per_task or what.per_task
    words = ["askance", "annotations", str(space.root), "--make", kind, "--queue", name, "--per-task", str(annotators)]
    words += (
        ["--from", str(file)] if file is not None else ["-s", str(suite), "--sample", str(count), "--seed", f"{seed}"]
    )
    source = None
    if suite is not None:
        source = QueueSource((("suite", suite),), address=f"/cases?{urlencode({'suite': suite})}", sample=count)
    queue = make_queue(space, name, what, tasks, annotators, shlex.join(words), source)
    done = {"queue": queue.name, "kind": kind, "tasks": len(queue.tasks), "per_task": annotators}
    if as_json:
        print_json(done)
        return
    print_text(
        f"queue {queue.name}: {plural(len(queue.tasks), 'task')} for {plural(annotators, 'annotator')} each;"
        f" to annotate, run `askance serve {shlex.quote(str(space.root))}` and open Annotate"
    )


def _read_queues(space: "Workspace", name: str | None) -> "list[tuple[Queue, QueueState]]":
    from askance.annotation.annotate import read_queue_state
    from askance.annotation.queue_files import list_queues

    names = [name] if name is not None else [queue.name for queue in list_queues(space.root, space.say)]
    return [read_queue_state(space.root, each, space.say) for each in names]


def _print_queues(queues: "list[tuple[Queue, QueueState]]", folder: Path, as_json: bool) -> None:
    from askance.annotation.queue_state import measure_progress

    rows: list[Row] = [
        {"queue": queue.name, "kind": queue.kind, "per_task": queue.per_task, **asdict(measure_progress(queue, state))}
        for queue, state in queues
    ]
    if as_json:
        print_json(rows)
    elif not rows:
        print_text(f"{folder} has no annotation queues: make one with --make human --suite carets")
    else:
        _print_table(rows)


def _print_agreement(queues: "list[tuple[Queue, QueueState]]", as_json: bool) -> None:
    from askance.annotation.agreement import annotator_counts, field_agreements

    fields = [asdict(row) for queue, state in queues for row in field_agreements(queue, state)]
    people = [asdict(row) for queue, state in queues for row in annotator_counts(queue, state)]
    if as_json:
        print_json({"fields": fields, "annotators": people})
        return
    _print_table(fields)
    _print_table(people)
    print_text(
        "alpha: Krippendorff's alpha (1: perfect agreement, 0: agreement by chance)."
        " agreement: percent of the pairs of annotations of the same task that are equal."
    )


def _print_table(rows: list[Row]) -> None:
    from askance.core.control_characters import escape_controls
    from rich.table import Table
    from rich.text import Text

    if not rows:
        return
    table = Table()
    for column in rows[0]:
        table.add_column(column.replace("_", " "), justify="left" if isinstance(rows[0][column], str) else "right")
    for row in rows:
        table.add_row(*(Text(escape_controls(_cell_text(column, value))) for column, value in row.items()))
    print_rich(table)


def _cell_text(column: str, value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:.3f}" if column == "alpha" else f"{value:.1f}"
    return str(value)


def _export(queues: "list[tuple[Queue, QueueState]]", form: str | None, output: Path | None) -> None:
    from askance.cli.export_files import write_then_move
    from askance.report.annotation_export import encode_annotations

    ending = output.suffix.removeprefix(".") if output is not None else ""
    form = form or (ending if ending in FORMATS else "jsonl")
    count, data = encode_annotations(queues, form)
    if output is None:
        if form == "parquet":
            raise UserError("--format parquet needs an output file: name it with -o")
        sys.stdout.buffer.write(data)
        return
    write_then_move(output, lambda path: path.write_bytes(data))
    print_text(f"{plural(count, 'annotation')} in {output}")
