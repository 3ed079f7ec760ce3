"""Questions that start with what, which, who, where, how, count."""

from collections.abc import Iterator

from askance.wording.attributes import SURROUNDING_WORDS
from askance.wording.understand.forms import (
    ANYONE,
    ANYTHING,
    Attribute,
    Count,
    Form,
    Naming,
    Phrase,
    Predicate,
    Quality,
    Relation,
    Surroundings,
)
from askance.wording.understand.lexicon import CATEGORY, RELATIONS, VERBS, Words
from askance.wording.understand.phrases import BE, Coordination, add, at, coordinations, made_of, noun_phrases
from askance.wording.understand.predicates import attributes_of, predications, surroundings
from askance.wording.understand.yes_no_questions import DO, SEE, SHOW

_HERE = frozenset({"this", "it", "@pic", "we", "that", "there"})
_LARGE = frozenset({"large", "big", "small"})
_TAKEN = frozenset({"taken", "shot", "made", "set", "happening", "in", "at", "like", "it", "this", "today", "outside"})


def parse_open_question(words: Words) -> Form | None:
    """The meaning of a question that starts with a question word, without options."""
    first = at(words, 0)
    if first in ("what", "which"):
        return _what(words)
    if first in ("who", "whom"):
        return _naming(words, 1, ANYONE)
    if first == "how":
        return _how(words)
    if first == "where":
        return _where(words)
    if first == "count":
        return counting(words, 1)
    if first in ("of", "in", "from", "with") and at(words, 1) in ("what", "which"):
        return _what(words[1:])
    return None


def _what(words: Words) -> Form | None:
    position = 1 + (at(words, 1) == "the")
    word = at(words, position)
    if word in BE or word in DO or word in VERBS:
        return (_what_is(words, position + 1) if word in BE else None) or _naming(words, position, ANYTHING)
    if word in SURROUNDING_WORDS and not _rest_names(words, position + 1):
        return Surroundings(SURROUNDING_WORDS[word])
    if word in CATEGORY:
        return _category(words, position + 1, CATEGORY[word])
    if words[position : position + 2] == ("number", "of"):
        return counting(words, position + 2)
    for reading in noun_phrases(words, position):
        form = _naming(words, reading.end, reading.phrases[0]) if len(reading.phrases) == 1 else None
        if form is not None:
            return form
    return None


def _rest_names(words: Words, start: int) -> bool:
    """Whether anything follows but "is this", "does the picture show", "was it taken in"."""
    return any(word not in _HERE | BE | DO | SHOW | SEE | _TAKEN | {"you", "are"} for word in words[start:])


def _what_is(words: Words, start: int) -> Form | None:
    """ "the color of the car", "the weather like", "the table made of", "the dog doing", "written on the sign" """
    for category, phrase, end in attributes_of(words, start):
        if end == len(words):
            return Attribute(phrase, category)
    if at(words, start) in ("written", "printed") and at(words, start + 1) == "on":
        return _whole(words, start + 2, "text")
    opening = words[start : start + 3]
    if opening in (("the", "number", "of"), ("the", "count", "of")):
        return counting(words, start + 3)
    if opening[:2] == ("the", "total") and words[start + 2 : start + 4] in (("number", "of"), ("count", "of")):
        return counting(words, start + 4)
    if opening in (("the", "name", "of"), ("the", "kind", "of"), ("the", "type", "of")):
        return _naming_whole(words, start + 3)
    found = surroundings(words, start)
    if found is not None and found[0] and not _rest_names(words, found[1]):
        return Surroundings(found[0])
    for reading in noun_phrases(words, start):
        tail = words[reading.end :]
        if tail in (("doing",), ("up", "to"), ("busy", "with")):
            return Attribute(reading.phrases[0], "action")
        if tail[:1] == ("made",) and made_of(tail, 0) == len(tail):
            return Attribute(reading.phrases[0], "material")
    return None


def _whole(words: Words, start: int, category: str) -> Form | None:
    """The attribute of the one noun phrase from `start` to the end."""
    for reading in noun_phrases(words, start):
        if reading.end == len(words) and len(reading.phrases) == 1:
            return Attribute(reading.phrases[0], category)
    return None


def _naming_whole(words: Words, start: int) -> Form | None:
    for reading in noun_phrases(words, start):
        if reading.end == len(words) and len(reading.phrases) == 1:
            return Naming(reading.phrases[0])
    return None


def _category(words: Words, start: int, category: str) -> Form | None:
    """What follows "what color", "which word", "what action"."""
    verb = at(words, start)
    position = start + 1
    if verb not in BE and verb not in DO:
        return _whole(words, position, category) if verb in ("of", "on") else None
    if at(words, position) in ("on", "of", "written", "printed"):
        while at(words, position) in ("on", "of", "written", "printed", "that"):
            position += 1
        return _whole(words, position, category)
    if verb in BE and at(words, position) == "the" and at(words, position + 1) in CATEGORY:
        for _, phrase, end in attributes_of(words, position):
            return Attribute(phrase, category) if end == len(words) else None
    for reading in noun_phrases(words, position):
        if len(reading.phrases) == 1 and _closes(words, reading.end, verb in BE):
            return Attribute(reading.phrases[0], category)
    return None


_CLOSING = frozenset({
    "have", "show", "look", "display", "feature", "perform", "do", "take", "bear", "carry", "say", "read", "made",
    "of", "in", "from", "out", "doing", "performing", "taking", "painted", "be", "consist", "has", "wear", "appear",
    "to", "like", "engaged", "busy", "colored", "strike", "contain", "on",
})  # fmt: skip


def _closes(words: Words, start: int, being: bool) -> bool:
    """Whether only the rest of the verb follows: "… have", "… made of", "… in"."""
    rest = words[start:]
    return all(word in _CLOSING for word in rest) and (being or bool(rest))


def _naming(words: Words, start: int, phrase: Phrase) -> Form | None:
    """What follows "what", "who", "which animal": "is on the table", "is the man holding", "does the man hold"."""
    verb = at(words, start)
    position = start + 1
    if not verb or (position == len(words) and verb in BE | {"appears", "appear"}):
        return Naming(phrase)
    if verb in VERBS:
        return _narrowed(phrase, (*words[:start], VERBS[verb], *words[position:]), start)
    if verb in DO:
        return _doing(words, position, phrase)
    if verb not in BE:
        return None
    rest = words[position:]
    if len(rest) == 1 and rest[0] in _HERE:
        return Naming(phrase)
    position += at(words, position) == "there"
    if phrase.kind != "any" or at(words, position) not in ("a", "an", "the"):
        narrowed = _narrowed(phrase, words, position)
        if narrowed is not None:
            return narrowed
    return _other_end(words, position, phrase) or (_naming_whole(words, position) if phrase.kind == "any" else None)


def _narrowed(phrase: Phrase, words: Words, start: int) -> Form | None:
    for said in predications(words, start):
        if said.joint in ("", "and"):
            nodes: tuple[Predicate, ...] = tuple(node for item in said.items for node in item)
            if not any(isinstance(node, Phrase) for node in nodes):
                return Naming(add(phrase, *nodes))
    return None


def _other_end(words: Words, start: int, phrase: Phrase) -> Form | None:
    """ "the man holding", "the cup on", "the dog next to" """
    for reading in noun_phrases(words, start):
        related = RELATIONS.at(words, reading.end)
        if related is not None and related[1] == len(words) and len(reading.phrases) == 1:
            (name, reverse), _ = related
            return Naming(add(phrase, Relation(name, reading.phrases[0], not reverse)))
    return None


def _doing(words: Words, start: int, phrase: Phrase) -> Form | None:
    """ "the man hold", "you see on the table", "the dog do", "the sign say" """
    if at(words, start) in ("you", "we", "one", "@pic"):
        position = start + 2
        if at(words, start + 1) not in SEE | SHOW:
            return None
        return Naming(phrase) if position >= len(words) else _narrowed(phrase, words, position)
    for reading in noun_phrases(words, start):
        if len(reading.phrases) != 1:
            continue
        subject, tail = reading.phrases[0], words[reading.end :]
        if len(tail) == 1 and tail[0] in VERBS:
            return Naming(add(phrase, Relation(VERBS[tail[0]], subject, True)))
        if tail == ("do",) and phrase.kind == "any":
            return Attribute(subject, "action")
        if tail in (("say",), ("read",)) and phrase.kind == "any":
            return Attribute(subject, "text")
    return None


def _how(words: Words) -> Form | None:
    word = at(words, 1)
    if word == "many":
        return counting(words, 2)
    if word in _LARGE and at(words, 2) in BE:
        return _whole(words, 3, "size")
    if word in BE and at(words, 2) in ("the", "weather") and not _rest_names(words, 4):
        return Surroundings("weather") if "weather" in words[2:4] else None
    return None


def _where(words: Words) -> Form | None:
    if at(words, 1) in BE | DO and at(words, 2) in _HERE and at(words, 2) != "there":
        rest = set(words[3:])
        return Surroundings("place") if rest <= _TAKEN | {"take", "place", "from", "right", "now"} else None
    return None


def counting(words: Words, start: int) -> Form | None:
    """What follows "how many", "the number of", "count"."""
    if words[start : start + 2] == ("how", "many"):
        start += 2
    if at(words, start) == "of":
        start += 1
    for counted in coordinations(words, start):
        if counted.joint not in ("", "and", "or"):
            continue
        for tail in _count_tails(words, counted.end, counted):
            return Count(tail)
    return None


def _count_tails(words: Words, start: int, counted: Coordination) -> Iterator[tuple[Phrase, ...]]:
    """The phrases counted, narrowed by what follows them up to the end."""
    verb = at(words, start)
    position = start + 1
    if not verb or words[start:] in (("there", "are"), ("can", "you", "see"), ("you", "can", "see"), ("you", "see")):
        yield counted.phrases
    elif verb in BE:
        position += at(words, position) == "there"
        if position == len(words):
            yield counted.phrases
        yield from _count_said(words, position, counted)
        other = _other_end(words, position, counted.phrases[0])
        if isinstance(other, Naming) and len(counted.phrases) == 1:
            yield (other.phrase,)
    elif verb in DO and at(words, position) in ("you", "we", "one", "@pic"):
        if at(words, position + 1) not in SEE | SHOW:
            return
        if position + 2 == len(words):
            yield counted.phrases
        yield from _count_said(words, position + 2, counted)
    elif verb in DO:
        for owner in noun_phrases(words, position):
            tail = words[owner.end :]
            if tail == ("have",) and all(phrase.kind == "part" for phrase in counted.phrases):
                yield tuple(add(phrase, Relation("part of", owner.phrases[0])) for phrase in counted.phrases)
            elif len(tail) == 1 and tail[0] in VERBS:
                yield tuple(add(p, Relation(VERBS[tail[0]], owner.phrases[0], True)) for p in counted.phrases)
    elif verb in ("of", "on", "has", "in"):
        for owner in noun_phrases(words, position):
            if owner.end == len(words) and all(phrase.kind == "part" for phrase in counted.phrases):
                yield tuple(add(phrase, Relation("part of", owner.phrases[0])) for phrase in counted.phrases)
    elif verb in VERBS:
        yield from _count_said((*words[:start], VERBS[verb], *words[position:]), start, counted)


def _count_said(words: Words, start: int, counted: Coordination) -> Iterator[tuple[Phrase, ...]]:
    """Each phrase with each object said of it: "people are walking or running" counts both."""
    negated = at(words, start) == "not"
    for said in predications(words, start):
        if any(isinstance(node, Phrase) for item in said.items for node in item):
            continue
        if negated or len(said.items) == 1 or not _alternatives(said.items):
            yield tuple(add(phrase, *(node for item in said.items for node in item)) for phrase in counted.phrases)
        else:
            yield tuple(add(phrase, *item) for phrase in counted.phrases for item in said.items)


def _alternatives(items: tuple[tuple[Predicate, ...], ...]) -> bool:
    """Whether the items exclude each other (two colors), so that "and" lists them."""
    categories = {item[0].category if isinstance(item[0], Quality) else "" for item in items}
    return len({"action" if category == "pose" else category for category in categories}) == 1
