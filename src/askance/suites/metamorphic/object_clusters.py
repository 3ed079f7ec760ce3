"""Object clusters of an image: each is an object with its parts and clothes; edits must not cut their boxes."""

from collections import defaultdict
from collections.abc import Container, Iterable
from dataclasses import dataclass
from functools import cached_property

import msgspec
from askance.core import Box, Dataset, Scene, SceneObject, SceneRelation
from askance.core.dataset import HasCoarseScenes, HasCrowdRegions
from askance.datasets.reading.boxes_and_samples import intersection_over_union
from askance.suites.metamorphic.overlapping_names import OverlappingNames

SEEN = 0.5  # what is hidden more than this is no object, but has a box
WHOLE = 0.99  # a donor of which this much is visible is wholly visible
BESIDE = frozenset({"left of", "right of", "above", "below", "behind", "in front of", "next to", "near", "beside"})
SAME = 0.5  # intersection over union at which a coarse and a fine box are one thing


@dataclass(frozen=True, slots=True)
class ObjectCluster:
    """A top-level object with its parts, what it wears and the parts of that; `box` holds them all."""

    head: SceneObject
    members: tuple[SceneObject, ...]  # the head first
    box: Box

    @property
    def is_seen(self) -> bool:
        """Whether its head counts as an object."""
        return self.head.visible >= SEEN

    @property
    def is_fully_visible(self) -> bool:
        """Whether nothing hides any of it."""
        return all(member.visible >= WHOLE for member in self.members if member.part_of is None)

    @property
    def names(self) -> frozenset[str]:
        """The names of all that is in it, with the other names that annotators gave."""
        return frozenset(name for member in self.members for name in member.names)


class ClusteredScene:
    """The clusters of a scene and all boxes that must not be cut, covered or touched."""

    def __init__(
        self, scene: Scene, overlapping_names: OverlappingNames, crowds: Iterable[Box] = (), fine: Scene | None = None
    ):
        self.scene, self.overlapping_names = scene, overlapping_names
        self.fine = fine or scene  # what question relations ask about
        self.clusters = object_clusters(scene)
        self.seen = tuple(cluster for cluster in self.clusters if cluster.is_seen)
        self.boxes = (*(cluster.box for cluster in self.clusters), *crowds)

    @cached_property
    def names_of_non_heads(self) -> frozenset[str]:
        """The names of objects that are no heads: they come and go with others."""
        return frozenset(name for cluster in self.clusters for member in cluster.members[1:] for name in member.names)

    @cached_property
    def clusters_by_name(self) -> dict[str, list[ObjectCluster]]:
        """The seen clusters of each class."""
        found = defaultdict(list)
        for cluster in self.seen:
            found[cluster.head.name].append(cluster)
        return dict(found)

    @cached_property
    def tied_head_ids(self) -> dict[str, frozenset[str]]:
        """Head id → ids of the heads that it has to do with: "flying" is seen by the kite."""
        head = {member.id: cluster.head.id for cluster in self.clusters for member in cluster.members}
        found: dict[str, set[str]] = defaultdict(set)
        for link in self.scene.links:
            if link.name not in BESIDE and link.subject in head and link.object in head:
                one, other = head[link.subject], head[link.object]
                found[one].add(other)
                found[other].add(one)
        return {id_: frozenset(others - {id_}) for id_, others in found.items()}

    def names_tied_to(self, apart: Iterable[ObjectCluster], rest: Iterable[ObjectCluster]) -> frozenset[str]:
        """The names of the objects of the rest that have to do with some that are taken away from them."""
        away = frozenset[str]().union(*(self.tied_head_ids.get(cluster.head.id, frozenset()) for cluster in apart))
        return (
            frozenset(name for cluster in rest if cluster.head.id in away for name in cluster.head.names)
            if away
            else away
        )

    def may_be_counted(self, name: str) -> bool:
        """Whether everything that might be called so is a head, so that its count is that of the clusters."""
        return self.overlapping_names.names_overlapping_with(name).isdisjoint(self.names_of_non_heads)

    def clusters_without_overlap(self) -> list[ObjectCluster]:
        """The seen clusters whose box overlaps no other box."""
        return [cluster for cluster in self.seen if sum(boxes_overlap(cluster.box, box) for box in self.boxes) == 1]


def clustered_scene(data: Dataset, image: str, overlapping_names: OverlappingNames) -> ClusteredScene | None:
    """The coarse view of an image: of its coarse annotation if there is one, else of its scene; None without boxes."""
    scene = data.scene(image)
    rough = data.coarse_scene(image) if isinstance(data, HasCoarseScenes) else None
    around = data.crowd_regions(image) if isinstance(data, HasCrowdRegions) else ()
    if rough is not None and scene is not None and rough is not scene:
        rough = merge_coarse_and_fine_scene(rough, scene, overlapping_names)
    shown = rough or scene
    return None if shown is None or not shown.boxed else ClusteredScene(shown, overlapping_names, around, scene)


def object_clusters(scene: Scene) -> tuple[ObjectCluster, ...]:
    """The clusters of a scene, in the order of their heads."""
    by_id = scene.objects_by_id()
    above = {link.object: link.subject for link in reversed(scene.links) if link.name == "wearing"}
    above |= {thing.id: thing.part_of for thing in scene.things if thing.part_of is not None}
    groups: dict[str, list[SceneObject]] = {}
    for thing in scene.things:
        groups.setdefault(_top_level_id(thing.id, above, by_id.keys()), []).append(thing)
    made = []
    for root, things in groups.items():
        head = by_id[root]
        members = (head, *(thing for thing in things if thing is not head))
        made.append(ObjectCluster(head, members, union_box(member.box for member in members)))
    return tuple(made)


def _top_level_id(id_: str, above: dict[str, str], known: Container[str]) -> str:
    """The object at the top of what an object belongs to; a circle has its smallest id on top."""
    path = [id_]
    while (upper := above.get(path[-1])) is not None and upper in known:
        if upper in path:
            return min(path[path.index(upper) :])
        path.append(upper)
    return path[-1]


def union_box(boxes: Iterable[Box]) -> Box:
    """The smallest box around them all."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def boxes_overlap(one: Box, other: Box) -> bool:
    """Whether two boxes share a pixel."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def merge_coarse_and_fine_scene(rough: Scene, fine: Scene, overlapping_names: OverlappingNames) -> Scene:
    """Coarse objects with the attributes, other names and relations of the matching fine objects."""
    found = {thing.id: _find_fine_twin(thing, fine, overlapping_names) for thing in rough.things}
    twins = {id_: twin for id_, twin in found.items() if twin is not None}
    things = tuple(_with_attributes_of_twin(thing, twins.get(thing.id)) for thing in rough.things)
    own = {twin.id: id_ for id_, twin in reversed(twins.items())}  # of two that are the same fine thing, the first
    links = tuple(
        SceneRelation(own[link.subject], link.name, own[link.object])
        for link in fine.links
        if link.subject in own and link.object in own
    )
    unclear = tuple(sorted({*rough.unclear, *fine.unclear}))
    return msgspec.structs.replace(rough, things=things, links=(*rough.links, *links), unclear=unclear)


def _with_attributes_of_twin(thing: SceneObject, twin: SceneObject | None) -> SceneObject:
    if twin is None:
        return thing
    also = tuple(dict.fromkeys(name for name in (*thing.also, *twin.also) if name != thing.name))
    return msgspec.structs.replace(thing, attributes=thing.attributes or twin.attributes, also=also)


def _find_fine_twin(thing: SceneObject, fine: Scene, overlapping_names: OverlappingNames) -> SceneObject | None:
    """The fine object that lies where a coarse one lies and may be called like it."""
    names = overlapping_names.names_overlapping_with(thing.name)
    alike = [(intersection_over_union(thing.box, other.box), other) for other in fine.things if other.name in names]
    best = max(alike, key=lambda found: found[0], default=None)
    return best[1] if best is not None and best[0] >= SAME else None
