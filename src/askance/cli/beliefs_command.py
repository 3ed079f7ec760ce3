"""askance beliefs: show belief sets, make a challenge set of false beliefs, and let people judge beliefs."""

import shlex
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from askance.cli.command_group import CommandGroup
from askance.cli.console import json_option, print_json, print_rich, print_text
from askance.core.errors import UserError
from askance.core.plural import plural

if TYPE_CHECKING:
    from askance.report.belief_sets import ImageBeliefs
    from askance.store import Workspace

SAMPLE, MOST, MOST_IMAGES, LISTED = 300, 1_000, 20, 20
KIND = "belief"  # of annotation tasks
_run = click.argument("folder", metavar="RUN", type=click.Path(path_type=Path))
_model = click.option("-m", "--model", help="Only this model. [default: every model of the workspace]")


@click.group("beliefs", cls=CommandGroup)
def command() -> None:
    """Look at what models believe about images: the results of the suite beliefs.

    A belief is a question about an image with the answer that the model gives. All commands have the option --json.
    """


@command.command("show")
@_run
@_model
@click.option(
    "--image", metavar="NAME", help="Only this image, by its name or its file. [default: the most telling ones]"
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False),
    help=f"Output file: .svg or .png for one image, .html for up to {MOST_IMAGES} images. [default: print a table]",
)  # fmt: skip
@json_option
def show(folder: Path, model: str | None, image: str | None, output: Path | None, as_json: bool) -> None:
    """Show what a model believes about an image, by type, with the contradictions.

    The images with the most contradictions and false beliefs come first.
    """
    from askance.report.belief_sets import most_telling_first, read_belief_sets

    space = _open(folder)
    sets = most_telling_first(read_belief_sets(space, model, image))
    if not sets:
        raise UserError(f"{folder}: the model has no beliefs: it gave no drawn question the answer it was drawn for")
    if as_json:
        print_json([asdict(each) for each in sets])
        return
    if output is None:
        _print_beliefs(sets[0])
        return
    from askance.cli.export_files import write_then_move
    from askance.report.belief_files import check_picture_path, render_belief_sets

    check_picture_path(output)
    data = render_belief_sets(sets[:MOST_IMAGES], space.root, output.suffix)
    write_then_move(output, lambda path: path.write_bytes(data))
    shown = min(len(sets), MOST_IMAGES) if output.suffix == ".html" else 1
    print_text(f"{plural(shown, 'belief set')} of {len(sets):,} in {output}")


@command.command("challenge")
@click.argument("folders", metavar="RUN...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path, file_okay=False), metavar="FOLDER",
              help="Output folder: a data set jsonl:FOLDER with its images.")  # fmt: skip
@click.option("--most", type=click.IntRange(1), default=MOST, show_default=True, help="Maximum number of questions.")
@click.option("-m", "--model", "models", multiple=True,
              help="Only false beliefs of this model; repeat for several. [default: every model]")  # fmt: skip
@json_option
def challenge(folders: tuple[Path, ...], output: Path, most: int, models: tuple[str, ...], as_json: bool) -> None:
    """Make a data set of questions that models answer wrongly: their false beliefs, with the right answers.

    Each question is in the data set once. The models contribute in turn, so that they are balanced. To see how hard the
    questions are, run `askance run -m MODEL -d jsonl:FOLDER -s accuracy`, also with models that did not contribute.
    """
    from askance.report.belief_challenge import find_challenge_questions, write_challenge

    counts = write_challenge(find_challenge_questions([_open(folder) for folder in folders], most, models), output)
    total = sum(counts.values())
    if as_json:
        print_json({"folder": str(output), "questions": total, "from": counts})
        return
    parts = ", ".join(f"{count:,} from {name}" for name, count in counts.items())
    print_text(f"{plural(total, 'question')}: {parts}. To run a model on them: -d jsonl:{shlex.quote(str(output))}")


@command.command("annotate")
@_run
@_model
@click.option("--sample", type=click.IntRange(1), default=SAMPLE, show_default=True, help="Number of beliefs.")
@click.option("--seed", type=int, default=0, show_default=True, help="Random seed.")
@click.option("--per-task", type=click.IntRange(1), default=2, show_default=True, help="Annotators for each belief.")
@click.option("--queue", "name", help="Name of the queue. [default for a new queue: belief]")
@click.option("--agreement", is_flag=True, help="Compare the annotations of the queue with the judge of the run.")
@json_option
def annotate(
    folder: Path, model: str | None, sample: int, seed: int, per_task: int, name: str | None, agreement: bool,
    as_json: bool,
) -> None:  # fmt: skip
    """Make a queue of beliefs for people to judge in the dashboard: relevant? same fact? correct?

    Annotators work in the browser: run `askance serve RUN` and open the page Annotate. Then add
    judge=human:RUN#QUEUE to the suite to use their judgements, and --agreement to see Cohen's kappa between the people
    and the judge of the run.
    """
    from askance.report.belief_sets import read_belief_sets

    space = _open(folder)
    sets = read_belief_sets(space, model)
    if agreement:
        _print_agreement(space, sets, name, as_json)
        return
    from askance.annotation.kinds import find_kind
    from askance.report.annotation_queues import free_queue_name, make_queue
    from askance.report.belief_tasks import belief_tasks

    tasks = belief_tasks(sets, sample, seed)
    name = name or free_queue_name(space, KIND)
    words = [
        "askance",
        "beliefs",
        "annotate",
        str(folder),
        "--queue",
        name,
        "--sample",
        str(sample),
        "--seed",
        f"{seed}",
    ]
    words += [*(["-m", model] if model else []), "--per-task", str(per_task)]
    queue = make_queue(space, name, find_kind(KIND), tasks, per_task, shlex.join(words))
    if as_json:
        print_json({"queue": queue.name, "tasks": len(queue.tasks), "per_task": per_task})
        return
    print_text(
        f"queue {queue.name}: {plural(len(queue.tasks), 'belief')} for {plural(per_task, 'annotator')} each;"
        f" to annotate, run `askance serve {shlex.quote(str(folder))}` and open Annotate"
    )


def _open(folder: Path) -> "Workspace":
    from askance.store import Workspace

    return Workspace.for_reading(folder, lambda line: print_text(line, err=True))


def _print_beliefs(beliefs: "ImageBeliefs") -> None:
    from askance.core.control_characters import escape_controls
    from askance.report.belief_layout import TITLES, choose_beliefs
    from rich.table import Table
    from rich.text import Text

    groups, pairs = choose_beliefs(beliefs)
    print_text(f"{beliefs.model}, {beliefs.shown_name}: {plural(len(beliefs.beliefs), 'belief')}")
    table = Table("type", "question", "answer", "confidence", "right answer")
    for group in groups:
        for belief in group.shown:
            sure = "–" if belief.confidence is None else f"{100 * belief.confidence:.0f} %"
            right = ", ".join(belief.right) if belief.type == "adversarial" else ""
            cells = (group.type, belief.question, belief.answer, sure, right)
            table.add_row(*(Text(escape_controls(cell)) for cell in cells))
    print_rich(table)
    for group in groups:
        if len(group.shown) < group.total:
            print_text(f"{TITLES[group.type]}: {group.total - len(group.shown)} more (--json lists all)")
    for pair in pairs:
        print_text(f"Both cannot be true: {escape_controls(pair.why)}")


def _print_agreement(space: "Workspace", sets: "list[ImageBeliefs]", name: str | None, as_json: bool) -> None:
    from askance.report.belief_tasks import compare_with_people
    from askance.suites.beliefs.human_judge import load_human_judge

    people = load_human_judge(f"{space.root}#{name or ''}")
    rows, differ = compare_with_people(sets, people.judgements)
    if as_json:
        print_json({"agreement": [asdict(row) for row in rows], "disagreements": [asdict(each) for each in differ]})
        return
    _print_rows([asdict(row) for row in rows])
    for each in differ[:LISTED]:
        print_text(f"{each.image}: “{each.question}” {each.answer}: people {each.people}, judge {each.judge}")
    if len(differ) > LISTED:
        print_text(f"{len(differ) - LISTED} more disagreements (--json lists all)")
    print_text("kappa: Cohen's kappa between the majority of the people and the judge of the run.")


def _print_rows(rows: list[dict[str, Any]]) -> None:
    from rich.table import Table

    table = Table(*rows[0])
    for row in rows:
        cells = ["–" if value is None else f"{value:.2f}" if isinstance(value, float) else str(value)
                 for value in row.values()]  # fmt: skip
        table.add_row(*cells)
    print_rich(table)
