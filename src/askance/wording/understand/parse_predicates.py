"""What is said of a subject: predicates, options, attributes of objects, and the scene as a whole."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeVar

from askance.wording.understand.lexicon import AROUND, CATEGORY, QUALITIES, RELATIONS, Words
from askance.wording.understand.parse_noun_phrases import (
    narrow_phrase,
    phrase_as_answer,
    read_conjunction,
    read_noun_phrases,
    read_plain_predicates,
    skip_made_of,
    word_at,
)
from askance.wording.understand.question_meaning import (
    ANYTHING,
    AnswerOption,
    AttributeQuestion,
    Form,
    NamingQuestion,
    Phrase,
    Predicate,
    Quality,
    Relation,
    SurroundingsClaim,
    SurroundingsQuestion,
)
from askance.wording.world_attributes import SURROUNDING_WORDS

T = TypeVar("T")


class Predication(NamedTuple):
    """One or more predicates up to the end of the question, each a tuple that is true together."""

    items: tuple[tuple[Predicate, ...], ...]
    spoken: tuple[str, ...]
    joint: str


def _read_lists(
    words: Words, start: int, item: Callable[[Words, int], Iterable[tuple[T, int]]]
) -> Iterator[tuple[tuple[T, ...], str]]:
    """Every way to read the words from `start` to the end as items joined by commas, and, or."""
    for value, end in item(words, start):
        if end == len(words):
            yield (value,), ""
        elif words[end] in ("and", "or", ","):
            joint, position = read_conjunction(words, end)
            for rest, later in _read_lists(words, position, item):
                if joint == "," or later in ("", ",", joint):
                    yield (value, *rest), later if joint == "," and later else joint


def _skip_words(words: Words, start: int, *skipped: str) -> int:
    while word_at(words, start) in skipped:
        start += 1
    return start


def _read_predicates(words: Words, start: int) -> Iterator[tuple[tuple[tuple[Predicate, ...], str], int]]:
    """Every predicate at `start`, with the words that would answer it."""
    start = _skip_words(words, start, "either", "both", "of", "colored", "color", "painted")
    for first, end in read_plain_predicates(words, start):
        spoken = _predicate_as_answer(first, words[start:end])
        if isinstance(first, Quality):
            for second, last in read_plain_predicates(words, end):
                yield ((first, second), spoken), last
        yield ((first,), spoken), _skip_category_word(words, end)
    if word_at(words, start) in ("a", "an", "the", "one"):
        quality = QUALITIES.longest_match_at(words, start + 1)
        if quality is not None and word_at(words, quality[1]) in CATEGORY:
            yield ((quality[0],), quality[0].value), quality[1] + 1
    for reading in read_noun_phrases(words, start):
        if len(reading.phrases) == 1 and reading.determiner != "no":
            yield ((reading.phrases[0],), phrase_as_answer(words[start : reading.end])), reading.end


def _skip_category_word(words: Words, start: int) -> int:
    """The position after "in color", "colored" where a value is followed by it."""
    after = start + (word_at(words, start) == "in" and word_at(words, start + 1) in CATEGORY)
    return after + (word_at(words, after) in CATEGORY or word_at(words, after) == "colored")


def _predicate_as_answer(predicate: Quality | Relation, words: Words) -> str:
    """The answer that names a predicate: the value as worded, or the other end of the relation."""
    if isinstance(predicate, Relation):
        related = RELATIONS.longest_match_at(words, 0)
        return phrase_as_answer(words[related[1] :]) if related is not None else predicate.phrase.said
    return " ".join(words[skip_made_of(words, 0) :])


def read_predications(words: Words, start: int) -> Iterator[Predication]:
    """Every reading of the words from `start` to the end as what is said of a subject."""
    for items, joint in _read_lists(words, _skip_words(words, start, ","), _read_predicates):
        yield Predication(tuple(nodes for nodes, _ in items), tuple(spoken for _, spoken in items), joint)


def make_choice_question(subject: Phrase, said: Predication) -> Form | None:
    """The choice question that offers the predicates of a subject as options; None where they do not go together."""
    if any(len(item) != 1 for item in said.items):
        return None
    nodes = [item[0] for item in said.items]
    first = nodes[0]
    related = [node for node in nodes if isinstance(node, Relation)]
    if len({relation.name for relation in related}) > 1:
        return AttributeQuestion(subject, "relation", tuple(AnswerOption(one.name.split()[0], one) for one in related))
    if isinstance(first, Relation):
        objects = [node.phrase if isinstance(node, Relation) and node.name == first.name else node for node in nodes]
        subject = narrow_phrase(ANYTHING, Relation(first.name, subject, not first.reverse))
        nodes = objects
    qualities = [node for node in nodes if isinstance(node, Quality)]
    phrases = [node for node in nodes if isinstance(node, Phrase)]
    if len(qualities) == len(nodes):
        return AttributeQuestion(subject, qualities[0].category, tuple(map(AnswerOption, said.spoken, qualities)))
    if len(phrases) == len(nodes):
        return NamingQuestion(subject, tuple(map(AnswerOption, said.spoken, phrases)))
    return None


def read_attribute_phrases(words: Words, start: int) -> Iterator[tuple[str, Phrase, int]]:
    """Every "the color of the car", "the word on the sign", "the car's color" at `start`."""
    position = start + (word_at(words, start) in ("the", "a"))
    category = CATEGORY.get(word_at(words, position))
    if category is not None:
        position = _skip_words(words, position + 1, "written", "printed", "that", "is")
        if word_at(words, position) in ("of", "on", "for"):
            for reading in read_noun_phrases(words, position + 1):
                if len(reading.phrases) == 1:
                    yield category, reading.phrases[0], reading.end
    for reading in read_noun_phrases(words, start):
        owned = CATEGORY.get(word_at(words, reading.end + 1))
        if word_at(words, reading.end) == "'s" and owned is not None and len(reading.phrases) == 1:
            yield owned, reading.phrases[0], reading.end + 2


def read_surroundings_subject(words: Words, start: int) -> tuple[str, int] | None:
    """The category and end of "the weather", "the place", "this", "it", "the picture" at `start`."""
    if word_at(words, start) in ("it", "this", "@pic", "that", "we"):
        return "", start + 1
    position = start + (word_at(words, start) in ("the", "this"))
    category = SURROUNDING_WORDS.get(word_at(words, position))
    return (category, position + 1) if category is not None else None


def _read_surroundings_value(words: Words, start: int) -> Iterator[tuple[tuple[SurroundingsClaim, str], int]]:
    start = _skip_words(
        words, start, "either", "taken", "shot", "set", "made", "happening", "taking", "place", "in", "at", "on", "by",
        "a", "an", "the", "from", "of", "@pic", "like", "showing",
    )  # fmt: skip
    found = AROUND.longest_match_at(words, start)
    if found is not None:
        value, end = found
        spoken = " ".join(words[start:end])
        yield (
            (value, spoken if spoken in _PLAIN_AROUND else value.value),
            end + (word_at(words, end) in ("day", "weather")),
        )


_PLAIN_AROUND = frozenset(AROUND.entries) - {"inside", "outside", "raining", "snowing"}


def read_surroundings_list(
    words: Words, start: int
) -> tuple[tuple[SurroundingsClaim, ...], tuple[str, ...], str] | None:
    """The places, weathers or settings listed from `start` to the end, as worded, with their joint."""
    for items, joint in _read_lists(words, start, _read_surroundings_value):
        return tuple(value for value, _ in items), tuple(spoken for _, spoken in items), joint
    return None


def _read_option(words: Words, start: int) -> Iterator[tuple[AnswerOption, int]]:
    start = _skip_words(words, start, "either", "is", "it", "are", "they", "he", "she", "of")
    position = skip_made_of(words, start)
    quality = QUALITIES.longest_match_at(words, position)
    if quality is not None:
        yield AnswerOption(" ".join(words[position : quality[1]]), quality[0]), quality[1]
    for reading in read_noun_phrases(words, start):
        if len(reading.phrases) == 1:
            yield AnswerOption(phrase_as_answer(words[start : reading.end]), reading.phrases[0]), reading.end
    for (value, spoken), end in _read_surroundings_value(words, start):
        yield AnswerOption(spoken, value), end


def read_options(words: Words, start: int) -> tuple[AnswerOption, ...]:
    """The options listed from `start` to the end; empty where the words are no list of options."""
    for items, _ in _read_lists(words, start, _read_option):
        if len(items) > 1:
            return items
    return ()


def add_options_to_form(form: Form, offered: tuple[AnswerOption, ...]) -> Form | None:
    """The form narrowed to options of its own kind; None where they are of another kind."""
    meanings = [option.meaning for option in offered]
    first = meanings[0]
    if isinstance(form, NamingQuestion) and not form.options and all(isinstance(one, Phrase) for one in meanings):
        return NamingQuestion(form.phrase, offered)
    if (
        isinstance(form, AttributeQuestion | NamingQuestion)
        and not form.options
        and all(isinstance(one, Quality) for one in meanings)
    ):
        return AttributeQuestion(form.phrase, first.category, offered) if isinstance(first, Quality) else None
    if isinstance(form, SurroundingsQuestion) and all(isinstance(one, SurroundingsClaim) for one in meanings):
        return SurroundingsQuestion(first.category, offered) if isinstance(first, SurroundingsClaim) else None
    return None
