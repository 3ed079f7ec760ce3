"""Relations between words: kinds, parts, opposites, and which words exclude each other."""

from askance.wording.ontology.exclusion import Exclusion
from askance.wording.ontology.objects import NounEntry
from askance.wording.ontology.ontology import KINDS, Kind, Ontology, ontology

__all__ = ["KINDS", "Exclusion", "Kind", "NounEntry", "Ontology", "ontology"]
