"""`askance.run`: the whole flow in one call."""

import contextlib
import html
import signal
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

import pyarrow as pa
from askance.core import Dataset, Model, Noted, Suite, UserError
from askance.core.awaited import event_loop
from askance.core.memory import size_in_bytes
from askance.core.metric import ARROWS
from askance.core.printable import visible
from askance.engine.calling import StopNow
from askance.engine.detecting import looked_after
from askance.engine.loop import Done, Job, carry_out
from askance.engine.opening import as_dataset, as_model, as_suite, refused_names
from askance.engine.skipping import Skipped
from askance.engine.watch import Silent, Watch
from askance.models.no_image import NoImage
from askance.models.over_scenes import over_scenes
from askance.models.python import PythonModel, named_apart
from askance.store import Workspace, lens, named_derived, to_arrow
from askance.store.detections import SCENES
from askance.suites import DEFAULT

LARGEST = 2**63 - 1  # of the numbers that Parquet stores
Answering = str | Model | Callable[[Any, str], str]


class Run:
    """What a run left in its workspace, as Arrow tables."""

    def __init__(self, space: Workspace, done: Done, models: Sequence[Model]):
        self.space = space
        self.done = done
        self._standings = done.standings(models)
        self._fingerprints = [model.fingerprint for model in models]

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The (deck, fingerprint) pairs of this run, in order."""
        return [(deck, fingerprint) for deck, fingerprint, _ in self._standings]

    @property
    def out(self) -> Path:
        """The workspace folder."""
        return self.space.root

    @property
    def skipped(self) -> tuple[Skipped, ...]:
        """The suites that the data set or a model does not support, with the reasons."""
        return tuple(self.done.skipped)

    @property
    def metrics(self) -> pa.Table:
        """Tidy rows: model, dataset, suite, metric, group, value, low, high, n, undecided; and what they rest on:
        partial, judged, wanted, limit, seed, sample, fingerprint.
        """
        return named_derived(self.space, "metrics", self._standings)

    @property
    def verdicts(self) -> pa.Table:
        """One row a case and model."""
        return named_derived(self.space, "verdicts", self._standings)

    @property
    def cases(self) -> pa.Table:
        """One row a case."""
        decks = sorted({deck for deck, _ in self.pairs})
        return to_arrow(lens(self.space, decks), "select * exclude (deck) from cases order by suite, name, case_key")

    @property
    def answers(self) -> pa.Table:
        """One row a call of this run's models."""
        sql = "select * from answers where list_contains(?, fingerprint) order by model, query_key"
        return to_arrow(lens(self.space), sql, [self._fingerprints])

    def _totals(self) -> list[dict[str, Any]]:
        """The rows that no group divides, as they are shown: metrics with their direction, `partial` in words."""
        cards = {hand.deck.suite: hand.suite.card for hand in self.done.hands}
        arrows = {(suite, each.name): ARROWS[each.better] for suite, card in cards.items() for each in card.metrics}
        return [
            {
                **row,
                "metric": row["metric"] + arrows.get((row["suite"], row["metric"]), ""),
                "partial": _partial(row),
            }
            for row in self.metrics.to_pylist()
            if row["group"] == ""
        ]

    def __repr__(self) -> str:
        lines = [f"Run in {visible(str(self.out))}: {self.done.outcome.made} calls made, {self.done.saved} saved"]
        for row in self._totals():
            n = f"n = {row['n']}" + (f", partial: {row['partial']}" if row["partial"] else "")
            name = visible(f"{row['model']} {row['suite']}.{row['metric']}")
            lines.append(f"  {name} {_shown(row['value'])} ({n})")
        lines += [f"  {visible(str(each))}" for each in self.skipped]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        names = ("model", "dataset", "suite", "metric", "value", "low", "high", "n", "undecided", "partial")
        head = "".join(f"<th>{name}</th>" for name in names)
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape(_shown(row[name]))}</td>" for name in names) + "</tr>"
            for row in self._totals()
        )
        notes = "".join(f"<p>{html.escape(visible(str(each)))}</p>" for each in self.skipped)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{notes}"


def _partial(row: dict[str, Any]) -> str:
    """How much of a suite is judged, where that is not all."""
    if not row["partial"]:
        return ""
    wanted = "?" if row["wanted"] is None else f"{row['wanted']:,}"
    return f"{row['judged']:,} of {wanted} cases judged"


def _shown(value: Any) -> str:
    return "–" if value is None else f"{value:.2f}" if isinstance(value, float) else visible(str(value))


@event_loop()
def run(
    models: Sequence[Answering] | Answering,
    data: str | Dataset = "stickers",
    suites: Sequence[str | Suite] = DEFAULT,
    *,
    limit: int | None = None,
    seed: int = 0,
    out: str | Path | None = None,
    budget: int | None = None,
    batch_size: int | None = None,
    memory: str | int | None = None,
    no_image: bool = False,
    dry_run: bool = False,
    timeout: float | None = None,
    watch: Watch | None = None,
) -> Run:
    """Ask models a data set's questions by suites; answers are kept in `out`, and asked only once.

    A suite that the data set or a model does not support is skipped: see `Run.skipped`. A call that takes longer than
    `timeout` seconds fails, and the next run makes it again.
    `memory`: for decoded images, in bytes or as "2GB"; default: a share of the machine's.
    """
    say = watch.say if watch else _warner()
    for line in refused_names():
        say(line)
    several = [as_model(model) for model in (models if isinstance(models, list | tuple) else [models])]
    named_apart(several)
    is_silent, watch = watch is None, watch or Silent()
    callables = [model for model in several if isinstance(model, PythonModel)]
    for line in filter(None, (model.reuse for model in callables)):
        say(line)
    opened = as_dataset(data)
    job = Job(
        data=opened,
        models=[NoImage(model) if no_image else over_scenes(model, opened) for model in several],
        suites=[as_suite(suite) for suite in suites],
        limit=_positive("limit", limit),
        seed=_within("seed", seed, 0),
        budget=_positive("budget", budget),
        batch_size=_positive("batch_size", batch_size),
        memory=size_in_bytes(memory, "memory") if isinstance(memory, str) else _positive("memory", memory),
        dry=dry_run,
        timeout=_seconds(timeout),
    )
    folder = Path(out or tempfile.mkdtemp(prefix="askance-")).absolute()  # a model may change the current folder
    space = Workspace.for_writing(folder, watch.say)
    try:
        for each in (job.data, *several):
            for line in each.notes() if isinstance(each, Noted) else ():
                watch.say(line)
        with interruptible(watch) as stop:
            kept = looked_after(job.data, space.root / SCENES, job.suites, watch, stop)
            done = carry_out(space, replace(job, data=kept), stop, watch)
    finally:
        space.close()
    for line in filter(None, (model.finished() for model in callables)):
        say(line)
    if done.skipped and is_silent:  # nobody else would say so
        say("; ".join(map(str, done.skipped)))
    return Run(space, done, job.models)


def _warner() -> Callable[[str], None]:
    """Tells a user of the Python interface, by the filters that hold now: a model may change them."""
    filters = list(warnings.filters)

    def warn(line: str) -> None:
        with warnings.catch_warnings():
            warnings.filters[:] = filters  # type: ignore[index]
            warnings.warn(line, stacklevel=3)

    return warn


def _positive(name: str, value: int | None) -> int | None:
    return None if value is None else _within(name, value, 1)


def _within(name: str, value: int, least: int) -> int:
    """A number that a workspace can store."""
    if not least <= value <= LARGEST:
        bound = f"at least {least}" if value < least else f"at most {LARGEST}"
        raise UserError(f"--{name.replace('_', '-')} {value}: must be {bound}")
    return value


def _seconds(timeout: float | None) -> float | None:
    if timeout is None or (isinstance(timeout, int | float) and 0 < timeout <= threading.TIMEOUT_MAX):
        return timeout
    raise UserError(f"timeout must be a number of seconds above 0, not {timeout!r}")


@contextlib.contextmanager
def interruptible(watch: Watch) -> Iterator[threading.Event]:
    """Ctrl-C once: finish the batch, store, stop. Twice: stop at once."""
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop  # only the main thread may handle signals
        return

    def on_interrupt(number: int, frame: FrameType | None) -> None:
        if stop.is_set():
            raise StopNow
        stop.set()
        watch.say("stopping: finishing the batch (Ctrl-C again stops at once)")

    before = signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
