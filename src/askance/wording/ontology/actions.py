"""Actions of objects: categories, and which actions exclude each other."""

from dataclasses import dataclass

from askance.wording.ontology.exclusion import Exclusion, unknown_words_exclusion
from askance.wording.ontology.near_pairs import Pairs, read_near_pairs
from askance.wording.ontology.read_tables import read_table_rows, split_list_field

Facets = dict[str, frozenset[str]]  # what an action settles → the values it allows


@dataclass(frozen=True, slots=True)
class ActionWords:
    """The action words; two exclude each other only if one cannot do both at once."""

    words: dict[str, str]  # word or synonym → its main word
    of: dict[str, tuple[str, ...]]  # main word → categories
    facets: dict[str, Facets]
    near: Pairs

    def category(self, action: str) -> str | None:
        """Action, pose or sport: the first where it is several."""
        return next(iter(self.of.get(self.words.get(action, ""), ())), None)

    def values(self, category: str) -> tuple[str, ...]:
        """The actions of a category."""
        return tuple(name for name, categories in self.of.items() if category in categories)

    def excludes(self, one: str, other: str) -> Exclusion:
        """Whether nobody can do both at once."""
        missing = [word for word in (one, other) if word not in self.words]
        if missing:
            return unknown_words_exclusion("action", *missing)
        a, b = self.words[one], self.words[other]
        if a == b:
            return Exclusion(False, "the same" if one == other else "synonyms")
        if frozenset((a, b)) in self.near:
            return Exclusion(False, "they overlap or are named alike")
        for facet, allowed in self.facets[a].items():
            if facet in self.facets[b] and not allowed & self.facets[b][facet]:
                return Exclusion(True, f"one cannot do both at once ({facet})")
        return Exclusion(False, "one can do both at once")


def load_actions() -> ActionWords:
    """The actions of the tables beside this file."""
    table = read_table_rows("actions")
    words = {name: name for name, _, _, _ in table}
    words |= {synonym: name for name, _, _, synonyms in table for synonym in split_list_field(synonyms)}
    of = {name: split_list_field(categories) for name, categories, _, _ in table}
    facets = {name: _parse_facets(field) for name, _, field, _ in table}
    return ActionWords(words, of, facets, read_near_pairs(read_table_rows("near_actions"), {}))


def _parse_facets(field: str) -> Facets:
    pairs = (entry.split("=") for entry in split_list_field(field))
    return {facet: frozenset(allowed.split(",")) for facet, allowed in pairs}
