"""Rules for questions that the built-in grammar does not understand: they need the extra `sears`."""

import importlib
import importlib.util
from collections.abc import Callable, Sequence
from functools import cache
from typing import Protocol

from askance.wording.implications.implication import Implication
from askance.wording.part_of_speech_tags import missing_spacy_packages
from askance.wording.sears_rules import TaggedWord

MODULE = "askance.wording.implications.real_questions"
Tagger = Callable[[str], Sequence[TaggedWord]]


class RealQuestionRules(Protocol):
    """What follows from the answer to a question of any wording, by its tagged words."""

    def __call__(self, question: str, answer: str, tagger: Tagger) -> tuple[Implication, ...]: ...


@cache
def load_real_question_rules() -> RealQuestionRules | None:
    """The rules, or None where they or the tagger are not installed; such questions then have no implications."""
    if missing_spacy_packages() is not None or importlib.util.find_spec(MODULE) is None:
        return None
    rules: RealQuestionRules = importlib.import_module(MODULE).implied_by
    return rules
