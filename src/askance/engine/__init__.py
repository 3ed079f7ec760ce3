"""Plan, loop and engines: the only place with concurrency."""

from askance.core.progress import NoProgress, Progress
from askance.engine.assignment import Assignment, Result
from askance.engine.open_models import as_model
from askance.engine.results import Run
from askance.engine.run_loop import execute_run
from askance.engine.session import interruptible, run
from askance.engine.skipping import Skipped

__all__ = [
    "Assignment",
    "NoProgress",
    "Progress",
    "Result",
    "Run",
    "Skipped",
    "as_model",
    "execute_run",
    "interruptible",
    "run",
]
