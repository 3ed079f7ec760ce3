"""The judge of generated questions: a question of the built-in world's grammar that makes sense."""

from functools import lru_cache

from askance.inverse.question_slots import SlotReader, question_tokens
from askance.inverse.question_templates import template_tree
from askance.inverse.sensible_questions import is_sensible
from askance.wording.understand import understand

_LONGEST = 40  # words; beyond this no template reaches


@lru_cache(maxsize=1 << 16)
def is_well_formed(question: str) -> bool:
    """Whether a question is one that the templates can make, is understood, and makes sense."""
    words = question_tokens(question)
    if not 0 < len(words) <= _LONGEST or not template_tree().matches(SlotReader(words)):
        return False
    form = understand(question)
    return form is not None and is_sensible(form)
