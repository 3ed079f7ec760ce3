"""The experiment trackers: how each writes runs, and how to look at them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from askance.core import UserError
from askance.core.input_files import short_error_message
from askance.core.install_command import install_command
from askance.report.experiment_export.experiment_runs import ExperimentRun
from askance.report.experiment_export.target import Target
from askance.report.experiment_export.url_credentials import hide_credentials


@dataclass(frozen=True, slots=True)
class Tracker:
    """An experiment tracker: `write` returns the number of runs, `hint` says how to look at them."""

    title: str
    extra: str
    write: Callable[[Iterable[ExperimentRun], Target], int]
    hint: Callable[[Target], str]

    def export(self, runs: Iterable[ExperimentRun], target: Target) -> int:
        """Write all runs; what goes wrong in the tracker is one line."""
        try:
            return self.write(runs, target)
        except UserError:
            raise
        except ImportError as error:
            missing = error.name or "a package"
            raise UserError(f"{self.title} needs {missing}: {install_command(self.extra)}") from error
        except Exception as error:  # a tracker raises errors of its own, of its database and of its server
            reason = short_error_message(error, partial(hide_credentials, server=target.server or ""))
            raise UserError(f"{self.title} cannot write to {target.shown_place}: {reason}") from error


def _write_wandb(runs: Iterable[ExperimentRun], target: Target) -> int:
    from askance.report.experiment_export.wandb_runs import write_runs

    return write_runs(runs, target)


def _write_mlflow(runs: Iterable[ExperimentRun], target: Target) -> int:
    from askance.report.experiment_export.mlflow_runs import write_runs

    return write_runs(runs, target)


def _wandb_hint(target: Target) -> str:
    return f"upload them with `wandb sync {target.folder}/wandb/offline-run-*`"


def _mlflow_hint(target: Target) -> str:
    return f"show them with `mlflow ui --backend-store-uri sqlite:///{target.folder}/mlflow.db`"


TRACKERS = {
    "wandb": Tracker("Weights & Biases", "wandb", _write_wandb, _wandb_hint),
    "mlflow": Tracker("MLflow", "mlflow", _write_mlflow, _mlflow_hint),
}
