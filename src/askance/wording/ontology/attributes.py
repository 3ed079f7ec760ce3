"""Attributes of objects: categories, opposites, and which words exclude each other."""

from collections.abc import Callable
from dataclasses import dataclass

from askance.wording.ontology.exclusion import Exclusion, unknown_words_exclusion
from askance.wording.ontology.near_pairs import Pairs, read_near_pairs
from askance.wording.ontology.read_tables import read_table_rows, split_list_field

Meant = Callable[[tuple[str, ...]], bool]  # whether the thing spoken of is one of these kinds


@dataclass(frozen=True, slots=True)
class AttributeCategory:
    """A category of attributes; in one that is not exclusive only opposites exclude each other."""

    name: str
    exclusive: bool
    asked: str  # its words in "What … is the …?"; empty if it is not asked for by name
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AttributeWords:
    """The attribute words; every question is asked of words as people write them, synonyms included."""

    words: dict[str, str]  # word or synonym → its main word
    of: dict[str, tuple[str, ...]]  # main word → categories
    categories: dict[str, AttributeCategory]
    opposites: dict[str, tuple[tuple[str, tuple[str, ...]], ...]]  # main word → (opposite, the kinds it holds for)
    near: Pairs

    def antonyms(self, attribute: str, meant: Meant | None = None) -> tuple[str, ...]:
        """The opposites of a word; with `meant`, only those in the sense that fits the object."""
        pairs = self.opposites.get(self.words.get(attribute, ""), ())
        return tuple(word for word, kinds in pairs if not kinds or meant is None or meant(kinds))

    def excludes(self, one: str, other: str, meant: Meant | None = None) -> Exclusion:
        """Whether nothing can be both, in the sense that fits the object meant."""
        missing = [word for word in (one, other) if word not in self.words]
        if missing:
            return unknown_words_exclusion("attribute", *missing)
        a, b = self.words[one], self.words[other]
        if a == b:
            return Exclusion(False, "the same" if one == other else "synonyms")
        if b in self.antonyms(a, meant):
            return Exclusion(True, "opposites")
        if frozenset((a, b)) in self.near:
            return Exclusion(False, "they overlap or nearly equal each other")
        shared = [name for name in self.of[a] if name in self.of[b]]
        exclusive = [name for name in shared if self.categories[name].exclusive]
        if exclusive:
            return Exclusion(True, f"different values of one category: {exclusive[0]}")
        return Exclusion(False, f"both can hold at once ({'; '.join(shared)})" if shared else "different categories")


def load_attributes() -> AttributeWords:
    """The attributes of the tables beside this file."""
    table = read_table_rows("attributes")
    words = {name: name for name, _, _ in table}
    words |= {synonym: name for name, _, synonyms in table for synonym in split_list_field(synonyms)}
    of = {name: split_list_field(field) for name, field, _ in table}
    values: dict[str, list[str]] = {}
    for name, theirs in of.items():
        for category in theirs:
            values.setdefault(category, []).append(name)
    categories = {
        name: AttributeCategory(name, exclusive == "yes", asked, tuple(values[name]))
        for name, exclusive, asked in read_table_rows("categories")
    }
    opposites: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {}
    for one, other, kinds in read_table_rows("antonyms"):
        for a, b in ((one, other), (other, one)):
            opposites[a] = (*opposites.get(a, ()), (b, split_list_field(kinds)))
    near = read_near_pairs(read_table_rows("near"), {name: category.values for name, category in categories.items()})
    return AttributeWords(words, of, categories, opposites, near)
