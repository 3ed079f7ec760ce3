"""The current results of a workspace: for each data set, suite and model, the latest of the newest version."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from askance.core import UserError, digest
from askance.report.metric_declarations import Declarations, workspace_declarations
from askance.report.suite_order import suite_place
from askance.store import Workspace
from askance.store.run_records import DATE, SHARD

AT = "@"  # between the name of a model and the short fingerprint of a version
LETTERS = 8  # of the digest that names an earlier version


@dataclass(frozen=True, slots=True)
class CurrentResult:
    """One model's standing on one case set."""

    dataset: str
    suite: str
    model: str  # as reports name it: an earlier version is named apart
    case_set: str
    fingerprint: str  # of the model as it was put to the data
    name: str  # as it was run
    own_name: str  # of the model itself: a blind run is of the same model
    own: str  # fingerprint of the model itself, without the data
    data: str | None  # fingerprint of the data; None where an older Askance noted the run
    date: str = ""  # of the last run of this version of the model (YYYY-MM-DD); "" where none was recorded
    is_current_data: bool = True

    @property
    def is_earlier(self) -> bool:
        """Whether another model has this name now."""
        return self.model != self.name

    @property
    def version(self) -> str:
        """The short fingerprint that names this version of the model."""
        return digest(self.own.encode()).hex()[:LETTERS]


def current_results(space: Workspace, all_versions: bool = False) -> list[CurrentResult]:
    """One result per data set, suite and model name: the latest of the newest version, else of an earlier one.

    The newest version of a model, and the current state of a data set, are those of the last run with that name.
    `all_versions`: also one for every earlier version. The order is the same after any repeated run: data sets as they
    were first run, suites in their fixed order, models as they were first run.
    """
    found = list(_results_of_runs(space.runs()))
    datasets = {name: place for place, name in enumerate(dict.fromkeys(each.dataset for each in found))}
    models = {key: place for place, key in enumerate(dict.fromkeys((each.name, each.own) for each in found))}
    return sorted(
        _latest_results(found, all_versions),
        key=lambda each: (datasets[each.dataset], suite_place(each.suite), models[each.name, each.own]),
    )


def no_results_error(folder: Path | str) -> UserError:
    """What to say of a workspace without any result, such as one whose suites all ended with an error."""
    return UserError(f"{folder} has no finished results yet: run `askance run … --out {folder}`")


def results_in_run_order(space: Workspace) -> list[CurrentResult]:
    """The results of every version of every model, the one that was run last at the end."""
    return _latest_results(list(_results_of_runs(space.runs())), all_versions=True)


def _latest_results(found: Sequence[CurrentResult], all_versions: bool) -> list[CurrentResult]:
    """The latest result for each name, of all results of all runs, the oldest first."""
    newest: dict[tuple[str, str], str] = {}
    data: dict[str, str | None] = {}
    dates: dict[str, str] = {}
    for each in found:
        newest[each.own_name, _comparison_scope(each)] = each.own
        newest[each.name, each.dataset] = each.fingerprint
        data[each.dataset] = each.data
        dates[each.own] = each.date
    latest: dict[tuple[str, str, str, str], tuple[tuple[bool, bool], CurrentResult]] = {}
    for each in found:
        is_newest = newest[each.own_name, _comparison_scope(each)] == each.own
        is_current_data = each.data is None or each.data == data[each.dataset]
        version = each.own if all_versions else ""
        key, rank = (each.dataset, each.suite, each.name, version), (is_newest, is_current_data)
        if key not in latest or rank >= latest[key][0]:
            latest.pop(key, None)
            model = each.name if is_newest else _earlier_label(each, dates[each.own])
            latest[key] = rank, replace(each, model=model, date=dates[each.own], is_current_data=is_current_data)
    return [each for _, each in latest.values()]


def is_shard(space: Workspace) -> bool:
    """Whether the last run of a workspace made only a part of its calls (`--shard`)."""
    return any(SHARD in run for run in space.runs()[-1:])


def _earlier_label(each: CurrentResult, date: str) -> str:
    return f"{each.name} (earlier {each.version}{f', {date}' if date else ''})"


def _results_of_runs(runs: Iterable[dict[str, Any]]) -> Iterator[CurrentResult]:
    """Every standing of every run, the oldest first."""
    for run in runs:
        models = {model["name"]: model for model in run["models"]}
        for case_set in run["decks"]:
            for name in case_set["models"]:
                model = models[name]
                print_ = model["fingerprint"]
                own = model.get("own_name", name), model.get("own_fingerprint", print_)
                where = case_set["dataset"], case_set["suite"], name, case_set["deck"]
                yield CurrentResult(*where, print_, name, *own, run.get("data"), run.get(DATE, "")[:10])


def _comparison_scope(each: CurrentResult) -> str:
    """Where versions can be compared: everywhere, but within a data set if the data may be part of the fingerprint."""
    return each.dataset if each.data is None else ""


def declared_metrics(space: Workspace) -> Declarations:
    """What the suites of a workspace declare about their metrics; of two cards of a suite, that of the latest run."""
    runs = space.runs()
    latest = {each["deck"]: place for place, run in enumerate(runs) for each in run["decks"]}
    case_sets = sorted(space.case_sets(), key=lambda each: latest.get(each.id, -1))
    return workspace_declarations(runs, [each.card for each in case_sets if each.card is not None])
