"""Relations between objects: those that made the scene, and the spatial ones where they are clear to see."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from askance.core.scene import Box, SceneRelation
from askance.stickers.sprites import PEOPLE
from askance.stickers.visibility_map import Layer
from askance.wording.world_nouns import NOUNS

APART = 0.15  # boxes that overlap by no more than this share of the smaller count as separated
BESIDE = 12  # base lines closer than this are the same depth
DEEPER = 16  # base lines farther apart than this are clearly different depths
ALIGNED = 0.3  # above, below, behind and in front of need this overlap, as a share of the narrower
LAPPED = 0.2  # boxes that share this much of the smaller overlap clearly
SAME_STOREY = 40  # a thing on furniture is above a thing on the floor only if they are about as far away
OPPOSITES = {"left of": "right of", "above": "below", "behind": "in front of", "next to": "next to"}


def scene_relations(layers: Sequence[Layer], boxes: Mapping[str, Box]) -> tuple[SceneRelation, ...]:
    """All links of a scene, subject before object in the order of the objects."""
    made = [SceneRelation(layer.id, name, other) for layer in layers for name, other in layer.ties]
    chains = {layer.id: _carriers_and_ties(layer, layers) for layer in layers}
    free = [layer for layer in layers if layer.wearer is None]
    for one, other in combinations(free, 2):
        if other.id in chains[one.id] or one.id in chains[other.id]:
            continue
        for name, swapped in _spatial_relations(one, other, boxes[one.id], boxes[other.id]):
            subject, target = (other.id, one.id) if swapped else (one.id, other.id)
            made += [SceneRelation(subject, name, target), SceneRelation(target, OPPOSITES[name], subject)]
    return tuple(made)


def _carriers_and_ties(layer: Layer, layers: Sequence[Layer]) -> frozenset[str]:
    """What an object is carried by, directly or not, and what it is tied to."""
    by_id = {other.id: other for other in layers}
    found = {other for _, other in layer.ties}
    carrier = by_id.get(layer.support)
    while carrier is not None:
        found |= {carrier.id, *(other for _, other in carrier.ties)}
        carrier = by_id.get(carrier.support)
    return frozenset(found - {layer.id})


def _spatial_relations(one: Layer, other: Layer, a: Box, b: Box) -> list[tuple[str, bool]]:
    """The clear spatial relations of a pair, each with whether its subject is the other."""
    found = []
    aside = _interval_overlap(a[0], a[2], b[0], b[2]) <= APART * min(a[2] - a[0], b[2] - b[0])
    if aside:
        found.append(("left of", a[0] + a[2] > b[0] + b[2]))
    if _is_one_above_other(one, other, a, b):
        found.append(("above", a[1] + a[3] > b[1] + b[3]))
    deeper = abs(one.base - other.base) >= DEEPER and _overlap_horizontally(a, b)
    if (
        deeper
        and _is_on_floor(one)
        and _is_on_floor(other)
        and (_boxes_overlap(a, b) or not _has_front_in_view(one, other))
    ):
        found.append(("behind", one.base > other.base))
    if aside and _are_side_by_side(one, other, a, b):
        found.append(("next to", False))
    return found


def _is_one_above_other(one: Layer, other: Layer, a: Box, b: Box) -> bool:
    if _is_on_floor(one) and _is_on_floor(other):
        return False
    apart = _interval_overlap(a[1], a[3], b[1], b[3]) <= APART * min(a[3] - a[1], b[3] - b[1])
    aloft = {"sky", "wall"} & {one.support, other.support}
    return apart and _overlap_horizontally(a, b) and (bool(aloft) or abs(one.base - other.base) < SAME_STOREY)


def _overlap_horizontally(a: Box, b: Box) -> bool:
    return _interval_overlap(a[0], a[2], b[0], b[2]) >= ALIGNED * min(a[2] - a[0], b[2] - b[0])


def _boxes_overlap(a: Box, b: Box) -> bool:
    """Whether two boxes overlap clearly."""
    shared = max(0, _interval_overlap(a[0], a[2], b[0], b[2])) * max(0, _interval_overlap(a[1], a[3], b[1], b[3]))
    return shared >= LAPPED * min((box[2] - box[0]) * (box[3] - box[1]) for box in (a, b))


def _has_front_in_view(*layers: Layer) -> bool:
    """Whether one of them is seen from the side and has a front of its own."""
    return any({"animal", "vehicle"} & set(NOUNS[layer.name].groups) for layer in layers)


def _are_side_by_side(one: Layer, other: Layer, a: Box, b: Box) -> bool:
    level = _interval_overlap(a[1], a[3], b[1], b[3]) >= 0.3 * min(a[3] - a[1], b[3] - b[1])
    close = _interval_gap(a[0], a[2], b[0], b[2]) < 0.5 * _mean_width(a, b)
    if _is_on_floor(one) and _is_on_floor(other):
        return level and close and abs(one.base - other.base) <= BESIDE
    return level and close and one.support == other.support


def _is_on_floor(layer: Layer) -> bool:
    return layer.support in ("ground", "water") or layer.name in PEOPLE


def _interval_overlap(low: int, high: int, other_low: int, other_high: int) -> int:
    return min(high, other_high) - max(low, other_low)


def _interval_gap(low: int, high: int, other_low: int, other_high: int) -> int:
    return -_interval_overlap(low, high, other_low, other_high)


def _mean_width(a: Box, b: Box) -> float:
    return (a[2] - a[0] + b[2] - b[0]) / 2
