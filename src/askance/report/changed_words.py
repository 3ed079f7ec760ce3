"""Which words of a question differ from those of another one."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby
from operator import itemgetter

LONGEST = 4_000  # characters of a question whose words are compared: the time grows with the square of the length
_TOKEN = re.compile(r"\s*(?:\w+(?:['’-]\w+)*|[^\w\s]|\s+$)")  # a word or a mark, with the space before it


@dataclass(frozen=True, slots=True)
class TextRun:
    """A run of a question's text: changed, or as in the other question."""

    text: str
    is_changed: bool


def mark_changed_words(question: str, others: Iterable[str]) -> tuple[TextRun, ...]:
    """The question in runs that together are its text; changed is what one of the other questions does not have."""
    others = list(others)
    if max(map(len, (question, *others))) > LONGEST:
        return (TextRun(question, False),)
    tokens = _TOKEN.findall(question)
    changed: set[int] = set()
    for other in others:
        changed |= _changed_token_indices(tokens, _TOKEN.findall(other))
    marked = ((text, place in changed) for place, text in enumerate(tokens))
    runs = [("".join(text for text, _ in run), is_changed) for is_changed, run in groupby(marked, key=itemgetter(1))]
    return tuple(words for text, is_changed in runs for words in _split_leading_space(text, is_changed))


def _split_leading_space(text: str, is_changed: bool) -> Iterator[TextRun]:
    """A run, the space before it on its own: it belongs to neither word."""
    word = text.lstrip()
    if space := text[: len(text) - len(word)]:
        yield TextRun(space, False)
    if word:
        yield TextRun(word, is_changed)


def _changed_token_indices(tokens: list[str], others: list[str]) -> set[int]:
    """The indices of tokens that the other list does not have; case counts only where nothing else differs."""
    mine, theirs = [token.strip() for token in tokens], [token.strip() for token in others]
    folded = [token.casefold() for token in mine], [token.casefold() for token in theirs]
    first, second = (mine, theirs) if folded[0] == folded[1] else folded
    blocks = SequenceMatcher(None, first, second, autojunk=False).get_matching_blocks()
    changed = set(range(len(first))) - {block.a + step for block in blocks for step in range(block.size)}
    if len(first) != len(second):
        return changed
    # "cats and dogs", "dogs and cats": word by word says more than what came first in both.
    swapped = {place for place, (one, other) in enumerate(zip(first, second, strict=True)) if one != other}
    return swapped if len(swapped) <= len(changed) else changed
