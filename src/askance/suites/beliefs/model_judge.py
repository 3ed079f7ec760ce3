"""A second model as the judge of beliefs: `judge=MODEL` answers the same questions."""

from collections.abc import Sequence

from askance.core import Answer, Dataset, Model, Query, Stimulus, UserError, query_key
from askance.core.suite import Answers
from askance.inverse.belief import Belief
from askance.inverse.belief_types import Judgement
from askance.readings import read
from askance.relations.beliefs import gives_answer
from askance.relations.verdicts import value_text
from askance.suites.beliefs.annotated_image import AnnotatedImage
from askance.suites.beliefs.judges import Judged
from askance.wording.normalise_answers import normalise_answer
from askance.wording.understand import understand

NOTHING = frozenset({"none", "nothing", "nobody", "unanswerable"})  # answers that deny what a question presupposes
UNASKED = Answer(status="failed", reason="the judge was not asked")


class ModelJudge:
    """A belief is right if the judge gives the same answer, and irrelevant if the judge says that there is none."""

    def __init__(self, model: Model):
        self.model = model

    @property
    def fingerprint(self) -> str:
        """That of the model."""
        return f"model:{self.model.fingerprint}"

    def check_data(self, data: Dataset, images: Sequence[AnnotatedImage]) -> None:
        """A model needs images only, unless it answers from scenes."""
        if images and "scene" in self.model.needs and all(data.scene(each.image) is None for each in images):
            raise UserError(f"judge {self.model.name} needs scene graphs, and {data.name} has none: name another model")

    def judge(self, data: Dataset, about: AnnotatedImage, beliefs: Sequence[Belief], answers: Answers) -> list[Judged]:
        """One judgement per belief."""
        said = [answers.get(query_key(judge_query(about.image, each.question)), UNASKED) for each in beliefs]
        return [_compare(belief, each, about) for belief, each in zip(beliefs, said, strict=True)]


def judge_query(image: str, question: str) -> Query:
    """The question as the judge is asked it."""
    return Query(Stimulus(image, question), to="judge")


def _compare(belief: Belief, said: Answer, about: AnnotatedImage) -> Judged:
    if said.status != "ok" or said.text is None:
        return Judged(Judgement(None, None, None, f"the judge gives no answer ({said.status})"))
    reading = read("auto", said.text, belief.question)
    if reading.value is None:
        return Judged(Judgement(None, None, None, f"the judge's answer cannot be read: {said.text[:80]}"))
    answer = value_text(reading.value)
    if normalise_answer(answer) in NOTHING and not gives_answer(reading, said.text, belief.answer):
        return Judged(Judgement(False, None, None, f"the judge says: {answer}"))
    form = understand(belief.question)
    same = form is not None and any(understand(each) == form for each in about.references(belief.answer))
    is_right = gives_answer(reading, said.text, belief.answer)
    return Judged(Judgement(True, same, is_right, f"the judge says: {answer}"), (answer,))
