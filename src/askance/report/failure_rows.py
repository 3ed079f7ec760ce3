"""Failing cases as data: what was asked and answered, the rule that is broken, and ground truth where it is known."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
from askance.core import UserError, canonical_bytes
from askance.core.unknown_names import did_you_mean
from askance.report.case_rows import Row, case_row, stimulus_row
from askance.report.case_view import AskView, CaseView, CaseViewer
from askance.report.current_results import AT, CurrentResult, current_results, no_results_error
from askance.report.failing_cases import find_failing_cases
from askance.report.image_writer import ImageWriter
from askance.report.model_versions import find_version
from askance.report.row_files import TAGS, TEXT, TEXTS, write_rows
from askance.store import AGAIN, Workspace
from askance.store.detection_cache import open_dataset_with_stored_detections

_ASK = pa.struct([
    ("role", TEXT), ("label", TEXT), ("question", TEXT), ("changed_words", TEXTS), ("image", TEXT),
    ("image_file", TEXT), ("edits", TEXTS), ("plain_edits", TEXTS), ("steps", TEXT), ("settings", TEXTS),
    ("picture", TEXT), ("answer", TEXT), ("reading", TEXT), ("note", TEXT), ("probability", pa.float64()),
    ("grade", TEXT), ("score", pa.float64()), ("true", TEXTS),
    ("turns", pa.list_(pa.struct([("question", TEXT), ("answer", TEXT)]))),
])  # fmt: skip
_NAMES = ("model", "dataset", "suite", "name", "group", "relation", "rule", "finding", "reads", "reason")
SCHEMA = pa.schema([*((name, TEXT) for name in _NAMES), ("asks", pa.list_(_ASK)), ("tags", TAGS)])


@dataclass(frozen=True, slots=True)
class FailureFilter:
    """Which failing cases: of one model, suite and data set, or of all."""

    model: str | None = None
    suite: str | None = None
    dataset: str | None = None
    most: int | None = None  # per model, suite and data set; spread over its groups


def find_matching_results(space: Workspace, wanted: FailureFilter) -> list[CurrentResult]:
    """The models and suites that are wanted; one clear line if there are none."""
    earlier = {each.model for each in current_results(space, all_versions=True) if each.is_earlier}
    known = current_results(space)
    if not known:
        raise no_results_error(space.name)
    shown = {each.model for each in known}
    if wanted.model is not None and (wanted.model in earlier - shown or (AT in wanted.model and earlier)):
        results = find_version(space, wanted.model).results
        found = [each for each in results if wanted.suite in (None, each.suite)]
        if not found:
            raise _no_result_of_both(space, wanted, results)
        return found
    models = {name for each in known for name in (each.model, each.name)}
    for what, name, names in (("model", wanted.model, models), ("suite", wanted.suite, {each.suite for each in known})):
        if name is not None and name not in names:
            there = f"this workspace has {', '.join(sorted(names))}"
            meant = did_you_mean(name, names) if what == "model" else ""  # a suite was not run rather than misspelt
            raise UserError(f"--{what} {name}: {meant or there}")
    mine = [each for each in known if wanted.suite in (None, each.suite)]
    found = [each for each in mine if wanted.model in (None, each.model)]
    found = found or [each for each in mine if each.name == wanted.model]  # only earlier versions were run by it
    if not found:
        raise _no_result_of_both(space, wanted, [each for each in known if wanted.model in (each.model, each.name)])
    return found


def _no_result_of_both(space: Workspace, wanted: FailureFilter, of_model: Iterable[CurrentResult]) -> UserError:
    """The model and the suite are known, but this model has no result of this suite."""
    suites = ", ".join(sorted({each.suite for each in of_model}))
    what = f"{wanted.model} has no finished results of {wanted.suite}"
    return UserError(f"{space.name}: {what}: run this suite, or choose one that it has: {suites}")


def failure_rows(space: Workspace, wanted: FailureFilter, pictures: Path | None = None) -> Iterator[Row]:
    """One row per failing case and model; with a folder, the images as they were shown are written there."""
    case_sets = {case_set.id: case_set for case_set in space.case_sets()}
    for standing in find_matching_results(space, wanted):
        if wanted.dataset not in (None, standing.dataset):
            continue
        case_set = case_sets.get(standing.case_set)
        if case_set is None:
            space.say(f"{standing.suite} on {standing.dataset}: cases missing or damaged: {AGAIN} to show failing ones")
            continue
        data = open_dataset_with_stored_detections(case_set.data_name, space.root)
        viewer, album = CaseViewer(data), None if pictures is None else ImageWriter(pictures, data)
        for each in find_failing_cases(space, standing, wanted.most):
            view = viewer.view_case(each.case, each.answers, each.reason)
            asks = {ask.role: ask_to_row(ask) for ask in view.asks}
            if album is not None:
                for ask in view.asks:
                    asks[ask.role]["picture"] = album.write_image(ask.stimulus)
            yield _failure_to_row(standing, view, [asks[role] for role, _ in view.case.asks])


def _failure_to_row(standing: CurrentResult, view: CaseView, asks: list[Row]) -> Row:
    about = {"rule": view.rule, "finding": view.finding, "reason": view.reason, "asks": asks}
    return {"model": standing.model, "dataset": standing.dataset, **case_row(view.case), **about}


def ask_to_row(ask: AskView) -> Row:
    """One query and its answer as plain values; `picture` is for the caller to fill."""
    stimulus = ask.stimulus
    shown = stimulus_row(stimulus)
    return {
        "role": ask.role,
        "label": ask.label,
        "question": shown["question"],
        "changed_words": [words.text for words in ask.words if words.is_changed],
        "image": shown["image"],
        "image_file": ask.image_file,
        "edits": shown["edits"],
        "plain_edits": list(ask.edits),
        "steps": canonical_bytes(stimulus.edits).decode(),  # the edits as a program reads them
        "settings": list(ask.settings),
        "picture": None,
        "answer": ask.answer,
        "reading": ask.reading,
        "note": ask.note,
        "probability": ask.probability,
        "grade": ask.grade,
        "score": ask.score,
        "true": list(ask.expected),
        "turns": shown["turns"],
    }


def check_failures_path(path: Path) -> None:
    """UserError unless the file is named as JSON lines or Parquet."""
    if path.suffix not in (".jsonl", ".parquet"):
        raise UserError(f"{path}: failing inputs are written to a file that ends in .jsonl or .parquet")


def write_failures(rows: Iterable[Row], path: Path) -> int:
    """Write rows as JSON lines or, to a file that ends in .parquet, as Parquet; returns their number."""
    check_failures_path(path)
    return write_rows(rows, path, SCHEMA, path.suffix == ".parquet")
