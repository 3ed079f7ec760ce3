"""The passage of a sentence that answers its question, found by what the question does not say already."""

import re
from typing import NamedTuple

from askance.readings.question_words import AUXILIARIES, FUNCTION_WORDS, PREPOSITIONS, QuestionWords, crude_stem

VERSION = 1

_LETTERING = re.compile(
    r"\s+(?:in|with) (?:[\w-]+,? (?:and )?){1,4}(?:letters?|text|font|writing|lettering)\b.*$", re.IGNORECASE
)
_TOKEN = re.compile(r"[^\s,;!?()\"“”]+|[,;!?()]")
_JOINS = frozenset({"and", "&", "of", "a", "an", "the", "his", "her", "their", "or", "some"})
_SAYS = frozenset({"shows", "show", "displays", "reads", "says", "say", "indicates", "appears", "seems", "looks",
                   "features", "contains", "depicts"})  # fmt: skip
FILLERS = frozenset({
    "probably", "likely", "possibly", "maybe", "perhaps", "clearly", "currently", "now", "mostly", "either", "both",
    "taken", "located", "situated", "depicted", "displayed", "featured", "made", "several", "most", "more", "all",
})  # fmt: skip
OLD = FUNCTION_WORDS | PREPOSITIONS | _SAYS | _JOINS | FILLERS  # words that answer nothing by themselves
_PARTICLES = frozenset({"down", "up", "out"})
_PICTURES = frozenset({"picture", "photo", "photograph", "selfie"})
VERBS = AUXILIARIES | _SAYS
_ENDS = frozenset({",", ";", "!", "?", "(", ")", "and", "that", "which", "who"})  # of a phrase
_GO_ON = frozenset({"front", "top", "side", "next", "left", "right", "middle", "back", "close", "edge"})  # of, to
_COLORS = frozenset({
    "black", "white", "gray", "grey", "silver", "red", "orange", "yellow", "gold", "golden", "green", "blue", "purple",
    "pink", "brown", "tan", "beige", "teal", "turquoise", "maroon", "navy", "cream", "violet", "blond", "blonde",
    "light", "dark", "bright", "pale", "and", ",",
})  # fmt: skip


class Token(NamedTuple):
    word: str
    start: int
    end: int


def tokenize_sentence(sentence: str) -> list[Token]:
    """The words and signs of a sentence in lower case; the noun "can" is written "cans", for the verb is no answer."""
    tokens = [Token(match[0].strip(".:'").lower(), *match.span()) for match in _TOKEN.finditer(sentence)]
    for place, token in enumerate(tokens if "can" in sentence else ()):
        if token.word == "can":
            around = {tokens[place - 1].word} & {"a", "the", "trash", "garbage", "tin"} if place else set()
            if around or place + 1 == len(tokens) or tokens[place + 1].word in PREPOSITIONS:
                tokens[place] = token._replace(word="cans")
    return tokens


def find_answer_passage(sentence: str, asks: QuestionWords) -> str | None:
    """The part of a sentence that its question does not hold already."""
    if asks.written:
        sentence = _LETTERING.sub("", sentence)
    tokens = tokenize_sentence(sentence)
    span = None
    if asks.color:
        span = find_color_span(tokens, asks)
    elif asks.figure:
        span = _first_span_of(tokens, [any(letter.isdigit() for letter in token.word) for token in tokens])
    elif asks.where:
        span = _location_phrase_span(tokens)
    span = span or _new_words_span(tokens, asks)
    if span is None:
        return None
    return sentence[tokens[span[0]].start : tokens[span[1]].end]


def find_color_span(tokens: list[Token], asks: QuestionWords) -> tuple[int, int] | None:
    """The color said of what is asked about: right before its name, else after the verb, else the first."""
    wanted = [token.word in _COLORS and token.word not in asks.words for token in tokens]
    place, runs = 0, []
    while (run := _first_span_of(tokens, wanted, place)) is not None:
        runs.append(run)
        place = run[1] + 1
    named = [run for run in runs if run[1] + 1 < len(tokens) and crude_stem(tokens[run[1] + 1].word) in asks.stems]
    verb = _first_verb_index(tokens)
    return next((run for run in (*named, *(run for run in runs if run[0] > verb), *runs)), None)


def _first_span_of(tokens: list[Token], wanted: list[bool], place: int = 0) -> tuple[int, int] | None:
    """The first unbroken run of wanted tokens, without an "and" or a comma at its ends."""
    joins = ("and", ",")
    start = next((at for at in range(place, len(tokens)) if wanted[at] and tokens[at].word not in joins), None)
    if start is None:
        return None
    end = start
    while end + 1 < len(tokens) and wanted[end + 1]:
        end += 1
    while tokens[end].word in joins:
        end -= 1
    return start, end


def _first_verb_index(tokens: list[Token]) -> int:
    """The place of the first auxiliary or saying verb; -1 if there is none."""
    return next((place for place, token in enumerate(tokens) if token.word in VERBS), -1)


def _location_phrase_span(tokens: list[Token]) -> tuple[int, int] | None:
    """From the first preposition after the verb to the end of its phrase: "on the sofa"."""
    verb = _first_verb_index(tokens)
    links = [place for place in range(verb + 1, len(tokens) - 1) if tokens[place].word in PREPOSITIONS]
    start = next((place for place in links if tokens[place + 1].word not in AUXILIARIES), None)
    if start is None:
        return None
    end = start + 1
    while end + 1 < len(tokens) and not _ends_phrase(tokens, end + 1):
        end += 1
    return start, end


def _ends_phrase(tokens: list[Token], place: int) -> bool:
    """Whether a phrase ends before this token; "in front of" and "next to" go on."""
    word, before = tokens[place].word, tokens[place - 1].word
    if word in ("of", "to") and before in _GO_ON:
        return False
    return word in PREPOSITIONS or word in AUXILIARIES or word in _ENDS


def _new_words_span(tokens: list[Token], asks: QuestionWords) -> tuple[int, int] | None:
    """The first run of words that are new; after the verb, where the subject only repeats the question."""
    echo = [crude_stem(token.word) in asks.echoes for token in tokens]
    new = [token.word[:1].isalnum() and not echo[place] and token.word not in OLD for place, token in enumerate(tokens)]
    start = _new_words_start(tokens, echo, new, asks)
    if start is None:
        return None
    if asks.written:
        return start, max(place for place, fresh in enumerate(new) if fresh)
    end = start
    for place in range(start + 1, len(tokens)):
        word = tokens[place].word
        if not asks.doing and ((word in _PARTICLES and tokens[place + 1 :]) or _starts_clause(tokens, place)):
            break
        repeated = echo[place] and (asks.kind or crude_stem(word) == asks.category)
        if new[place] or repeated or (asks.doing and word in _PICTURES):
            end = place
        elif word not in _JOINS:
            break
    return start, end


def _new_words_start(tokens: list[Token], echo: list[bool], new: list[bool], asks: QuestionWords) -> int | None:
    """Where the new words begin: after the question's last preposition, at what is done, after the verb, or first."""
    verb = _first_verb_index(tokens)
    fresh = [place for place, is_new in enumerate(new) if is_new]
    after_verb = [place for place in fresh if place > verb]
    if asks.doing:
        done = [place for place in after_verb or fresh if tokens[place].word.endswith("ing")]
        if done:
            return done[0]
    link = "by" if asks.who else asks.last
    at = next((place for place in range(verb + 1, len(tokens)) if tokens[place].word == link), None) if link else None
    if at is not None and verb >= 0:
        on_top = [token.word for token in tokens[at + 1 : at + 3]] == ["top", "of"]
        linked = [place for place in after_verb if place > at + on_top]
        if linked:
            return linked[0]
    if verb >= 0 and any(echo[:verb]) and after_verb:
        skipped = not asks.doing and len(after_verb) > 1 and _is_participle_with_complement(tokens, after_verb[0])
        return after_verb[1 if skipped else 0]
    return fresh[0] if fresh else None


def starts_description(tokens: list[Token], place: int) -> bool:
    """Whether a noun phrase is only described from here on."""
    return _starts_clause(tokens, place) or (_ends_phrase(tokens, place) and tokens[place].word not in ("of", "and"))


def _starts_clause(tokens: list[Token], place: int) -> bool:
    """Whether a clause such as "sleeping on the bed" begins here, inside a noun phrase."""
    following = tokens[place + 1].word if place + 1 < len(tokens) else ""
    return tokens[place].word.endswith("ing") and (following in PREPOSITIONS or following in _JOINS)


def _is_participle_with_complement(tokens: list[Token], place: int) -> bool:
    """Whether this is a participle before what tells more: "dressed in", "filled with", "surrounded by"."""
    following = tokens[place + 1].word if place + 1 < len(tokens) else ""
    return tokens[place].word.endswith("ed") and following in ("in", "with", "by")
