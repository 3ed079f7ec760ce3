"""Questions with one word wrong: what a judge of questions must reject."""

from collections.abc import Callable, Iterable, Sequence
from random import Random

from askance.inverse.question_slots import Words, question_tokens
from askance.wording.understand.lexicon import QUALITIES, TERMS

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


def question_shape(question: str) -> Words:
    """The words of a question with its nouns and adjectives replaced by their kinds.

    A perturbed question with the shape of a real one is no wrong question: only a name in it differs.
    """
    made: list[str] = []
    for word in question_tokens(question):
        term, quality = TERMS.entries.get(word), QUALITIES.entries.get(word)
        if term is not None and term.kind in ("class", "group"):
            made.append("one" if term.said == word else "several")
        elif quality is None or word in ("on", "off"):
            made.append(word)
        elif made[-1:] != ["value"]:
            made.append("value")
    return tuple(made)


def known_shapes(questions: Iterable[str]) -> set[Words]:
    """The shapes of real questions, with their adjectives and without."""
    found = {question_shape(question) for question in questions}
    return found | {tuple(word for word in words if word != "value") for words in found}
