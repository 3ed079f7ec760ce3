"""Words → meaning: terms, attribute values, relations, surroundings; all looked up by their longest match."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from askance.wording.understand.question_meaning import ANYTHING, Kind, Phrase, Quality, SurroundingsClaim
from askance.wording.world_attributes import (
    CATEGORIES,
    CATEGORY_WORDS,
    FOREIGN,
    SURROUNDING_SYNONYMS,
    SURROUNDINGS,
    SYNONYMS,
)
from askance.wording.world_nouns import GROUPS, NOUNS, PARTS

Words = tuple[str, ...]
T = TypeVar("T")


@dataclass(frozen=True)
class LongestMatchLookup(Generic[T]):
    """Entries of one or more words; `longest_match_at` finds the longest one that starts at a position."""

    entries: Mapping[str, T]
    longest: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for entry in self.entries:
            first, *rest = entry.split()
            self.longest[first] = max(self.longest.get(first, 0), 1 + len(rest))

    def longest_match_at(self, words: Words, start: int) -> tuple[T, int] | None:
        """The meaning and the end of the longest entry at `start`."""
        if start >= len(words):
            return None
        for size in range(min(self.longest.get(words[start], 0), len(words) - start), 0, -1):
            found = self.entries.get(words[start] if size == 1 else " ".join(words[start : start + size]))
            if found is not None:
                return found, start + size
        return None


_SYNONYM_TERMS = {
    "aeroplane": "airplane", "motorbike": "motorcycle", "tv set": "television", "cell phone": "phone",
    "cellphone": "phone", "mobile phone": "phone", "lorry": "truck", "bookshelf": "bookcase", "bunny": "rabbit",
    "kid": "child", "grown up": "adult", "human": "person", "human being": "person",
    "instrument": "musical instrument", "item of clothing": "garment", "article of clothing": "garment",
    "piece of clothing": "garment", "piece of fruit": "fruit", "piece of food": "food", "food item": "food",
    "item of food": "food", "piece of furniture": "furniture", "item of furniture": "furniture",
    "furniture item": "furniture", "baked item": "baked good", "utensil": "kitchen utensil",
}  # fmt: skip
_PLURAL_ONLY = {
    "clothes": "garment", "clothing": "garment", "electronics": "electronic device", "persons": "person",
    "bunnies": "rabbit", "bookshelves": "bookcase", "lorries": "truck", "pieces of furniture": "furniture",
    "items of furniture": "furniture", "items of clothing": "garment", "pieces of clothing": "garment",
    "articles of clothing": "garment", "pieces of fruit": "fruit", "pieces of food": "food", "foods": "food",
    "items of food": "food",
}  # fmt: skip
_ANYTHING = (
    "thing", "things", "object", "objects", "item", "items", "something", "anything", "one thing", "everything",
)  # fmt: skip
_ANYONE = ("someone", "anyone", "somebody", "anybody")


def plural_of_term(name: str) -> str:
    """The plural of a term, from the tables of nouns or by the regular rule."""
    known = NOUNS.get(name) or PARTS.get(name) or GROUPS.get(name)
    if known is not None:
        return known.plural
    return name + ("es" if name.endswith(("s", "x", "ch", "sh")) else "s")


def _term_kind(name: str) -> Kind:
    return "part" if name in PARTS else "group" if name in GROUPS else "class"


def _phrases_by_word() -> dict[str, Phrase]:
    """Every word for a term, singular and plural, with the bare phrase that it means."""
    made: dict[str, Phrase] = dict.fromkeys(_ANYTHING, ANYTHING)
    made |= dict.fromkeys(_ANYONE, Phrase("person", "group", "person"))
    said = {name: name for name in (*GROUPS, *PARTS, *NOUNS)}
    said |= {other: noun.name for noun in NOUNS.values() for other in noun.synonyms}
    said |= {other: name for other, name in _SYNONYM_TERMS.items() if other not in said}
    for words, name in said.items():
        made[words] = made[plural_of_term(words)] = Phrase(name, _term_kind(name), words)
    made |= {words: Phrase(name, _term_kind(name), name) for words, name in _PLURAL_ONLY.items()}
    return made


def _qualities_by_word() -> dict[str, Quality]:
    made = {
        value: Quality(category, value)
        for table in (FOREIGN, CATEGORIES)
        for category, values in table.items()
        for value in values
    }
    return made | {word: made[value] for word, value in SYNONYMS.items()}


def _surroundings_by_word() -> dict[str, SurroundingsClaim]:
    made = {value: SurroundingsClaim(category, value) for category, values in SURROUNDINGS.items() for value in values}
    return made | {word: made[value] for word, value in SURROUNDING_SYNONYMS.items()}


# words → (link, whether it runs the other way)
_RELATIONS: dict[str, tuple[str, bool]] = {
    "to the left of": ("left of", False), "left of": ("left of", False), "on the left of": ("left of", False),
    "on the left side of": ("left of", False), "to the left side of": ("left of", False),
    "at the left of": ("left of", False), "to the right of": ("right of", False), "right of": ("right of", False),
    "on the right of": ("right of", False), "on the right side of": ("right of", False),
    "to the right side of": ("right of", False), "at the right of": ("right of", False),
    "above": ("above", False), "over": ("above", False), "below": ("below", False), "under": ("under", False),
    "beneath": ("under", False), "underneath": ("under", False), "on": ("on", False), "on top of": ("on", False),
    "upon": ("on", False), "atop": ("on", False), "in": ("in", False), "inside": ("in", False),
    "inside of": ("in", False), "within": ("in", False), "next to": ("next to", False), "beside": ("next to", False),
    "near": ("next to", False), "close to": ("next to", False), "alongside": ("next to", False),
    "by": ("next to", False), "behind": ("behind", False), "in back of": ("behind", False),
    "in front of": ("in front of", False), "before": ("in front of", False), "holding": ("holding", False),
    "carrying": ("holding", False), "wearing": ("wearing", False), "dressed in": ("wearing", False),
    "riding": ("riding", False), "riding on": ("riding", False), "held by": ("holding", True),
    "carried by": ("holding", True), "worn by": ("wearing", True), "ridden by": ("riding", True),
    "with": ("with", False), "of": ("with", True), "in the hands of": ("holding", True),
}  # fmt: skip

# finite and base verbs → link
VERBS: dict[str, str] = {
    "hold": "holding", "holds": "holding", "carry": "holding", "carries": "holding", "wear": "wearing",
    "wears": "wearing", "ride": "riding", "rides": "riding",
}  # fmt: skip

NUMBERS: dict[str, int] = {
    word: number
    for number, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
         "thirteen", "fourteen", "fifteen")
    )
} | {str(number): number for number in range(100)}  # fmt: skip

TERMS = LongestMatchLookup(_phrases_by_word())
QUALITIES = LongestMatchLookup(_qualities_by_word())
RELATIONS = LongestMatchLookup(_RELATIONS)
AROUND = LongestMatchLookup(_surroundings_by_word())
CATEGORY = CATEGORY_WORDS | {"sport": "action"}

PEOPLE_TERMS = frozenset({"person", "man", "woman", "boy", "girl", "adult", "child"})
PEOPLE_WORDS = frozenset(words for words, phrase in TERMS.entries.items() if phrase.term in PEOPLE_TERMS)
