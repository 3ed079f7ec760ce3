"""The examination of images without questions: opening questions, and those that the model's answers lead to."""

from collections.abc import Generator, Iterable
from dataclasses import dataclass, field

from askance.core import Case, Dataset
from askance.core.suite import Answers
from askance.suites.implications.openings import (
    follow_up_questions,
    make_opening,
    named_objects,
    opening_originals,
)
from askance.suites.implications.originals import Original, asked_case, question_type, said_about
from askance.suites.implications.settings import ImplicationSettings

FOLLOW_UP_ROUNDS = 2
FOLLOW_UP_SHARE = 0.2  # of the calls per image, in each of these rounds


@dataclass(slots=True)
class ExaminedImage:
    """What was asked about one image so far."""

    image: str
    openings: list[Original]
    follow_ups: list[Original] = field(default_factory=list)
    said: dict[str, str] = field(default_factory=dict)  # question → answer, as it was read

    def read(self, answers: Answers) -> None:
        """Take the answers in."""
        for original in (*self.openings, *self.follow_ups):
            if original.question not in self.said and (said := said_about(original, answers)) is not None:
                self.said[original.question] = said


def examine_images(
    suite: str, data: Dataset, settings: ImplicationSettings, limit: int | None, seed: int
) -> Generator[Iterable[Case], Answers, list[ExaminedImage]]:
    """Rounds of openings and follow-ups; returns what was asked."""
    number = min(settings.openings, settings.calls // 2)
    images = [ExaminedImage(*each) for each in opening_originals(data, limit, seed, max(1, number))]
    answers = yield (asked_case(suite, one) for each in images for one in each.openings)
    for _ in range(FOLLOW_UP_ROUNDS):
        for each in images:
            each.read(answers)
        added = [one for each in images for one in _add_follow_ups(each, settings)]
        if added:
            answers = yield (asked_case(suite, one) for one in added)
    for each in images:
        each.read(answers)
    return images


def _add_follow_ups(examined: ExaminedImage, settings: ImplicationSettings) -> list[Original]:
    """The next questions about an image, within its share of the calls."""
    open_answers = [said for question, said in examined.said.items() if question_type(question) in ("object", "other")]
    questions = follow_up_questions(examined.said, named_objects(open_answers))
    known = {original.question for original in (*examined.openings, *examined.follow_ups)}
    new = [make_opening(examined.image, each) for each in questions if each not in known]
    new = new[: int(FOLLOW_UP_SHARE * settings.calls / FOLLOW_UP_ROUNDS)]
    examined.follow_ups += new
    return new
