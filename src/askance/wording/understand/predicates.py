"""What is said of a subject: predicates, options, attributes of objects, and the scene as a whole."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeVar

from askance.wording.attributes import SURROUNDING_WORDS
from askance.wording.understand.forms import (
    ANYTHING,
    Around,
    Attribute,
    Form,
    Naming,
    Option,
    Phrase,
    Predicate,
    Quality,
    Relation,
    Surroundings,
)
from askance.wording.understand.lexicon import AROUND, CATEGORY, QUALITIES, RELATIONS, Words
from askance.wording.understand.phrases import add, at, joints, made_of, noun_phrases, plain_predicates, worded

T = TypeVar("T")


class Predication(NamedTuple):
    """One or more predicates up to the end of the question, each a tuple that is true together."""

    items: tuple[tuple[Predicate, ...], ...]
    spoken: tuple[str, ...]
    joint: str


def _lists(
    words: Words, start: int, item: Callable[[Words, int], Iterable[tuple[T, int]]]
) -> Iterator[tuple[tuple[T, ...], str]]:
    """Every way to read the words from `start` to the end as items joined by commas, and, or."""
    for value, end in item(words, start):
        if end == len(words):
            yield (value,), ""
        elif words[end] in ("and", "or", ","):
            joint, position = joints(words, end)
            for rest, later in _lists(words, position, item):
                if joint == "," or later in ("", ",", joint):
                    yield (value, *rest), later if joint == "," and later else joint


def _skip(words: Words, start: int, *skipped: str) -> int:
    while at(words, start) in skipped:
        start += 1
    return start


def _predicate(words: Words, start: int) -> Iterator[tuple[tuple[tuple[Predicate, ...], str], int]]:
    """Every predicate at `start`, with the words that would answer it."""
    start = _skip(words, start, "either", "both", "of", "colored", "color", "painted")
    for first, end in plain_predicates(words, start):
        spoken = _spoken(first, words[start:end])
        if isinstance(first, Quality):
            for second, last in plain_predicates(words, end):
                yield ((first, second), spoken), last
        yield ((first,), spoken), _after_category(words, end)
    if at(words, start) in ("a", "an", "the", "one"):
        quality = QUALITIES.at(words, start + 1)
        if quality is not None and at(words, quality[1]) in CATEGORY:
            yield ((quality[0],), quality[0].value), quality[1] + 1
    for reading in noun_phrases(words, start):
        if len(reading.phrases) == 1 and reading.determiner != "no":
            yield ((reading.phrases[0],), worded(words[start : reading.end])), reading.end


def _after_category(words: Words, start: int) -> int:
    """The position after "in color", "colored" where a value is followed by it."""
    after = start + (at(words, start) == "in" and at(words, start + 1) in CATEGORY)
    return after + (at(words, after) in CATEGORY or at(words, after) == "colored")


def _spoken(predicate: Quality | Relation, words: Words) -> str:
    """The answer that names a predicate: the value as worded, or the other end of the relation."""
    if isinstance(predicate, Relation):
        related = RELATIONS.at(words, 0)
        return worded(words[related[1] :]) if related is not None else predicate.phrase.said
    return " ".join(words[made_of(words, 0) :])


def predications(words: Words, start: int) -> Iterator[Predication]:
    """Every reading of the words from `start` to the end as what is said of a subject."""
    for items, joint in _lists(words, _skip(words, start, ","), _predicate):
        yield Predication(tuple(nodes for nodes, _ in items), tuple(spoken for _, spoken in items), joint)


def choice(subject: Phrase, said: Predication) -> Form | None:
    """The choice question that offers the predicates of a subject as options; None where they do not go together."""
    if any(len(item) != 1 for item in said.items):
        return None
    nodes = [item[0] for item in said.items]
    first = nodes[0]
    related = [node for node in nodes if isinstance(node, Relation)]
    if len({relation.name for relation in related}) > 1:
        return Attribute(subject, "relation", tuple(Option(one.name.split()[0], one) for one in related))
    if isinstance(first, Relation):
        objects = [node.phrase if isinstance(node, Relation) and node.name == first.name else node for node in nodes]
        subject = add(ANYTHING, Relation(first.name, subject, not first.reverse))
        nodes = objects
    qualities = [node for node in nodes if isinstance(node, Quality)]
    phrases = [node for node in nodes if isinstance(node, Phrase)]
    if len(qualities) == len(nodes):
        return Attribute(subject, qualities[0].category, tuple(map(Option, said.spoken, qualities)))
    if len(phrases) == len(nodes):
        return Naming(subject, tuple(map(Option, said.spoken, phrases)))
    return None


def attributes_of(words: Words, start: int) -> Iterator[tuple[str, Phrase, int]]:
    """Every "the color of the car", "the word on the sign", "the car's color" at `start`."""
    position = start + (at(words, start) in ("the", "a"))
    category = CATEGORY.get(at(words, position))
    if category is not None:
        position = _skip(words, position + 1, "written", "printed", "that", "is")
        if at(words, position) in ("of", "on", "for"):
            for reading in noun_phrases(words, position + 1):
                if len(reading.phrases) == 1:
                    yield category, reading.phrases[0], reading.end
    for reading in noun_phrases(words, start):
        owned = CATEGORY.get(at(words, reading.end + 1))
        if at(words, reading.end) == "'s" and owned is not None and len(reading.phrases) == 1:
            yield owned, reading.phrases[0], reading.end + 2


def surroundings(words: Words, start: int) -> tuple[str, int] | None:
    """The category and end of "the weather", "the place", "this", "it", "the picture" at `start`."""
    if at(words, start) in ("it", "this", "@pic", "that", "we"):
        return "", start + 1
    position = start + (at(words, start) in ("the", "this"))
    category = SURROUNDING_WORDS.get(at(words, position))
    return (category, position + 1) if category is not None else None


def _around(words: Words, start: int) -> Iterator[tuple[tuple[Around, str], int]]:
    start = _skip(
        words, start, "either", "taken", "shot", "set", "made", "happening", "taking", "place", "in", "at", "on", "by",
        "a", "an", "the", "from", "of", "@pic", "like", "showing",
    )  # fmt: skip
    found = AROUND.at(words, start)
    if found is not None:
        value, end = found
        spoken = " ".join(words[start:end])
        yield (value, spoken if spoken in _PLAIN_AROUND else value.value), end + (at(words, end) in ("day", "weather"))


_PLAIN_AROUND = frozenset(AROUND.entries) - {"inside", "outside", "raining", "snowing"}


def around(words: Words, start: int) -> tuple[tuple[Around, ...], tuple[str, ...], str] | None:
    """The places, weathers or settings listed from `start` to the end, as worded, with their joint."""
    for items, joint in _lists(words, start, _around):
        return tuple(value for value, _ in items), tuple(spoken for _, spoken in items), joint
    return None


def _option(words: Words, start: int) -> Iterator[tuple[Option, int]]:
    start = _skip(words, start, "either", "is", "it", "are", "they", "he", "she", "of")
    position = made_of(words, start)
    quality = QUALITIES.at(words, position)
    if quality is not None:
        yield Option(" ".join(words[position : quality[1]]), quality[0]), quality[1]
    for reading in noun_phrases(words, start):
        if len(reading.phrases) == 1:
            yield Option(worded(words[start : reading.end]), reading.phrases[0]), reading.end
    for (value, spoken), end in _around(words, start):
        yield Option(spoken, value), end


def options(words: Words, start: int) -> tuple[Option, ...]:
    """The options listed from `start` to the end; empty where the words are no list of options."""
    for items, _ in _lists(words, start, _option):
        if len(items) > 1:
            return items
    return ()


def with_options(form: Form, offered: tuple[Option, ...]) -> Form | None:
    """The form narrowed to options of its own kind; None where they are of another kind."""
    meanings = [option.meaning for option in offered]
    first = meanings[0]
    if isinstance(form, Naming) and not form.options and all(isinstance(one, Phrase) for one in meanings):
        return Naming(form.phrase, offered)
    if isinstance(form, Attribute | Naming) and not form.options and all(isinstance(one, Quality) for one in meanings):
        return Attribute(form.phrase, first.category, offered) if isinstance(first, Quality) else None
    if isinstance(form, Surroundings) and all(isinstance(one, Around) for one in meanings):
        return Surroundings(first.category, offered) if isinstance(first, Around) else None
    return None
