"""Which verdicts a view shows: a filter, a sort order, and the name of one verdict."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import isfinite
from typing import Literal

from askance.core import UserError

Outcome = Literal["fails", "holds", "undecided", "measured"]  # in the order of their codes in the index
OUTCOMES: tuple[Outcome, ...] = ("fails", "holds", "undecided", "measured")
SortKey = Literal["case", "value"]
SORT_KEYS: tuple[SortKey, ...] = ("case", "value")
FEWEST_LETTERS = 3  # of a word that may be part of another: "no" is in almost every text
_WORD = re.compile(r'(?:(question|answer):)?(?:"([^"]+)"|(\S+))')
EITHER = "OR"  # between two words of a search


@dataclass(frozen=True, slots=True)
class SearchWord:
    """A word or phrase of a search, and where it must be: in a question, in an answer, or ("") anywhere."""

    text: str
    place: Literal["", "question", "answer"] = ""


@dataclass(frozen=True, slots=True)
class ValueRange:
    """Values from `low` to `high`; None = no bound on that side. Verdicts without a value never match."""

    low: float | None = None
    high: float | None = None
    excludes_low: bool = False
    excludes_high: bool = False

    def __post_init__(self) -> None:
        for end in (self.low, self.high):
            if end is not None and not isfinite(end):
                raise UserError(f"value range: {end} is not a number that values can be compared with")
        if self.low is not None and self.high is not None and self.low > self.high:
            raise UserError(f"value range {self.low:g} to {self.high:g}: the first number must be the smaller one")


@dataclass(frozen=True, slots=True)
class RightAndWrong:
    """Cases whose relation holds for the answers of `right` and fails for those of `wrong`; one of them may be ""."""

    right: str
    wrong: str


@dataclass(frozen=True, slots=True)
class CaseFilter:
    """A selection of verdicts: every field restricts it further, and an empty field does not restrict it.

    Inside one field the values are alternatives: `suites=("carets", "noise")` selects both suites.
    """

    models: tuple[str, ...] = ()  # as reports name them
    datasets: tuple[str, ...] = ()
    suites: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()  # paths: `negation` also selects `negation/Q1`
    tags: tuple[tuple[str, str], ...] = ()  # (tag, value); values of one tag are alternatives, all tags must match
    outcomes: tuple[Outcome, ...] = ()
    values: ValueRange | None = None
    words: str = ""  # each word must occur in a question, an answer or a name of the case; see search_terms
    statuses: tuple[str, ...] = ()  # why a verdict is undecided, such as refused
    reasons: tuple[str, ...] = ()  # whole texts, as `Queries.choices` lists them
    right: RightAndWrong | None = None  # without `models`: the verdicts of the model that is wrong
    images: tuple[str, ...] = ()  # as the data set names them: cases whose first role shows one of them
    search_terms: tuple[tuple[SearchWord, ...], ...] = field(init=False, default=())  # of each term one must occur

    def __post_init__(self) -> None:
        check_text((self.words, *self.reasons, *self.images, *(text for pair in self.tags for text in pair)))
        unknown = [each for each in self.outcomes if each not in OUTCOMES]
        if unknown:
            raise UserError(f"outcome {unknown[0]!r}: write one of {', '.join(OUTCOMES)}")
        terms = search_terms(self.words)
        if terms and not any(letter.isalnum() for letter in self.words):
            raise UserError(f"words {self.words!r}: write a letter or a digit")
        object.__setattr__(self, "search_terms", terms)

    @property
    def shown_models(self) -> tuple[str, ...]:
        """The models whose verdicts are selected; () = all."""
        return self.models or ((self.right.wrong or self.right.right,) if self.right else ())

    def without_values(self) -> "CaseFilter":
        """The same filter without its value range."""
        return replace(self, values=None)


def search_terms(words: str) -> tuple[tuple[SearchWord, ...], ...]:
    """The terms of a search: words, “phrases”, `question:word`, `answer:word`, and alternatives with OR."""
    found: list[tuple[SearchWord, ...]] = []
    joins = False
    for place, phrase, word in _WORD.findall(words):
        if word == EITHER and not place:
            joins = bool(found)
            continue
        one = SearchWord(phrase or word, place)
        found[len(found) - joins :] = [(*(found[-1] if joins else ()), one)]
        joins = False
    return tuple(found)


def short_word(term: str) -> str:
    """A term of one or two letters (no, is), which must be a whole word of a text; "" = it may be part of one."""
    core = re.sub(r"^\W+|\W+$", "", term.lower())
    return core if core.isascii() and core.isalnum() and len(core) < FEWEST_LETTERS else ""


def whole_word_pattern(word: str) -> str:
    """A regular expression (RE2) for texts that have a word of letters and digits as a whole."""
    return rf"(^|[^\pL\pN]){word}([^\pL\pN]|$)"


def check_text(texts: Iterable[str]) -> None:
    """UserError where a text contains half of a surrogate pair, which no file and no database can store."""
    for text in texts:
        try:
            text.encode()
        except UnicodeEncodeError:
            raise UserError(f"{text!a} is not valid text") from None


@dataclass(frozen=True, slots=True)
class Sort:
    """The order of verdicts: by case (data set, suite, model, group, image, name), or by value first.

    Verdicts without a value come last in both directions. Verdicts of equal value are in the order of their cases.
    """

    key: SortKey = "case"
    descending: bool = False

    def __post_init__(self) -> None:
        if self.key not in SORT_KEYS:
            raise UserError(f"sort {self.key!r}: write one of {', '.join(SORT_KEYS)}")


@dataclass(frozen=True, slots=True)
class VerdictName:
    """Names one verdict: the data set, the key of the case in hexadecimal, and the model."""

    dataset: str
    case_key: str
    model: str
