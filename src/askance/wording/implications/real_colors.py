"""Real questions: "What color is …?"."""

from collections.abc import Iterator
from typing import NamedTuple
from zlib import crc32

from askance.wording.implications.implication import Implication, Rule
from askance.wording.implications.presupposed_objects import premise, spoken_of
from askance.wording.implications.read_answer import ReadAnswer, color_answer
from askance.wording.implications.tagged_question import QuestionPhrase, TaggedQuestion, noun_phrase_at, subject_at
from askance.wording.ontology import ontology
from askance.wording.templates.indefinite_article import indefinite_article

SAME_COLOR = Rule(
    "real-same-color",
    "equivalence",
    "What color is the X …? – a color",
    "Is the X … that color? yes",
    "the same claim, asked as yes or no",
    "answers that are no single color; questions for several colors, for lights that change, and for parts",
    (
        "What color is the rose? – red → Is the rose red? yes",
        "What color shirt is the man wearing? – blue → Is the man wearing a blue shirt? yes",
        "What is the color of the bus? – white → Is the bus white? yes",
    ),
)
OTHER_COLOR = Rule(
    "real-other-color",
    "exclusion",
    "What color is the X …? – a color",
    "Is the X … entirely another color? no; Are all of the Xs …? no",
    "what is red is not entirely blue; if a color is true of one X, not all Xs have a color that excludes it",
    "colors that overlap (near.tsv), and answers with several colors",
    (
        "What color is the rose? – red → Is the rose entirely purple? no",
        "What color are the roses? – red → Are all of the roses white? no",
        "What color shirt is he wearing? – blue → Is he wearing an entirely gray shirt? no",
    ),
)
RULES = (SAME_COLOR, OTHER_COLOR)

# one object, though the word is a plural
PAIRS = frozenset({
    "eyeglasses", "sunglasses", "pants", "jeans", "shorts", "scissors", "goggles", "trousers", "tights", "pliers",
    "tongs", "binoculars", "headphones", "leggings", "overalls", "pajamas",
})  # fmt: skip
# two objects, of which nobody says "all of"
TWO = frozenset({
    "shoes", "glasses", "gloves", "boots", "sneakers", "socks", "skates", "skis", "sandals", "wings", "earrings",
    "ears", "eyes", "hands", "headlights", "cleats", "flip-flops", "slippers",
})  # fmt: skip
_BASE = ("red", "blue", "green", "yellow", "black", "white", "brown", "orange", "pink", "purple", "gray")
_HARD = frozenset({
    "or", "mentioned", "and", "not", "n't", "if", "would", "will", "besides", "most", "other", "main", "majority",
    "primary", "dominant", "mostly", "usually", "than", "same", "different", "when", "but", "both", "each", "could",
    "should", "predominant", "prominent", "closest", "word", "words", "also", "do", "part", "was", "only", "first",
    "second", "all", "letters", "writing", "accent", "text", "numbers", "stripe", "stripes", "spots", "trim",
    "lettering", "kind", "none", "few", "several", "many", "two", "three", "four", "some", "any",
})  # fmt: skip
_VAGUE_HEADS = frozenset({
    "it", "object", "objects", "thing", "things", "item", "items", "team", "color", "colors", "one", "ones",
    "outfit", "clothing", "clothes", "majority", "rest", "scene", "picture", "photo", "image", "skin", "eyes",
    "lighting", "people",
})  # fmt: skip


class _Claim(NamedTuple):
    """A color as a predicate: `before` color `after`."""

    before: str
    after: str
    phrase: QuestionPhrase
    attributive: bool  # "a red shirt"
    article: bool = False
    every: str = ""  # for a plural: "Are all of the roses"


def colors(question: TaggedQuestion, answer: ReadAnswer) -> Iterator[Implication]:
    """What follows from a color."""
    color = color_answer(answer.text)
    if color is None or any(word in _HARD for word in question.low[2:]):
        return
    claim = _claim(question)
    if claim is None or question.word(claim.phrase.end - 1) in _VAGUE_HEADS:
        return
    because = f'the answer to "{question.text}?" was {color}'
    yield Implication(SAME_COLOR.name, SAME_COLOR.kind, _ask(claim, color), "yes", because)
    other = other_color(color, question.text)
    if other is not None:
        yield Implication(OTHER_COLOR.name, OTHER_COLOR.kind, _ask_other(claim, other), "no", because)
    if not claim.attributive or claim.phrase.start > 3:
        yield from premise(question, claim.phrase)


def other_color(color: str, seed: str) -> str | None:
    """A color that excludes another; which one depends on the question."""
    found = [each for each in _BASE if ontology().excludes(color, each, "attribute")]
    return found[crc32(seed.encode()) % len(found)] if found else None


def _ask(claim: _Claim, color: str) -> str:
    words = f"{indefinite_article(color)} {color}" if claim.article else color
    return " ".join(part for part in (claim.before, words, claim.after) if part) + "?"


def _ask_other(claim: _Claim, color: str) -> str:
    if claim.every:
        return f"{claim.every} {color}?"
    words = f"entirely {color}"
    if claim.article:
        words = f"an {words}"
    return " ".join(part for part in (claim.before, words, claim.after) if part) + "?"


def _claim(question: TaggedQuestion) -> _Claim | None:
    if question.word(0) in ("what", "which") and question.word(1) in ("color", "colour"):
        if question.word(2) in ("is", "are"):
            return _predicate(question, 2, 3)
        return _attribute(question)
    if question.word(0) == "what" and question.word(1) == "is":
        start = 3 if question.word(2) == "the" else 2
        if question.word(start) in ("color", "colour") and question.word(start + 1) == "of":
            return _predicate(question, 1, start + 2)
    return None


def _predicate(question: TaggedQuestion, be: int, start: int) -> _Claim | None:
    """ "is the X …": the color goes to the end."""
    phrase = noun_phrase_at(question, start)
    if phrase is None or phrase.determiner in ("", "a", "an", "it", "they", "he", "she"):
        return None
    rest = range(phrase.end, len(question))
    if any(question.tag(place) in ("WP", "WRB", "MD", "CC", "RB") for place in rest):
        return None
    if phrase.end < len(question) and not _is_modifier(question, phrase.end):
        return None
    if phrase.pronoun and phrase.end < len(question):
        return None
    if any(question.tag(place) == "CD" for place in range(phrase.start, phrase.end)):
        return None
    is_plural = phrase.plural
    if question.word(be) == "are" and not is_plural:
        return None
    if is_plural and question.word(be) == "is" and not question.word(phrase.end - 1).endswith("s"):
        return None  # "is the mitt": the tag is wrong
    text = question.span(start)
    every = f"Are all of {text}" if is_plural and question.word(phrase.end - 1) not in PAIRS | TWO else ""
    return _Claim(f"{'Are' if is_plural else 'Is'} {text}", "", phrase, attributive=False, every=every)


def _is_modifier(question: TaggedQuestion, start: int) -> bool:
    """Whether what follows the noun modifies it: a place, a participle with more, or a clause."""
    tag, word = question.tag(start), question.word(start)
    if tag == "IN" or word in ("next", "that", "who"):
        return question.tag(len(question) - 1) != "IN" or word in ("that", "who")
    if tag in ("VBG", "VBN"):
        return start + 1 < len(question) and question.tag(len(question) - 1) != "IN"
    return tag in ("DT", "PRP", "PRP$")  # "the shirt the man is wearing"


def _attribute(question: TaggedQuestion) -> _Claim | None:
    """ "What color shirt is the man wearing?", "What color hair does the woman have?"."""
    noun = noun_phrase_at(question, 2)
    if noun is None or noun.determiner or noun.noun != 2:
        return None
    verb = question.word(noun.end)
    found = subject_at(question, noun.end + 1) if verb in ("is", "are", "does") else None
    subject, end = found or (None, 0)
    if subject is None or not subject.determiner or question.word(noun.end - 1) in _VAGUE_HEADS:
        return None
    if (subject.plural and verb != "are") or (not subject.plural and verb == "are"):
        return None
    thing = spoken_of(question, QuestionPhrase(2, noun.end, 2, "", noun.plural))
    named = question.span(2, noun.end)
    is_hair = named.lower() == "hair"
    if thing is None and not is_hair:
        return None
    ending = question.word(end)
    if end + 1 != len(question) or ending not in ("wearing", "holding", "carrying", "riding", "have", "driving"):
        return None
    if ending == "have" and verb != "does":
        return None
    article = not is_hair and thing is not None and thing.number == "singular"
    if subject.plural and article:
        return None
    opening = f"{verb.capitalize()} {question.span(subject.start, end + 1)}"
    return _Claim(opening, named, subject, attributive=True, article=article)
