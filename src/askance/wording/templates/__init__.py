"""The template grammar of the suite `carets`: the same question in many wordings."""

from askance.wording.templates.fill_template import Slot, fill_template
from askance.wording.templates.indefinite_article import indefinite_article
from askance.wording.templates.noun_phrase import NounPhrase
from askance.wording.templates.template_table import TEMPLATES, QuestionTemplate, negated_template

__all__ = [
    "TEMPLATES",
    "NounPhrase",
    "QuestionTemplate",
    "Slot",
    "fill_template",
    "indefinite_article",
    "negated_template",
]
