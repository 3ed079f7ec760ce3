"""Multiple choice: which option a recorded answer means if the log lists the options in another order than the data."""

import re
from itertools import pairwise
from typing import NamedTuple

from askance.core import Item
from askance.logs import RecordedAnswer, RecordedSample
from askance.logs.text_values import count_in_order
from askance.models.recorded.question_words import option_words, words_of
from askance.readings.choice import read_choice
from askance.wording.option_letters import OPTION_LETTERS

Options = tuple[str, ...]
_MARK = re.compile(r"(?<!\w)(?:\(?([A-Z])[.):]\s|[(\[]([A-Z])[)\]])")


class ListedOptions(NamedTuple):
    """Options that a text lists under letters, in their order, and the place of the first letter."""

    place: int
    options: Options


def find_listed_options(text: str, options: Options) -> ListedOptions | None:
    """The last list of a text that contains all these options; None if there is none."""
    if not options:
        return None
    marks = list(_MARK.finditer(text))
    letters = "".join(mark[1] or mark[2] for mark in marks)
    for first in reversed([number for number, letter in enumerate(letters) if letter == OPTION_LETTERS[0]]):
        used = marks[first : first + count_in_order(letters[first:])]
        ends = [mark.start() for mark in used[1:]]
        listed = [text[mark.end() : end] for mark, end in zip(used, ends, strict=False)]
        listed.append(_option_at_start(text[used[-1].end() :], options))
        if set(map(option_words, options)) <= set(map(option_words, listed)):
            return ListedOptions(marks[first].start(), tuple(listed))
    return None


def _option_at_start(text: str, options: Options) -> str:
    """The option that a text begins with, else its first line: behind the last option, prompts go on."""
    line = text.strip().partition("\n")[0]
    words, keys = words_of(text), {option_words(option): option for option in options}
    if option_words(line) in keys:
        return line
    longest = max(map(len, keys))
    return next((keys[words[:size]] for size in range(longest, 0, -1) if words[:size] in keys), line)


def options_of_sample(sample: RecordedSample, item: Item) -> Options:
    """The options in the order of the letters in the log; () if the log does not say."""
    wanted = set(map(option_words, item.options))
    if wanted <= set(map(option_words, sample.options)):
        return sample.options
    listed = find_listed_options(sample.asked, item.options)
    return () if listed is None else listed.options


def answers_in_order_of_item(sample: RecordedSample, item: Item) -> tuple[RecordedAnswer, ...] | None:
    """The answers of a sample for the options of an item; None if one depends on an order that is not known."""
    if not item.options:
        return sample.answers
    listed = options_of_sample(sample, item)
    if listed and _has_same_letters(listed, item.options):
        return sample.answers
    found = []
    for answer in sample.answers:
        text = answer.text
        if text is not None:
            text = _chosen_option(text, sample.asked, listed, item.options) if listed else text
            if text is None or (not listed and _depends_on_order(text, sample.asked, item.options)):
                return None
        found.append(answer._replace(text=text))
    return tuple(found)


def _has_same_letters(listed: Options, options: Options) -> bool:
    pairs = zip(listed, options, strict=False)
    return len(listed) >= len(options) and all(option_words(one) == option_words(other) for one, other in pairs)


def _chosen_option(text: str, asked: str, listed: Options, options: Options) -> str | None:
    """The option that an answer names or means by its letter in the log; None if only the data's letters explain it."""
    chosen = read_choice(text, asked, listed).value
    if isinstance(chosen, str):
        return next((option for option in options if option_words(option) == option_words(chosen)), chosen)
    return None if read_choice(text, asked, options).value is not None else text


def _depends_on_order(text: str, asked: str, options: Options) -> bool:
    """Whether an answer is read differently if the options change places: by its letter, number or place."""
    orders = (options[start:] + options[:start] for start in range(len(options)))
    return any(one != other for one, other in pairwise(read_choice(text, asked, order).value for order in orders))
