"""What a question asks for, and which words of an answer only repeat it."""

import re
from functools import lru_cache
from typing import NamedTuple

VERSION = 2

_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")

BE = frozenset({"is", "are", "was", "were", "be", "been", "being", "am", "isn't", "aren't", "wasn't", "weren't"})
AUXILIARIES = BE | frozenset({
    "do", "does", "did", "has", "have", "had", "can", "could", "will", "would", "should", "may", "might", "must",
    "don't", "doesn't", "didn't", "hasn't", "haven't", "hadn't", "can't", "cannot", "couldn't", "won't", "wouldn't",
})  # fmt: skip
FUNCTION_WORDS = AUXILIARIES | frozenset({
    "a", "an", "the", "this", "that", "these", "those", "there", "here", "it", "its", "it's", "there's", "that's",
    "he", "she", "they", "he's", "she's", "they're", "his", "her", "their", "him", "them", "i", "i'm", "we", "you",
    "what", "what's", "which", "who", "whose", "where", "when", "why", "how", "any", "some", "so", "as", "than",
    "appears", "appear", "seems", "seem", "looks", "look", "like", "also", "just", "only", "very", "visible", "shown",
    "seen", "see", "image", "picture", "photo", "photograph", "scene", "because", "then", "called", "named", "please",
})  # fmt: skip
PREPOSITIONS = frozenset({
    "in", "on", "at", "of", "with", "by", "to", "from", "near", "next", "under", "over", "behind", "above", "below",
    "beside", "between", "into", "onto", "through", "for", "inside", "outside", "against", "along", "across", "around",
    "toward", "towards", "beneath", "underneath", "while", "during", "about", "among", "off",
})  # fmt: skip

_KINDS = frozenset({"kind", "type", "sort", "breed", "style"})
_WRITTEN = frozenset({"say", "says", "written", "read", "reads", "title", "text", "slogan", "quote", "words",
                      "book", "phrase", "message", "motto"})  # fmt: skip
_FIGURES = frozenset({"time", "number", "year", "date", "price", "speed", "age", "phone", "temperature", "cost"})
_COLOR = frozenset({"color", "colour", "colors", "colours"})
_IMPLIED = {
    "sport": {"play", "gam"}, "game": {"play"}, "instrument": {"play"}, "say": {"read", "say", "sign", "text"},
    "written": {"read", "say"}, "material": {"mad", "material"}, "weather": {"weather"}, "brand": {"mad", "logo"},
    "pattern": {"hav", "has"}, "eating": {"hav"},
}  # fmt: skip
_GENERIC = frozenset({"color", "colour", "colors", "pattern", "scene", "setting", "weather", "brand", "season",
                      "material"})  # fmt: skip
_DAYS = frozenset({"day", "conditions", "skies", "sky"})
_ATTRIBUTES = frozenset({"brand", "make", "company", "pattern", "material", "shape", "texture"})
_NO_CATEGORY = _GENERIC | _COLOR | _FIGURES | {"is", "are", "was", "does", "do", "company", "language", "shape", "kind"}
_CATEGORY = re.compile(r"\b(?:what|which) ([a-z]+)")
_PICTURED = frozenset({
    "this", "that", "it", "they", "we", "he", "she", "you", "picture", "photo", "image", "photograph", "scene", "taken",
    "people", "person", "man", "woman", "men", "women", "boy", "girl", "child", "kids", "these", "player", "players",
})  # fmt: skip


class QuestionWords(NamedTuple):
    """What a question asks for: its words and stems, and what follows from them for the shape of an answer."""

    words: frozenset[str]
    stems: frozenset[str]  # of its content words
    echoes: frozenset[str]  # these and the stems that an answer to it may add without telling anything
    generic: frozenset[str]  # nouns that say nothing at the end of an answer
    category: str | None  # the stem of "room" in "What room is this?"
    last: str | None  # the preposition that ends it: "What is the dog sitting on?"
    color: bool
    figure: bool
    where: bool
    scene: bool  # whether it asks where all this is, rather than where a thing is
    who: bool
    why: bool
    doing: bool
    kind: bool
    written: bool


@lru_cache(maxsize=1 << 14)
def crude_stem(word: str) -> str:
    """A crude stem that makes "riding", "rides" and "ride" one; never shown to anyone."""
    word = word.removesuffix("'s")
    for ending in ("ing", "ies", "ed", "es", "s"):
        if len(word) > len(ending) + 2 and word.endswith(ending) and not word.endswith("ss"):
            word = word[: -len(ending)] + ("y" if ending == "ies" else "")
            break
    if len(word) > 3 and word[-1] == word[-2]:
        word = word[:-1]
    return word[:-1] if len(word) > 2 and word[-1] == "e" else word


def lower_case_words(text: str) -> list[str]:
    """The words of a text in lower case, contractions whole."""
    return _WORD.findall(text.lower())


@lru_cache(maxsize=1 << 12)
def content_word_stems(question: str) -> frozenset[str]:
    """The stems of the question's content words."""
    return frozenset(
        crude_stem(word)
        for word in lower_case_words(question)
        if word not in FUNCTION_WORDS and word not in PREPOSITIONS
    )


@lru_cache(maxsize=1 << 12)
def analyse_question(question: str) -> QuestionWords:
    """What a question asks for."""
    said = lower_case_words(question.replace("’", "'"))
    words, stems = frozenset(said), content_word_stems(question)
    category = _CATEGORY.search(question.lower())
    where = "where" in words or "where's" in words
    return QuestionWords(
        words=words,
        stems=stems,
        echoes=stems.union(*(extra for word, extra in _IMPLIED.items() if word in words)),
        generic=_GENERIC | (_DAYS if words & {"weather", "day"} else words if words & _ATTRIBUTES else frozenset()),
        category=crude_stem(category[1]) if category and category[1] not in _NO_CATEGORY else None,
        last=said[-1] if said and said[-1] in PREPOSITIONS else None,
        color=bool(words & _COLOR),
        figure=bool(words & _FIGURES) and not where,
        where=where,
        scene=where and bool(words & _PICTURED),
        who=bool(words & {"who", "who's", "whom"}),
        why="why" in words,
        doing=bool(words & {"doing", "happening"}),
        kind=bool(words & _KINDS),
        written=bool(words & _WRITTEN),
    )
