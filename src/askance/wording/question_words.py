"""The words of a question as a tagger wants them: "isn't" is two words, a question mark is one."""

import re
from collections.abc import Iterator

_WORD = re.compile(
    r"can(?=not\b)|(?:what|who)(?=s\b)|o['’]clock\b"
    r"|[^\W_]+(?=n['’]t\b)|n['’]t\b|['’](?:s|re|ve|ll|d|m)\b"
    r"|\d+(?:[.,:/]\d+)+(?:st|nd|rd|th|am|pm)?"  # 10:30, 1/2
    r"|(?:[^\W\d_]\.){2,}|[^\W_]+(?:\.[^\W_]+)*"  # U.S., www.name.com
    r"|\.{2,}|\S",
    re.IGNORECASE,
)


def find_words(question: str) -> Iterator[tuple[str, int, int]]:
    """Each word with its start and its end in the text."""
    for found in _WORD.finditer(question):
        yield found.group(), found.start(), found.end()
