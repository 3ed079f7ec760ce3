"""Probabilities of answers from the log-probabilities of the generated tokens and of the alternatives to each."""

import math
import re
import string
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from askance.core.coerce_answers import SLACK

MOST = 5  # answers with their probabilities
_ENDS = string.whitespace + string.punctuation
_SPECIAL = re.compile(r"<[^<>\s]+>")  # a token that is no text
_CONTINUES = re.compile(r"\w")  # what lengthens the word before it
_CONTINUES_NUMBER = re.compile(r"\w|[.,]\d")


class Token(NamedTuple):
    """A generated token, its probability, and those of the most probable tokens in its place (itself included)."""

    text: str
    probability: float
    others: tuple[tuple[str, float], ...]


def tokens_of(logprobs: object, answer: str) -> list[Token]:
    """The tokens of the answer; [] where the server sends none. Tokens before the answer (reasoning) are left out."""
    whole = _tokens(logprobs)
    start = _start([token.text for token in whole], answer)
    while whole and start >= len(whole[0].text) > 0:  # a token that begins with a space is part of the answer
        start -= len(whole.pop(0).text)
    return whole


def has_tokens(logprobs: object) -> bool:
    """Whether a server sends log-probabilities."""
    return bool(_tokens(logprobs))


def _tokens(logprobs: object) -> list[Token]:
    found = logprobs.get("content") if isinstance(logprobs, Mapping) else None
    tokens = [_token(each) for each in found if isinstance(each, Mapping)] if isinstance(found, list) else []
    return [] if None in tokens else [token for token in tokens if token is not None]


def _start(texts: Sequence[str], answer: str) -> int:
    """Where the answer begins; special tokens behind it, such as <|im_end|>, are not searched for its words."""
    end = len(texts)
    while end and (not texts[end - 1].strip() or _SPECIAL.fullmatch(texts[end - 1].strip())):
        end -= 1
    return max(0, "".join(texts[:end]).rfind(answer.strip()))


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
    for i, token in enumerate(tokens):
        for text, share in token.others:
            if _plain(before + text) == wanted:
                ends = _end_probability(before + text, tokens[i + 1 :]) if text == token.text else 1.0
                found += probability * share * ends
        before, probability = before + token.text, probability * token.probability
        if _plain(before) == wanted or not wanted.startswith(_plain(before)):
            break
    return min(1.0, found)


def _end_probability(before: str, rest: Sequence[Token]) -> float:
    """The probability that no further letter or digit follows what was generated: "1" is not the beginning of "10"."""
    if not rest:
        return 1.0
    continues = _CONTINUES_NUMBER if before[-1:].isdigit() else _CONTINUES
    generated = "".join(token.text for token in rest)
    shares = {True: 0.0, False: 0.0}
    for text, share in rest[0].others:
        shares[bool(continues.match(generated if text == rest[0].text else text))] += share
    total = shares[True] + shares[False]
    return shares[False] / total if total else 1.0


def option_probabilities(tokens: Sequence[Token], options: Sequence[str]) -> tuple[tuple[str, float], ...]:
    """The probability of each option; what a longer option has ("hot dog") is not that of its beginning ("hot")."""
    shares: dict[str, float] = {}
    for option in sorted(options, key=lambda each: len(_plain(each)), reverse=True):
        longer = sum(share for other, share in shares.items() if _is_beginning(option, other))
        shares[option] = max(0.0, path_probability(tokens, option) - longer)
    return tuple((option, shares[option]) for option in options)


def _is_beginning(option: str, other: str) -> bool:
    first, second = _plain(option), _plain(other)
    return second.startswith(first) and not _CONTINUES.match(second[len(first) :] or "x")


def text_probabilities(tokens: Sequence[Token], text: str) -> tuple[tuple[str, float], ...]:
    """The answer with its probability; of an answer of one token also the others, the most probable first.

    The others are left out where the server's numbers are no probabilities: they sum to more than 1.
    """
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
    if first[1] + sum(shares.values()) > 1 + SLACK:  # some servers send the same number for every token
        return ((text, own),)
    return (first, *sorted(shares.items(), key=lambda pair: -pair[1])[: MOST - 1])


def chosen_option(text: str, shares: Sequence[tuple[str, float]], options: Sequence[str]) -> str | None:
    """The option that the text says; where it says none, the most probable one."""
    said = _plain(text)
    same = [option for option in options if option.strip() == text.strip()]  # also of options that are only marks
    if found := same or [option for option in options if said and _plain(option) == said]:
        return found[0]
    best = max(shares, key=lambda pair: pair[1], default=("", 0.0))
    return best[0] if best[1] else None


def _plain(text: str) -> str:
    """Without case, and without spaces and marks at its ends."""
    return text.strip(_ENDS).casefold()
