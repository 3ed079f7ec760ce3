"""Dealing: each suite's cases become a deck; static suites deal once, adaptive ones round by round for each model."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import msgspec
from askance.core import Answer, Case, Dataset, Model, Suite, beyond, digest_of, source_digest
from askance.core.suite import METHOD, Rounds
from askance.engine.early import Waiting
from askance.engine.sample import SampleDigest
from askance.store import Deck, Workspace, final_answers, lens, write_cases, write_deck


@dataclass(frozen=True, slots=True)
class Fit:
    """What some models do not offer of what only some cases need, and the method by which they are asked."""

    lacking: frozenset[str] = frozenset()
    method: str = ""

    def __str__(self) -> str:
        return " ".join([*sorted(self.lacking), *([f"{METHOD}={self.method}"] if self.method else [])])


@dataclass(slots=True)
class Hand:
    """One suite as it is put to some of the models: all of them, or the one that an adaptive suite follows."""

    suite: Suite
    deck: Deck
    models: tuple[int, ...]
    rounds: Rounds | None = None  # None: a complete deck, with nothing more to deal
    fit: Fit = Fit()
    shards: int = 0
    waiting: Waiting = field(default_factory=Waiting)
    finished: bool = field(default=False)


def deck_for(suite: Suite, data: Dataset, limit: int | None, seed: int, follow: str = "") -> Deck:
    """The deck of a suite, named by the digest of all that decides its cases, our own source included."""
    card, own = suite.card, getattr(suite, "fingerprint", "")  # of files that a suite's options name
    decided_by = (card.name, card.version, own, source_digest(), data.name, data.fingerprint, limit, seed, follow)
    return Deck(digest_of(decided_by).hex(), card.name, data.name, data.name, limit, seed)


def hands(
    space: Workspace, data: Dataset, suites: Sequence[Suite], models: Sequence[Model], limit: int | None, seed: int
) -> tuple[list[Hand], list[str]]:
    """What is put to whom, and one line for each suite that a model cannot serve."""
    dealt: list[Hand] = []
    refusals: list[str] = []
    for suite in suites:
        if reason := unserved(suite):
            refusals.append(reason)
            continue
        able = []
        for i, model in enumerate(models):
            reason = _refusal(suite, model)
            if reason:
                refusals.append(reason)
            else:
                able.append(i)
        if suite.card.adaptive:
            for i in able:
                deck = deck_for(suite, data, limit, seed, models[i].fingerprint)
                space.clear_deck(deck.id)  # answers are kept, so dealing again asks nothing again
                dealt.append(Hand(suite, deck, (i,), suite.rounds(data, limit, seed)))
            continue
        for fit, served in _by_fit(suite, models, able).items():
            refusals += [_left_out(suite, [models[i] for i in served], fit.lacking)] if fit.lacking else []
            deck = deck_for(suite, data, limit, seed, str(fit))
            done = space.deck(deck.id)
            rounds = None if done else suite.rounds(data, limit, seed)
            dealt.append(Hand(suite, done or deck, tuple(served), rounds, fit, finished=done is not None))
    return dealt, refusals


def unserved(suite: Suite) -> str | None:
    """Why a suite cannot be put to any model here, such as a package that is not installed; None if it can."""
    lacks: str | None = suite.lacks() if hasattr(suite, "lacks") else None
    return f"{suite.card.name} is not available: {lacks}" if lacks else None


def _refusal(suite: Suite, model: Model) -> str | None:
    """One line that says why a model cannot serve a suite; None if it can."""
    card = suite.card
    missing = card.needs - model.offers
    if missing:
        return f"{card.name} is not available for {model.name}: it does not offer {', '.join(sorted(missing))}"
    if card.methods and not _method(suite, model):
        ways = ", ".join(f"{name} ({', '.join(sorted(needs))})" for name, needs in card.methods)
        return f"{card.name} is not available for {model.name}: it offers none of {ways}"
    return None


def _method(suite: Suite, model: Model) -> str:
    """The first method of a suite that a model can serve."""
    return next((name for name, needs in suite.card.methods if needs <= model.offers), "")


def _by_fit(suite: Suite, models: Sequence[Model], able: Sequence[int]) -> dict[Fit, list[int]]:
    """The models by what they do not offer of all that only some of a suite's cases need, and by their method."""
    optional = frozenset(offer for offer, _ in suite.card.optional)
    found: dict[Fit, list[int]] = {}
    for i in able:
        found.setdefault(Fit(optional - models[i].offers, _method(suite, models[i])), []).append(i)
    return found


def _left_out(suite: Suite, models: Sequence[Model], lacking: frozenset[str]) -> str:
    """One line that says which figures some models will not have, and why."""
    metrics = dict.fromkeys(metric for offer, metric in suite.card.optional if offer in lacking)
    names = ", ".join(model.name for model in models)
    verb, who = "is" if len(metrics) == 1 else "are", "it does" if len(models) == 1 else "they do"
    offers = ", ".join(sorted(lacking))
    return f"{suite.card.name}: {', '.join(metrics)} {verb} not available for {names}: {who} not offer {offers}"


def _servable(cases: Iterable[Case], suite: Suite, fit: Fit) -> Iterable[Case]:
    """The cases that can be put to models which lack some of what the suite's cases may need, by their method."""
    if fit.method:
        cases = (case for case in cases if dict(case.tags).get(METHOD) == fit.method)
    if not fit.lacking:
        return cases
    everything = suite.card.needs | {"text", "score", "choose", "temperature", "dropout"}
    offered = (everything | {offer for offer, _ in suite.card.optional}) - fit.lacking
    return (case for case in cases if not any(beyond(query, offered) for _, query in case.asks))


def deal(space: Workspace, hand: Hand, model: Model | None) -> bool:
    """Deal a hand's next round; False when there is none."""
    if hand.rounds is None:
        return False
    if hand.suite.card.adaptive:
        return _deal_next(space, hand, model)
    sample, cases = SampleDigest(), next(hand.rounds)
    if hand.fit != Fit():  # what is left out counts too: models that support less still share the sample
        cases = _servable(sample.over(cases), hand.suite, hand.fit)

    def told(key: bytes, case: Case, queries: list[bytes]) -> None:
        hand.waiting.add(key, case, queries)
        if hand.fit == Fit():
            sample.add(key)

    hand.deck = write_deck(space, hand.deck, cases, told, sample.hex)
    hand.rounds, hand.finished = None, True
    return True


def _deal_next(space: Workspace, hand: Hand, model: Model | None) -> bool:
    assert hand.rounds is not None
    assert model is not None
    try:
        cases: Iterable[Case] = (
            next(hand.rounds) if hand.shards == 0 else hand.rounds.send(_answers(space, hand.deck, model))
        )
    except StopIteration:
        space.finish_deck(hand.deck)
        hand.rounds, hand.finished = None, True
        return False
    sample = SampleDigest()
    case_count, ask_count, shards = write_cases(
        space, hand.deck.id, cases, hand.shards + 1, lambda key, case, queries: sample.add(key)
    )
    hand.deck = msgspec.structs.replace(
        hand.deck,
        cases=hand.deck.cases + case_count,
        asks=hand.deck.asks + ask_count,
        sample=hand.deck.sample or sample.hex(),  # the first round's: later ones follow the model's answers
    )
    hand.shards += max(1, shards)
    return True


def _answers(space: Workspace, deck: Deck, model: Model) -> dict[bytes, Answer]:
    """Everything the model has answered so far to this deck."""
    result = lens(space, [deck.id]).execute(
        f"select query_key, status, text, score, top, reason from {final_answers(model.fingerprint)}"
        " semi join queries using (query_key)"
    )
    return {
        query: Answer(status, text, score, tuple((each["answer"], each["score"]) for each in top or ()), reason)
        for query, status, text, score, top, reason in result.fetchall()
    }
