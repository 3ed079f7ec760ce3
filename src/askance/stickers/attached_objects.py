"""Objects attached to others: on a table, under it, in a bowl, on a seat."""

from dataclasses import replace

import numpy as np
from askance.stickers.art import drawings_by_class
from askance.stickers.assemble_layers import ObjectPosition, anchor_in_image, assemble_layers, box_around_sprites
from askance.stickers.object_specs import ObjectSpec
from askance.stickers.rng import Rng
from askance.stickers.sprites import Sprite, pixels_per_canvas_unit
from askance.stickers.visibility_map import Layer, VisibilityMap, painting_order

UNCROWDED = 0.72  # the least visible share on a table, so that things can be counted
INK = 0.75  # the least share of its canvas that a drawing covers in width
RIM_DEPTH = 0.16  # how far the front of a rim sags below its ends, as a share of its width


def put_on_host(stage: VisibilityMap, spec: ObjectSpec, host: Layer, factor: float, rng: Rng) -> bool:
    """Stand an object on the host's top, if it has one and there is room."""
    ends = anchor_in_image(host, "top_left"), anchor_in_image(host, "top_right")
    if ends[0] is None or ends[1] is None:
        return False
    left, right = sorted((ends[0][0], ends[1][0]))
    if _is_too_wide(spec, factor, right - left):
        return False
    first = len(stage.layers)
    for _ in range(5):
        sag = rng.uniform_between(0.0, 2.5)
        z = painting_order(host.base, 2, first, round(sag * 4))
        where = ObjectPosition((0, ends[0][1] + sag), factor, z, host.base, host.id)
        layers = assemble_layers(spec, where, first)
        box = box_around_sprites(layers)
        spare = (right - left) - (box[2] - box[0])
        if spare < 0:
            return False
        move = round(left + rng.uniform_between(0, spare)) - box[0]
        layers[0] = replace(layers[0], ties=(*layers[0].ties, ("on", host.id)), shade=False)
        if stage.try_to_place(layers, UNCROWDED, move):
            return True
    return False


def put_under_host(stage: VisibilityMap, spec: ObjectSpec, host: Layer, factor: float, rng: Rng) -> bool:
    """Put an object on the floor beneath the host, if it is low and narrow enough."""
    ends = anchor_in_image(host, "under_left"), anchor_in_image(host, "under_right")
    top = anchor_in_image(host, "top_left")
    if ends[0] is None or ends[1] is None or top is None:
        return False
    left, right = sorted((ends[0][0], ends[1][0]))
    if _is_too_wide(spec, factor, right - left):
        return False
    first = len(stage.layers)
    floor = round(max(ends[0][1], ends[1][1])) - 3
    where = ObjectPosition((0, floor), factor, painting_order(host.base, 0, first), host.base - 2, "ground")
    layers = assemble_layers(spec, where, first)
    box = box_around_sprites(layers)
    spare = (right - left) - (box[2] - box[0])
    if spare < 0 or box[1] < top[1] + 4:
        return False
    move = round(left + rng.uniform_between(0, spare)) - box[0]
    layers[0] = replace(layers[0], ties=(*layers[0].ties, ("under", host.id)))
    return stage.try_to_place(layers, dx=move)


def fill_container(stage: VisibilityMap, spec: ObjectSpec, host: Layer, factor: float, rng: Rng) -> bool:
    """Put an object into a container so that it sticks out over the rim; the container is no longer empty."""
    ends = anchor_in_image(host, "rim_left"), anchor_in_image(host, "rim_right")
    if ends[0] is None or ends[1] is None:
        return False
    left, right = sorted((ends[0][0], ends[1][0]))
    if _is_too_wide(spec, factor, right - left):
        return False
    rim = (left, right, (ends[0][1] + ends[1][1]) / 2)
    first = len(stage.layers)
    where = ObjectPosition((0, 0), factor, host.z + 20 + first, host.base, host.id)
    layer = assemble_layers(spec, where, first)[0]
    high, wide = layer.sprite.mask.shape
    spare = (right - left) * 0.96 - wide
    if spare < 0:
        return False
    sink = min(high * rng.uniform_between(0.22, 0.36), _container_depth(host, rim[2]))
    x, y = round((left + right - wide) / 2 + rng.uniform_between(-0.5, 0.5) * spare), round(rim[2] + sink - high)
    frame = layer.frame.moved_by(x - layer.x, y - layer.y)
    inside = replace(
        layer,
        sprite=_cut_at_rim(layer.sprite, x, y, rim),
        x=x,
        y=y,
        frame=frame,
        ties=(("in", host.id),),
        shade=False,
    )
    return stage.try_to_place([inside])


def _is_too_wide(spec: ObjectSpec, factor: float, space: float) -> bool:
    """Whether an object plainly cannot fit, told from its canvas before it is drawn."""
    return INK * drawings_by_class()[spec.name].width * pixels_per_canvas_unit(spec.name, factor * spec.factor) > space


def _container_depth(host: Layer, rim: float) -> float:
    return max(2.0, float(host.y + host.sprite.mask.shape[0] - rim) * 0.8)


def _cut_at_rim(sprite: Sprite, x: int, y: int, rim: tuple[float, float, float]) -> Sprite:
    """The sprite without what the front wall of its container hides."""
    left, right, level = rim
    half = max(1.0, (right - left) / 2)
    high, wide = sprite.mask.shape
    across = (np.arange(wide) + x + 0.5 - (left + right) / 2) / half
    edge = level + RIM_DEPTH * half * np.sqrt(np.clip(1 - across * across, 0, 1))
    shown = (np.arange(high)[:, None] + y) < edge[None, :]
    rgba = sprite.rgba.copy()
    rgba[~shown, 3] = 0
    return Sprite(rgba, sprite.mask & shown, sprite.left, sprite.top, sprite.area)


def seat_person(stage: VisibilityMap, spec: ObjectSpec, host: Layer, factor: float, rng: Rng) -> bool:
    """Place a sitting or sleeping person on the host."""
    place, ends = anchor_in_image(host, "seat"), (anchor_in_image(host, "top_left"), anchor_in_image(host, "top_right"))
    if place is None:
        return False
    lying = spec.look.posture == "sleeping"
    pin = None if lying else drawings_by_class()[spec.name].anchors(spec.look)["seat"]
    if lying and ends[0] and ends[1]:
        place = ((ends[0][0] + ends[1][0]) / 2, ends[0][1] + 3)
    wide = abs(ends[1][0] - ends[0][0]) if ends[0] and ends[1] else 0.0
    first = len(stage.layers)
    for _ in range(3):
        at = (place[0] + (0 if lying else rng.uniform_between(-0.3, 0.3) * max(0.0, wide - 40)), place[1])
        layers = assemble_layers(
            spec, ObjectPosition(at, factor, painting_order(host.base, 2, first), host.base + 1, host.id), first, pin
        )
        layers[0] = replace(layers[0], ties=(*layers[0].ties, ("on", host.id)))
        if stage.try_to_place(layers):
            return True
    return False
