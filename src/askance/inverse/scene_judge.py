"""STAND-IN until branch inv-judge is merged. Judges a belief by the scene."""

from collections.abc import Sequence

from askance.core import Scene
from askance.inverse.belief_types import Judgement
from askance.models.scene_logic import SceneLogic, matching_objects
from askance.models.true_answers import NONE, true_answers
from askance.wording.understand import (
    AttributeQuestion,
    NamingQuestion,
    PredicateClaim,
    SameValueClaim,
    YesNoQuestion,
    are_same_answer,
    understand,
)


def judge_by_scene(question: str, answer: str, scene: Scene, references: Sequence[str]) -> Judgement:
    """Relevant, same fact as one of the reference questions, and correct; None where the scene does not say."""
    form = understand(question)
    if form is None:
        return Judgement(None, None, None, "the question is not understood")
    view = SceneLogic(scene)
    phrases = [form.phrase] if isinstance(form, AttributeQuestion | NamingQuestion) else []
    if isinstance(form, YesNoQuestion) and isinstance(form.claim, PredicateClaim):
        phrases = [form.claim.subject]
    if isinstance(form, YesNoQuestion) and isinstance(form.claim, SameValueClaim):
        phrases = [form.claim.left, form.claim.right]
    if any(not matching_objects(phrase, view) for phrase in phrases):
        return Judgement(False, None, None, "what the question is about is not in the image")
    found = true_answers(form, scene)
    if not found:
        return Judgement(None, None, None, "the scene does not say")
    if found == (NONE,):
        return Judgement(False, None, None, "what the question is about is not in the image")
    same = any(understand(each) == form for each in references)
    return Judgement(True, same, any(are_same_answer(answer, each) for each in found), f"true: {', '.join(found)}")
