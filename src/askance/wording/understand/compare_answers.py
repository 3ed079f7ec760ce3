"""Answers in one form, so that "a grey one" of ours and "gray" of theirs compare equal."""

import re

from askance.wording.understand.lexicon import AROUND, NUMBERS, QUALITIES, TERMS
from askance.wording.world_attributes import answer_for_value

_ARTICLE = re.compile(r"^(?:an?|the)\s+")
_END = re.compile(r"(?<![.!?\s])[.!?\s]++$")  # begins where such a run begins: else its square is looked at


def simplify_answer(answer: str) -> str:
    """An answer without case, article, plural or synonym."""
    text = _END.sub("", _ARTICLE.sub("", answer.strip().lower()))
    if text in NUMBERS:
        return str(NUMBERS[text])
    quality, around, term = QUALITIES.entries.get(text), AROUND.entries.get(text), TERMS.entries.get(text)
    if quality is not None:
        return answer_for_value(quality.value)
    return around.value if around is not None else term.term if term is not None else text


def are_same_answer(one: str, other: str) -> bool:
    """Whether two answers say the same."""
    return simplify_answer(one) == simplify_answer(other)
