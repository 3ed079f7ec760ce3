"""The parts of a question in another order: options ("red or blue") and objects ("a dog and a cat")."""

import re
from collections.abc import Iterator

import msgspec
from askance.wording.understand import (
    AttributeQuestion,
    CountComparisonClaim,
    Form,
    JoinedClaims,
    NamingQuestion,
    SameValueClaim,
    SurroundingsQuestion,
    YesNoQuestion,
)

ARTICLES = frozenset({"a", "an", "the", "any", "some", "no", "both", "either", "neither"})


def other_order(form: Form) -> Form | None:
    """The meaning with its options or its two objects in the reverse order; None where there are none."""
    if isinstance(form, YesNoQuestion):
        claim = form.claim
        if isinstance(claim, JoinedClaims) and len(claim.claims) > 1:
            return YesNoQuestion(msgspec.structs.replace(claim, claims=claim.claims[::-1]))
        if isinstance(claim, SameValueClaim) or (isinstance(claim, CountComparisonClaim) and claim.how == "equal"):
            return YesNoQuestion(msgspec.structs.replace(claim, left=claim.right, right=claim.left))
        return None
    if isinstance(form, AttributeQuestion | NamingQuestion | SurroundingsQuestion) and len(form.options) > 1:
        return msgspec.structs.replace(form, options=form.options[::-1])
    return None


def swapped_around_joints(question: str) -> Iterator[str]:
    """The question with the words before and after a joint ("red or blue") exchanged, in every way."""
    body, end = re.fullmatch(r"(.*?)([\s?.!]*)", question, re.DOTALL).groups()  # type: ignore[union-attr]
    words = body.split()
    for place, word in enumerate(words):
        if word.lower() in ("or", "and", "nor", "as"):
            yield from _swaps_at(words, place, end)


def _swaps_at(words: list[str], joint: int, end: str) -> Iterator[str]:
    for before in range(1, joint + 1):
        for after in range(1, len(words) - joint):
            first, last = words[joint - before : joint], words[joint + 1 : joint + 1 + after]
            if (first[0].lower() in ARTICLES) != (last[0].lower() in ARTICLES):
                continue  # "a dog" changes places with "a cat", not with "cat"
            head, tail = words[: joint - before], words[joint + 1 + after :]
            if first[-1].endswith(","):  # "red, blue, or green"
                first = [*first[:-1], first[-1].rstrip(",")]
            listed = _reversed_list(head, last, words[joint], first)
            yield " ".join([*listed, *tail]) + end


def _reversed_list(head: list[str], last: list[str], joint: str, first: list[str]) -> list[str]:
    """The words up to the end of a list of options; "red, blue or" has a third option before the joint."""
    if head and head[-1].endswith(",") and len(head) > 1:
        third = head[-1].rstrip(",")
        return [*head[:-1], f"{' '.join(last)},", *first, joint, third]
    return [*head, *last, joint, *first]
