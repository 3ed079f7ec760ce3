"""Words as METEOR's option -norm splits them, given those of the caption evaluation: "t-shirt 's" → "t shirt ' s"."""

import re
from collections.abc import Callable, Iterable

_RULES: list[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]] = [
    (re.compile(r"([^\w\s.'`,-]|_)"), r" \1 "),
    (re.compile(r"(?<!\d),|,(?!\d)"), " , "),
    # between letters, as in "n't", an apostrophe stays with what follows; elsewhere it is a word of its own
    (re.compile(r"(?P<within>(?<=[^\W\d_])'(?=[^\W\d_])|(?<=\d)'(?=s))|'"), lambda at: " '" if at["within"] else " ' "),
    (re.compile(r"(?<=[^\W_])-(?=[^\W_])"), " "),
]


def meteor_words(words: Iterable[str]) -> list[str]:
    """The words that METEOR counts."""
    text = " ".join(words)
    for pattern, replacement in _RULES:
        text = pattern.sub(replacement, text)
    return text.split()
