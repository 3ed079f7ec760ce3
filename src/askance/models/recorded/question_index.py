"""Which question of a data set a prompt asks: letters, digits and their order count."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

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


@dataclass(slots=True)
class SameItems:
    """The items with one question and the same options: a prompt asks all of them, or none."""

    items: list[Item] = field(default_factory=list)
    by_image: defaultdict[str, list[Item]] = field(default_factory=lambda: defaultdict(list))

    def add(self, item: Item) -> None:
        """One more item."""
        self.items.append(item)
        self.by_image[content_of_image(item)].append(item)

    def about(self, image: str) -> list[Item]:
        """Those about an image; "" = all."""
        return self.by_image.get(image, []) if image else self.items


def content_of_image(item: Item) -> str:
    """The image of an item by its content: the data may add the version of the decoder."""
    return item.image.partition("-")[0]


class QuestionIndex:
    """Items by the words of their questions."""

    def __init__(self, items: Iterable[Item]):
        self._items: defaultdict[Words, defaultdict[tuple[str, tuple[str, ...]], SameItems]]
        self._items = defaultdict(lambda: defaultdict(SameItems))
        for item in items:
            self._items[words_of(stem_of_item(item))][item.question, item.options].add(item)
        self._lengths: defaultdict[str, set[int]] = defaultdict(set)  # first word → lengths of the questions
        for words in self._items:
            if words:
                self._lengths[words[0]].add(len(words))

    def in_prompt(self, asked: str, options: tuple[str, ...] = ()) -> list[SameItems]:
        """The items whose question is the last one of a prompt; one that is part of a longer one does not count."""
        prompt = Prompt(asked)
        last = prompt.words_before_last_question_mark(options)
        found: dict[Words, list[SameItems]] = {}
        for words, end in dict(self._questions_in(prompt)).items():  # of a question that is there twice: the last
            found[words] = [
                same
                for (_, listed), same in self._items[words].items()
                if (end >= last or end >= prompt.words_before_last_question_mark((*options, *listed)))
                and is_about_same_question(same.items[0], asked, options)
            ]
        asking = [words for words, same in found.items() if same]
        longest = [one for one in asking if not any(one != other and contains_words(other, one) for other in asking)]
        return [same for words in longest for same in found[words]]

    def _questions_in(self, prompt: Prompt) -> Iterator[tuple[Words, int]]:
        """The questions that begin with a sentence of the prompt, each with the number of the word after it."""
        for start, word in enumerate(prompt.words):
            for length in self._lengths.get(word, ()):
                part = prompt.words[start : start + length]
                if part in self._items and prompt.is_sentence_start(start):
                    yield part, start + length
