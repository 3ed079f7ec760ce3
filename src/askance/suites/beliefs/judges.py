"""Who judges beliefs: the scene graph, people, or a second model."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from askance.core import Dataset, Model, Scene, UserError, source_digest
from askance.core.suite import Answers
from askance.inverse.belief import Belief
from askance.inverse.belief_types import Judgement
from askance.inverse.scene_judge import judge_by_scene
from askance.models.true_answers import NONE, true_answers
from askance.suites.beliefs.annotated_image import AnnotatedImage
from askance.wording.understand import understand

SCENE = "scene"
# All that decides beliefs and their types, beside what decides the cases of every suite.
CODE = ("annotation", "inverse", "models/scene_logic.py", "models/true_answers.py", "readings", "suites/beliefs")

NO_ANSWERS: Answers = {}


class Judged(NamedTuple):
    """A judgement, and the right answers where the judge knows them."""

    judgement: Judgement
    right: tuple[str, ...] = ()


class BeliefJudge(Protocol):
    """Judges the beliefs about one image."""

    @property
    def fingerprint(self) -> str: ...  # covers all that determines its judgements

    def check_data(self, data: Dataset, images: Sequence[AnnotatedImage]) -> None: ...  # UserError: cannot judge these

    @property
    def model(self) -> Model | None: ...  # the second model that is asked the questions of beliefs, if there is one

    def judge(
        self, data: Dataset, about: AnnotatedImage, beliefs: Sequence[Belief], answers: Answers
    ) -> list[Judged]: ...  # `answers`: of the second model to `judge_query`


class SceneJudge:
    """Judges by the scene graph of the image."""

    model = None

    @property
    def fingerprint(self) -> str:
        """The code that judges."""
        return f"scene:{source_digest(*CODE)}"

    def check_data(self, data: Dataset, images: Sequence[AnnotatedImage]) -> None:
        """UserError if no image has a scene graph."""
        if images and all(data.scene(each.image) is None for each in images):
            raise UserError(
                f"{data.name} has no scene graphs to judge beliefs by: add judge=MODEL or judge=human:FILE to the suite"
            )

    def judge(
        self, data: Dataset, about: AnnotatedImage, beliefs: Sequence[Belief], answers: Answers = NO_ANSWERS
    ) -> list[Judged]:
        """One judgement per belief."""
        scene = data.scene(about.image)
        if scene is None:
            return [Judged(Judgement(None, None, None, "the image has no scene graph")) for _ in beliefs]
        return [_judge_by_scene(each, scene, about.references(each.answer)) for each in beliefs]


def _judge_by_scene(belief: Belief, scene: Scene, references: Sequence[str]) -> Judged:
    return Judged(judge_by_scene(belief.question, belief.answer, scene, references), right_answers(belief, scene))


def right_answers(belief: Belief, scene: Scene) -> tuple[str, ...]:
    """The true answers to the question of a belief; none if the scene does not say."""
    form = understand(belief.question)
    found = () if form is None else true_answers(form, scene)
    return () if NONE in found else found
