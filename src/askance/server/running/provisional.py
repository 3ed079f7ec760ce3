"""Provisional figures of a run: what is answered so far is judged now and then, at a small share of one core."""

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock, Thread
from typing import Any

from askance.core import UserError
from askance.engine.judging import compute_judged_tables
from askance.store import CaseSet, Workspace, connect
from askance.store.run_status import RunStatus
from askance.suites import open_stored_suite

LOG = logging.getLogger("askance.server")
LEAST_PAUSE = 5.0  # seconds between two computations
OLD, UNSEEN = 60.0, 30.0  # seconds: results of this age, that nobody has followed for so long, are computed first
PAUSES_PER_SECOND = 19.0  # a computation of 1 s is followed by 19 s without: at most 5 % of one core
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Model:
    name: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Figures:
    """Headline rows of the answers so far, and when they were computed."""

    rows: tuple[Row, ...] = ()
    at: float = 0.0  # seconds since 1970; 0 = not yet
    left_out: tuple[str, ...] = ()  # suites that cannot be judged here
    is_computing: bool = False  # earlier rows were old, and the new ones are not ready yet


class ProvisionalFigures:
    """The last figures; a request that finds them old starts the next computation and does not wait for it."""

    def __init__(self, space: Workspace):
        self._space, self._lock = space, Lock()
        self._is_busy, self._next, self._asked = False, 0.0, 0.0
        self.now = Figures()

    def refresh(self, status: RunStatus) -> None:
        """Start a computation, if none is going on and the last one is long enough ago."""
        with self._lock:
            now = time.monotonic()
            is_opened, self._asked = now - self._asked > UNSEEN, now
            is_old = bool(self.now.at) and time.time() - self.now.at > OLD
            if is_opened and is_old:  # somebody opens the page: they wait rather than read what was true long ago
                self.now, self._next = Figures(left_out=self.now.left_out, is_computing=True), now
            if self._is_busy or now < self._next:
                return
            self._is_busy = True
        Thread(target=self._compute, args=(status,), daemon=True, name="provisional figures").start()

    def _compute(self, status: RunStatus) -> None:
        start = time.monotonic()
        try:
            self.now = compute_figures(self._space, status)
        except Exception:
            LOG.exception("provisional figures")  # the page goes on without them
        took = time.monotonic() - start
        with self._lock:
            self._is_busy, self._next = False, time.monotonic() + max(LEAST_PAUSE, PAUSES_PER_SECOND * took)


def compute_figures(space: Workspace, status: RunStatus) -> Figures:
    """Judge the cases that are answered so far."""
    names = {model.fingerprint: model.name for model in status.models}
    rows: list[Row] = []
    left_out: list[str] = []
    for asked in status.case_sets:
        case_set = space.case_set(asked.id)
        if case_set is None:
            continue
        try:
            rows += _judge(space, case_set, [_Model(names[each], each) for each in asked.models if each in names])
        except UserError:
            left_out.append(case_set.suite)
    return Figures(tuple(rows), time.time(), tuple(left_out))


def _judge(space: Workspace, case_set: CaseSet, models: Sequence[_Model]) -> list[Row]:
    suite = open_stored_suite(case_set.suite)
    connection = connect(space, [case_set.id], threads=1, tables=("cases", "asks", "queries", "answers"))
    rows: list[Row] = []
    try:
        for model in models:
            found = compute_judged_tables(connection, case_set, suite, model)["metrics"].to_pylist()
            rows += [row for row in found if row["group"] == "" and row["metric"] in suite.card.headline and row["n"]]
    finally:
        connection.close()
    return rows
