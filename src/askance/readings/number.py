"""A count or another number, or a quantifier such as "many"."""

import re
from collections.abc import Sequence
from itertools import pairwise

from askance.core import Reading
from askance.readings.counts import MOST_DIGITS, Count, counted_noun_stems, find_counts, tokenize_with_numbers
from askance.readings.question_words import (
    FUNCTION_WORDS,
    PREPOSITIONS,
    content_word_stems,
    crude_stem,
    lower_case_words,
)
from askance.readings.unwrap import unwrap_answer

VERSION = 1

_QUANTIFIER = re.compile(
    r"(?<!how )\b(?:(?P<few>not (?:that |so |very )?many|not a lot|a few|few|a handful)"
    r"|(?P<word>many|much|lots|a lot|several|some|numerous|plenty|countless|multiple|various|tons|dozens|hundreds"
    r"|thousands|a bunch|a number))\b"
)
_TOTAL = frozenset({"total", "altogether", "all", "="})
_ASKED_TO_COUNT = re.compile(
    r"\b(?:how many|number of|count)\s+(?:the\s+)?(.+?)"
    r"(?:\s+(?:is|are|was|were|do|does|did|can|could|have|has|will|would|in|on|at|there|you|visible)\b|[?.,]|$)"
)


def read_number(text: str, question: str = "", options: tuple[str, ...] = ()) -> Reading:
    """The one number that a text gives; "many" has the kind "quantifier"; a range or several numbers are unreadable."""
    quick = text.strip().rstrip(".").lower()
    if quick.isascii() and quick.isdecimal() and len(quick) <= MOST_DIGITS:
        return Reading("number", int(quick))
    said = unwrap_answer(text, question).lower()
    if not said:
        return Reading("number", None, "empty")
    tokens = tokenize_with_numbers(said)
    counts = find_counts(tokens)
    if counts:
        return _choose_count(tokens, counts, question.lower())
    return _read_without_number(said, tokens, question.lower())


def _choose_count(tokens: Sequence[str], counts: Sequence[Count], question: str) -> Reading:
    """The count that answers the question, if it is clear which one does."""
    if any(_is_range(tokens, first, second) for first, second in pairwise(counts)):
        return Reading("number", None, "a range")
    whole = [count for count in counts if not count.part]
    if not whole:
        return _read_partial_count(tokens, counts, question)
    total = _find_total(tokens, whole) if len(whole) > 1 else None
    if total is not None:
        return _number_reading(total, tokens, "the total")
    of_the_asked = _count_by_noun(tokens, whole, question) if len(whole) > 1 else None
    if of_the_asked is not None:
        return of_the_asked
    values = [count.value for count in whole]
    if len(set(values)) == 1:
        return _number_reading(values[0], tokens, "at least, about" if whole[0].loose else None)
    return Reading("number", None, "several numbers: " + ", ".join(str(value) for value in values[:5]))


def _number_reading(value: float, tokens: Sequence[str], note: str | None = None) -> Reading:
    return Reading("number", value, note or ("extracted from a sentence" if len(tokens) > 3 else None))


def _is_range(tokens: Sequence[str], first: Count, second: Count) -> bool:
    """Whether two counts are the ends of a range: "one or two", "2-3", "between 2 and 4"."""
    link = tokens[first.end : second.start]
    if len(link) == 1 and link[0] in ("or", "to", "-", "–"):
        return True
    return link == ["and"] and first.start > 0 and tokens[first.start - 1] == "between"


def _read_partial_count(tokens: Sequence[str], counts: Sequence[Count], question: str) -> Reading:
    """A part ("one of the dogs is brown") answers only a question that says all the same words, or none."""
    about = {
        crude_stem(token)
        for token in tokens[counts[0].end :]
        if token.isalpha() and token not in FUNCTION_WORDS and token not in PREPOSITIONS
    }
    if len({count.value for count in counts}) == 1 and about <= content_word_stems(question):
        return _number_reading(counts[0].value, tokens, "part of a whole")
    return Reading("number", None, "part of a whole")


def _find_total(tokens: Sequence[str], counts: Sequence[Count]) -> float | None:
    """The count that is called the total, or that is the sum of all the others."""
    values = [count.value for count in counts]
    named = {
        count.value
        for count in counts
        if not _TOTAL.isdisjoint(tokens[max(0, count.start - 2) : count.start])
        or (count.end + 1 < len(tokens) and tokens[count.end] == "in" and tokens[count.end + 1] in ("total", "all"))
    }
    if len(named) == 1:
        return named.pop()
    sums = {value for value in values if len(values) > 2 and 2 * value == sum(values)}
    return sums.pop() if len(sums) == 1 else None


def _count_by_noun(tokens: Sequence[str], counts: Sequence[Count], question: str) -> Reading | None:
    """The count of the things asked for; of "dogs and cats" the sum of the two."""
    phrase = _ASKED_TO_COUNT.search(question)
    if not phrase:
        return None
    groups = [
        {crude_stem(word) for word in lower_case_words(part) if word not in FUNCTION_WORDS}
        for part in re.split(r"\band\b|\bor\b|,", phrase[1])
    ]
    fits = [
        {count.value for count in counts if group <= counted_noun_stems(tokens, count)} for group in groups if group
    ]
    if not fits or any(len(values) != 1 for values in fits):
        return None
    chosen = [values.pop() for values in fits]
    if len(chosen) == 1:
        return _number_reading(chosen[0], tokens)
    return Reading("number", sum(chosen), "summed: " + " + ".join(str(value) for value in chosen))


def _read_without_number(said: str, tokens: Sequence[str], question: str) -> Reading:
    """Quantifiers, "no" on its own, and "a dog" where dogs are counted."""
    quantifier = _QUANTIFIER.search(said)
    if quantifier:
        word = "few" if quantifier["few"] else quantifier["word"]
        return Reading("quantifier", word, f"quantifier: {quantifier[0]}")
    if tokens[:1] == ["no"]:
        return Reading("number", 0)
    phrase = _ASKED_TO_COUNT.search(question)
    asked_for = lower_case_words(phrase[1]) if phrase else []
    if asked_for:
        head = crude_stem(asked_for[-1])
        articles = [
            place
            for place, token in enumerate(tokens)
            if token in ("a", "an") and head in {crude_stem(word) for word in tokens[place + 1 : place + 4]}
        ]
        if len(articles) == 1:
            return Reading("number", 1, "extracted from a sentence")
    return Reading("number", None, "no number")
