"""The true answer to a query, where the scene lists all that is in its picture."""

from collections.abc import Callable
from functools import lru_cache

from askance.core import Dataset, ModelInput, Query, Scene, Step
from askance.edits import donor_scene_lookup, edit_scene
from askance.models.oracle import answer_from_scene

SCENES = 64  # edited scenes kept: the asks of a case, and neighbouring cases, share them

TrueAnswer = Callable[[Query], str | None]


def true_answer_lookup(data: Dataset | None) -> TrueAnswer:
    """Query → what is true of its picture after its edits; None where the scene does not list everything."""
    if data is None:
        return lambda query: None
    scene_of, donors = data.scene, donor_scene_lookup(data)

    @lru_cache(SCENES)
    def edited(image: str, edits: tuple[Step, ...]) -> Scene | None:
        scene = scene_of(image)
        return None if scene is None or not scene.closed else edit_scene(scene, edits, donors)

    def true(query: Query) -> str | None:
        image = query.stimulus.image
        scene = None if image is None else edited(image, query.stimulus.edits)
        answer = None if scene is None else answer_from_scene(ModelInput(query, None, scene))
        return None if answer is None or answer.status != "ok" else answer.text

    return true
