"""A second model as the judge of beliefs: `judge=MODEL` answers the same questions."""

from collections.abc import Sequence

from askance.core import Answer, Dataset, Model, ModelInput, Query, Stimulus
from askance.core.coerce_answers import coerce_answers
from askance.core.model import Prepared, preferred_batch_size
from askance.inverse.belief import Belief
from askance.inverse.belief_types import Judgement
from askance.models.scene_model import bind_to_data
from askance.readings import read
from askance.relations.beliefs import gives_answer
from askance.relations.verdicts import value_text
from askance.suites.beliefs.annotated_image import AnnotatedImage
from askance.suites.beliefs.judges import Judged
from askance.wording.normalise_answers import normalise_answer
from askance.wording.understand import understand

NOTHING = frozenset({"none", "nothing", "nobody", "unanswerable"})  # answers that deny what a question presupposes


class ModelJudge:
    """A belief is right if the judge gives the same answer, and irrelevant if the judge says that there is none."""

    def __init__(self, model: Model):
        self._model, self._is_ready = model, False
        self._known: dict[tuple[str, str], Answer] = {}  # models of one run share many questions

    @property
    def fingerprint(self) -> str:
        """That of the model."""
        return f"model:{self._model.fingerprint}"

    def check_data(self, data: Dataset, images: Sequence[AnnotatedImage]) -> None:
        """A model needs images only. It is made ready here, before the first call."""
        if isinstance(self._model, Prepared) and not self._is_ready:
            self._model.prepare(lambda line: None)
        self._is_ready = True

    def judge(self, data: Dataset, about: AnnotatedImage, beliefs: Sequence[Belief]) -> list[Judged]:
        """One judgement per belief."""
        new = [each.question for each in beliefs if (about.image, each.question) not in self._known]
        self._known |= {(about.image, question): said for question, said in self._ask(data, about.image, new)}
        return [_compare(each, self._known[about.image, each.question], about) for each in beliefs]

    def _ask(self, data: Dataset, image: str, questions: Sequence[str]) -> list[tuple[str, Answer]]:
        if not questions:
            return []
        model, picture = bind_to_data(self._model, data), data.load_image(image)
        scene = data.scene(image) if "scene" in model.needs else None
        shown = [ModelInput(Query(Stimulus(image, each)), scene=scene, picture=picture) for each in questions]
        size = preferred_batch_size(model)
        found: list[Answer] = []
        for start in range(0, len(shown), size):
            batch = shown[start : start + size]
            found += coerce_answers(model.answer(batch), [each.query for each in batch])
        return list(zip(questions, found, strict=True))


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
