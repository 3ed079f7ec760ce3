"""The pool that basic questions are taken from: distinct, and without any main question."""

import re
from collections.abc import Iterable
from typing import Literal

Kind = Literal["general", "yes/no"]
_POLAR = frozenset((
    "is", "are", "was", "were", "am", "do", "does", "did", "has", "have", "had", "can", "could", "will", "would",
    "shall", "should", "may", "might", "must", "isn't", "aren't", "wasn't", "weren't", "don't", "doesn't", "didn't",
    "hasn't", "haven't", "hadn't", "can't", "couldn't", "won't", "wouldn't", "shouldn't",
))  # fmt: skip
_WORD = re.compile(r"[^\W_]+(?:['’.,-][^\W_]+)*")


def split_words(question: str) -> list[str]:
    """A question's words, lower-cased, without punctuation."""
    return [word.replace("’", "'") for word in _WORD.findall(question.lower())]


def normalised_text(question: str) -> str:
    """What two questions have in common that differ only in case, blanks and punctuation."""
    return " ".join(split_words(question))


def is_yes_no_question(question: str) -> bool:
    """Whether a question opens as one that is answered yes or no, and offers no choice."""
    said = split_words(question)
    return bool(said) and said[0] in _POLAR and "or" not in said


def prepare_pool(questions: Iterable[str], *, without: Iterable[str] = (), kind: Kind = "general") -> list[str]:
    """The distinct questions in their order, less those without words and those of `without`; blanks are made one."""
    seen = {normalised_text(question) for question in without} | {""}
    pool = []
    for question in questions:
        key = normalised_text(question)
        if key not in seen and (kind == "general" or is_yes_no_question(question)):
            seen.add(key)
            pool.append(" ".join(question.split()))
    return pool


def raw_pool(questions: Iterable[str], kind: Kind = "general") -> list[str]:
    """The questions as they are, repetitions and main questions included: what the paper's Table 8 warns of."""
    return [question for question in questions if kind == "general" or is_yes_no_question(question)]
