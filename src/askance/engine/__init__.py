"""Plan, loop and engines: the only place with concurrency."""

from askance.engine.loop import Done, Job, carry_out
from askance.engine.opening import as_model
from askance.engine.results import Run
from askance.engine.session import interruptible, run
from askance.engine.skipping import Skipped
from askance.engine.watch import Silent, Watch

__all__ = ["Done", "Job", "Run", "Silent", "Skipped", "Watch", "as_model", "carry_out", "interruptible", "run"]
