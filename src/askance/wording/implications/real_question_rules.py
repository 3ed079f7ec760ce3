"""Rules for questions that the built-in grammar does not understand: they read the tags of the words."""

import importlib
from collections.abc import Callable, Sequence
from functools import cache
from typing import Protocol

from askance.wording.implications.implication import Implication
from askance.wording.sears_rules import TaggedWord

MODULE = "askance.wording.implications.real_questions"
Tagger = Callable[[str], Sequence[TaggedWord]]


class RealQuestionRules(Protocol):
    """What follows from the answer to a question of any wording, by its tagged words."""

    def __call__(self, question: str, answer: str, tagger: Tagger) -> tuple[Implication, ...]: ...


@cache
def load_real_question_rules() -> RealQuestionRules:
    """The rules, imported when a question first needs them."""
    rules: RealQuestionRules = importlib.import_module(MODULE).implied_by
    return rules
