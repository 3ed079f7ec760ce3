"""What follows from a question and its answer: rules, one file per family."""

from askance.wording.implications.implication import KINDS, Implication, Kind, Rule
from askance.wording.implications.imply import RULES, imply, is_understood, phrases_of_several

__all__ = ["KINDS", "RULES", "Implication", "Kind", "Rule", "imply", "is_understood", "phrases_of_several"]
