"""The slots of question templates: noun phrases, values, options and relations, read from the words of a question."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec
from askance.stickers.scene_for_questions import RELATIONS
from askance.wording.templates.indefinite_article import indefinite_article
from askance.wording.templates.noun_phrase import goes_after_noun
from askance.wording.templates.predicate_words import takes_indefinite_article
from askance.wording.understand import PEOPLE_WORDS, plural_of_term
from askance.wording.understand.lexicon import TERMS
from askance.wording.world_attributes import CATEGORIES, STUFF, SURROUNDINGS
from askance.wording.world_nouns import PARTS

Number = Literal["singular", "plural"]
Determiner = Literal["a", "any", "the", "no", ""]
Clause = Literal["", "short", "full", "maybe"]  # whether a relation follows the noun: never, must, as "that is …", may
Words = tuple[str, ...]
Ends = frozenset[int]

_WORD = re.compile(r"[^\W_]+|'s\b|[,:]|[^\s\w]")
_FINAL = re.compile(r"[?.!]?$")
_NONE: Ends = frozenset()
_ANYONE = frozenset({"someone", "anyone", "somebody", "anybody"})


class NounSlot(msgspec.Struct, frozen=True):
    """A noun phrase: determiner, at most one adjective, noun, relation; `adjective` False: none."""

    determiner: Determiner
    number: Number
    clause: Clause = ""
    adjective: bool = True


class ValueSlot(msgspec.Struct, frozen=True):
    """An attribute value of one of the categories, as an adjective."""

    categories: tuple[str, ...]


class OptionsSlot(msgspec.Struct, frozen=True):
    """Two or three options: values of the categories, or noun phrases where there are none."""

    categories: tuple[str, ...] = ()


class RelationSlot(msgspec.Struct, frozen=True):
    """A relation and its other end; `definite`: the other end has "the", whatever the relation."""

    definite: bool


class PartsSlot(msgspec.Struct, frozen=True):
    """The plural of a part: wheels, ears."""


Slot = NounSlot | ValueSlot | OptionsSlot | RelationSlot | PartsSlot


def question_tokens(question: str) -> Words:
    """The words of a question in lower case, with commas and colons, without the one sign at its end."""
    return tuple(_WORD.findall(_FINAL.sub("", question.strip().lower().replace("’", "'"))))


Entries = dict[str, tuple[Words, ...]]  # first word → entries


def _by_first_word(entries: Iterable[str]) -> Entries:
    made: dict[str, list[Words]] = defaultdict(list)
    for entry in entries:
        words = tuple(entry.split())
        made[words[0]].append(words)
    return {first: tuple(found) for first, found in made.items()}


def _nouns() -> dict[Number, Entries]:
    """Every word for a class or group, by its number; words for anything at all name nothing."""
    found: dict[Number, list[str]] = {"singular": [], "plural": []}
    for words, phrase in TERMS.entries.items():
        if phrase.kind not in ("class", "group") or words in _ANYONE:
            continue
        if phrase.said == words:
            found["singular"].append(words)
        if phrase.said != words or plural_of_term(words) == words:
            found["plural"].append(words)
    return {number: _by_first_word(entries) for number, entries in found.items()}


_SPOKEN = {category: (*values, *(STUFF[value] for value in values if value in STUFF))
           for category, values in CATEGORIES.items()} | SURROUNDINGS  # fmt: skip
_NOUNS = _nouns()
_ADJECTIVES = _by_first_word(
    value for values in CATEGORIES.values() for value in values if value == "cut" or not goes_after_noun(value)
)  # "a cut cake"
_AFTER = _by_first_word(("turned on", "turned off", "cut"))  # "a lamp that is turned on"
_PARTS = _by_first_word(part.plural for part in PARTS.values())
_RELATIONS = _by_first_word(RELATIONS.values())
_PEOPLE = frozenset(word for word in PEOPLE_WORDS if " " not in word)


class SlotReader:
    """The words of one question; where each slot can end that starts at a position, remembered."""

    def __init__(self, words: Words):
        self.words = words
        self._known: dict[tuple[Slot, int], Ends] = {}

    def ends(self, slot: Slot, start: int) -> Ends:
        """Every position where the slot can end."""
        key = (slot, start)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = frozenset(self._read(slot, start)) if start < len(self.words) else _NONE
        return found

    def _read(self, slot: Slot, start: int) -> Iterator[int]:
        if isinstance(slot, NounSlot):
            yield from self._noun_phrase(slot, start)
        elif isinstance(slot, ValueSlot):
            for category in slot.categories:
                yield from self._entries(_VALUES[category], start)
        elif isinstance(slot, OptionsSlot):
            item: Slot = ValueSlot(slot.categories) if slot.categories else NounSlot("a", "singular")
            yield from self._options(item, start)
        elif isinstance(slot, RelationSlot):
            yield from self._relation(start, slot.definite)
        else:
            yield from self._entries(_PARTS, start)

    def _word(self, position: int) -> str:
        return self.words[position] if position < len(self.words) else ""

    def _entries(self, table: Entries, start: int) -> Iterator[int]:
        """The ends of the entries of a table that start here."""
        for entry in table.get(self._word(start), ()):
            if self.words[start : start + len(entry)] == entry:
                yield start + len(entry)

    def _noun_phrase(self, slot: NounSlot, start: int) -> Iterator[int]:
        word, inner = self._word(start), start + bool(slot.determiner)
        if slot.determiner == "a":
            if word not in ("a", "an") or word != indefinite_article(self._word(inner)):
                return
        elif slot.determiner and word != slot.determiner:
            return
        starts = [inner, *self._entries(_ADJECTIVES, inner)] if slot.adjective else [inner]
        for position in starts:
            for end in self._entries(_NOUNS[slot.number], position):
                yield from self._with_clauses(slot, end)

    def _with_clauses(self, slot: NounSlot, end: int) -> Iterator[int]:
        """The ends after a noun: "that is turned on", "on the table", "that is on the table"."""
        ends = [end]
        who = "who" if self.words[end - 1] in _PEOPLE else "that"
        be = "is" if slot.number == "singular" else "are"
        is_clause = self.words[end : end + 2] == (who, be)
        if slot.adjective and is_clause:
            ends += self._entries(_AFTER, end + 2)
        for position in ends:
            if slot.clause in ("", "maybe"):
                yield position
            joined = position + (position > end and self._word(position) == "and")
            if slot.clause in ("short", "maybe"):
                yield from self._relation(joined, None)
            elif slot.clause == "full" and self.words[joined : joined + 2] == (who, be):
                yield from self._relation(joined + 2, None)

    def _relation(self, start: int, definite: bool | None) -> Iterator[int]:
        """A relation and its other end; holding, wearing and riding take "a", others "the" (None: these may, too)."""
        for end in self._entries(_RELATIONS, start):
            takes_a = takes_indefinite_article(self.words[end - 1])
            if not takes_a or definite is not False:
                yield from self.ends(NounSlot("the", "singular", "maybe" if definite is not None else ""), end)
            if takes_a and definite is not True:
                yield from self.ends(NounSlot("a", "singular"), end)

    def _options(self, item: Slot, start: int) -> Iterator[int]:
        """ "x or y", "x, y or z", "x, y, or z" """
        for first in self.ends(item, start):
            if self._word(first) == "or":
                yield from self.ends(item, first + 1)
            elif self._word(first) == ",":
                for second in self.ends(item, first + 1):
                    joint = second + (self._word(second) == ",")
                    if self._word(joint) == "or":
                        yield from self.ends(item, joint + 1)


_VALUES = {category: _by_first_word(values) for category, values in _SPOKEN.items()}
