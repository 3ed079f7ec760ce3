"""Questions as words, and which of many questions a prompt contains: letters, digits and their order count."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache

from askance.core import Item

Words = tuple[str, ...]
_WORD = re.compile(r"\w+")


@lru_cache(maxsize=1 << 16)
def words_of(text: str) -> Words:
    """The words of a text; upper and lower case, punctuation and spaces do not count."""
    return tuple(_WORD.findall(text.casefold()))


def contains_words(words: Words, part: Words) -> bool:
    """Whether some words follow one another in others; no words are in none."""
    if not part:
        return False
    size = len(part)
    return any(words[i : i + size] == part for i in range(len(words) - size + 1) if words[i] == part[0])


def stem_of_item(item: Item) -> str:
    """The question of an item without the list of its options, which every tool writes in its own way."""
    if not item.options:
        return item.question
    return "\n".join(item.question.split("\n")[: -len(item.options)])


def is_about_same_question(item: Item, asked: str, options: Iterable[str] = ()) -> bool:
    """Whether a prompt contains an item's question with its options, or the item contains all that was recorded."""
    prompt, stem = words_of(asked), words_of(stem_of_item(item))
    if not prompt or not stem:
        return True  # nothing to compare
    if contains_words(prompt, stem):
        given = [words_of(option) for option in options]
        return all(contains_words(prompt, words_of(option)) or words_of(option) in given for option in item.options)
    return contains_words(words_of(item.question), prompt)


class QuestionIndex:
    """Items by the words of their questions."""

    def __init__(self, items: Iterable[Item]):
        self._items: defaultdict[Words, list[Item]] = defaultdict(list)
        for item in items:
            self._items[words_of(stem_of_item(item))].append(item)
        self._lengths: defaultdict[str, set[int]] = defaultdict(set)  # first word → lengths of the questions
        for words in self._items:
            if words:
                self._lengths[words[0]].add(len(words))

    def in_prompt(self, asked: str, options: Iterable[str] = ()) -> list[Item]:
        """The items whose question is in a prompt; a question that is part of a longer one found does not count."""
        prompt = words_of(asked)
        found = dict.fromkeys(self._questions_in(prompt))
        longest = [one for one in found if not any(one != other and contains_words(other, one) for other in found)]
        items = [item for words in longest for item in self._items[words]]
        return [item for item in items if is_about_same_question(item, asked, options)]

    def _questions_in(self, prompt: Words) -> Iterator[Words]:
        for start, word in enumerate(prompt):
            for length in self._lengths.get(word, ()):
                part = prompt[start : start + length]
                if part in self._items:
                    yield part
