"""Question text → meaning."""

from collections.abc import Iterator
from functools import lru_cache

from askance.wording.understand.existence import denied
from askance.wording.understand.forms import Form, Option, Polar
from askance.wording.understand.lexicon import VERBS, Words
from askance.wording.understand.open_questions import parse_open_question
from askance.wording.understand.phrases import BE
from askance.wording.understand.predicates import options, with_options
from askance.wording.understand.tokens import sentences, statement_words, words_of
from askance.wording.understand.yes_no_questions import DO, parse_yes_no_question

_ASKING = frozenset({"what", "which", "who", "whom", "how", "where", "count", "of", "in", "from", "with"})
_BASE = {"looks": "look", "has": "have", "shows": "show", "contains": "contain", "says": "say", "appears": "appear",
         "seems": "seem", "includes": "include", "lacks": "lack", "exists": "exist", "reads": "read",
         "see": "see", "have": "have", "look": "look", "depicts": "depict", "features": "feature"}  # fmt: skip
_LONGEST = 60  # words; beyond this no question of ours


@lru_cache(maxsize=1 << 16)
def understand(question: str) -> Form | None:
    """The meaning of a question; None where it is not understood."""
    for sentence in sentences(question):
        words = words_of(sentence)
        if 0 < len(words) <= _LONGEST:
            form = _form(words)
            if form is not None:
                return form
    return None


def _form(words: Words) -> Form | None:
    if words[0] in _ASKING:
        return _asked(words)
    said = statement_words(words)
    if said is not None:
        statement, is_denied = said
        form = _stated(statement)
        if is_denied and isinstance(form, Polar):
            return Polar(denied(form.claim))
        return form
    if words[0] in BE or words[0] in DO:
        return parse_yes_no_question(words)
    return _options_first(words) or _stated(words)


def _asked(words: Words) -> Form | None:
    """A question with a question word, its options split off, with its verb in its place or at the end."""
    for main, offered in _splits(words):
        form = _first_asked(main)
        if form is not None and offered:
            form = with_options(form, offered)
        if form is not None:
            return form
    return None


def _first_asked(words: Words) -> Form | None:
    for candidate in (words, *_verb_moved(words)):
        form = parse_open_question(candidate)
        if form is not None:
            return form
    return None


def _splits(words: Words) -> Iterator[tuple[Words, tuple[Option, ...]]]:
    """The whole, or a question and the options after it; at a comma first."""
    if "or" not in words and "," not in words:
        yield words, ()
        return
    ends = [index for index, word in enumerate(words) if word == ","]
    for end in ends:
        offered = options(words, end + 1)
        if offered:
            yield words[:end], offered
    yield words, ()
    for end in range(2, len(words) - 2):
        if end not in ends:
            offered = options(words, end)
            if offered:
                yield words[:end], offered


def _verb_moved(words: Words) -> Iterator[Words]:
    """Embedded questions with the verb moved to where a direct question has it: "what color the car is"."""
    for index in range(len(words) - 1, 2, -1):
        if words[index] in BE or words[index] in DO:
            rest = (*words[:index], *words[index + 1 :])
            for place in (1, 2, 3, 4):
                if place < index:
                    yield (*rest[:place], words[index], *rest[place:])


def _options_first(words: Words) -> Form | None:
    """ "Red or blue, what color is the car?" """
    for index, word in enumerate(words):
        if word == "," and index + 1 < len(words) and words[index + 1] in _ASKING:
            start = 1 if words[0] in ("between", "of", "among", "out") else 0
            offered = options(words[start:index], 0)
            form = parse_open_question(words[index + 1 :]) if offered else None
            if form is not None:
                return with_options(form, offered)
    return None


def _stated(words: Words) -> Form | None:
    """A statement, as the yes/no question whether it is true."""
    for index, word in enumerate(words):
        if index == 0:
            continue
        if word in BE or word in DO:
            form = parse_yes_no_question((word, *words[:index], *words[index + 1 :]))
        elif word in _BASE or word in VERBS:
            form = parse_yes_no_question(("does", *words[:index], _BASE.get(word, word), *words[index + 1 :]))
        else:
            continue
        if form is not None:
            return form
    return None
