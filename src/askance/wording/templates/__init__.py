"""The template grammar of the suite `carets`: the same question in many wordings."""

from askance.wording.templates.article import article
from askance.wording.templates.fill_template import Slot, fill_template
from askance.wording.templates.phrase import Phrase
from askance.wording.templates.table import TEMPLATES, Template, negated

__all__ = ["TEMPLATES", "Phrase", "Slot", "Template", "article", "fill_template", "negated"]
