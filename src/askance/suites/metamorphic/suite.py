"""Suite `metamorphic`: relations between answers that hold without anybody knowing the truth."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pyarrow as pa
from askance.core import Card, Case, Dataset, Metric, Scene
from askance.core.case_explanation import ExplanationLine
from askance.core.metric import POINTS
from askance.core.suite import Rounds
from askance.metrics import metamorphic_metrics
from askance.metrics.case_scores import METAMORPHIC_SCORES
from askance.metrics.dominant_answer import BIAS, BIAS_MEANING
from askance.suites.metamorphic.constant_answer_warnings import constant_answer_warnings
from askance.suites.metamorphic.family_tree import family_tree
from askance.suites.metamorphic.reduce_case import ReducibleCase, reducible_case_maker
from askance.suites.metamorphic.relation_quotas import (
    RelationQuotas,
    number_of_tests_by_relation,
    scenes_needed_for_limit,
)
from askance.suites.metamorphic.scene_cases import SceneCaseWriter, survey_dataset
from askance.suites.no_cases_reason import no_usable_scenes_error, with_no_cases_reason
from askance.suites.report_rules.metamorphic import CHARTS, DISPLAYS, FINDINGS, GROUP_TAGS

PASTED = frozenset({"insert", "insert+"})
CARD = Card(
    name="metamorphic",
    version=1,
    paper="MetaVQA (Yuan, Wang, Jiang, Chen 2021), papers/002",
    claim=(
        "answers to related questions do not contradict each other: counts of parts add up, also over pieces of the"
        " image or after one object is added or removed"
    ),
    deviations=(
        "annotations instead of detectors; classes that are no kin, properties that exclude each other; a question is"
        " asked of an edited image only if the edit cannot change its answer; insert+ added; unreadable is no answer"
    ),
    cost="2 or 3 calls per test, or one per image piece plus one; fewer if tests share a question",
    expected="oracle 0 errors in all; the paper's models: partition 24-98 %, remove+ 88-100 %",
    metrics=(
        Metric(
            "error",
            "share of contradictions among the tests with readable answers",
            better="down",
            label="does not add up",
        ),
        Metric(
            "invalid",
            "share of the answered tests with an unreadable answer (not a number, or not yes or no)",
            better="down",
            label="unreadable answers",
        ),
        Metric("dominant_answer", "share of the most frequent answer; a constant answer passes partition and reorder"),
        Metric(BIAS, BIAS_MEANING, unit=POINTS, bounds=(None, None)),
        Metric("coverage", "share of tests that could be decided", better="up"),
    ),
    headline=("error", "invalid"),
    findings=FINDINGS,
    charts=CHARTS,
    displays=DISPLAYS,
    pastes="insert, insert+",
)


class Metamorphic:
    """Three question relations, and five image relations over their questions; `fill` is how an object is removed."""

    case_scores = METAMORPHIC_SCORES
    group_tags = GROUP_TAGS

    def __init__(self, name: str = "metamorphic", fill: str = "remove"):
        self.fill = fill
        self.card = replace(CARD, name=name, variant_of="" if name == CARD.name else CARD.name)

    def rounds(self, data: Dataset, limit: int | None, seed: int) -> Rounds:
        """One round, made scene by scene."""
        yield with_no_cases_reason(self._cases(data, limit, seed), data)

    def metrics(self, verdicts: pa.Table) -> pa.Table:
        """All figures by relation, kind, presence, class and property."""
        return metamorphic_metrics(verdicts)

    def explain_case(self, case: Case, scene: Scene | None) -> tuple[ExplanationLine, ...]:
        """How the questions of a case are derived from each other."""
        return family_tree(case, scene)

    def warnings(self, verdicts: pa.Table, model: str) -> list[str]:
        """A model that gives one answer to nearly all questions of a kind keeps many relations."""
        return constant_answer_warnings(verdicts, model, self.card.name)

    def reducible(self, data: Dataset) -> Callable[[Case], ReducibleCase | None]:
        """Cover objects, join the pieces of a cut, shrink what was inserted: the relation must still hold."""
        return reducible_case_maker(data)

    def _cases(self, data: Dataset, limit: int | None, seed: int) -> Iterator[Case]:
        world = survey_dataset(data, data.images(scenes_needed_for_limit(limit), seed), seed)
        if not world.images:
            raise no_usable_scenes_error(data)
        wanted = number_of_tests_by_relation(len(world.images), limit, frozenset() if world.masks else PASTED)
        writer = SceneCaseWriter(world, RelationQuotas(wanted, len(world.images)), self.card.name, self.fill)
        for image in world.images:
            yield from writer.cases_of_image(image)
