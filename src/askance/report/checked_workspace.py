"""What `askance check` looks up in a workspace: tidy rows, declarations, and which results are current."""

from dataclasses import dataclass
from pathlib import Path

from askance.core import UserError
from askance.core.metric import Metric
from askance.core.remote_address import is_remote, split_address
from askance.core.unknown_names import unknown_name_error
from askance.report.current_results import CurrentResult, current_results, declared_metrics, no_results_error
from askance.report.derived_tables import current_metrics, table_to_rows
from askance.report.gates import MetricName, Row, declared_metric
from askance.report.metric_declarations import Declarations
from askance.report.model_versions import ModelVersion
from askance.store import Workspace


@dataclass(frozen=True, slots=True)
class CheckedWorkspace:
    """The current figures of a workspace."""

    space: Workspace
    rows: list[Row]
    declared: Declarations
    results: list[CurrentResult]

    @property
    def models(self) -> list[str]:
        """The models as they are now; earlier versions are checked only if they are named."""
        return list(dict.fromkeys(each.model for each in self.results if not each.is_earlier))

    def datasets(self, suite: str, model: str | None = None) -> list[str]:
        """The data sets on which a model, or any, has results of a suite."""
        mine = [row for row in self.rows if row["suite"] == suite and model in (None, row["model"])]
        return list(dict.fromkeys(row["dataset"] for row in mine))

    def row(self, model: str, dataset: str, name: MetricName) -> Row | None:
        """The tidy row of a metric."""
        wanted = (model, dataset, name.suite, name.metric, name.group)
        keys = ("model", "dataset", "suite", "metric", "group")
        return next((row for row in self.rows if tuple(row[key] for key in keys) == wanted), None)

    def metric(self, name: MetricName) -> Metric:
        """What the suite declares about a metric."""
        return declared_metric(self.declared, name)

    def version(self, model: str) -> ModelVersion:
        """A model with its results."""
        return ModelVersion(self.space, model, tuple(each for each in self.results if each.model == model))

    def result(self, model: str, dataset: str, suite: str) -> CurrentResult:
        """Where the verdicts of a model are."""
        wanted = (model, dataset, suite)
        return next(each for each in self.results if (each.model, each.dataset, each.suite) == wanted)


def open_checked_workspace(folder: Path | str) -> CheckedWorkspace:
    """The workspace in a folder; UserError where it has no results."""
    space = Workspace.for_reading(folder)
    rows = table_to_rows(current_metrics(space))
    if not rows:
        raise no_results_error(folder)
    return CheckedWorkspace(space, rows, declared_metrics(space), current_results(space))


def resolve_base(option: str, text: str, folder: Path | str, known: list[str]) -> tuple[Path | str, str | None]:
    """The workspace and the model that BASE, BASE:MODEL, :MODEL or MODEL means; `known` are the models of `folder`."""
    if text.startswith(":"):
        return folder, text[1:]
    if is_remote(text):
        address, model = split_address(text)
        return address, model or None
    if Path(text).is_dir():
        return Path(text), None
    for place in (at for at, letter in enumerate(text) if letter == ":"):
        if Path(text[:place]).is_dir():
            return Path(text[:place]), text[place + 1 :]
    if text in known:
        return folder, text
    raise UserError(f"{option} {text}: no such workspace or model: write DIR, DIR:MODEL, or :MODEL for one of {folder}")


def base_model(option: str, base: CheckedWorkspace, wanted: str | None, model: str) -> str:
    """The base model: the one that is named, else that of the same name, else the only one."""
    known = list(dict.fromkeys(row["model"] for row in base.rows))
    name = wanted if wanted is not None else model if model in known else known[0] if len(known) == 1 else model
    if name not in known:
        raise UserError(f"{option} {base.space.name}: {unknown_name_error('model', name, known)}")
    return name
