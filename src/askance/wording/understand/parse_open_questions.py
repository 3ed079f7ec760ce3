"""Questions that start with what, which, who, where, how, count."""

from collections.abc import Iterator

from askance.wording.understand.lexicon import CATEGORY, RELATIONS, VERBS, Words
from askance.wording.understand.parse_noun_phrases import (
    BE,
    Coordination,
    narrow_phrase,
    read_coordinations,
    read_noun_phrases,
    skip_made_of,
    word_at,
)
from askance.wording.understand.parse_predicates import (
    read_attribute_phrases,
    read_predications,
    read_surroundings_subject,
)
from askance.wording.understand.parse_yes_no_questions import DO, SEE, SHOW
from askance.wording.understand.question_meaning import (
    ANYONE,
    ANYTHING,
    AttributeQuestion,
    CountQuestion,
    Form,
    NamingQuestion,
    Phrase,
    Predicate,
    Quality,
    Relation,
    SurroundingsQuestion,
)
from askance.wording.world_attributes import SURROUNDING_WORDS

_HERE = frozenset({"this", "it", "@pic", "we", "that", "there"})
_LARGE = frozenset({"large", "big", "small"})
_TAKEN = frozenset({"taken", "shot", "made", "set", "happening", "in", "at", "like", "it", "this", "today", "outside"})


def parse_open_question(words: Words) -> Form | None:
    """The meaning of a question that starts with a question word, without options."""
    first = word_at(words, 0)
    if first in ("what", "which"):
        return _parse_what_question(words)
    if first in ("who", "whom"):
        return _parse_naming_question(words, 1, ANYONE)
    if first == "how":
        return _parse_how_question(words)
    if first == "where":
        return _parse_where_question(words)
    if first == "count":
        return parse_count_question(words, 1)
    if first in ("of", "in", "from", "with") and word_at(words, 1) in ("what", "which"):
        return _parse_what_question(words[1:])
    return None


def _parse_what_question(words: Words) -> Form | None:
    position = 1 + (word_at(words, 1) == "the")
    word = word_at(words, position)
    if word in BE or word in DO or word in VERBS:
        return (_parse_what_is_question(words, position + 1) if word in BE else None) or _parse_naming_question(
            words, position, ANYTHING
        )
    if word in SURROUNDING_WORDS and not _has_more_than_filler(words, position + 1):
        return SurroundingsQuestion(SURROUNDING_WORDS[word])
    if word in CATEGORY:
        return _parse_what_category_question(words, position + 1, CATEGORY[word])
    if words[position : position + 2] == ("number", "of"):
        return parse_count_question(words, position + 2)
    for reading in read_noun_phrases(words, position):
        form = _parse_naming_question(words, reading.end, reading.phrases[0]) if len(reading.phrases) == 1 else None
        if form is not None:
            return form
    return None


def _has_more_than_filler(words: Words, start: int) -> bool:
    """Whether anything follows but "is this", "does the picture show", "was it taken in"."""
    return any(word not in _HERE | BE | DO | SHOW | SEE | _TAKEN | {"you", "are"} for word in words[start:])


def _parse_what_is_question(words: Words, start: int) -> Form | None:
    """ "the color of the car", "the weather like", "the table made of", "the dog doing", "written on the sign" """
    for category, phrase, end in read_attribute_phrases(words, start):
        if end == len(words):
            return AttributeQuestion(phrase, category)
    if word_at(words, start) in ("written", "printed") and word_at(words, start + 1) == "on":
        return _attribute_of_rest(words, start + 2, "text")
    opening = words[start : start + 3]
    if opening in (("the", "number", "of"), ("the", "count", "of")):
        return parse_count_question(words, start + 3)
    if opening[:2] == ("the", "total") and words[start + 2 : start + 4] in (("number", "of"), ("count", "of")):
        return parse_count_question(words, start + 4)
    if opening in (("the", "name", "of"), ("the", "kind", "of"), ("the", "type", "of")):
        return _naming_of_rest(words, start + 3)
    found = read_surroundings_subject(words, start)
    if found is not None and found[0] and not _has_more_than_filler(words, found[1]):
        return SurroundingsQuestion(found[0])
    for reading in read_noun_phrases(words, start):
        tail = words[reading.end :]
        if tail in (("doing",), ("up", "to"), ("busy", "with")):
            return AttributeQuestion(reading.phrases[0], "action")
        if tail[:1] == ("made",) and skip_made_of(tail, 0) == len(tail):
            return AttributeQuestion(reading.phrases[0], "material")
    return None


def _attribute_of_rest(words: Words, start: int, category: str) -> Form | None:
    """The attribute of the one noun phrase from `start` to the end."""
    for reading in read_noun_phrases(words, start):
        if reading.end == len(words) and len(reading.phrases) == 1:
            return AttributeQuestion(reading.phrases[0], category)
    return None


def _naming_of_rest(words: Words, start: int) -> Form | None:
    for reading in read_noun_phrases(words, start):
        if reading.end == len(words) and len(reading.phrases) == 1:
            return NamingQuestion(reading.phrases[0])
    return None


def _parse_what_category_question(words: Words, start: int, category: str) -> Form | None:
    """What follows "what color", "which word", "what action"."""
    verb = word_at(words, start)
    position = start + 1
    if verb not in BE and verb not in DO:
        return _attribute_of_rest(words, position, category) if verb in ("of", "on") else None
    if word_at(words, position) in ("on", "of", "written", "printed"):
        while word_at(words, position) in ("on", "of", "written", "printed", "that"):
            position += 1
        return _attribute_of_rest(words, position, category)
    if verb in BE and word_at(words, position) == "the" and word_at(words, position + 1) in CATEGORY:
        for _, phrase, end in read_attribute_phrases(words, position):
            return AttributeQuestion(phrase, category) if end == len(words) else None
    for reading in read_noun_phrases(words, position):
        if len(reading.phrases) == 1 and _is_only_rest_of_verb(words, reading.end, verb in BE):
            return AttributeQuestion(reading.phrases[0], category)
    return None


_CLOSING = frozenset({
    "have", "show", "look", "display", "feature", "perform", "do", "take", "bear", "carry", "say", "read", "made",
    "of", "in", "from", "out", "doing", "performing", "taking", "painted", "be", "consist", "has", "wear", "appear",
    "to", "like", "engaged", "busy", "colored", "strike", "contain", "on",
})  # fmt: skip


def _is_only_rest_of_verb(words: Words, start: int, being: bool) -> bool:
    """Whether only the rest of the verb follows: "… have", "… made of", "… in"."""
    rest = words[start:]
    return all(word in _CLOSING for word in rest) and (being or bool(rest))


def _parse_naming_question(words: Words, start: int, phrase: Phrase) -> Form | None:
    """What follows "what", "who", "which animal": "is on the table", "is the man holding", "does the man hold"."""
    verb = word_at(words, start)
    position = start + 1
    if not verb or (position == len(words) and verb in BE | {"appears", "appear"}):
        return NamingQuestion(phrase)
    if verb in VERBS:
        return _naming_narrowed_by_rest(phrase, (*words[:start], VERBS[verb], *words[position:]), start)
    if verb in DO:
        return _parse_naming_by_verb(words, position, phrase)
    if verb not in BE:
        return None
    rest = words[position:]
    if len(rest) == 1 and rest[0] in _HERE:
        return NamingQuestion(phrase)
    position += word_at(words, position) == "there"
    if phrase.kind != "any" or word_at(words, position) not in ("a", "an", "the"):
        narrowed = _naming_narrowed_by_rest(phrase, words, position)
        if narrowed is not None:
            return narrowed
    return _parse_naming_by_relation(words, position, phrase) or (
        _naming_of_rest(words, position) if phrase.kind == "any" else None
    )


def _naming_narrowed_by_rest(phrase: Phrase, words: Words, start: int) -> Form | None:
    for said in read_predications(words, start):
        if said.joint in ("", "and"):
            nodes: tuple[Predicate, ...] = tuple(node for item in said.items for node in item)
            if not any(isinstance(node, Phrase) for node in nodes):
                return NamingQuestion(narrow_phrase(phrase, *nodes))
    return None


def _parse_naming_by_relation(words: Words, start: int, phrase: Phrase) -> Form | None:
    """ "the man holding", "the cup on", "the dog next to" """
    for reading in read_noun_phrases(words, start):
        related = RELATIONS.longest_match_at(words, reading.end)
        if related is not None and related[1] == len(words) and len(reading.phrases) == 1:
            (name, reverse), _ = related
            return NamingQuestion(narrow_phrase(phrase, Relation(name, reading.phrases[0], not reverse)))
    return None


def _parse_naming_by_verb(words: Words, start: int, phrase: Phrase) -> Form | None:
    """ "the man hold", "you see on the table", "the dog do", "the sign say" """
    if word_at(words, start) in ("you", "we", "one", "@pic"):
        position = start + 2
        if word_at(words, start + 1) not in SEE | SHOW:
            return None
        return NamingQuestion(phrase) if position >= len(words) else _naming_narrowed_by_rest(phrase, words, position)
    for reading in read_noun_phrases(words, start):
        if len(reading.phrases) != 1:
            continue
        subject, tail = reading.phrases[0], words[reading.end :]
        if len(tail) == 1 and tail[0] in VERBS:
            return NamingQuestion(narrow_phrase(phrase, Relation(VERBS[tail[0]], subject, True)))
        if tail == ("do",) and phrase.kind == "any":
            return AttributeQuestion(subject, "action")
        if tail in (("say",), ("read",)) and phrase.kind == "any":
            return AttributeQuestion(subject, "text")
    return None


def _parse_how_question(words: Words) -> Form | None:
    word = word_at(words, 1)
    if word == "many":
        return parse_count_question(words, 2)
    if word in _LARGE and word_at(words, 2) in BE:
        return _attribute_of_rest(words, 3, "size")
    if word in BE and word_at(words, 2) in ("the", "weather") and not _has_more_than_filler(words, 4):
        return SurroundingsQuestion("weather") if "weather" in words[2:4] else None
    return None


def _parse_where_question(words: Words) -> Form | None:
    if word_at(words, 1) in BE | DO and word_at(words, 2) in _HERE and word_at(words, 2) != "there":
        rest = set(words[3:])
        return SurroundingsQuestion("place") if rest <= _TAKEN | {"take", "place", "from", "right", "now"} else None
    return None


def parse_count_question(words: Words, start: int) -> Form | None:
    """What follows "how many", "the number of", "count"."""
    if words[start : start + 2] == ("how", "many"):
        start += 2
    if word_at(words, start) == "of":
        start += 1
    for counted in read_coordinations(words, start):
        if counted.joint not in ("", "and", "or"):
            continue
        for tail in _counted_phrases_with_tail(words, counted.end, counted):
            return CountQuestion(tail)
    return None


def _counted_phrases_with_tail(words: Words, start: int, counted: Coordination) -> Iterator[tuple[Phrase, ...]]:
    """The phrases counted, narrowed by what follows them up to the end."""
    verb = word_at(words, start)
    position = start + 1
    if not verb or words[start:] in (("there", "are"), ("can", "you", "see"), ("you", "can", "see"), ("you", "see")):
        yield counted.phrases
    elif verb in BE:
        position += word_at(words, position) == "there"
        if position == len(words):
            yield counted.phrases
        yield from _counted_phrases_with_predicates(words, position, counted)
        other = _parse_naming_by_relation(words, position, counted.phrases[0])
        if isinstance(other, NamingQuestion) and len(counted.phrases) == 1:
            yield (other.phrase,)
    elif verb in DO and word_at(words, position) in ("you", "we", "one", "@pic"):
        if word_at(words, position + 1) not in SEE | SHOW:
            return
        if position + 2 == len(words):
            yield counted.phrases
        yield from _counted_phrases_with_predicates(words, position + 2, counted)
    elif verb in DO:
        for owner in read_noun_phrases(words, position):
            tail = words[owner.end :]
            if tail == ("have",) and all(phrase.kind == "part" for phrase in counted.phrases):
                yield tuple(narrow_phrase(phrase, Relation("part of", owner.phrases[0])) for phrase in counted.phrases)
            elif len(tail) == 1 and tail[0] in VERBS:
                yield tuple(narrow_phrase(p, Relation(VERBS[tail[0]], owner.phrases[0], True)) for p in counted.phrases)
    elif verb in ("of", "on", "has", "in"):
        for owner in read_noun_phrases(words, position):
            if owner.end == len(words) and all(phrase.kind == "part" for phrase in counted.phrases):
                yield tuple(narrow_phrase(phrase, Relation("part of", owner.phrases[0])) for phrase in counted.phrases)
    elif verb in VERBS:
        yield from _counted_phrases_with_predicates((*words[:start], VERBS[verb], *words[position:]), start, counted)


def _counted_phrases_with_predicates(words: Words, start: int, counted: Coordination) -> Iterator[tuple[Phrase, ...]]:
    """Each phrase with each object said of it: "people are walking or running" counts both."""
    negated = word_at(words, start) == "not"
    for said in read_predications(words, start):
        if any(isinstance(node, Phrase) for item in said.items for node in item):
            continue
        if negated or len(said.items) == 1 or not _are_exclusive_items(said.items):
            yield tuple(
                narrow_phrase(phrase, *(node for item in said.items for node in item)) for phrase in counted.phrases
            )
        else:
            yield tuple(narrow_phrase(phrase, *item) for phrase in counted.phrases for item in said.items)


def _are_exclusive_items(items: tuple[tuple[Predicate, ...], ...]) -> bool:
    """Whether the items exclude each other (two colors), so that "and" lists them."""
    categories = {item[0].category if isinstance(item[0], Quality) else "" for item in items}
    return len({"action" if category == "pose" else category for category in categories}) == 1
