"""Whether an answer is true for a question about a scene."""

from askance.core import Scene
from askance.models.true_answers import true_answers
from askance.wording.normalise_answers import normalise_answer
from askance.wording.understand import understand


def is_answer_true(question: str, answer: str, scene: Scene | None) -> bool | None:
    """Whether the scene makes it true; None where the question is not understood or the scene does not say."""
    form = understand(question)
    if scene is None or form is None:
        return None
    found = true_answers(form, scene)
    return normalise_answer(answer) in map(normalise_answer, found) if found else None
