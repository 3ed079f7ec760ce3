"""Question text → meaning."""

from collections.abc import Iterator
from functools import lru_cache

from askance.wording.understand.lexicon import VERBS, Words
from askance.wording.understand.parse_existence import negate_claim
from askance.wording.understand.parse_noun_phrases import BE
from askance.wording.understand.parse_open_questions import parse_open_question
from askance.wording.understand.parse_predicates import add_options_to_form, read_options
from askance.wording.understand.parse_yes_no_questions import DO, parse_yes_no_question
from askance.wording.understand.question_meaning import AnswerOption, Form, YesNoQuestion
from askance.wording.understand.tokenize import meaningful_words, split_sentences, unwrap_statement

_ASKING = frozenset({"what", "which", "who", "whom", "how", "where", "count", "of", "in", "from", "with"})
_BASE = {"looks": "look", "has": "have", "shows": "show", "contains": "contain", "says": "say", "appears": "appear",
         "seems": "seem", "includes": "include", "lacks": "lack", "exists": "exist", "reads": "read",
         "see": "see", "have": "have", "look": "look", "depicts": "depict", "features": "feature"}  # fmt: skip
_LONGEST = 60  # words; beyond this no question of ours


@lru_cache(maxsize=1 << 16)
def understand(question: str) -> Form | None:
    """The meaning of a question; None where it is not understood."""
    for sentence in split_sentences(question):
        words = meaningful_words(sentence)
        if 0 < len(words) <= _LONGEST:
            form = _parse_words(words)
            if form is not None:
                return form
    return None


def _parse_words(words: Words) -> Form | None:
    if words[0] in _ASKING:
        return _parse_question_with_options(words)
    said = unwrap_statement(words)
    if said is not None:
        statement, is_denied = said
        form = _parse_statement(statement)
        if is_denied and isinstance(form, YesNoQuestion):
            return YesNoQuestion(negate_claim(form.claim))
        return form
    if words[0] in BE or words[0] in DO:
        return parse_yes_no_question(words)
    return _parse_options_first(words) or _parse_statement(words)


def _parse_question_with_options(words: Words) -> Form | None:
    """A question with a question word, its options split off, with its verb in its place or at the end."""
    for main, offered in _question_and_option_splits(words):
        form = _parse_first_that_fits(main)
        if form is not None and offered:
            form = add_options_to_form(form, offered)
        if form is not None:
            return form
    return None


def _parse_first_that_fits(words: Words) -> Form | None:
    for candidate in (words, *_with_verb_moved(words)):
        form = parse_open_question(candidate)
        if form is not None:
            return form
    return None


def _question_and_option_splits(words: Words) -> Iterator[tuple[Words, tuple[AnswerOption, ...]]]:
    """The whole, or a question and the options after it; at a comma first."""
    if "or" not in words and "," not in words:
        yield words, ()
        return
    ends = [index for index, word in enumerate(words) if word == ","]
    for end in ends:
        offered = read_options(words, end + 1)
        if offered:
            yield words[:end], offered
    yield words, ()
    for end in range(2, len(words) - 2):
        if end not in ends:
            offered = read_options(words, end)
            if offered:
                yield words[:end], offered


def _with_verb_moved(words: Words) -> Iterator[Words]:
    """Embedded questions with the verb moved to where a direct question has it: "what color the car is"."""
    for index in range(len(words) - 1, 2, -1):
        if words[index] in BE or words[index] in DO:
            rest = (*words[:index], *words[index + 1 :])
            for place in (1, 2, 3, 4):
                if place < index:
                    yield (*rest[:place], words[index], *rest[place:])


def _parse_options_first(words: Words) -> Form | None:
    """ "Red or blue, what color is the car?" """
    for index, word in enumerate(words):
        if word == "," and index + 1 < len(words) and words[index + 1] in _ASKING:
            start = 1 if words[0] in ("between", "of", "among", "out") else 0
            offered = read_options(words[start:index], 0)
            form = parse_open_question(words[index + 1 :]) if offered else None
            if form is not None:
                return add_options_to_form(form, offered)
    return None


def _parse_statement(words: Words) -> Form | None:
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
