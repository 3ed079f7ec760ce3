"""Questions with one word wrong: what a judge of questions must reject."""

from collections.abc import Callable, Sequence
from random import Random

_END = "?.!"


def perturb_question(question: str, rng: Random, vocabulary: Sequence[str]) -> str:
    """The question with one word dropped, doubled, swapped with its neighbour, or replaced by another word."""
    kinds = [drop_word, double_word, swap_words, lambda words, rng: replace_word(words, rng, vocabulary)]
    return perturb_with(question, rng, rng.choice(kinds))


def perturb_with(question: str, rng: Random, change: Callable[[list[str], Random], list[str]]) -> str:
    """The question with its words changed; its sign at the end and its capital letter stay."""
    text = question.rstrip(_END)
    words = [text[:1].lower() + text[1:]] if " " not in text else [text[:1].lower() + text[1:].split(" ", 1)[0]]
    words += text.split(" ")[1:]
    made = " ".join(change(words, rng))
    return made[:1].upper() + made[1:] + question[len(text) :]


def drop_word(words: list[str], rng: Random) -> list[str]:
    """Without one word."""
    place = rng.randrange(len(words))
    return words[:place] + words[place + 1 :]


def double_word(words: list[str], rng: Random) -> list[str]:
    """With one word twice."""
    place = rng.randrange(len(words))
    return [*words[: place + 1], *words[place:]]


def swap_words(words: list[str], rng: Random) -> list[str]:
    """With two neighbours in the other order, where there are two that differ."""
    places = [place for place in range(len(words) - 1) if words[place] != words[place + 1]]
    if not places:
        return words
    place = rng.choice(places)
    return [*words[:place], words[place + 1], words[place], *words[place + 2 :]]


def replace_word(words: list[str], rng: Random, vocabulary: Sequence[str]) -> list[str]:
    """With another word of the vocabulary in the place of one."""
    place = rng.randrange(len(words))
    others = [word for word in vocabulary if word != words[place]]
    return [*words[:place], rng.choice(others), *words[place + 1 :]] if others else words
