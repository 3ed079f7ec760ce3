"""Suite `implications`: cross-examination without labels: what follows from the model's own answers?"""

from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from random import Random
from typing import Any

import pyarrow as pa
from askance.core import Card, Case, Dataset, Metric, Suite, UserError
from askance.core.case_score import CaseScore
from askance.core.metric import POINTS
from askance.core.suite import Answers, Rounds
from askance.suites.implications.images_alone import ExaminedImage, examine_images
from askance.suites.implications.implied_cases import Premise
from askance.suites.implications.metrics import implication_metrics, implication_scores
from askance.suites.implications.notes import implication_notes
from askance.suites.implications.originals import Original, asked_case, originals_of_data, said_about
from askance.suites.implications.rounds import CallLimit, Examination, implied_rounds
from askance.suites.implications.settings import OPTIONS, ImplicationSettings
from askance.suites.implications.training_cases import training_cases
from askance.suites.report_rules.implications import CHARTS, FINDINGS, GROUP_TAGS
from askance.wording.part_of_speech_tags import missing_tagger_packages, tagger_fingerprint

NAME = "implications"
CARD = Card(
    name=NAME,
    version=2,
    paper="Are Red Roses Red? (Ribeiro et al. 2019); ConVQA (Ray et al. 2019); Tascon-Morales et al. 2023",
    claim="what follows from an answer of the model is what the model answers",
    deviations=(
        "rules instead of a learned question generator; per question as many implied yes as implied no; nothing is"
        " asked where a rule does not hold for every image; images without questions are examined too"
    ),
    cost="1 call per question, and up to 5 for what follows; images without questions: at most 40 calls each",
    expected="oracle 100; a model that always says yes 50",
    metrics=(
        Metric("consistency", "mean share of the implied questions that are answered as the model's own answer demands;"
               " each question has one vote", better="up", label="consistent with itself"),
        Metric("contradicted_images", "share of the images with at least one contradiction", better="down",
               label="contradicted images"),
        Metric("covered", "share of the questions from whose answer something follows that is asked"),
        Metric("accuracy", "accuracy of the questions from whose answers something follows", better="up"),
        Metric("accuracy_consistent", "accuracy of the questions without a contradiction", better="up",
               label="right if consistent"),
        Metric("accuracy_contradicted", "accuracy of the questions with a contradiction", better="up",
               label="right if contradicted"),
        Metric("error_difference", "accuracy without minus accuracy with a contradiction", unit=POINTS,
               bounds=(-100.0, 100.0)),
        Metric("error_auc", "does inconsistency predict error? Probability that a wrong answer is less consistent"
               " than a right one; 50 is chance", bounds=(0.0, 100.0), label="predicts errors (AUC)"),
        Metric("coverage", "share of cases that could be decided", better="up"),
    ),
    headline=("consistency", "contradicted_images"),
    adaptive=True,
    by_image=True,
    findings=FINDINGS,
    charts=CHARTS,
)  # fmt: skip


class Implications:
    """Asks the questions of a data set, or openings about each image, and then what follows from the answers."""

    options = OPTIONS
    group_tags = GROUP_TAGS
    case_scores: Mapping[str, CaseScore] = implication_scores()

    def __init__(self, name: str = NAME, settings: ImplicationSettings | None = None):
        self.card = CARD if name == NAME else replace(CARD, name=name, variant_of=NAME)
        self.settings = settings or ImplicationSettings()

    def with_options(self, name: str, values: Mapping[str, Any]) -> Suite:
        """The same suite with another depth, number of questions or start."""
        return Implications(name, ImplicationSettings(**values))

    @property
    def fingerprint(self) -> str:
        """The tagger, which decides the cases beside the data and our own code."""
        return tagger_fingerprint(self.settings.tagger)

    def lacks(self) -> str | None:
        """What must be installed before there can be cases."""
        return missing_tagger_packages(self.settings.tagger)

    def rounds(self, data: Dataset, limit: int | None, seed: int) -> Rounds:
        """The originals; what follows from their answers; with depth=2, what follows from those; the images."""
        settings, suite = self.settings, self.card.name
        if self._starts_with_openings(data, seed):
            images = yield from examine_images(suite, data, settings, limit, seed)
            premises = [each for image in images for each in _premises_of_image(image, seed)]
            calls = CallLimit(settings.calls)
            for image in images:
                calls.take(image.image, (each.question for each in (*image.openings, *image.follow_ups)))
            implied = min(2, settings.implied)
        else:
            premises = yield from self._ask_originals(data, limit, seed)
            calls, implied = CallLimit(), settings.implied
        yield from implied_rounds(Examination(suite, implied, seed, settings.depth, calls, settings.tagger), premises)

    def metrics(self, verdicts: pa.Table) -> pa.Table:
        """Consistency by kind, type and depth; contradicted images; and whether inconsistency predicts error."""
        return implication_metrics(verdicts)

    def notes(self, verdicts: pa.Table) -> list[str]:
        """What was not covered, whether inconsistency predicts error, and one contradiction as a dialogue."""
        return implication_notes(verdicts)

    def training_cases(self, data: Dataset, limit: int | None, seed: int) -> Iterator[Case]:
        """Implied questions with the answers that follow from the expected answers of a data set."""
        return training_cases(self.card.name, data, limit, seed, self.settings.implied, self.settings.tagger)

    def _starts_with_openings(self, data: Dataset, seed: int) -> bool:
        if self.settings.start != "auto":
            return self.settings.start == "openings"
        return next(iter(data.items(1, seed)), None) is None

    def _ask_originals(
        self, data: Dataset, limit: int | None, seed: int
    ) -> Generator[Iterable[Case], Answers, list[tuple[Premise, str]]]:
        originals = list(originals_of_data(data, limit, seed))
        if not originals:
            raise UserError(f"{data.name} has no questions: use start=openings, or add questions")
        answers = yield (asked_case(self.card.name, original) for original in originals)
        return [_premise(original, said) for original in originals
                if (said := said_about(original, answers)) is not None]  # fmt: skip


def _premise(original: Original, said: str) -> tuple[Premise, str]:
    return Premise(original, said, 1, frozenset((original.question,))), original.id


def _premises_of_image(image: ExaminedImage, seed: int) -> Iterator[tuple[Premise, str]]:
    """The questions that the model's own answers led to first, then the openings in a drawn order."""
    openings = list(image.openings)
    Random(f"{seed}:{image.image}:order").shuffle(openings)
    for original in chain(image.follow_ups, openings):
        if original.question in image.said:
            yield _premise(original, image.said[original.question])
