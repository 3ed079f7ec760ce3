"""Builds a scene of the built-in world and its scene graph from (split, index)."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from askance.core.image import Mask
from askance.core.scene import Box, Scene, SceneObject
from askance.stickers.art import drawings_by_class
from askance.stickers.class_traits import INDOORS
from askance.stickers.classes_by_place import ANY_WEATHER, PLACE_WEIGHTS, WEATHERS_OF
from askance.stickers.compose_scene import compose_scene
from askance.stickers.relative_sizes import size_word_by_id
from askance.stickers.rng import Rng
from askance.stickers.scene_for_questions import unclear_terms
from askance.stickers.scene_relations import scene_relations
from askance.stickers.visibility_map import HEIGHT, WIDTH, Layer, VisibilityMap

BACKGROUND_VARIANTS = 3
MEAL_SEEN = 0.9  # where less of an animal is seen, what it eats may be hidden
SPOT_SEEN = 0.85  # where less of a thing is seen, the one spot that shows its state may be hidden
IN_ONE_SPOT = frozenset({"broken", "intact", "cut", "whole", "lit", "unlit"})


@dataclass(frozen=True, slots=True)
class BuiltScene:
    """A scene with all that its image needs: the layers from back to front, and every object's visible mask."""

    split: str
    index: int
    scene: Scene
    variant: int
    layers: tuple[Layer, ...]
    masks: Mapping[str, Mask]


def build_scene(split: str, index: int) -> BuiltScene:
    """The scene number `index` of a split; the same in every process."""
    rng = Rng(split, index)
    place = rng.choose_weighted(PLACE_WEIGHTS)
    weather = None if place in INDOORS else rng.choose_weighted(WEATHERS_OF.get(place, ANY_WEATHER))
    variant = rng.random_integer(0, BACKGROUND_VARIANTS - 1)
    stage = compose_scene(place, weather, rng)
    masks: dict[str, Mask] = {}
    boxes: dict[str, Box] = {}
    for at, layer in enumerate(stage.layers):
        boxes[layer.id], masks[layer.id] = stage.visible_box_and_mask(at)
    painted = sorted(stage.layers, key=lambda layer: layer.z)
    rank = {layer.id: at for at, layer in enumerate(painted)}
    sizes = size_word_by_id(stage.layers)
    things = [_make_scene_object(stage, at, boxes, rank, sizes) for at in range(len(stage.layers))]
    for layer, thing in zip(stage.layers, tuple(things), strict=True):
        for part, mask in _visible_parts(layer, thing, masks[layer.id]):
            things.append(part)
            masks[part.id] = mask
    links = scene_relations(stage.layers, boxes)
    unclear = unclear_terms(things, place)
    id_ = f"{split}-{index:06d}"
    scene = Scene(id_, WIDTH, HEIGHT, tuple(things), links, place, weather, unclear=unclear, complete=True, closed=True)
    return BuiltScene(split, index, scene, variant, tuple(painted), masks)


def _make_scene_object(
    stage: VisibilityMap, at: int, boxes: Mapping[str, Box], rank: Mapping[str, int], sizes: Mapping[str, str]
) -> SceneObject:
    layer, visible = stage.layers[at], round(stage.visible_share(at), 4)
    attributes = dict(layer.attributes)
    if layer.id in sizes:
        attributes["size"] = (sizes[layer.id],)
    if attributes.get("action") == ("eating",) and visible < MEAL_SEEN:
        del attributes["action"]
    if visible < SPOT_SEEN and set(attributes.get("state", ())) <= IN_ONE_SPOT:
        attributes.pop("state", None)
    filled = any(tie == ("in", layer.id) for other in stage.layers for tie in other.ties)
    if filled and attributes.get("state") == ("empty",):
        del attributes["state"]
    return SceneObject(layer.id, layer.name, boxes[layer.id], attributes, visible, rank[layer.id])


def _visible_parts(layer: Layer, whole: SceneObject, shown: Mask) -> list[tuple[SceneObject, Mask]]:
    """The parts of an object that lie in its visible box, with the share of each that is seen."""
    if layer.wearer is not None:
        return []
    made: list[tuple[SceneObject, Mask]] = []
    for name, rects in drawings_by_class()[layer.name].parts(layer.look).items():
        for rect in rects:
            box = _clip_rect(layer.frame.rect_in_image(rect), whole.box)
            if box is None:
                continue
            x0, y0, x1, y1 = box
            mask = shown[y0 - whole.box[1] : y1 - whole.box[1], x0 - whole.box[0] : x1 - whole.box[0]]
            own = int(np.count_nonzero(_own_mask_in_rect(layer, rect)))
            visible = round(min(1.0, int(mask.sum()) / max(1, own)), 4)
            part = SceneObject(f"{layer.id}.{name}{len(made)}", name, box, {}, visible, whole.z, layer.id)
            made.append((part, mask.copy()))
    return made


def _own_mask_in_rect(layer: Layer, rect: tuple[float, float, float, float]) -> Mask:
    """The object's own mask inside a rectangle of its canvas, hidden or not."""
    x0, y0, x1, y1 = layer.frame.rect_in_image(rect)
    left, top = max(0, round(x0) - layer.x), max(0, round(y0) - layer.y)
    return layer.sprite.mask[top : max(top, round(y1) - layer.y), left : max(left, round(x1) - layer.x)]


def _clip_rect(rect: tuple[float, float, float, float], within: Box) -> Box | None:
    x0, y0 = max(within[0], round(rect[0])), max(within[1], round(rect[1]))
    x1, y1 = min(within[2], round(rect[2])), min(within[3], round(rect[3]))
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None
