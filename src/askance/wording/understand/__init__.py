"""Question text → meaning: the forms, and the one function that reads them from text."""

from askance.wording.understand.answers import same_answer, simple
from askance.wording.understand.forms import (
    Around,
    Attribute,
    Claim,
    Compared,
    Count,
    Exists,
    Form,
    Holds,
    Joined,
    Naming,
    Numbered,
    Option,
    Phrase,
    Polar,
    Predicate,
    Quality,
    Relation,
    Same,
    Surroundings,
    affirmed,
    arguments,
    color_words,
    group_terms,
    is_negated,
    label,
    nodes,
    rewritten,
)
from askance.wording.understand.lexicon import PEOPLE_WORDS, plural_of
from askance.wording.understand.parse import understand
from askance.wording.understand.plain import PLAIN, is_plain
from askance.wording.understand.several import first_question, questions_in

__all__ = [
    "PEOPLE_WORDS", "PLAIN", "Around", "Attribute", "Claim", "Compared", "Count", "Exists", "Form", "Holds", "Joined",
    "Naming", "Numbered", "Option", "Phrase", "Polar", "Predicate", "Quality", "Relation", "Same", "Surroundings",
    "affirmed", "arguments", "color_words", "first_question", "group_terms", "is_negated", "is_plain", "label", "nodes",
    "plural_of", "questions_in", "rewritten", "same_answer", "simple", "understand",
]  # fmt: skip
