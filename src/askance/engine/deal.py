"""Dealing: each suite's cases become a deck; static suites deal once, adaptive ones round by round for each model."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import msgspec
from askance.core import Answer, Case, Dataset, Model, Suite, digest_of, source_digest
from askance.core.suite import Rounds
from askance.store import Deck, Workspace, final_answers, lens, write_cases, write_deck


@dataclass(slots=True)
class Hand:
    """One suite as it is put to some of the models: all of them, or the one that an adaptive suite follows."""

    suite: Suite
    deck: Deck
    models: tuple[int, ...]
    rounds: Rounds | None = None  # None: a complete deck, with nothing more to deal
    shards: int = 0
    finished: bool = field(default=False)


def deck_for(suite: Suite, data: Dataset, limit: int | None, seed: int, follow: str = "") -> Deck:
    """The deck of a suite, named by the digest of all that decides its cases, our own source included."""
    card = suite.card
    decided_by = (card.name, card.version, source_digest(), data.name, data.fingerprint, limit, seed, follow)
    return Deck(digest_of(decided_by).hex(), card.name, data.name, data.name, limit, seed)


def hands(
    space: Workspace, data: Dataset, suites: Sequence[Suite], models: Sequence[Model], limit: int | None, seed: int
) -> tuple[list[Hand], list[str]]:
    """What is put to whom, and one line for each suite that a model cannot serve."""
    dealt: list[Hand] = []
    refusals: list[str] = []
    for suite in suites:
        able = []
        for i, model in enumerate(models):
            missing = suite.card.needs - model.offers
            if missing:
                needs = ", ".join(sorted(missing))
                refusals.append(f"{suite.card.name} is not available for {model.name}: it does not offer {needs}")
            else:
                able.append(i)
        if suite.card.adaptive:
            for i in able:
                deck = deck_for(suite, data, limit, seed, models[i].fingerprint)
                space.clear_deck(deck.id)  # answers are kept, so dealing again asks nothing again
                dealt.append(Hand(suite, deck, (i,), suite.rounds(data, limit, seed)))
        elif able:
            deck = deck_for(suite, data, limit, seed)
            done = space.deck(deck.id)
            rounds = None if done else suite.rounds(data, limit, seed)
            dealt.append(Hand(suite, done or deck, tuple(able), rounds, finished=done is not None))
    return dealt, refusals


def deal(space: Workspace, hand: Hand, model: Model | None) -> bool:
    """Deal a hand's next round; False when there is none."""
    if hand.rounds is None:
        return False
    if hand.suite.card.adaptive:
        return _deal_next(space, hand, model)
    hand.deck = write_deck(space, hand.deck, next(hand.rounds))
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
    case_count, ask_count, shards = write_cases(space, hand.deck.id, cases, hand.shards + 1)
    hand.deck = msgspec.structs.replace(hand.deck, cases=hand.deck.cases + case_count, asks=hand.deck.asks + ask_count)
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
