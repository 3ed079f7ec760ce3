"""The answers for which questions are drawn: those annotated for an image, and others so that every kind is there."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from askance.suites.beliefs.annotated_image import AnnotatedImage
from askance.wording.yes_no_answers import POLAR

KINDS = ("yes", "no", "other", "number")  # the order in which answers are taken
USUAL = {"yes": ("yes",), "no": ("no",), "other": ("red", "white", "black"), "number": ("1", "2", "3")}
MOST_COMMON = 20  # answers of a kind from which those that nobody annotated are chosen


def answer_kind(answer: str) -> str:
    """Whether a normalised answer is yes, no, a number or something other."""
    if answer in POLAR:
        return POLAR[answer]
    return "number" if answer.replace(".", "", 1).isdecimal() else "other"


class AnswerPool:
    """Which answers to try for an image, in order."""

    def __init__(self, images: Sequence[AnnotatedImage], seed: int):
        counts = Counter(answer for each in images for answer, asked in each.questions.items() for _ in asked)
        ranked = [answer for answer, _ in counts.most_common()]
        self._common = {kind: [each for each in ranked if answer_kind(each) == kind][:MOST_COMMON] for kind in KINDS}
        self._seed = seed

    def answers(self, about: AnnotatedImage) -> Iterator[str]:
        """One of each kind in turn: annotated answers first, then common ones of the data set."""
        rng = Random(f"answers:{self._seed}:{about.image}")
        left = {kind: self._of_kind(kind, about, rng) for kind in KINDS}
        while any(left.values()):
            for kind in KINDS:
                if left[kind]:
                    yield left[kind].pop(0)

    def _of_kind(self, kind: str, about: AnnotatedImage, rng: Random) -> list[str]:
        own = [answer for answer in about.questions if answer_kind(answer) == kind]
        others = self._common[kind] or list(USUAL[kind])
        return list(dict.fromkeys([*own, *rng.sample(others, len(others))]))
