"""A claim asked twice: as it is, and denied; so that a yes always has a no beside it."""

import re
from collections.abc import Iterator

from askance.wording.implications.implication import Implication, Rule

DENIED = Rule(
    "real-denied",
    "negation",
    "an answer that gives a value, an object, an action or a text",
    "the same claim with not or no: no",
    "a claim and its denial exclude each other",
    "wherever the claim itself is not asked",
    (
        "What is the man holding? – umbrella → Is the man not holding an umbrella? no",
        "What is on the table? – cup → Is there no cup on the table? no",
        "How many cars are on the road? – 0 → Are there no cars on the road? yes",
    ),
)
TRUE_THAT = Rule(
    "real-true-that",
    "equivalence",
    "Is the X …? – yes or no",
    "Is it true that the X is …? the same answer",
    "the same claim, asked as a statement",
    "as for negation; verbs with do, of which only have is put into a statement",
    (
        "Is the man surfing? – yes → Is it true that the man is surfing? yes",
        "Is it raining? – no → Is it true that it is raining? no",
        "Does the cat have a collar? – yes → Is it true that the cat has a collar? yes",
    ),
)
RULES = (DENIED, TRUE_THAT)

_SINGULAR = re.compile(r"Is there (?:an?|any) (.*)\?")
_PLURAL = re.compile(r"Are there any (.*)\?")
_OPPOSITE = {"yes": "no", "no": "yes"}


def claim(rule: Rule, opening: str, rest: str, because: str) -> Iterator[Implication]:
    """ "Is the man holding an umbrella?" yes, and "Is the man not holding an umbrella?" no."""
    yield Implication(rule.name, rule.kind, f"{opening} {rest}?", "yes", because)
    yield Implication(DENIED.name, DENIED.kind, f"{opening} not {rest}?", "no", because)


def denial(said: Implication) -> Implication | None:
    """ "Is there no dog in the image?" for "Is there a dog in the image?"; None for other forms."""
    if said.expected not in _OPPOSITE:
        return None
    for be, pattern in (("Is", _SINGULAR), ("Are", _PLURAL)):
        if found := pattern.fullmatch(said.question):
            asked = f"{be} there no {found[1]}?"
            return Implication(DENIED.name, DENIED.kind, asked, _OPPOSITE[said.expected], said.because)
    return None


def true_that(subject: str, verb: str, predicate: str, polar: str, because: str) -> Implication:
    """ "Is it true that the man is surfing?"."""
    asked = f"Is it true that {subject} {verb} {predicate}?"
    return Implication(TRUE_THAT.name, TRUE_THAT.kind, asked, polar, because)
