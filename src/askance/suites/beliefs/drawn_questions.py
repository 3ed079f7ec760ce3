"""Questions drawn from the generators for the images of a sample: legal ones, each text once per answer."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from itertools import islice

from askance.core import Dataset, ImageData, UserError
from askance.core.errors import UnreadableImage
from askance.core.plural import plural
from askance.core.progress import report_line, report_progress
from askance.inverse.legal_questions import find_legal
from askance.inverse.question_model import QuestionModel
from askance.suites.beliefs.annotated_image import AnnotatedImage
from askance.suites.beliefs.answer_pool import AnswerPool
from askance.suites.beliefs.draw_cache import DrawCache, DrawnText

WHAT = "images to draw questions for"
SOURCES = ("supervised", "tuned")  # generators, in the order in which they are drawn from


@dataclass(frozen=True, slots=True)
class Drawing:
    """How questions are drawn."""

    generators: Sequence[QuestionModel]  # the supervised one, and the one tuned for the model, if any
    draws: int  # per image and answer, over all generators
    answers: int  # per image
    seed: int

    def for_image(self, data: Dataset, about: AnnotatedImage, pool: AnswerPool) -> list[DrawnText]:
        """The questions for the first answers of the pool that every generator knows."""
        picture = data.load_image(about.image)
        known = (drawn for answer in pool.answers(about) if (drawn := self._for_answer(about.image, picture, answer)))
        return [each for drawn in islice(known, self.answers) for each in drawn]

    def _for_answer(self, image: str, picture: ImageData, answer: str) -> list[DrawnText]:
        """The legal questions for one answer, each once; none if a generator does not know the answer."""
        found: dict[str, DrawnText] = {}
        for place, generator in enumerate(self.generators):
            share = _share(self.draws, len(self.generators), place)
            try:
                drawn = generator.draw_questions(image, picture, answer, share, self.seed)
            except ValueError:  # not in its vocabulary
                return []
            texts = list({" ".join(each.question.casefold().split()): each.question for each in drawn}.items())
            legal = find_legal(generator, [question for _, question in texts])
            for (key, question), is_legal in zip(texts, legal, strict=True):
                if is_legal:
                    found.setdefault(key, DrawnText(answer, question, SOURCES[place]))
        return list(found.values())


def _share(total: int, parts: int, place: int) -> int:
    """The draws of one generator; the first one draws what does not divide evenly."""
    return total // parts + (total % parts if place == 0 else 0)


def draw_for_images(
    data: Dataset, images: Sequence[AnnotatedImage], drawing: Drawing, cache: DrawCache, threads: int
) -> Iterator[tuple[AnnotatedImage, list[DrawnText]]]:
    """The questions of each image, in order; images that were drawn for before are read from the cache."""
    pool = AnswerPool(images, drawing.seed)

    def draw(about: AnnotatedImage) -> list[DrawnText] | UnreadableImage:
        try:
            return cache.get((about.image, list(pool.answers(about))), lambda: drawing.for_image(data, about, pool))
        except UnreadableImage as error:
            return error

    found, unreadable = False, list[UnreadableImage]()
    report_progress(WHAT, 0, len(images))
    for done, (about, texts) in enumerate(zip(images, _in_threads(draw, images, threads), strict=True), 1):
        report_progress(WHAT, done, len(images))
        if isinstance(texts, UnreadableImage):
            unreadable.append(texts)
            continue
        found = found or bool(texts)
        yield about, texts
    if unreadable and len(unreadable) == len(images):
        raise unreadable[0]
    if unreadable:
        report_line(f"beliefs: {len(unreadable):,} of {plural(len(images), 'image')} left out: {unreadable[0]}")
    if images and not found:
        names = " and ".join(generator.name for generator in drawing.generators)
        fix = "train it longer, or choose another one"
        raise UserError(f"generator {names}: no legal question for any answer of {data.name}: {fix}")


def _in_threads(
    draw: Callable[[AnnotatedImage], list[DrawnText] | UnreadableImage], images: Iterable[AnnotatedImage], threads: int
) -> Iterator[list[DrawnText] | UnreadableImage]:
    """Results in order; the networks of a generator do not hold Python's lock."""
    if threads < 2:
        yield from map(draw, images)
        return
    with ThreadPoolExecutor(threads) as workers:
        tasks = [workers.submit(partial(copy_context().run, draw, each)) for each in images]
        try:
            for task in tasks:
                yield task.result()
        finally:
            for task in tasks:
                task.cancel()
