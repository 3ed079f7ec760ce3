"""The images that are examined, with the questions and answers that people have annotated for them."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from askance.core import Dataset, Item
from askance.core.dataset import ListsItemsOfImage
from askance.core.errors import NoQuestions
from askance.wording.normalise_answers import normalise_answer


@dataclass(frozen=True, slots=True)
class AnnotatedImage:
    """An image, and its annotated questions by answer."""

    image: str
    questions: Mapping[str, tuple[str, ...]]  # normalised answer → the questions that have it, most answers first

    def references(self, answer: str) -> tuple[str, ...]:
        """The annotated questions about this image whose answer is this one; none if nobody annotated it."""
        return self.questions.get(normalise_answer(answer), ())


def find_annotated_images(data: Dataset, limit: int | None, seed: int) -> list[AnnotatedImage]:
    """The images of the sample, in its order; of data that lists no images (no scenes), those of its questions."""
    names = list(data.images(limit, seed)) or _images_of_questions(data, limit, seed)
    if isinstance(data, ListsItemsOfImage):
        return [_annotate(name, data.items_of_image(name)) for name in names]
    items: defaultdict[str, list[Item]] = defaultdict(list)
    wanted = set(names)
    with suppress(NoQuestions):  # then nobody annotated anything, and common answers are tried
        for item in data.items(None, seed):
            if item.image in wanted:
                items[item.image].append(item)
    return [_annotate(name, items[name]) for name in names]


def _images_of_questions(data: Dataset, limit: int | None, seed: int) -> list[str]:
    found: dict[str, None] = {}
    with suppress(NoQuestions):
        for item in data.items(None, seed):
            if limit is not None and len(found) == limit:
                break
            found.setdefault(item.image)
    return list(found)


def _annotate(image: str, items: Sequence[Item]) -> AnnotatedImage:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for item in items:
        if answer := usual_answer(item):
            found[answer].append(item.question)
    ordered = sorted(found, key=lambda answer: -len(found[answer]))
    return AnnotatedImage(image, {answer: tuple(found[answer]) for answer in ordered})


def usual_answer(item: Item) -> str:
    """The answer that most people gave, or the one with the highest score; "" if there is none."""
    votes: Counter[str] = Counter()
    for answer, weight in zip(item.answers, item.scores or (1.0,) * len(item.answers), strict=True):
        votes[normalise_answer(answer)] += weight  # type: ignore[assignment]  # scores are fractions
    return max(votes, key=votes.__getitem__, default="")
