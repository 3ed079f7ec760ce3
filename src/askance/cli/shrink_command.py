"""askance shrink: the smallest form of failing cases that still fails."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from askance.cli import name_completion
from askance.cli.console import json_option, print_json, print_rich, stderr_console
from askance.cli.main import FAILED_CALLS, INTERRUPTED
from askance.cli.standard_streams import protect_streams
from askance.core.control_characters import escape_controls
from askance.core.errors import UserError
from askance.core.plural import plural
from askance.core.progress import NoProgress

if TYPE_CHECKING:
    from askance.core import Dataset
    from askance.core.suite import ShrinkableSuite
    from askance.engine.shrinking import ShrinkResult, ShrunkCase
    from askance.report.case_view import CaseView
    from askance.report.current_results import CurrentResult
    from askance.store import Workspace

DEFAULT = "metamorphic"


class _MessagesWithoutBar(NoProgress):
    """Says lines on stderr and shows no bar: the rounds are many and short."""

    def __init__(self) -> None:
        self._console = stderr_console()

    def say(self, message: str) -> None:
        self._console.print(escape_controls(message), markup=False, soft_wrap=True)


@click.command("shrink")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "-m",
    "--model",
    shell_complete=name_completion.complete_models,
    help="Model whose failing cases are simplified. Required if FOLDER contains results of several models.",
)
@click.option(
    "-s",
    "--suite",
    default=DEFAULT,
    show_default=True,
    shell_complete=name_completion.complete_suites,
    help="Suite whose failing cases are simplified; the suite must support this command.",
)
@click.option(
    "--limit",
    type=click.IntRange(1),
    default=10,
    show_default=True,
    help="Maximum number of failing cases to simplify.",
)
@click.option(
    "--calls", type=click.IntRange(1), default=40, show_default=True, help="Maximum number of model calls per case."
)
@click.option(
    "--timeout", type=click.FloatRange(0, min_open=True), help="Time limit per model call in seconds. [default: none]"
)
@click.option(
    "--model-args",
    help="Arguments of the model: key=value,key=value, as in the run; with name=NAME, -m is the model to open.",
)
@click.option(
    "--pictures",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write the images of the simplified cases (PNG) to this folder.",
)
@json_option
def command(
    folder: Path, model: str | None, suite: str, limit: int, calls: int, timeout: float | None,
    model_args: str | None, pictures: Path | None, as_json: bool,
) -> int:  # fmt: skip
    """Simplify the images of failing cases as far as possible while the cases still fail.

    FOLDER is the workspace of a run. The command simplifies the image of each failing case step by step: it covers
    objects, joins neighbouring pieces of a divided image, and makes inserted objects smaller. After each step it calls
    the model again, and keeps the step if the case still fails. It stores the new answers in FOLDER.
    """
    from askance.core.model import Prepared
    from askance.engine.run_function import stop_on_ctrl_c
    from askance.engine.shrinking import shrink_cases
    from askance.models import open_model
    from askance.models.scene_model import bind_to_data
    from askance.report.failing_cases import find_failing_cases
    from askance.store import Workspace

    voice = _MessagesWithoutBar()
    space = Workspace.for_writing(Workspace.for_reading(folder).root.absolute(), voice.say)
    try:
        opened = _open_shrinkable_suite(suite)
        args = name_completion.parse_key_values(model_args)
        standing = _find_current_result(space, args.get("name", model), suite)
        data = _open_data(space, standing)
        with protect_streams(only_json=as_json):
            asked = bind_to_data(open_model(model if model and "name" in args else standing.name, args), data)
            if isinstance(asked, Prepared):
                asked.prepare(voice.say)
            if asked.fingerprint != standing.fingerprint:
                voice.say(f"{standing.model} has changed since the run: cases that it no longer fails are skipped")
            cases = [each.case for each in find_failing_cases(space, standing, limit)]
            with stop_on_ctrl_c(voice) as stop:
                shrunk = shrink_cases(space, data, asked, opened, cases, calls, stop, voice, timeout)
    finally:
        space.close()
    _print_shrunk_cases(shrunk, data, pictures, as_json)
    return _exit_code(shrunk, voice)


def _open_shrinkable_suite(name: str) -> "ShrinkableSuite":
    from askance.core.suite import ShrinkableSuite
    from askance.suites import SUITES, open_suite

    suite = open_suite(name)
    if not isinstance(suite, ShrinkableSuite):
        known = ", ".join(each for each, suite in SUITES.items() if isinstance(suite, ShrinkableSuite))
        raise UserError(f"--suite {name}: its cases have no smaller forms: choose one of {known}")
    return suite


def _find_current_result(space: "Workspace", model: str | None, suite: str) -> "CurrentResult":
    from askance.report.failure_rows import FailureFilter, find_matching_results

    found = find_matching_results(space, FailureFilter(model, suite))
    several = sorted({each.model for each in found})
    if len(several) > 1:
        raise UserError(f"{space.root} contains several models: choose one with -m: {', '.join(several)}")
    if len(found) > 1:
        space.say(f"{several[0]} was run on several data sets: using the last one, {found[-1].dataset}")
    return found[-1]


def _open_data(space: "Workspace", standing: "CurrentResult") -> "Dataset":
    from askance.store.detection_cache import open_dataset_with_stored_detections

    case_set = space.case_set(standing.case_set)
    if case_set is None:
        raise UserError(f"the cases of {standing.suite} are no longer in {space.root}: run it again")
    return open_dataset_with_stored_detections(case_set.data_name, space.root)


def _print_shrunk_cases(shrunk: "ShrinkResult", data: "Dataset", pictures: Path | None, as_json: bool) -> None:
    from askance.report.board import Board
    from askance.report.board_text import rich_table
    from askance.report.case_view import CaseViewer
    from askance.report.image_writer import ImageWriter

    album, viewer = None if pictures is None else ImageWriter(pictures, data), CaseViewer(data)
    rows = []
    for each in shrunk.found:
        files = {} if album is None else {role: album.write_image(query.stimulus) for role, query in each.smallest.asks}
        rows.append(_shrunk_case_to_row(each, viewer.view_case(each.smallest, each.answers), files))
    if as_json:
        print_json(rows)
        return
    heads = ["case", "broken rule", "objects", "left", "asks", "calls", "questions and answers"]
    lines = [
        [row["name"], row["rule"], f"{len(row['objects_before'])} → {len(row['objects_after'])}",
         ", ".join(row["objects_after"]), f"{row['asks_before']} → {len(row['asks'])}",
         f"{row['calls']}{'' if row['done'] else '+'}", _describe_answers(row)]
        for row in rows
    ]  # fmt: skip
    if lines:
        print_rich(rich_table(Board(heads, lines), ""))


def _shrunk_case_to_row(each: "ShrunkCase", view: "CaseView", files: dict[str, str | None]) -> dict[str, Any]:
    from askance.report.failure_rows import ask_to_row

    asks = {ask.role: ask_to_row(ask) | {"picture": files.get(ask.role)} for ask in view.asks}
    return {
        "name": each.case.name,
        "group": each.case.group,
        "relation": each.case.relation,
        "rule": view.rule,
        "finding": view.finding,
        "objects_before": list(each.before),
        "objects_after": list(each.after),
        "asks_before": len(each.case.asks),
        "calls": each.calls,
        "done": each.is_done,
        "asks": [asks[role] for role, _ in each.smallest.asks],
    }


def _describe_answers(row: dict[str, Any]) -> str:
    """Each question with its answers and what is known of them, then why they cannot all be true."""
    from askance.report.grade_marks import grade_words

    questions = dict.fromkeys(ask["question"] for ask in row["asks"])
    lines = []
    for question in questions:
        given = [
            f"{ask['label']} {ask['answer']!r} ({grade_words(ask['grade'], ask['score'])})"
            for ask in row["asks"]
            if ask["question"] == question
        ]
        lines.append(f"{question} {', '.join(given)}")
    return "\n".join([*lines, row["finding"]] if row["finding"] else lines)


def _exit_code(shrunk: "ShrinkResult", voice: _MessagesWithoutBar) -> int:
    outcome = shrunk.outcome
    before = sum(len(each.before) for each in shrunk.found)
    after = sum(len(each.after) for each in shrunk.found)
    voice.say(
        f"{plural(len(shrunk.found), 'failing case')} from {plural(before, 'object')} to {after:,} with"
        f" {plural(outcome.made, 'new call')}" + (f"; {shrunk.left_out:,} left out" if shrunk.left_out else "")
    )
    if outcome.stopped == "interrupted":
        voice.say("interrupted: answers so far are stored; run the same command again to resume")
        return INTERRUPTED
    if outcome.failed:
        voice.say(f"{plural(outcome.failed, 'call')} failed; first failure: {outcome.first_failure}")
        return FAILED_CALLS
    return 0
