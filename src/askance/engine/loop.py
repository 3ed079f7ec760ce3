"""The loop: rounds of all suites in lockstep — deal, plan, ask — and then the verdicts."""

import threading
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field

from askance.core import Dataset, Model, Suite, UserError
from askance.core.progress import told_to
from askance.engine.deal import Hand, deal, hands
from askance.engine.early import Waiting
from askance.engine.judging import judge_deck
from askance.engine.local import LocalEngine, Outcome
from askance.engine.plan import Plan, calls, make_plan
from askance.engine.watch import Dealing, Watch
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
    dry: bool = False


@dataclass(slots=True)
class Done:
    """What a run did: the plan of its rounds added up, the outcome, and what could not be served."""

    asks: int = 0
    wanted: int = 0
    left: int = 0
    outcome: Outcome = field(default_factory=Outcome)
    refusals: list[str] = field(default_factory=list)
    hands: list[Hand] = field(default_factory=list)

    @property
    def saved(self) -> int:
        """Calls that were not made because they repeat another or were known."""
        return self.asks - self.left

    def pairs(self, models: Sequence[Model]) -> list[tuple[str, str]]:
        """The (deck, fingerprint) pairs of this run, in order."""
        return [(hand.deck.id, models[i].fingerprint) for hand in self.hands for i in hand.models]


def carry_out(space: Workspace, job: Job, stop: threading.Event, watch: Watch) -> Done:
    """Run a job to its end, or until it is stopped; what is stored is never lost."""
    _distinct(job.models)
    done = Done()
    done.hands, done.refusals = hands(space, job.data, job.suites, job.models, job.limit, job.seed)
    if done.refusals and not done.hands:
        raise UserError("; ".join(done.refusals))
    for line in done.refusals:
        watch.say(line)
    complete = [hand for hand in done.hands if hand.finished]  # dealt by an earlier run: only to be asked
    with told_to(Dealing(watch, stop)):
        active = complete + [hand for hand in done.hands if deal(space, hand, job.models[hand.models[0]])]
    for hand in active:
        if not hand.deck.cases:
            watch.say(f"{job.data.name} has nothing for {hand.deck.suite} to ask")
    while active:
        one_round(space, job, active, stop, watch, done)
        if job.dry:
            return done
        if done.outcome.stopped:  # no adaptive suite may go by answers of which some are missing
            break
        with told_to(Dealing(watch, stop)):
            active = [hand for hand in active if deal(space, hand, job.models[hand.models[0]])]
    _judge(space, job, done)
    _note(space, job, done)
    return done


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

    engine = LocalEngine(space, job.data, job.models, stop, job.batch_size, heard=heard)
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
            "models": [{"name": model.name, "fingerprint": model.fingerprint} for model in job.models],
            "decks": [
                {
                    "deck": hand.deck.id,
                    "suite": hand.deck.suite,
                    "dataset": hand.deck.dataset,
                    "models": [job.models[i].name for i in hand.models],
                    "metrics": [asdict(metric) for metric in hand.suite.card.metrics],
                    "headline": list(hand.suite.card.headline),
                }
                for hand in done.hands
            ],
            "seed": job.seed,
            "limit": job.limit,
            "complete": done.outcome.stopped is None,
        }
    )


def total_plan(done: Done) -> Plan:
    """The plan of all rounds together."""
    return Plan(done.asks, done.wanted, done.left)
