"""`askance.run`: the whole flow in one call."""

import contextlib
import signal
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any, cast

from askance.core import Dataset, HasNotes, Model, Suite, UserError
from askance.core.async_models import keep_event_loop_during_run
from askance.core.hub_download import without_downloads
from askance.core.interface_checks import check_limit
from askance.core.memory import parse_byte_size
from askance.core.model import CountsPreparing, Prepared
from askance.core.plural import plural
from askance.core.progress import NoProgress, Progress
from askance.core.progress_notebook import NotebookProgress, in_notebook
from askance.core.remote_address import is_remote
from askance.core.shard import Shard, parse_shard
from askance.core.usage import is_priced
from askance.engine.attach_detection_cache import attach_detection_cache
from askance.engine.choose_engine import models_of_engine, resolve_engine
from askance.engine.judge_models import find_judges
from askance.engine.model_call import InterruptedTwice
from askance.engine.model_source import ModelSource
from askance.engine.ray_engine.open_models import RunLimits
from askance.engine.ray_engine.options import RayOptions
from askance.engine.resolve_names import (
    check_distinct_names,
    plugin_name_conflicts,
    resolve_dataset,
    resolve_model,
    resolve_suite,
)
from askance.engine.results import Run, remove_when_unused
from askance.engine.run_loop import execute_run
from askance.engine.run_spec import RunResult, RunSpec
from askance.engine.stopping_rule import parse_rules
from askance.models.no_image import NoImage
from askance.models.python_model import PythonModel, make_names_unique
from askance.models.scene_model import bind_to_data
from askance.store import Workspace
from askance.store.detection_cache import SCENES
from askance.suites import DEFAULT

LARGEST = 2**63 - 1  # of the numbers that Parquet stores
ModelLike = str | ModelSource | Model | Callable[[Any, str], str]


@keep_event_loop_during_run()
def run(
    models: Sequence[ModelLike] | ModelLike,
    data: str | Dataset = "stickers",
    suites: Sequence[str | Suite] | str | Suite = DEFAULT,
    *,
    limit: int | None = None,
    seed: int = 0,
    out: str | Path | None = None,
    budget: int | None = None,
    budget_usd: float | None = None,
    batch_size: int | None = None,
    memory: str | int | None = None,
    no_image: bool = False,
    dry_run: bool = False,
    probe: bool = False,
    timeout: float | None = None,
    until: Sequence[str] | str = (),
    anytime: bool = False,
    shard: str | Shard | None = None,
    progress: Progress | None = None,
    engine: str | RayOptions = "local",
) -> Run:
    """Ask models a data set's questions by suites; answers are kept in `out`, and asked only once.

    Without `out` the results are in a temporary folder, which is removed when the run is closed or no longer used.
    A suite that the data set or a model does not support is skipped: see `Run.skipped`.
    `timeout`: a call that takes more seconds fails, and the next run makes it again.
    `budget`: the most requests, `budget_usd`: the most US dollars that models with a price may cost in this run.
    `dry_run`: nothing is asked; with `probe` a few calls of each model are made, to estimate the others.
    `until`: stop a suite once the half width of a metric's 95 % interval is small enough: "carets.cons=2". With
    `anytime` the interval stays valid at every look, and "carets.cons>60" stops once 60 is outside of it.
    `shard`: "2/8" makes the second of 8 parts of the calls; `askance.merge` joins the workspaces of all parts.
    `memory`: for decoded images, in bytes or as "2GB"; default: a share of the machine's.
    `progress`: a progress listener; by default progress is shown in a terminal and in a notebook, and nowhere else.
    `engine`: "local", "ray", or RayOptions(…) for models in worker processes of a Ray cluster.
    """
    is_shown = progress is not None or can_show_progress()
    progress = progress or default_progress()
    say = progress.say if is_shown else _make_warner()
    with without_downloads(dry_run and not probe):
        several = _resolve_models(models)
    make_names_unique(several)
    check_distinct_names(_as_list(models), several)
    opened, opened_suites = _resolve_data(data), _resolve_suites(suites)
    rules = parse_rules(until, opened_suites, anytime)  # before models are loaded
    part = _check_shard(shard, opened_suites, until)
    _say_all(say, plugin_name_conflicts(opened_suites))
    judges = find_judges(opened_suites)
    memory = parse_byte_size(memory, "memory") if isinstance(memory, str) else _check_positive("memory", memory)
    ray, limits = resolve_engine(engine), RunLimits(_check_timeout(timeout), memory)
    named = data if isinstance(data, str) else None
    with models_of_engine(ray, several, _as_list(models), opened, named, limits) as asked:
        sent = _prepare_models([*asked, *judges.values()], dry_run, probe, budget, progress.say)
        assignment = RunSpec(
            data=opened,
            models=[NoImage(model) if no_image else bind_to_data(model, opened) for model in asked],
            suites=opened_suites,
            limit=_check_positive("limit", limit),
            seed=_check_at_least("seed", seed, 0),
            budget=_check_positive("budget", budget),
            sent=sent,
            budget_usd=_dollars(budget_usd, [*several, *judges.values()]),
            batch_size=_check_positive("batch_size", batch_size),
            memory=memory,
            dry=dry_run,
            is_probed=probe,
            timeout=limits.timeout if ray is None else None,  # workers measure it where the model runs
            until=rules,
            shard=part,
            judges={suite: bind_to_data(model, opened) for suite, model in judges.items()},
        )
        if limit is not None:
            check_limit(opened, seed)
        space, remove = _open_workspace(out, progress)
        done = _execute_and_close(space, assignment, several, progress, say)
    if done.skipped and not is_shown:  # nothing else would report it
        say("; ".join(map(str, done.skipped)))
    return Run(space, done.judged_models, done, remove=remove)


def _say_all(say: Callable[[str], None], lines: Iterable[str]) -> None:
    for line in filter(None, lines):
        say(line)


def _prepare_models(
    models: Sequence[Model], dry_run: bool, probe: bool, budget: int | None, say: Callable[[str], None]
) -> int:
    """Load or connect the models that need it, and count the requests; a dry run sends nothing, unless it probes."""
    if probe and not dry_run:
        raise UserError("--probe goes with --dry-run: it makes a few calls to estimate all others")
    _check_positive("budget", budget)
    sent = 0
    for model in models if probe or not dry_run else ():
        if isinstance(model, Prepared):
            before = _preparing_requests(model)
            model.prepare(say)
            sent += _preparing_requests(model) - before
            if budget is not None and 0 < budget <= sent:  # else no run with this budget would ever ask a question
                raise UserError(
                    f"--budget {budget}: {model.name} needs {plural(sent, 'request')} to find out what the server"
                    f" supports, and one per question: use --budget {sent + 1} or more"
                )
    return sent


def _preparing_requests(model: Model) -> int:
    return model.preparing_requests if isinstance(model, CountsPreparing) else 0


def _execute_and_close(
    space: Workspace, assignment: RunSpec, models: Sequence[Model], progress: Progress, say: Callable[[str], None]
) -> RunResult:
    """Execute an assignment with what data set and models have to say; the workspace is closed then."""
    callables = [model for model in models if isinstance(model, PythonModel)]
    members = {id(each): each for each in (assignment.data, *models, *assignment.models)}  # a bound model has its own
    noted = [each for each in members.values() if isinstance(each, HasNotes)]
    try:
        _say_all(progress.say, (line for each in noted for line in each.notes()))
        done = _execute_with_interrupts(
            space, assignment, progress, lambda: _say_all(say, (model.reuse_note for model in callables))
        )
    finally:
        progress.finish()
        space.close()
    _say_all(say, (model.remember_state_after_run() for model in callables))
    return done


def _execute_with_interrupts(
    space: Workspace, assignment: RunSpec, progress: Progress, started: Callable[[], None]
) -> RunResult:
    """Execute an assignment, with Ctrl-C handled and detections kept in the workspace."""
    with stop_on_ctrl_c(progress) as stop:
        kept = attach_detection_cache(assignment.data, space.root / SCENES, assignment.suites, progress, stop)
        return execute_run(space, replace(assignment, data=kept), stop, progress, started)


def can_show_progress() -> bool:
    """Whether someone can see progress: stderr is a terminal, or this is a notebook."""
    return in_notebook() or (sys.stderr is not None and not sys.stderr.closed and sys.stderr.isatty())


def default_progress() -> Progress:
    """Progress where someone can see it: a bar in a terminal, a line in a notebook, else nothing."""
    if in_notebook():
        return NotebookProgress()
    if can_show_progress():
        from askance.core.progress_bar import TerminalProgress

        return TerminalProgress()
    return NoProgress()


def _as_list(models: Sequence[ModelLike] | ModelLike) -> list[ModelLike]:
    return list(models) if isinstance(models, list | tuple) else [cast(ModelLike, models)]


def _resolve_models(models: Sequence[ModelLike] | ModelLike) -> list[Model]:
    several = [resolve_model(model) for model in _as_list(models)]
    if not several:
        raise UserError("no model is given: name at least one, such as models=['oracle']")
    return several


def _resolve_data(data: str | Dataset) -> Dataset:
    if isinstance(data, list | tuple | set):
        raise UserError("data: give one data set; for several, call `run` once per data set with the same `out`")
    return resolve_dataset(data)


def _resolve_suites(suites: Sequence[str | Suite] | str | Suite) -> list[Suite]:
    several = [suites] if isinstance(suites, str) or not isinstance(suites, Iterable) else list(suites)
    if not several:
        raise UserError("no suite is given: name at least one, such as suites=['accuracy']")
    return [resolve_suite(suite) for suite in several]


def _open_workspace(out: str | Path | None, progress: Progress) -> tuple[Workspace, Callable[[], object]]:
    """The workspace in `out`, a folder or an address, or a temporary one; and what removes it."""
    if out and is_remote(out):
        from askance.store.remote.writing import PublishedWorkspace  # needs packages that few have

        return PublishedWorkspace.open(out, progress.say), lambda: None
    folder = Path(out or tempfile.mkdtemp(prefix="askance-")).absolute()  # a model may change the current folder
    space = Workspace.for_writing(folder, progress.say)
    return space, (lambda: None) if out else remove_when_unused(space)


def _make_warner() -> Callable[[str], None]:
    """A function that issues Python warnings with the filters of this moment: a model may change them later."""
    filters = list(warnings.filters)

    def warn(line: str) -> None:
        with warnings.catch_warnings():
            warnings.filters[:] = filters  # type: ignore[index]
            warnings.warn(line, stacklevel=3)

    return warn


def _check_positive(name: str, value: int | None) -> int | None:
    return None if value is None else _check_at_least(name, value, 1)


def _check_at_least(name: str, value: int, least: int) -> int:
    """A number that a workspace can store."""
    if not least <= value <= LARGEST:
        bound = f"at least {least}" if value < least else f"at most {LARGEST}"
        raise UserError(f"--{name.replace('_', '-')} {value}: must be {bound}")
    return value


def _dollars(budget_usd: float | None, models: Sequence[Model]) -> float | None:
    if budget_usd is None:
        return None
    if not isinstance(budget_usd, int | float) or not 0 < budget_usd < LARGEST:
        raise UserError(f"--budget-usd {budget_usd}: must be a number above 0")
    if not any(map(is_priced, models)):
        raise UserError("--budget-usd: no model of this run has a price: add --model-args price_in=…,price_out=…")
    return float(budget_usd)


def _check_shard(shard: str | Shard | None, suites: Sequence[Suite], until: Sequence[str] | str) -> Shard | None:
    """The part of the calls to make, if every suite can be split."""
    if shard is None:
        return None
    if until:
        raise UserError("--shard does not go with --until: a shard does not know the answers of the others")
    for suite in suites:
        if suite.card.adaptive and not suite.card.by_image:
            raise UserError(
                f"suite {suite.card.name} cannot be split by --shard: its next cases may depend on all answers;"
                " run it without --shard in a workspace of its own"
            )
    return parse_shard(str(shard))


def _check_timeout(timeout: float | None) -> float | None:
    if timeout is None or (isinstance(timeout, int | float) and 0 < timeout <= threading.TIMEOUT_MAX):
        return timeout
    raise UserError(f"timeout must be a number of seconds above 0, not {timeout!r}")


@contextlib.contextmanager
def stop_on_ctrl_c(progress: Progress) -> Iterator[threading.Event]:
    """Ctrl-C once: finish the batch, store, stop. Twice: stop at once."""
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop  # only the main thread may handle signals
        return

    def on_interrupt(number: int, frame: FrameType | None) -> None:
        if stop.is_set():
            raise InterruptedTwice
        stop.set()
        progress.say("stopping: finishing the batch (Ctrl-C again stops at once)")

    before = signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
