"""Asking one batch: waiting for what is temporary, halving what fails until the one bad query is found.

What was answered is never asked again: each later try has only the queries that are still without an answer.
"""

import contextlib
import math
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from askance.core import Answer, Model, ModelInput, TemporaryError, Usage
from askance.core.coerce_answers import RAISED, TEMPORARY, describe_exception, make_failed_answer, raised_answer
from askance.core.model import Interruptible
from askance.core.progress import Progress
from askance.core.usage import is_priced
from askance.engine.budget import Budget
from askance.engine.model_call import CallTimeout, InterruptedTwice, ModelCaller, ModelHung, RunCannotContinue
from askance.engine.outage import Outage
from askance.models.scene_model import unwrap_model
from msgspec.structs import replace

TRIES = 5
TOLD = 0.1  # of a try: one after the time that a server asked for, such as that of a rate limit
LEAST_TOLD = 0.01  # seconds
FIRST_WAIT = 0.5  # seconds; doubles with every try
LONGEST_WAIT = 300.0  # seconds, whatever a model asks for
ALONE_IN_A_ROW = 3  # queries of a failed batch that fail alone, too, before the others are not asked any more
NO_COST = "reports no tokens, so --budget-usd cannot be kept: leave it out, or limit the requests with --budget"
BUDGET = "budget of the run"  # the cause of an answer that another try could have brought, had the budget allowed it
SLICE = 0.1  # seconds between two looks at what may end a wait


_NOT_THE_QUERY = TemporaryError | CallTimeout | ModelHung | RunCannotContinue  # asked again, it may be answered


class BudgetUsed(Exception):  # noqa: N818  a state of the run, like CallTimeout
    """No request is left for another try."""


@dataclass(slots=True)
class Retrying:
    """How the batches of a run are asked; shared by its threads."""

    caller: ModelCaller = field(default_factory=ModelCaller)
    budget: Budget = field(default_factory=Budget)
    stop: threading.Event = field(default_factory=threading.Event)  # set by who interrupts the run
    waiting: int = 0  # batches that wait for another try, and so leave the model free for others
    outage: Outage = field(default_factory=Outage)
    failing: str | None = None  # why the run cannot go on
    _is_ended: bool = False
    _models: dict[str, Model] = field(default_factory=dict)  # those that were asked
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def is_over(self) -> bool:
        """Whether the run is interrupted or ended: no more is asked."""
        return self._is_ended or self.stop.is_set()

    def end(self) -> None:
        """Ask nothing more, and wait for no other try."""
        if self._is_ended:
            return
        self._is_ended = True
        for model in list(self._models.values()):
            if isinstance(model, Interruptible):
                model.interrupt()

    def fail(self, reason: str) -> None:
        """End the run, for this reason."""
        self.failing = self.failing or reason
        self.end()

    def ask(self, model: Model, shown: Sequence[ModelInput]) -> list[Answer]:
        """One answer per query, whatever happens; the first request for each has been taken from the budget."""
        if self._is_ended:  # a batch that was ready when the run ended
            return [make_failed_answer("not asked: the run stopped")] * len(shown)
        self._models[model.fingerprint] = unwrap_model(model)
        return _Batch(self, model, shown).answers()

    def sleep(self, seconds: float) -> bool:
        """Wait; False if the run was over before."""
        end = time.monotonic() + seconds
        with self._counted():
            while (left := end - time.monotonic()) > 0 and not self.is_over():
                time.sleep(min(SLICE, left))
        return not self.is_over()

    def say_miscounts(self, progress: Progress) -> None:
        """One line for each model that returned the wrong number of answers."""
        while self.caller.miscounts:
            name, reason = self.caller.miscounts.popitem()
            progress.say(f"{name}: {reason}: return one per query; smaller batches were tried")

    @contextlib.contextmanager
    def _counted(self) -> Iterator[None]:
        with self._lock:
            self.waiting += 1
        try:
            yield
        finally:
            with self._lock:
                self.waiting -= 1


class _Batch:
    """The queries of one batch on their way to an answer each."""

    def __init__(self, run: Retrying, model: Model, shown: Sequence[ModelInput]):
        self.run, self.model, self.shown = run, model, shown
        self.tries = [0] * len(shown)  # calls with each query
        self.requests = [0] * len(shown)  # for each query, as its model counts them
        self.found: dict[int, Answer] = {}
        self.again: dict[int, object] = {}  # queries to ask again → the seconds that the model wants to pass before

    def answers(self) -> list[Answer]:
        """Up to TRIES tries, each with the queries that the last one left for another."""
        left, usual, tries = list(range(len(self.shown))), FIRST_WAIT, 0.0
        while tries < TRIES:
            self.again = {}
            asked = left
            self._ask(asked, is_last=tries >= TRIES - 1)
            left = [i for i in asked if i in self.again]
            if any(self.found[i].status != "failed" for i in asked):
                self.run.outage.answered(self.model.name)
            if not left:
                break
            is_told = all((self.found[i].wait or 0.0) >= LEAST_TOLD for i in left)
            tries += TOLD if is_told else 1.0
            usual *= 1 if is_told else 2
            wait = max(_seconds_to_wait(self.again[i], usual / 2) for i in left)
            if reason := self.run.outage.failed(self.model.name, self.found[left[0]].reason or "", wait):
                self.run.fail(reason)
            if tries >= TRIES or not self.run.sleep(wait):
                break
        for i in left:
            self.found[i] = _failure_reason(self.found[i], self.tries[i])
        return [self._with_requests(i) for i in range(len(self.shown))]

    def _ask(self, some: list[int], is_last: bool) -> None:
        """One try of some queries: an answer for each; those that another try may help are in `again`, too."""
        try:
            self._call(some)
        except InterruptedTwice:
            raise
        except ModelHung as error:
            self._fail(some, make_failed_answer(str(error)))
        except RunCannotContinue as error:
            self.run.fail(str(error))
            self._fail(some, make_failed_answer(str(error)))
        except BudgetUsed as error:
            self._fail(some, replace(make_failed_answer(str(error)), cause=BUDGET))
        except CallTimeout as error:
            self._alone(some, make_failed_answer(str(error)))
        except TemporaryError as error:
            failed = replace(make_failed_answer(_text(error)), cause=TEMPORARY)
            if is_last and len(some) > 1:
                self._alone(some, failed)
            else:
                self._fail(some, failed)
                self.again.update(dict.fromkeys(some, error.wait))
        except BaseException as error:  # a model may raise anything, also SystemExit and KeyboardInterrupt
            if len(some) == 1:
                self._fail(some, raised_answer(error))
                return
            middle = len(some) // 2
            self._ask(some[:middle], is_last)
            self._ask(some[middle:], is_last)

    def _call(self, some: list[int]) -> None:
        """Put some queries to the model; all but the first request for each is taken from the budget here."""
        second = sum(self.tries[i] > 0 for i in some)
        if second and not self.run.budget.take_again(second):
            raise BudgetUsed("not asked again: the budget is used")
        for i in some:
            self.tries[i] += 1
            self.requests[i] += 1
        given = self.run.caller.call(self.model, [self.shown[i] for i in some])
        if not self.run.budget.pay(given, self.model.fingerprint, is_priced(self.model)):
            self.run.fail(f"{self.model.name} {NO_COST}")
        for i, answer in zip(some, given, strict=True):
            self.found[i] = answer
            self.requests[i] += answer.usage.requests - 1 if answer.usage is not None else 0
            if answer.wait is not None:
                self.again[i] = answer.wait or None  # 0: as long as usual

    def _alone(self, some: list[int], failed: Answer) -> None:
        """The queries of a batch that did not come back, each asked once alone, until several in a row fail again."""
        if len(some) == 1:
            self._fail(some, failed)
            return
        in_a_row = 0
        for i in some:
            try:
                if in_a_row == ALONE_IN_A_ROW or self.run.is_over():
                    self._fail([i], _failure_reason(failed, TRIES))
                else:
                    self._call([i])
                    in_a_row = 0
            except InterruptedTwice:
                raise
            except BaseException as error:
                in_a_row += isinstance(error, _NOT_THE_QUERY)
                self._fail([i], _failure_reason(replace(make_failed_answer(_text(error)), cause=_cause(error)), TRIES))

    def _fail(self, some: list[int], answer: Answer) -> None:
        self.found.update(dict.fromkeys(some, answer))

    def _with_requests(self, i: int) -> Answer:
        """The answer with the number of all requests for it, where the model or a second try gives one."""
        answer, requests = self.found[i], self.requests[i]
        if requests <= 1 and answer.usage is None:
            return answer
        return replace(answer, wait=None, usage=replace(answer.usage or Usage(), requests=requests))


def _cause(error: BaseException) -> str:
    """Why a query that was asked alone has no answer."""
    if isinstance(error, TemporaryError):
        return TEMPORARY
    return BUDGET if isinstance(error, BudgetUsed) else "" if isinstance(error, _NOT_THE_QUERY) else RAISED


def _seconds_to_wait(wanted: object, usual: float) -> float:
    """How long to wait: what the model asks for if that is a sensible number."""
    if isinstance(wanted, int | float) and not math.isnan(wanted) and wanted >= 0:
        return min(float(wanted), LONGEST_WAIT)
    return usual


def _text(error: BaseException) -> str:
    """Why a query fails; of what is ours to say, without the name of the class."""
    reason = describe_exception(error)
    is_ours = isinstance(error, BudgetUsed | _NOT_THE_QUERY)
    return reason.removeprefix(f"{type(error).__name__}: ") if is_ours else reason


def _failure_reason(answer: Answer, tries: int) -> Answer:
    """A failure as it is stored after its last try."""
    is_tried = answer.wait is not None or answer.cause == TEMPORARY
    reason = f"gave up after {tries} tries: {answer.reason}" if is_tried and tries > 1 else answer.reason
    return replace(answer, reason=reason, wait=None)
