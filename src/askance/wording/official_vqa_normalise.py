"""What the official VQA evaluation does to an answer, quirks included."""

import re
from functools import lru_cache

from askance.wording.normalise_answers import ARTICLES
from askance.wording.number_words import ONES

_PUNCTUATION = ';/[]"{}()=+\\_-><@`,?!'
_FULL_STOP = re.compile(r"\.(?!\d)")
_FULL_STOPS_REMOVED = 32  # the official tool passes re.UNICODE where the count belongs
_COMMA_IN_NUMBER = re.compile(r"\d,\d")
_DIGITS = {"none": "0"} | {word: str(value) for word, value in ONES.items() if value <= 10}
_CONTRACTED = (  # stem(s) and the endings they are contracted with
    ("ai are ca could did does do had has have is might must need ought sha should was were wo would", "n't"),
    ("could might must not should they we what where who would you", "'ve"),
    ("he how it someone something there they where who you", "'d"),
    ("how it somebody someone something they what who why you", "'ll"),
    ("he how somebody someone that there what when where who why", "'s"),
    ("there they what why you", "'re"),
    ("could had might should would", "n't've"),
    ("he it she somebody someone something there they we who you", "'d've"),
    ("ma", "'am"), ("o", "'clock"), ("", "'twas"), ("", "'ow's'at"), ("y", "'all"), ("y", "'all'll"),
    ("y", "'all'd've"),
)  # fmt: skip


def _contractions_by_misspelling() -> dict[str, str]:
    """Each contraction with one of its apostrophes forgotten → the contraction."""
    full = [stem + ending for stems, ending in _CONTRACTED for stem in (stems.split() or [""])]
    forgotten = {
        form[:place] + form[place + 1 :]: form for form in full for place, letter in enumerate(form) if letter == "'"
    }
    return {**forgotten, "somebody'd": "somebodyd"}  # the official table has this one the wrong way round


_CONTRACTIONS = _contractions_by_misspelling()


@lru_cache(maxsize=1 << 14)
def official_vqa_normalise(answer: str) -> str:
    """The answer as the official VQA evaluation compares it: punctuation, then number words, articles, contractions."""
    text = answer.replace("\n", " ").replace("\t", " ").strip()
    words = [_DIGITS.get(word, word) for word in _without_punctuation(text).lower().split()]
    return " ".join(_CONTRACTIONS.get(word, word) for word in words if word not in ARTICLES)


def _without_punctuation(text: str) -> str:
    """A sign beside a space, or any sign in a text with a comma in a number, vanishes; others become a space."""
    number = _COMMA_IN_NUMBER.search(text) is not None
    made = text
    for sign in _PUNCTUATION:
        if sign in text:
            made = made.replace(sign, "" if number or f"{sign} " in text or f" {sign}" in text else " ")
    return _FULL_STOP.sub("", made, count=_FULL_STOPS_REMOVED)
