"""Runs of MLflow: a SQLite database in a folder, unless a server is named."""

import logging
import os
import re
from collections.abc import Iterable, Sequence
from typing import Any

from askance.report.experiment_export.experiment_runs import CASE_COLUMNS, METRIC_COLUMNS, ExperimentRun
from askance.report.experiment_export.target import Target

LONGEST_NAME, LONGEST_VALUE = 250, 500  # characters
PATIENCE = {  # seconds instead of minutes until a server that cannot be reached is an error
    "MLFLOW_HTTP_REQUEST_MAX_RETRIES": "2",
    "MLFLOW_HTTP_REQUEST_TIMEOUT": "20",
}
TABLES = "mlflow.loggedArtifacts"  # the tag by which MLflow finds tables, as its `log_table` sets it


def write_runs(runs: Iterable[ExperimentRun], target: Target) -> int:
    """Write one MLflow run per run; figures are its metrics, and the tables are JSON files among its artifacts."""
    os.environ["MLFLOW_DISABLE_TELEMETRY"] = "true"  # else it reports its use to its makers; read on import
    os.environ["MLFLOW_SUPPRESS_PRINTING_URL_TO_STDOUT"] = "true"  # stdout is ours
    for name, value in PATIENCE.items():
        os.environ.setdefault(name, value)
    from mlflow.tracking import MlflowClient

    for name in ("mlflow", "alembic"):
        logging.getLogger(name).setLevel(logging.ERROR)  # the making of the database is no news
    folder = target.folder.absolute()
    folder.mkdir(parents=True, exist_ok=True)
    client = MlflowClient(tracking_uri=target.server or f"sqlite:///{folder / 'mlflow.db'}")
    known = client.get_experiment_by_name(target.project)
    place = None if target.server else (folder / "artifacts").as_uri()
    experiment = known.experiment_id if known else client.create_experiment(target.project, artifact_location=place)
    count = 0
    for each in runs:
        run = client.create_run(experiment, run_name=each.name).info.run_id
        try:
            _fill_run(client, run, each, target)
        except BaseException:
            client.set_terminated(run, "FAILED")
            raise
        client.set_terminated(run)
        count += 1
    return count


def _fill_run(client: Any, run: str, each: ExperimentRun, target: Target) -> None:
    for name, value in each.parameters.items():
        client.log_param(run, name, value[:LONGEST_VALUE])
    for name, figure in _with_allowed_names(each.figures.items()).items():
        client.log_metric(run, name, figure)
    tables: dict[str, tuple[Sequence[str], list[list[Any]]]] = {"metrics.json": (METRIC_COLUMNS, each.metrics)}
    if each.cases:
        tables["failing_cases.json"] = (CASE_COLUMNS, each.cases)
    for file, (columns, rows) in tables.items():
        client.log_dict(run, {"columns": list(columns), "data": rows}, file)
    client.set_tag(run, TABLES, _table_tag(tables))
    for image in dict.fromkeys(row[-1] for row in each.cases if row[-1] is not None):
        if target.pictures is not None:
            client.log_artifact(run, str(target.pictures / image), "images")


def _table_tag(files: Iterable[str]) -> str:
    return "[" + ", ".join(f'{{"path": "{file}", "type": "table"}}' for file in files) + "]"


def _with_allowed_names(figures: Iterable[tuple[str, float]]) -> dict[str, float]:
    """The figures under names that MLflow takes; of two that become the same, the second gets a number."""
    found: dict[str, float] = {}
    for name, value in figures:
        parts: Sequence[str] = [re.sub(r"[^\w\-. :]", "_", part) for part in name.split("/")]
        allowed = "/".join("_" if part.strip(". ") == "" else part for part in parts)[: LONGEST_NAME - 4]
        unique, number = allowed, 2
        while unique in found:
            unique, number = f"{allowed}_{number}", number + 1
        found[unique] = value
    return found
