"""Runs of Weights & Biases: offline files in a folder, unless a server is named."""

import os
from collections.abc import Iterable
from typing import Any

from askance.report.experiment_export.experiment_runs import CASE_COLUMNS, METRIC_COLUMNS, ExperimentRun
from askance.report.experiment_export.target import Target

QUIET = {  # nothing is printed, and nothing about this machine is stored
    "silent": True, "console": "off", "x_disable_stats": True, "x_disable_meta": True, "x_save_requirements": False,
    "disable_git": True, "disable_code": True,
}  # fmt: skip


def write_runs(runs: Iterable[ExperimentRun], target: Target) -> int:
    """Write one W&B run per run; figures are its summary, and the tables are `metrics` and `failing_cases`."""
    os.environ["WANDB_ERROR_REPORTING"] = "false"  # else it sends its own errors away; read on import
    os.environ["WANDB_DATA_DIR"] = str(target.folder.absolute() / "wandb-data")  # images until they are uploaded
    import wandb

    (target.folder / "wandb-data").mkdir(parents=True, exist_ok=True)
    count = 0
    for each in runs:
        server = {} if target.server is None else {"base_url": target.server}
        run = wandb.init(
            project=target.project,
            name=each.name,
            config=dict(each.parameters),
            dir=str(target.folder.absolute()),
            mode="offline" if target.server is None else "online",  # whatever WANDB_MODE says
            settings=wandb.Settings(**QUIET, **server),
        )
        with run:
            run.summary.update(dict(each.figures))
            tables = {"metrics": wandb.Table(columns=list(METRIC_COLUMNS), data=each.metrics)}
            if each.cases:
                rows = [_with_image(row, target, wandb) for row in each.cases]
                tables["failing_cases"] = wandb.Table(columns=list(CASE_COLUMNS), data=rows)
            run.log(tables)
        count += 1
    return count


def _with_image(row: list[Any], target: Target, wandb: Any) -> list[Any]:
    *values, image = row
    if image is None or target.pictures is None:
        return [*values, None]
    return [*values, wandb.Image(str(target.pictures / image))]
