"""askance export: the results of a workspace as runs of Weights & Biases or MLflow."""

from pathlib import Path

import click
from askance.cli.console import json_option, print_json, print_text
from askance.cli.workspace_type import WORKSPACE
from askance.core.plural import plural


@click.command("export")
@click.argument("folder", type=WORKSPACE)
@click.option("--to", "tool", required=True, type=click.Choice(["wandb", "mlflow"]), help="The experiment tracker.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("askance-export"),
    show_default=True,
    help="Folder for the files of the tracker: offline runs of W&B, or the SQLite database of MLflow.",
)
@click.option(
    "--server",
    help="Send the results to this server instead, such as https://api.wandb.ai or http://localhost:5000."
    " Without it, nothing leaves this machine.",
)
@click.option("--project", default="askance", show_default=True, help="Name of the W&B project or MLflow experiment.")
@click.option(
    "--cases",
    type=click.IntRange(0),
    default=1000,
    show_default=True,
    help="Maximum number of failing cases per model and data set. 0 leaves them out.",
)
@click.option("--pictures", is_flag=True, help="Also export the images that the model received in failing cases.")
@json_option
def command(
    folder: Path | str, tool: str, out: Path, server: str | None, project: str, cases: int, pictures: bool,
    as_json: bool,
) -> None:  # fmt: skip
    """Export the results in FOLDER, the workspace of `askance run --out FOLDER`, to an experiment tracker.

    Each model on each data set becomes one run, with its metrics and a table of its failing cases.
    """
    from askance.report import no_results_error
    from askance.report.experiment_export import TRACKERS, Target, experiment_runs
    from askance.store import Workspace

    space, tracker = Workspace.for_reading(folder), TRACKERS[tool]
    images = out / "pictures" if pictures else None
    target = Target(out, project, server, images)
    count = tracker.export(experiment_runs(space, cases, images), target)
    if not count:
        raise no_results_error(space.name)
    if as_json:
        print_json({"runs": count, "to": tool, "place": target.shown_place, "project": project})
        return
    print_text(f"{plural(count, 'run')} of {tracker.title} in {target.shown_place}, project {project}")
    if server is None:
        print_text(tracker.hint(target))
