"""The loop: rounds of all suites in lockstep — deal, plan, ask — and then the verdicts."""

import threading
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field

from askance.core import Dataset, Model, Suite, UserError
from askance.core.memory import picture_memory
from askance.core.progress import told_to
from askance.engine.calling import Caller
from askance.engine.deal import CannotDeal, Hand, deal, hands
from askance.engine.early import Waiting
from askance.engine.judging import judge_deck
from askance.engine.local import LocalEngine, Outcome
from askance.engine.plan import Plan, calls, make_plan
from askance.engine.skipping import NO_CASE, NothingToRun, Skipped
from askance.engine.watch import Dealing, Watch
from askance.metrics.added import all_metrics
from askance.models.over_scenes import itself
from askance.store import Entry, Workspace, lens


@dataclass(frozen=True, slots=True)
class Job:
    """What a run is to do."""

    data: Dataset
    models: Sequence[Model]
    suites: Sequence[Suite]
    limit: int | None = None
    seed: int = 0
    budget: int | None = None
    batch_size: int | None = None
    memory: int | None = None  # bytes of decoded pictures; None: a share of the machine's
    dry: bool = False
    timeout: float | None = None  # seconds per call of a model


@dataclass(slots=True)
class Done:
    """What a run did: the plan of its rounds added up, the outcome, and what was skipped."""

    asks: int = 0
    wanted: int = 0
    left: int = 0
    outcome: Outcome = field(default_factory=Outcome)
    skipped: list[Skipped] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)  # figures that some models do not have, one line each
    hands: list[Hand] = field(default_factory=list)
    caller: Caller | None = None  # of all rounds, so that a model that hangs is known to the next one

    @property
    def saved(self) -> int:
        """Calls that were not made because they repeat another or were known."""
        return self.asks - self.left

    def standings(self, models: Sequence[Model]) -> list[tuple[str, str, str]]:
        """The deck, fingerprint and model name of all that this run judged, in order."""
        return [(hand.deck.id, models[i].fingerprint, models[i].name) for hand in self.hands for i in hand.models]


def carry_out(space: Workspace, job: Job, stop: threading.Event, watch: Watch) -> Done:
    """Run a job to its end, or until it is stopped; what is stored is never lost."""
    _distinct(job.models)
    done = Done()
    done.hands, done.skipped, done.left_out = hands(space, job.data, job.suites, job.models, job.limit, job.seed)
    for line in (*done.skipped, *done.left_out):
        watch.say(str(line))
    active = [hand for hand in done.hands if hand.finished]  # dealt by an earlier run: only to be asked
    active += _dealt(space, job, [hand for hand in done.hands if not hand.finished], done, stop, watch)
    if done.skipped and not done.hands:
        raise NothingToRun("; ".join(each.error for each in done.skipped))
    while active:
        one_round(space, job, active, stop, watch, done)
        if job.dry:
            return done
        if done.outcome.stopped:  # no adaptive suite may go by answers of which some are missing
            break
        active = _dealt(space, job, active, done, stop, watch)
    _judge(space, job, done)
    _note(space, job, done)
    return done


def _dealt(
    space: Workspace, job: Job, wanted: Sequence[Hand], done: Done, stop: threading.Event, watch: Watch
) -> list[Hand]:
    """The hands that have another round; a suite that gives no case is skipped, and the run goes on without it."""
    more = []
    with told_to(Dealing(watch, stop)):
        for hand in wanted:
            try:
                is_more = deal(space, hand, job.models[hand.models[0]])
                if hand.finished and not hand.deck.cases:
                    space.remove_deck(hand.deck.id)  # so that a later run says again why it is empty
                    raise CannotDeal(NO_CASE)
                more += [hand] if is_more else []
            except CannotDeal as reason:
                _skip(job, hand, str(reason), done, watch)
    return more


def _skip(job: Job, hand: Hand, reason: str, done: Done, watch: Watch) -> None:
    """Leave a hand out; the models are named where the suite is put to others in another way."""
    names = [""] if len(hand.models) == len(job.models) else [job.models[i].name for i in hand.models]
    skipped = [Skipped(hand.deck.suite, job.data.name, reason, name) for name in names]
    for each in skipped:
        watch.say(str(each))
    done.skipped += skipped
    done.hands = [each for each in done.hands if each is not hand]


def _distinct(models: Sequence[Model]) -> None:
    prints: dict[str, str] = {}
    for model in models:
        if model.name not in prints:
            prints[model.name] = model.fingerprint
        elif prints[model.name] == model.fingerprint:
            raise UserError(f"model {model.name} is named twice: name each model once")
        else:
            raise UserError(f"two different models are named {model.name}: give each its own `name`")


def one_round(space: Workspace, job: Job, active: list[Hand], stop: threading.Event, watch: Watch, done: Done) -> None:
    """Plan and ask what the hands have dealt, and add it to what is done."""
    decks = [[hand.deck.id for hand in active if i in hand.models] for i in range(len(job.models))]
    connection = lens(space, sorted({hand.deck.id for hand in active}))
    plan = make_plan(connection, job.models, decks)
    done.asks, done.wanted, done.left = done.asks + plan.asks, done.wanted + plan.wanted, done.left + plan.left
    if job.dry or not plan.left:
        return
    watch.start(plan.left, plan.saved)

    def heard(model: int, entries: Sequence[Entry]) -> None:
        for hand in active:
            if model in hand.models:
                hand.waiting.hear(entries)

    memory = picture_memory() if job.memory is None else job.memory
    done.caller = done.caller or Caller(job.timeout)
    engine = LocalEngine(
        space, job.data, job.models, stop, job.batch_size, memory=memory, heard=heard, caller=done.caller
    )
    budget = None if job.budget is None else max(0, job.budget - done.outcome.made)
    outcome = engine.run(calls(connection), watch, budget)
    _add(done.outcome, outcome)
    watch.finish()
    space.rotate()


def _add(total: Outcome, more: Outcome) -> None:
    total.made += more.made
    total.failed += more.failed
    total.first_failure = total.first_failure or more.first_failure
    total.stopped = more.stopped


def _judge(space: Workspace, job: Job, done: Done) -> None:
    connection = lens(space, [hand.deck.id for hand in done.hands])
    for hand in done.hands:
        for i in hand.models:
            early = hand.waiting.judged(hand.deck, job.models[i].fingerprint)
            judge_deck(space, connection, hand.deck, hand.suite, job.models[i], early, hand.finished)
        hand.waiting = Waiting()  # what is done is kept by who called; the cases need not be


def _note(space: Workspace, job: Job, done: Done) -> None:
    """Tell later reports which decks and models are current."""
    space.record_run(
        {
            "models": [_who(model) for model in job.models],
            "data": job.data.fingerprint,
            "decks": [
                {
                    "deck": hand.deck.id,
                    "suite": hand.deck.suite,
                    "dataset": hand.deck.dataset,
                    "models": [job.models[i].name for i in hand.models],
                    "metrics": [asdict(metric) for metric in all_metrics(hand.suite.card)],
                    "headline": list(hand.suite.card.headline),
                }
                for hand in done.hands
            ],
            "skipped": [asdict(each) for each in done.skipped],
            "seed": job.seed,
            "limit": job.limit,
            "complete": done.outcome.stopped is None,
        }
    )


def _who(model: Model) -> dict[str, str]:
    """A model's name and fingerprint, and those of the model itself: without the data, and with its images."""
    own = itself(model)
    names = {"name": model.name, "own_name": own.name}
    return names | {"fingerprint": model.fingerprint, "own_fingerprint": own.fingerprint}


def total_plan(done: Done) -> Plan:
    """The plan of all rounds together."""
    return Plan(done.asks, done.wanted, done.left)
