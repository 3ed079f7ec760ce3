"""Probabilities of answers from the log-probabilities of the generated tokens and of the alternatives to each."""

import math
import string
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

MOST = 5  # answers with their probabilities
_ENDS = string.whitespace + string.punctuation


class Token(NamedTuple):
    """A generated token, its probability, and those of the most probable tokens in its place (itself included)."""

    text: str
    probability: float
    others: tuple[tuple[str, float], ...]


def tokens_of(logprobs: object, answer: str) -> list[Token]:
    """The tokens of the answer; [] where the server sends none. Tokens before the answer (reasoning) are left out."""
    whole = _tokens(logprobs)
    start = _start("".join(token.text for token in whole), answer)
    while whole and start > 0:
        start -= len(whole.pop(0).text)
    return whole


def has_tokens(logprobs: object) -> bool:
    """Whether a server sends log-probabilities."""
    return bool(_tokens(logprobs))


def _tokens(logprobs: object) -> list[Token]:
    found = logprobs.get("content") if isinstance(logprobs, Mapping) else None
    tokens = [_token(each) for each in found if isinstance(each, Mapping)] if isinstance(found, list) else []
    return [] if None in tokens else [token for token in tokens if token is not None]


def _start(text: str, answer: str) -> int:
    return max(0, text.rfind(answer.strip()))


def _token(given: Mapping[str, Any]) -> Token | None:
    text, probability = given.get("token"), _probability(given.get("logprob"))
    if not isinstance(text, str) or probability is None:
        return None
    others = {text: probability}
    for other in given.get("top_logprobs") or ():
        if isinstance(other, Mapping) and isinstance(other.get("token"), str):
            others[other["token"]] = _probability(other.get("logprob")) or 0.0
    return Token(text, probability, tuple(others.items()))


def _probability(logprob: object) -> float | None:
    """A log-probability as a probability; servers send -9999 for none, and a hair above 0 for rounding."""
    if not isinstance(logprob, int | float) or math.isnan(logprob):
        return None
    return math.exp(min(0.0, float(logprob)))


def path_probability(tokens: Sequence[Token], answer: str) -> float:
    """The probability that the answer begins with these words: the generated tokens, and at each one the others."""
    wanted, before, probability, found = _plain(answer), "", 1.0, 0.0
    if not wanted:  # else it would be found in any space
        return 0.0
    for token in tokens:
        found += probability * sum(share for text, share in token.others if _plain(before + text) == wanted)
        before, probability = before + token.text, probability * token.probability
        if _plain(before) == wanted or not wanted.startswith(_plain(before)):
            break
    return min(1.0, found)


def text_probabilities(tokens: Sequence[Token], text: str) -> tuple[tuple[str, float], ...]:
    """The answer with its probability; of an answer of one token also the others, the most probable first."""
    if not tokens:
        return ()
    of_text = [token for token in tokens if token.text.strip() and token.text.strip() in text]
    own = math.prod(token.probability for token in of_text)
    if len(of_text) != 1:
        return ((text, own),)
    shares = {_plain(text): own}
    for other, share in of_text[0].others:
        if other != of_text[0].text and _plain(other):
            shares[_plain(other)] = min(1.0, shares.get(_plain(other), 0.0) + share)
    first = (text, shares.pop(_plain(text)))
    return (first, *sorted(shares.items(), key=lambda pair: -pair[1])[: MOST - 1])


def chosen_option(text: str, shares: Sequence[tuple[str, float]], options: Sequence[str]) -> str | None:
    """The most probable option; without probabilities the one that the text says."""
    best = max(shares, key=lambda pair: pair[1], default=("", 0.0))
    if best[1]:
        return best[0]
    said = _plain(text)
    return next((option for option in options if _plain(option) == said), None)


def _plain(text: str) -> str:
    """Without case, and without spaces and marks at its ends."""
    return text.strip(_ENDS).casefold()
