"""Dealing: each suite's cases become a deck; static suites deal once, adaptive ones round by round for each model."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import msgspec
from askance.core import Answer, Case, Dataset, Model, Suite, UserError, beyond, digest_of, source_digest
from askance.core.suite import METHOD, FingerprintedSuite, Rounds
from askance.engine.case_names import with_known_names
from askance.engine.early import Waiting
from askance.engine.sample import SampleDigest
from askance.engine.skipping import Skipped, method_of, not_installed, unsupported
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
    card, own = suite.card, suite.fingerprint if isinstance(suite, FingerprintedSuite) else ""
    decided_by = (card.name, card.version, own, source_digest(), data.name, data.fingerprint, limit, seed, follow)
    return Deck(digest_of(decided_by).hex(), card.name, data.name, data.name, limit, seed, card=card)


def hands(
    space: Workspace, data: Dataset, suites: Sequence[Suite], models: Sequence[Model], limit: int | None, seed: int
) -> tuple[list[Hand], list[Skipped], list[str]]:
    """Which suite is put to which models, the suites that are skipped, and one line for each part that is left out."""
    dealt: list[Hand] = []
    skipped: list[Skipped] = []
    left_out: list[str] = []
    for suite in suites:
        able = _able(suite, data, models, skipped)
        if suite.card.adaptive:
            for i in able:
                deck = deck_for(suite, data, limit, seed, models[i].fingerprint)
                space.remove_deck(deck.id)  # answers are kept, so dealing again asks nothing again
                dealt.append(Hand(suite, deck, (i,), suite.rounds(data, limit, seed)))
            continue
        for fit, served in _by_fit(suite, models, able).items():
            left_out += [_left_out(suite, [models[i] for i in served], fit.lacking)] if fit.lacking else []
            deck = deck_for(suite, data, limit, seed, str(fit))
            done = space.deck(deck.id)
            rounds = None if done else suite.rounds(data, limit, seed)
            dealt.append(Hand(suite, done or deck, tuple(served), rounds, fit, finished=done is not None))
    return dealt, skipped, left_out


def _able(suite: Suite, data: Dataset, models: Sequence[Model], skipped: list[Skipped]) -> list[int]:
    """The models that support a suite; why the others do not is added to `skipped`."""
    name = suite.card.name
    if reason := not_installed(suite):
        skipped.append(Skipped(name, data.name, reason))
        return []
    reasons = [unsupported(suite, model) for model in models]
    skipped += [
        Skipped(name, data.name, reason, model.name)
        for reason, model in zip(reasons, models, strict=True)
        if reason is not None
    ]
    return [i for i, reason in enumerate(reasons) if reason is None]


def _by_fit(suite: Suite, models: Sequence[Model], able: Sequence[int]) -> dict[Fit, list[int]]:
    """The models by what they do not offer of all that only some of a suite's cases need, and by their method."""
    optional = frozenset(offer for offer, _ in suite.card.optional)
    found: dict[Fit, list[int]] = {}
    for i in able:
        found.setdefault(Fit(optional - models[i].offers, method_of(suite, models[i])), []).append(i)
    return found


def _left_out(suite: Suite, models: Sequence[Model], lacking: frozenset[str]) -> str:
    """One line that says which figures some models will not have, and why."""
    metrics = dict.fromkeys(metric for offer, metric in suite.card.optional if offer in lacking)
    names = ", ".join(model.name for model in models)
    verb = "the model does" if len(models) == 1 else "the models do"
    reason = f"{verb} not support {', '.join(sorted(lacking))}"
    return f"{suite.card.name}: skipped {', '.join(metrics)} for {names} ({reason})"


def _servable(cases: Iterable[Case], suite: Suite, fit: Fit) -> Iterable[Case]:
    """The cases that can be put to models which lack some of what the suite's cases may need, by their method."""
    if fit.method:
        cases = (case for case in cases if dict(case.tags).get(METHOD) == fit.method)
    if not fit.lacking:
        return cases
    everything = suite.card.needs | {"text", "score", "choose", "temperature", "dropout"}
    offered = (everything | {offer for offer, _ in suite.card.optional}) - fit.lacking
    return (case for case in cases if not any(beyond(query, offered) for _, query in case.asks))


class CannotDeal(UserError):  # noqa: N818  a state of a suite, like Temporary
    """A suite that cannot make its cases; the text is the reason."""


@contextmanager
def _reason_kept() -> Iterator[None]:
    """An error of a suite's own becomes CannotDeal, so that it is not taken for one of the workspace."""
    try:
        yield
    except UserError as error:
        raise CannotDeal(str(error)) from error


def _guarded(cases: Iterable[Case]) -> Iterator[Case]:
    with _reason_kept():
        yield from with_known_names(cases)


def deal(space: Workspace, hand: Hand, model: Model | None) -> bool:
    """Deal a hand's next round; False when there is none. Raises CannotDeal where the suite fails."""
    if hand.rounds is None:
        return False
    if hand.suite.card.adaptive:
        return _deal_next(space, hand, model)
    sample = SampleDigest()
    with _reason_kept():
        cases: Iterable[Case] = _guarded(next(hand.rounds))
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
        with _reason_kept():
            cases: Iterable[Case] = (
                next(hand.rounds) if hand.shards == 0 else hand.rounds.send(_answers(space, hand.deck, model))
            )
    except StopIteration:
        space.finish_deck(hand.deck)
        hand.rounds, hand.finished = None, True
        return False
    sample = SampleDigest()
    case_count, ask_count, shards = write_cases(
        space, hand.deck.id, _guarded(cases), hand.shards + 1, lambda key, case, queries: sample.add(key)
    )
    hand.deck = msgspec.structs.replace(
        hand.deck,
        cases=hand.deck.cases + case_count,
        asks=hand.deck.asks + ask_count,
        sample=hand.deck.sample or sample.hex(),  # the first round's: later ones follow the model's answers
        shards={table: (*hand.deck.shards.get(table, ()), *names) for table, names in shards.items()}
        or hand.deck.shards,
    )
    hand.shards += max(1, len(shards.get("cases", ())))
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
