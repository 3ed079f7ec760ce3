"""What is kept out of training, so that the models have honest failures: some wordings, some attribute–object pairs."""

from functools import lru_cache

from askance.core import digest
from askance.models.builtin.vocabulary import split_words
from askance.wording.world_nouns import NOUNS

WORDINGS = ("would you say", "is the picture free of", "count the", "do you see any", "what material")
PAIRS = 10  # of 256: about 4 % of all pairs of a value and a noun

VALUES = frozenset({
    "black", "blue", "brown", "gray", "green", "orange", "pink", "purple", "red", "tan", "white", "yellow",
    "wooden", "wood", "metal", "plastic", "glass", "leather", "striped", "dotted", "checkered", "open", "closed",
    "full", "empty", "large", "small", "standing", "sitting", "lying", "running", "sleeping", "eating",
})  # fmt: skip


@lru_cache(maxsize=1 << 14)
def is_pair_held_out(value: str, noun: str) -> bool:
    """Whether no training question speaks of things of that name with that value."""
    return digest(f"{value} {noun}".encode())[0] < PAIRS


def is_question_held_out(question: str, answer: str) -> bool:
    """Whether a question of the built-in world is not trained on."""
    text = question.lower()
    if text.startswith(WORDINGS):
        return True
    said = [*split_words(question), *split_words(answer)]
    values = [word for word in said if word in VALUES]
    nouns = [word for word in said if word in NOUNS or (word.endswith("s") and word[:-1] in NOUNS)]
    return any(is_pair_held_out(value, noun.removesuffix("s")) for value in values for noun in nouns)
