"""Ask a model the questions of one case, outside of a run: nothing is stored and nothing is reused."""

from collections.abc import Mapping
from dataclasses import dataclass

from askance.core import Answer, Case, Dataset, Model, ModelInput, Query, Verdict
from askance.datasets import open_dataset
from askance.edits import CutoutCache, donor_image_lookup, donor_scene_lookup, edit_image, edit_scene
from askance.engine.judging import parse_answers
from askance.models import open_model
from askance.models.scene_model import bind_to_data
from askance.relations import judge_case


@dataclass(frozen=True, slots=True)
class AskedCase:
    """The answers to a case by role, and the verdict on them."""

    answers: Mapping[str, Answer]
    verdict: Verdict


def ask_case(case: Case, model: str | Model, data: str | Dataset) -> AskedCase:
    """The answers of a model to one case, and the verdict; both may be given by name."""
    data = open_dataset(data) if isinstance(data, str) else data
    model = bind_to_data(open_model(model) if isinstance(model, str) else model, data)
    inputs = [_model_input(query, model, data) for _, query in case.asks]
    answers = dict(zip((role for role, _ in case.asks), model.answer(inputs), strict=True))
    return AskedCase(answers, judge_case(case, parse_answers(case, answers), answers))


def _model_input(query: Query, model: Model, data: Dataset) -> ModelInput:
    image, edits = query.stimulus.image, query.stimulus.edits
    if image is None:
        return ModelInput(query)
    picture = scene = None
    if "pixels" in model.needs:
        picture = edit_image(data.load_image(image), edits, CutoutCache(donor_image_lookup(data)))
    if "scene" in model.needs and (clean := data.scene(image)) is not None:
        scene = edit_scene(clean, edits, donor_scene_lookup(data))
    return ModelInput(query, scene=scene, picture=picture)
