"""Several questions in a row: where one ends and the next begins."""

import re
from functools import lru_cache

from askance.wording.understand.parse_question import understand

_BREAK = re.compile(r"(?<=[.!?])\s+")


@lru_cache(maxsize=1 << 14)
def split_questions(text: str) -> tuple[str, ...]:
    """The questions of a text in order, each with the sentences that lead to it; words after the last stay with it."""
    found: list[str] = []
    led: list[str] = []
    for sentence in _BREAK.split(text.strip()):
        led.append(sentence)
        if sentence.endswith("?") or understand(sentence) is not None:
            found.append(" ".join(led))
            led = []
    if led:
        found[-1:] = [" ".join([*found[-1:], *led])]
    return tuple(found)


def first_question(text: str) -> str:
    """The question that a text begins with: the one that `understand` understands."""
    return split_questions(text)[0]
