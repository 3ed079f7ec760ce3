"""What a run tells the readers of its workspace: the stage it is in, and the calls of a round."""

import time
from collections.abc import Sequence

from askance.core import Model
from askance.core.plural import plural
from askance.core.progress import Progress
from askance.engine.plan import Plan
from askance.models.recorded import is_recorded
from askance.store import CaseSet, Workspace
from askance.store.run_status import AskedCaseSet, ModelCalls, RunStatus, Stage
from askance.store.workspace_layout import next_free_number

RECORDED = "recorded answers to read"


def start_calls(progress: Progress, models: Sequence[Model], plan: Plan) -> None:
    """Show how many calls a round is about to make; recorded answers are read, and some runs send fewer calls."""
    if all(is_recorded(model.fingerprint) for model in models):
        progress.start(plan.left, plan.cached, RECORDED)
    elif plan.repeated:
        calls = plural(plan.left - plan.repeated, "call")
        progress.start(plan.left, plan.cached, f"answers to get from {calls}")
    else:
        progress.start(plan.left, plan.cached)


def show_stage(space: Workspace, stage: Stage) -> None:
    """Say that a run makes cases or verdicts."""
    space.show_status(RunStatus(stage, time.time()))


def show_calls(
    space: Workspace,
    models: Sequence[Model],
    active: Sequence[tuple[CaseSet, Sequence[int]]],
    plan: Plan,
    may_stop_early: bool = False,
) -> None:
    """Say which calls a round is about to make."""
    calls = plan.left_by_model
    space.show_status(
        RunStatus(
            "calls",
            time.time(),
            tuple(ModelCalls(model.name, model.fingerprint, calls[i]) for i, model in enumerate(models)),
            tuple(AskedCaseSet(each.id, tuple(models[i].fingerprint for i in asked)) for each, asked in active),
            plan.cached,
            next_free_number(space.root / "answers"),
            may_stop_early,
        )
    )
