"""A real question as its tagged words, with the noun phrases in it."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from askance.wording.ontology import ontology
from askance.wording.sears_rules import TaggedWord

Tagger = Callable[[str], Sequence[TaggedWord]]
LONGEST = 200  # characters: no question of a data set that these rules can read is longer

_TYPED = str.maketrans({"’": "'", "‘": "'", "´": "'", "`": "'", "“": '"', "”": '"'})
_SPACES = re.compile(r"\s+")
_TAIL = re.compile(r"[\s?.!,]+$")
_SEVERAL = re.compile(r"[?!;:()\[\]\"]|\.\s|\b\.{2,}|--")  # more than one sentence, or quoted words
_INITIALS = re.compile(r"\b[A-Za-z]\.[A-Za-z]$")  # "in the U.S.": the last period is gone

NOUNS = frozenset({
    "NN", "NNS", "NNP", "NNPS",
})  # fmt: skip
_BEFORE_NOUN = frozenset({
    "JJ", "VBN", "CD", "NN", "NNS", "NNP", "NNPS", "HYPH", "VBG",
})  # fmt: skip
_DETERMINERS = frozenset({
    "the", "this", "that", "these", "those", "a", "an",
})  # fmt: skip
_POINTING = {"this": False, "that": False, "these": True, "those": True}
_PRONOUNS = {"it": False, "he": False, "she": False, "they": True}
_PLURAL_MODIFIERS = frozenset({
    "sports", "clothes", "glasses", "skis", "goods", "arts", "games",
})  # fmt: skip
_OWNERS = frozenset({
    "mans", "womans", "mens", "womens", "childs", "persons", "ladys", "babys", "cats", "dogs", "man", "woman",
    "lady", "guy", "person", "girl", "boy", "men", "people",
})  # fmt: skip
_NO_MODIFIERS = frozenset({
    "called", "named", "made", "taken", "taking", "considered", "used", "worn", "seen", "shown",
})  # fmt: skip
_OBJECTIVE = {"they": "them", "these": "these", "those": "those"}


@dataclass(frozen=True, slots=True)
class QuestionPhrase:
    """A noun phrase of a question: words `start` to `end`, its noun from `noun` on (end is just outside)."""

    start: int
    end: int
    noun: int  # the first word after determiner and possessor
    determiner: str  # "" if none; "'s" after a possessor, "his" and the like as they are; a pronoun itself
    plural: bool
    pronoun: bool = False


@dataclass(frozen=True, slots=True)
class TaggedQuestion:
    """A question without its question mark, as words with tags."""

    text: str
    words: tuple[TaggedWord, ...]
    low: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.words)

    def tag(self, index: int) -> str:
        """The tag of a word; empty outside."""
        return self.words[index].tag if 0 <= index < len(self.words) else ""

    def word(self, index: int) -> str:
        """A word in lower case; empty outside."""
        return self.low[index] if 0 <= index < len(self.low) else ""

    def span(self, start: int, end: int | None = None) -> str:
        """The text of words `start` to `end` (just outside), as it was written."""
        end = len(self.words) if end is None else end
        if start >= end:
            return ""
        return self.text[self.words[start].start : self.words[end - 1].end]

    def starts(self, *words: str) -> bool:
        """Whether the question starts with these words."""
        return self.low[: len(words)] == words


def read_question(question: str, tagger: Tagger) -> TaggedQuestion | None:
    """The question as words; None if it is no single short English sentence."""
    if not question or len(question) > LONGEST:
        return None
    text = _TAIL.sub("", _SPACES.sub(" ", question.translate(_TYPED)).strip())
    if text.isupper():
        text = text.lower()
    if not text or not text.isascii() or _SEVERAL.search(text) or _INITIALS.search(text):
        return None
    words = _retag(tuple(word for word in tagger(text + "?") if word.text.strip()))
    if words and words[-1].text == "?":
        words = words[:-1]
    if not words:
        return None
    return TaggedQuestion(text, words, tuple(word.text.lower() for word in words))


def _retag(words: tuple[TaggedWord, ...]) -> tuple[TaggedWord, ...]:
    """The tags, corrected where the tagger often takes an action or a state for a noun: "Is the zebra jumping?"."""
    low = [word.text.lower() for word in words]
    named = {
        place + each for place in range(1, len(low) - 1) if _is_name(low[place], low[place + 1]) for each in (0, 1)
    }
    return tuple(
        word._replace(
            tag=("NN" if word.tag not in NOUNS else word.tag) if place in named else _better_tag(words, place)
        )
        for place, word in enumerate(words)
    )


@lru_cache(maxsize=1 << 14)
def _is_name(one: str, other: str) -> bool:
    """Whether two words are one name of the ontology, whatever the tagger says: "trash can"."""
    return f"{one} {other}" in ontology().objects.words


def _better_tag(words: tuple[TaggedWord, ...], place: int) -> str:
    word = words[place]
    text = word.text.lower()
    if place < 2:
        return word.tag
    after_noun = words[place - 1].tag in NOUNS
    if word.tag == "VBG" and words[place - 1].tag == "DT" and not _is_no_name(text):
        return "NN"  # "Is this building a school?"
    if word.tag == "VBG" and after_noun and place == len(words) - 2 and not _is_no_name(text):
        return "NN"  # "Is this strawberry pudding?"
    if word.tag in NOUNS and text.endswith("ing") and after_noun and _is_no_name(text):
        return "VBG"
    if (
        word.tag == "JJ"
        and after_noun
        and place == len(words) - 2
        and _is_asked_what(words)
        and not _is_adjective(text)
    ):
        return "NN"  # "What color is this dog ornament?"
    if text in ("open", "closed", "empty", "wet", "dry", "lit") and after_noun and word.tag != "JJ":
        return "JJ"
    return "JJ" if word.tag in NOUNS and after_noun and place == len(words) - 2 and _is_adjective(text) else word.tag


def _is_asked_what(words: tuple[TaggedWord, ...]) -> bool:
    return words[0].text.lower() in ("what", "which", "where")


@lru_cache(maxsize=1 << 12)
def _is_no_name(text: str) -> bool:
    """Whether a word in -ing is an action, or at least no object: not "building"."""
    return text in ontology().actions.words or ontology().noun(text) is None


@lru_cache(maxsize=1 << 12)
def _is_adjective(text: str) -> bool:
    """Whether a word describes and does not name: "furry" does, "orange" may name."""
    return text in ontology().attributes.words and ontology().noun(text) is None


def noun_phrase_at(question: TaggedQuestion, start: int) -> QuestionPhrase | None:
    """The noun phrase that starts at a word, without what follows its noun."""
    word = question.word(start)
    if word in _PRONOUNS:
        return QuestionPhrase(start, start + 1, start, word, _PRONOUNS[word], pronoun=True)
    if word in _POINTING and not _continues_noun(question, start + 1):
        return QuestionPhrase(start, start + 1, start, word, _POINTING[word], pronoun=True)
    determiner, place = "", start
    if word in _DETERMINERS or question.tag(start) == "PRP$":
        determiner, place = word, start + 1
    return _noun_after_determiner(question, start, place, determiner)


def _continues_noun(question: TaggedQuestion, place: int) -> bool:
    """Whether a noun follows, after adjectives: "this red car" and not "this in color"."""
    while question.tag(place) in _BEFORE_NOUN and question.word(place) not in _NO_MODIFIERS:
        if question.tag(place) in NOUNS:
            return True
        place += 1
    return False


def _noun_after_determiner(question: TaggedQuestion, start: int, place: int, determiner: str) -> QuestionPhrase | None:
    noun, last = place, -1
    while place < len(question):
        tag = question.tag(place)
        if tag in NOUNS:
            last = place
        elif tag == "POS" and last == place - 1:
            if determiner in ("these", "those") and question.tag(last) == "NN":
                return None
            noun, last, determiner = place + 1, -1, "'s"
        elif tag not in _BEFORE_NOUN or last >= 0 or question.word(place) in _NO_MODIFIERS:
            break  # an adjective or a participle after the noun belongs to the predicate
        place += 1
    if last < 0 or question.word(last + 1) == "-":
        return None  # "the Post-it" is no post
    plural = question.tag(last) in ("NNS", "NNPS")
    if (plural and determiner in ("this", "that", "a", "an")) or (not plural and determiner in ("these", "those")):
        return None  # "this people": not English, or not one phrase
    if any(question.tag(each) == "NNS" and question.word(each) not in _PLURAL_MODIFIERS for each in range(noun, last)):
        return None  # "the surfers suit": an apostrophe is missing
    if last > noun and question.word(last - 1) in _OWNERS:
        return None  # "the mans shirt", "the man head"
    return QuestionPhrase(start, last + 1, noun, determiner, plural)


def prepositional_phrase_end(question: TaggedQuestion, start: int) -> int:
    """Where the prepositional phrases that start at a word end; `start` itself if there are none."""
    place = start
    while question.tag(place) == "IN" or question.word(place) in ("next", "to"):
        inner = place + 1
        while question.tag(inner) == "IN" or question.word(inner) in ("to", "of"):
            inner += 1
        phrase = noun_phrase_at(question, inner)
        if phrase is None and "color" in ontology().categories(question.word(inner)):
            place = inner + 1  # "the man in blue"
            continue
        if phrase is None or (phrase.pronoun and phrase.determiner in _PRONOUNS):
            return place
        place = phrase.end
    return place


def subject_at(question: TaggedQuestion, start: int) -> tuple[QuestionPhrase, int] | None:
    """A noun phrase and where the verb or the end follows it: past its places, as in "the man on the left wearing"."""
    phrase = noun_phrase_at(question, start)
    if phrase is None:
        return None
    end = prepositional_phrase_end(question, phrase.end)
    if end > phrase.end and not phrase.pronoun and question.tag(end) in ("VBG", "VB"):
        return phrase, end
    return phrase, phrase.end


def of_them(question: TaggedQuestion, phrase: QuestionPhrase) -> str:
    """The phrase after "all of" or "any of": "the dogs", "them"."""
    text = question.span(phrase.start, phrase.end)
    return _OBJECTIVE[phrase.determiner] if phrase.pronoun else lower_first(text)


def lower_first(text: str) -> str:
    """The text with a small first letter, unless its first word is written in capitals."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]
