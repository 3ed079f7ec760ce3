"""Plan, loop and engines: the only place with concurrency."""

from askance.core.progress import NoProgress, Progress
from askance.engine.model_source import ModelSource
from askance.engine.ray_engine.options import RayOptions
from askance.engine.resolve_names import resolve_model
from askance.engine.results import Run
from askance.engine.run_function import run, stop_on_ctrl_c
from askance.engine.run_loop import execute_run
from askance.engine.run_spec import RunResult, RunSpec
from askance.engine.skipped_suites import SkippedSuite

__all__ = [
    "ModelSource",
    "NoProgress",
    "Progress",
    "RayOptions",
    "Run",
    "RunResult",
    "RunSpec",
    "SkippedSuite",
    "execute_run",
    "resolve_model",
    "run",
    "stop_on_ctrl_c",
]
