"""Shrinking: for each failing case the smallest form of it that still fails, asked through the engine like all else."""

import threading
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa
from askance.core import Answer, Card, Case, Dataset, Model, case_key, digest_value, query_key
from askance.core.progress import Progress
from askance.core.suite import Answers, Reducible, Rounds, ShrinkableSuite
from askance.engine.batch_retry import Retrying
from askance.engine.case_generation import store_case_rounds
from askance.engine.judging import judge_to_row
from askance.engine.model_call import ModelCaller
from askance.engine.run_loop import run_round
from askance.engine.run_spec import RunSpec, SuitePart
from askance.engine.tally import Outcome
from askance.metrics import TIDY
from askance.models.scene_model import bind_to_data
from askance.store import CaseSet, Workspace

CALLS = 40  # to the model for each case, unless told otherwise


@dataclass(frozen=True, slots=True)
class ShrunkCase:
    """A failing case and the smallest form found; `is_done` unless calls or time ran out before the search did."""

    case: Case
    smallest: Case
    before: tuple[str, ...]  # the names of the objects in the picture
    after: tuple[str, ...]
    answers: Mapping[str, Answer]  # role → answer to the smallest form
    calls: int
    is_done: bool


class ShrinkSearch:
    """The search for one case: the smallest failing form so far, and the candidate that is asked now."""

    def __init__(self, reducible: Reducible, calls: int):
        self.reducible, self.most = reducible, calls
        case = reducible.case
        self.form, self.smallest = reducible.whole, case
        self.asked = {query_key(query) for _, query in case.asks}  # known before
        self.calls, self.number, self.is_done = 0, 0, False
        self.answers: dict[str, Answer] = {}
        self._search: Generator[Any, bool, Any] | None = None
        self._candidate: tuple[Any, Case] = (self.form, case)

    @property
    def candidate(self) -> Case:
        """What is to be asked now."""
        return self._candidate[1]

    def take_answers(self, given: Answers) -> bool:
        """Take the answers to the candidate and choose the next one; False when there is none."""
        still_fails = self._judge_candidate(given)
        if self._search is None:
            self._search = self.reducible.smaller_forms()
            return still_fails and self._propose_candidate(None)
        return self._propose_candidate(still_fails)

    def _judge_candidate(self, given: Answers) -> bool:
        form, case = self._candidate
        answers = {role: given[key] for role, query in case.asks if (key := query_key(query)) in given}
        if len(answers) < len(case.asks) or judge_to_row(b"", case, answers).holds is not False:
            return False
        self.form, self.smallest, self.answers = form, case, answers
        return True

    def _propose_candidate(self, fails: bool | None) -> bool:
        """Ask the search for its next candidate; one that would cost too many calls ends it."""
        assert self._search is not None
        try:
            form = next(self._search) if fails is None else self._search.send(fails)
        except StopIteration:
            self.is_done = True
            return False
        self.number += 1
        case = self.reducible.build_case(form, f"{self.reducible.case.name}~{self.number}")
        new = {query_key(query) for _, query in case.asks} - self.asked
        if self.calls + len(new) > self.most:
            return False
        self.calls, self.asked = self.calls + len(new), self.asked | new
        self._candidate = (form, case)
        return True

    def result(self) -> ShrunkCase | None:
        """What was found; None if the case itself did not fail."""
        if not self.answers:
            return None
        objects = self.reducible.visible_objects
        before, after = objects(self.reducible.whole), objects(self.form)
        return ShrunkCase(self.reducible.case, self.smallest, before, after, self.answers, self.calls, self.is_done)


class ShrinkingSuite:
    """An adaptive suite: the failing cases themselves first, then one smaller candidate of each a round."""

    card = Card(
        name="shrink",
        version=1,
        paper="delta debugging (Zeller, Hildebrandt 2002)",
        claim="a small part of the image is enough for the failure",
        deviations="the number of calls per case is limited",
        cost="at most --calls model calls per failing case",
        expected="a model that fails on one class alone: that class is left",
        adaptive=True,
    )

    def __init__(self, suite: ShrinkableSuite, cases: Sequence[Case], calls: int = CALLS):
        self.suite, self.cases, self.calls = suite, cases, calls
        self.pursuits: list[ShrinkSearch] = []

    def rounds(self, data: Dataset, limit: int | None, seed: int) -> Rounds:
        """Rounds until no case can be made smaller."""
        active = self.pursuits = list(self._start_searches(data))
        while active:
            given = yield [pursuit.candidate for pursuit in active]
            active = [pursuit for pursuit in active if pursuit.take_answers(given)]

    def _start_searches(self, data: Dataset) -> Iterator[ShrinkSearch]:
        reducible = self.suite.reducible(data)
        for case in self.cases:
            found = reducible(case)
            if found is not None:
                yield ShrinkSearch(found, self.calls)

    def metrics(self, verdicts: pa.Table) -> pa.Table:
        """None: what shrinking finds are cases."""
        return TIDY.empty_table()


@dataclass(slots=True)
class ShrinkResult:
    """What came of shrinking some cases, and of the calls it took."""

    found: list[ShrunkCase] = field(default_factory=list)
    left_out: int = 0  # cases that no longer fail, whose picture's objects are unknown, or that time did not reach
    outcome: Outcome = field(default_factory=Outcome)


def shrink_cases(
    space: Workspace,
    data: Dataset,
    model: Model,
    suite: ShrinkableSuite,
    cases: Sequence[Case],
    calls: int,
    stop: threading.Event,
    progress: Progress,
    timeout: float | None = None,
) -> ShrinkResult:
    """Shrink failing cases of one model; the answers stay in the workspace, so that doing it again asks nothing."""
    search, model = ShrinkingSuite(suite, cases, calls), bind_to_data(model, data)
    decided_by = ("shrink", model.fingerprint, data.fingerprint, [case_key(case) for case in cases], calls)
    case_set = CaseSet(digest_value(decided_by).hex(), search.card.name, data.name, data.name, None, 0)
    space.remove_case_set(case_set.id)
    assignment, asking = RunSpec(data, [model], [search]), Retrying(ModelCaller(timeout), stop=stop)
    outcome = Outcome()
    for dealt in store_case_rounds(space, SuitePart(search, case_set, (0,)), assignment):
        _, more = run_round(space, assignment, [(dealt, (0,))], [], progress, asking)
        outcome = outcome.merged_with(more)
        if outcome.stopped:
            break
    found = [each for pursuit in search.pursuits if (each := pursuit.result()) is not None]
    return ShrinkResult(found, len(cases) - len(found), outcome)
