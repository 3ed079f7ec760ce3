"""How sure any model is of an answer: by its own scores, or by whether it gives the answer."""

from collections.abc import Sequence

from askance.core import Answer, Dataset, Model, ModelInput, Query, Score, Stimulus, Text, UserError
from askance.core.coerce_answers import coerce_answers, describe_exception
from askance.wording.understand import are_same_answer

TOGETHER = 64  # questions per call
Asked = tuple[str, str, str]  # image, question, answer


def answer_probabilities(model: Model, data: Dataset, asked: Sequence[Asked]) -> list[float]:
    """φ(answer | image, question) of each; of a model without scores 1 where it gives the answer, else 0."""
    has_scores, inputs = "score" in model.supports, []
    for image, question, answer in asked:
        picture = data.load_image(image)
        query = Query(Stimulus(image, question), Score(answer) if has_scores else Text())
        inputs.append(ModelInput(query, picture=picture, scene=picture.scene))
    said = [one for at in range(0, len(inputs), TOGETHER) for one in _ask(model, inputs[at : at + TOGETHER])]
    if said and all(one.status != "ok" for one in said):
        raise UserError(f"{model.name}: answers none of {len(said)} questions ({said[0].reason}): choose another model")
    return [_probability(one, wanted, has_scores) for one, (_, _, wanted) in zip(said, asked, strict=True)]


def _ask(model: Model, inputs: Sequence[ModelInput]) -> list[Answer]:
    try:
        return coerce_answers(model.answer(inputs), [each.query for each in inputs])
    except UserError:
        raise
    except Exception as error:  # the model's own
        raise UserError(f"{model.name}: {' '.join(describe_exception(error).split())}") from error


def _probability(answer: Answer, wanted: str, has_scores: bool) -> float:
    if answer.status != "ok":
        return 0.0
    if has_scores:
        return float(answer.score or 0.0)
    return float(are_same_answer(answer.text or "", wanted))
