"""The one answer that stands for those of several people."""

from collections import Counter

from askance.wording.normalise_answers import normalise_answer


def most_common_answer(answers: tuple[str, ...]) -> str:
    """What most people said, normalised; the first said of several."""
    said = Counter(normalise_answer(answer) for answer in answers)
    return max(said, key=lambda answer: said[answer])
