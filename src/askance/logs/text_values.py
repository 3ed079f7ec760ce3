"""Values of foreign JSON and tables as text."""

import ast
import base64
import binascii
import re
from collections.abc import Iterator
from itertools import takewhile
from typing import Any

from askance.wording.option_letters import OPTION_LETTERS

MOST_NESTED = 8  # lists in lists
_OPTION = re.compile(r"\(?([A-Z])[.):]\s+(.*\S)\s*")


def text_of(value: Any) -> str:
    """A cell or field as text: "" for nothing, and whole numbers without a point."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value if isinstance(value, str) else str(value)


def text_leaves(value: Any, depth: int = 0) -> Iterator[str]:
    """Every text in a value that may be a list of lists."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list) and depth < MOST_NESTED:
        for each in value:
            yield from text_leaves(each, depth + 1)


def contains_values(value: Any, depth: int = 0) -> bool:
    """Whether a value, or a list inside it, contains anything but null; null means a failed call."""
    if isinstance(value, list) and depth < MOST_NESTED:
        return any(contains_values(each, depth + 1) for each in value)
    return value is not None and value != ""


def target_texts(value: Any) -> tuple[str, ...]:
    """Expected answers: a list, a list that was written as text, or one value."""
    if isinstance(value, list):
        return tuple(text for text in map(text_of, value) if text.strip())
    text = text_of(value).strip()
    if text.startswith("[") and text.endswith("]"):
        try:
            listed = ast.literal_eval(text)
        except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
            return (text,)
        return target_texts(listed) if isinstance(listed, list) else (text,)
    return (text,) if text else ()


def listed_options(prompt: str) -> tuple[str, ...]:
    """The options of a prompt that lists them under A, B, C, …, one per line: the last list; none where it has none."""
    found = [match.groups() for line in prompt.splitlines() if (match := _OPTION.fullmatch(line.strip()))]
    letters = "".join(letter for letter, _ in found)
    first = max(0, letters.rfind(OPTION_LETTERS[0]))  # earlier lists belong to examples
    count = count_in_order(letters[first:])
    return tuple(option for _, option in found[first : first + count]) if count > 1 else ()


def count_in_order(letters: str) -> int:
    """How many of some letters are A, B, C, … from the first on."""
    pairs = zip(letters, OPTION_LETTERS, strict=False)
    return len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))


def data_uri_bytes(uri: str) -> bytes | None:
    """The image of a data URI in base64; None where it is none."""
    head, comma, body = uri.partition(",")
    if not comma or not head.startswith("data:image/") or not head.endswith(";base64"):
        return None
    try:
        return base64.b64decode(body, validate=True)
    except (binascii.Error, ValueError):
        return None
