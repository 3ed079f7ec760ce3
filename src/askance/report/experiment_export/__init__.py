"""Results as runs of an experiment tracker: one run per model and data set; one file per tracker."""

from askance.report.experiment_export.experiment_runs import ExperimentRun, experiment_runs
from askance.report.experiment_export.target import Target
from askance.report.experiment_export.trackers import TRACKERS, Tracker

__all__ = ["TRACKERS", "ExperimentRun", "Target", "Tracker", "experiment_runs"]
