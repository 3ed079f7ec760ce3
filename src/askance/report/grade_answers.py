"""How right one answer is: the same expected answers, score and words in every suite, card and export."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from askance.core import Answer, Case, Dataset, Item, Query, Reading, Stimulus, UserError
from askance.core.dataset import ListsItemsOfImage
from askance.core.errors import NoQuestions
from askance.relations.truth import MODES, answer_accuracy
from askance.report.grade_marks import Grade
from askance.report.true_answer_lookup import TrueAnswer, true_answer_lookup

IMAGES = 256  # whose items are kept: neighbouring cases share them
ItemsOfImage = Callable[[str], Sequence[Item]]


@dataclass(frozen=True, slots=True)
class Expected:
    """The answers that are expected: ground truth, or those of several humans; `scores`: how right each one is."""

    answers: tuple[str, ...] = ()
    scores: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class GradedAnswer:
    """What an answer is worth: 1 is right, 0 is wrong, and between them humans disagree; None: not known."""

    grade: Grade
    score: float | None = None


def grade_answer(answer: Answer, reading: Reading | None, expected: Expected, relation: str = "") -> GradedAnswer:
    """The grade of an answer by VQA accuracy; correct text needs no reading."""
    if answer.status != "ok":
        return GradedAnswer("no answer")
    mode = MODES.get(relation, "default")
    known = bool(expected.answers)
    score = (answer_accuracy(reading, answer, expected.answers, mode, expected.scores) or 0.0) if known else None
    if not score and (reading is None or reading.value is None):
        return GradedAnswer("not read", score)
    if score is None:
        return GradedAnswer("no ground truth")
    return GradedAnswer("right" if score >= 1 - 1e-9 else "partly right" if score > 0 else "wrong", score)


class ExpectedAnswers:
    """Finds what is expected of each query of a case.

    The answers of the data set to the same question about the same image count in every suite. An edited image has the
    same ones if the edits do not change what the scene says about the question.
    """

    def __init__(self, data: Dataset | None):
        self._items: ItemsOfImage = _items_lookup(data)
        self._true: TrueAnswer = true_answer_lookup(data)

    def find(self, case: Case, role: str, query: Query) -> Expected:
        """The expected answers of one query; empty where nothing is known."""
        own = Expected(dict(case.expected).get(role, ()), dict(case.scores).get(role, ()))
        if own.answers and case.relation in MODES:
            return own  # the verdict is the score of these answers
        return self._of_data(query) or (own if own.answers else self._of_scene(query))

    def _of_data(self, query: Query) -> Expected | None:
        shown = query.stimulus
        if shown.image is None or shown.turns:
            return None
        with suppress(UserError):  # the image is of another version of the data set: what the case has is left
            return self._of_item(query, shown.image)
        return None

    def _of_item(self, query: Query, image: str) -> Expected | None:
        item = next((each for each in self._items(image) if each.question == query.stimulus.question), None)
        if item is None or not item.answers or not self._is_unchanged(query):
            return None
        return Expected(item.answers, item.scores)

    def _is_unchanged(self, query: Query) -> bool:
        """Whether the edits leave the true answer to the question as it is."""
        shown = query.stimulus
        if not shown.edits:
            return True
        true = self._true(query)
        return true is not None and true == self._true(Query(Stimulus(shown.image, shown.question)))

    def _of_scene(self, query: Query) -> Expected:
        true = self._true(query)
        return Expected() if true is None else Expected((true,))


def _items_lookup(data: Dataset | None) -> ItemsOfImage:
    """Image → its items. All items are read once only if the scenes are closed: others have no answers of their own."""
    if data is None:
        return lambda image: ()
    if isinstance(data, ListsItemsOfImage):
        return lru_cache(IMAGES)(data.items_of_image)
    read: list[dict[str, list[Item]]] = []

    def find(image: str) -> Sequence[Item]:
        scene = data.scene(image)
        if scene is None or not scene.closed:
            return ()
        if not read:
            read.append(_items_by_image(data))
        return read[0].get(image, ())

    return find


def _items_by_image(data: Dataset) -> dict[str, list[Item]]:
    found: dict[str, list[Item]] = {}
    with suppress(NoQuestions, UserError):
        for item in data.items():
            found.setdefault(item.image, []).append(item)
    return found
