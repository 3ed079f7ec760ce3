"""Noun phrases, and coordinations of them: every reading that starts at a position, the longest first."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from askance.wording.understand.lexicon import QUALITIES, RELATIONS, TERMS, VERBS, Words
from askance.wording.understand.question_meaning import Phrase, Predicate, Quality, Relation
from askance.wording.world_nouns import NOUNS
from msgspec.structs import replace

DETERMINERS = frozenset({
    "a", "an", "the", "any", "some", "no", "this", "that", "these", "those", "all", "its", "his", "her", "their",
    "another", "every", "each",
})  # fmt: skip
DEFINITE = frozenset({"the", "this", "that", "these", "those", "", "its", "his", "her", "their", "all"})
BE = frozenset({"is", "are", "was", "were"})
_JOINTS = frozenset({"and", "or", "nor", ","})
_ALIVE = frozenset({"person", "animal", "adult", "child", "mammal", "bird"})
_NOT_BEFORE_NOUNS = frozenset({"on", "off"})


class NounPhraseReading(NamedTuple):
    """One noun phrase; several phrases where its adjectives are coordinated ("red and blue cars")."""

    phrases: tuple[Phrase, ...]
    joint: str
    determiner: str
    end: int


class Coordination(NamedTuple):
    """Noun phrases joined by and, or, nor; `lead` is the either, both or neither before them."""

    phrases: tuple[Phrase, ...]
    determiners: tuple[str, ...]
    joint: str
    lead: str
    end: int


def narrow_phrase(phrase: Phrase, *predicates: Predicate) -> Phrase:
    """The phrase, narrowed by qualities, relations and other phrases."""
    for one in predicates:
        if isinstance(one, Quality):
            phrase = replace(phrase, qualities=(*phrase.qualities, one))
        elif isinstance(one, Relation):
            if phrase.kind == "part" and (one.name in ("on", "in") or (one.name == "with" and one.reverse)):
                one = replace(one, name="part of", reverse=False)  # "wheels on the car" are the car's
            phrase = replace(phrase, relations=(*phrase.relations, one))
        else:
            phrase = replace(
                one,
                qualities=(*phrase.qualities, *one.qualities),
                relations=(*phrase.relations, *one.relations),
            )
    return phrase


def phrase_as_answer(words: Words) -> str:
    """A noun phrase as an answer: as worded, without its article."""
    return " ".join(words[1:] if words and words[0] in DETERMINERS else words)


def word_at(words: Words, position: int) -> str:
    """The word at a position, or nothing past the end."""
    return words[position] if position < len(words) else ""


def does_value_list_start_inside(words: Words, end: int) -> bool:
    """Whether a list of values starts inside the reading that ends here: "the tent purple | , red or green"."""
    return word_at(words, end) == "," and words[end - 1] in QUALITIES.entries


@lru_cache(maxsize=4096)
def read_noun_phrases(words: Words, start: int) -> tuple[NounPhraseReading, ...]:
    """Every reading of a noun phrase at `start`, the longest first."""
    determiner = word_at(words, start)
    position = start + 1
    if determiner not in DETERMINERS:
        determiner, position = "", start
    elif word_at(words, position) == "of" and word_at(words, position + 1) in ("the", "these", "those"):
        position += 2
    elif determiner == "all" and word_at(words, position) == "the":
        position += 1
    heads, joint, position = _read_adjectives(words, position)
    found = TERMS.longest_match_at(words, position)
    if found is None:
        return ()
    term, position = found
    fixed = [narrow_phrase(term, *qualities) for qualities in heads]
    readings = [
        NounPhraseReading(tuple(narrow_phrase(phrase, *modifiers) for phrase in fixed), joint, determiner, end)
        for modifiers, end in _read_modifier_chains(words, position, _may_be_living(term))
    ]
    readings += [owned for reading in readings for owned in _read_possessed_nouns(words, reading)]
    return tuple(sorted(readings, key=lambda reading: -reading.end))


def _read_possessed_nouns(words: Words, owner: NounPhraseReading) -> Iterator[NounPhraseReading]:
    """What belongs to a phrase: "the man's hat"."""
    if word_at(words, owner.end) == "'s" and len(owner.phrases) == 1:
        belongs = Relation("with", owner.phrases[0], True)
        for owned in read_noun_phrases(words, owner.end + 1):
            yield owned._replace(
                phrases=tuple(narrow_phrase(one, belongs) for one in owned.phrases), determiner=owner.determiner
            )


def _read_adjectives(words: Words, start: int) -> tuple[list[tuple[Quality, ...]], str, int]:
    """The adjectives at `start`, as alternatives where two of one category are joined by and, or."""
    chains: list[tuple[Quality, ...]] = [()]
    joint = ""
    position = start
    while True:
        step = position
        word = word_at(words, step)
        joined = word if word in ("and", "or") and chains[0] else ""
        if chains[0] and word in _JOINTS:
            step += 1
            if word_at(words, step) in ("a", "an") and QUALITIES.longest_match_at(words, step + 1):
                step += 1
        found = QUALITIES.longest_match_at(words, step) if word_at(words, step) not in _NOT_BEFORE_NOUNS else None
        if found is None:
            return chains, joint, position
        quality, position = found
        if joined and chains[-1][-1].category == quality.category:
            chains.append((*chains[-1][:-1], quality))
            joint = joined
        else:
            chains = [(*chain, quality) for chain in chains]


@lru_cache(maxsize=4096)
def _read_modifier_chains(words: Words, start: int, alive: bool) -> tuple[tuple[tuple[Predicate, ...], int], ...]:
    """One chain of modifiers from `start` for every end: a modifier goes to the nearest noun that can have it."""
    chains: dict[int, tuple[Predicate, ...]] = {}
    for modifier, end in _read_modifiers(words, start):
        if alive or not _needs_living_subject(modifier) or not _is_living_being_named_before(words, start):
            for rest, last in _read_modifier_chains(
                words, end + _does_and_lead_to_modifier(words, end, modifier), alive
            ):
                chains.setdefault(last, (modifier, *rest))
    chains.setdefault(start, ())
    return tuple((chain, end) for end, chain in chains.items())


def _does_and_lead_to_modifier(words: Words, start: int, modifier: Predicate) -> bool:
    """Whether an "and" only leads to the next modifier: "a lamp that is off | and on the table"."""
    if word_at(words, start) != "and" or not isinstance(modifier, Quality):
        return False
    if word_at(words, start + 1) in ("that", "which", "who"):
        return True
    return any(isinstance(one, Relation) for one, _ in read_plain_predicates(words, start + 1))


def _may_be_living(phrase: Phrase) -> bool:
    """Whether a phrase may be of a person or an animal."""
    noun = NOUNS.get(phrase.term)
    return phrase.kind in ("any", "who") or not _ALIVE.isdisjoint((phrase.term, *(noun.groups if noun else ())))


def _is_living_being_named_before(words: Words, end: int) -> bool:
    """Whether a person or an animal is named before a position, who could be the one that is meant."""
    position = 0
    while position < end:
        found = TERMS.longest_match_at(words, position)
        if found is not None and _may_be_living(found[0]):
            return True
        position = found[1] if found is not None else position + 1
    return False


def _needs_living_subject(modifier: Predicate) -> bool:
    """Whether only people and animals can be said to do it: "the man with a ball standing" is no standing ball."""
    if isinstance(modifier, Relation):
        return modifier.name in ("holding", "wearing", "riding") and not modifier.reverse
    return isinstance(modifier, Quality) and modifier.category == "pose"


def _read_modifiers(words: Words, start: int) -> Iterator[tuple[Predicate, int]]:
    """Every single modifier at `start`: "that is red", "on the table", "made of wood", "that says stop"."""
    word = word_at(words, start)
    if word in ("that", "which", "who"):
        verb = word_at(words, start + 1)
        if verb in VERBS:
            yield from read_relations(words, start + 2, VERBS[verb], False)
        elif verb in ("says", "say", "reads") and start + 2 < len(words):
            yield Quality("text", words[start + 2]), start + 3
        elif verb in ("has", "have"):
            yield from read_relations(words, start + 2, "with", False)
        elif verb in BE:
            yield from read_plain_predicates(words, start + 2)
    elif word and word not in BE:
        yield from read_plain_predicates(words, start)
    if word in DETERMINERS or word == "which":
        yield from _read_object_relative_clause(words, start + (word in ("that", "which")))


def _read_object_relative_clause(words: Words, start: int) -> Iterator[tuple[Predicate, int]]:
    """ "[the hat that] the man is wearing" """
    for reading in read_noun_phrases(words, start):
        related = RELATIONS.longest_match_at(words, reading.end + 1) if word_at(words, reading.end) in BE else None
        if related is not None and len(reading.phrases) == 1:
            (name, reverse), end = related
            yield Relation(name, reading.phrases[0], not reverse), end


def read_plain_predicates(words: Words, start: int) -> Iterator[tuple[Quality | Relation, int]]:
    """Every quality or relation at `start`, perhaps negated."""
    if word_at(words, start) == "not":
        for predicate, end in read_plain_predicates(words, start + 1):
            yield replace(predicate, negated=not predicate.negated), end
        return
    related = RELATIONS.longest_match_at(words, start)
    if related is not None:
        (name, reverse), end = related
        found_relations = list(read_relations(words, end, name, reverse))
        yield from found_relations
        if found_relations:  # "on the table" is no lamp that is on
            return
    position = skip_made_of(words, start)
    found = QUALITIES.longest_match_at(words, position)
    if found is not None and (position == start or found[0].category == "material"):
        yield found


def skip_made_of(words: Words, start: int) -> int:
    """The position after "made of", "made out of", "made from" if one is there."""
    if word_at(words, start) != "made":
        return start
    position = start + 1
    while word_at(words, position) in ("out", "of", "from", "up", "with"):
        position += 1
    return position


def read_relations(words: Words, start: int, name: str, reverse: bool) -> Iterator[tuple[Relation, int]]:
    """The relation with every noun phrase at `start` as its other end."""
    for reading in read_noun_phrases(words, start):
        if len(reading.phrases) == 1:
            yield Relation(name, reading.phrases[0], reverse, reading.determiner == "no"), reading.end


@lru_cache(maxsize=4096)
def read_coordinations(words: Words, start: int) -> tuple[Coordination, ...]:
    """Every reading of one or more joined noun phrases at `start`, the longest first."""
    lead = word_at(words, start)
    if lead not in ("either", "both", "neither"):
        lead = ""
    found = []
    for reading in read_noun_phrases(words, start + bool(lead)):
        determiners = (reading.determiner,) * len(reading.phrases)
        found.append(Coordination(reading.phrases, determiners, reading.joint, lead, reading.end))
        if word_at(words, reading.end) not in _JOINTS:
            continue
        joint, position = read_conjunction(words, reading.end)
        for rest in read_coordinations(words, position):
            merged = _merge_conjunctions(joint, rest.joint, reading.joint)
            if merged is not None:
                phrases = (*reading.phrases, *rest.phrases)
                found.append(Coordination(phrases, (*determiners, *rest.determiners), merged, lead, rest.end))
    return tuple(sorted(found, key=lambda one: -one.end))


def read_conjunction(words: Words, start: int) -> tuple[str, int]:
    """The joint at `start` ("," where no and/or follows it), and the position after it."""
    joint = ","
    position = start
    while word_at(words, position) in _JOINTS:
        joint = words[position] if words[position] != "," else joint
        position += 1
    return joint, position


def _merge_conjunctions(*found: str) -> str | None:
    """The one joint of a list; None where and is mixed with or."""
    kinds = {joint for joint in found if joint and joint != ","}
    if len(kinds) > 1:
        return None
    return kinds.pop() if kinds else ","
