"""Which question of a data set a prompt asks: letters, digits and their order count."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from askance.core import Item
from askance.models.recorded.option_order import find_listed_options
from askance.models.recorded.question_words import Prompt, Words, contains_words, option_words, words_of


def stem_of_item(item: Item) -> str:
    """The question of an item without the list of its options, which every tool writes in its own way."""
    listed = find_listed_options(item.question, item.options)
    return item.question if listed is None else item.question[: listed.place]


def is_about_same_question(item: Item, asked: str, options: Iterable[str] = ()) -> bool:
    """Whether a prompt contains an item's question with its options, or the item contains all that was recorded."""
    prompt, stem, given = words_of(asked), words_of(stem_of_item(item)), set(map(option_words, options))
    has_options = all(
        option_words(option) in given or contains_words(prompt, words_of(option)) or option.strip() in asked.split()
        for option in item.options
    )
    if given and not has_options:
        return False
    if not prompt:
        return True  # nothing to compare
    if not stem or contains_words(prompt, stem):
        return has_options
    return Prompt(item.question).asks(prompt, item.options)


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

    def in_prompt(self, asked: str, options: tuple[str, ...] = ()) -> list[Item]:
        """The items whose question is the last one of a prompt; one that is part of a longer one does not count."""
        prompt = Prompt(asked)
        last = prompt.words_before_last_question_mark(options)
        found: dict[Words, list[Item]] = {}
        for words, end in dict(self._questions_in(prompt)).items():  # of a question that is there twice: the last
            found[words] = [
                item
                for item in self._items[words]
                if (end >= last or end >= prompt.words_before_last_question_mark((*options, *item.options)))
                and is_about_same_question(item, asked, options)
            ]
        asking = [words for words, items in found.items() if items]
        longest = [one for one in asking if not any(one != other and contains_words(other, one) for other in asking)]
        return [item for words in longest for item in found[words]]

    def _questions_in(self, prompt: Prompt) -> Iterator[tuple[Words, int]]:
        """The questions that begin with a sentence of the prompt, each with the number of the word after it."""
        for start, word in enumerate(prompt.words):
            for length in self._lengths.get(word, ()):
                part = prompt.words[start : start + length]
                if part in self._items and prompt.is_sentence_start(start):
                    yield part, start + length
