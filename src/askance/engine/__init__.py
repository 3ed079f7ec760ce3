"""Plan, loop and engines: the only place with concurrency."""

from askance.engine.assignment import Assignment, Result
from askance.engine.loop import carry_out
from askance.engine.opening import as_model
from askance.engine.results import Run
from askance.engine.session import interruptible, run
from askance.engine.skipping import Skipped
from askance.engine.watch import Silent, Watch

__all__ = [
    "Assignment",
    "Result",
    "Run",
    "Silent",
    "Skipped",
    "Watch",
    "as_model",
    "carry_out",
    "interruptible",
    "run",
]
