"""Base lines of objects: an inserted object looks natural at the base line of others of its class."""

from collections.abc import Iterable, Mapping

from askance.suites.metamorphic.object_clusters import ClusteredScene, ObjectCluster

BORNE = frozenset({"on", "on top of", "in", "inside", "riding", "sitting on", "standing on", "lying on"})
BEARING = frozenset({"holding", "carrying"})


def supporting_clusters(coarse: ClusteredScene) -> dict[str, ObjectCluster]:
    """Head id → the cluster that it stands on, lies in or is held by."""
    of = {member.id: clump for clump in coarse.clumps for member in clump.members}
    found: dict[str, ObjectCluster] = {}
    for link in coarse.scene.links:
        if link.name in BORNE or link.name in BEARING:
            lower, upper = (link.subject, link.object) if link.name in BEARING else (link.object, link.subject)
            if lower in of and upper in of and of[lower] is not of[upper]:
                found.setdefault(of[upper].head.id, of[lower])
    return found


def base_lines(clumps: Iterable[ObjectCluster], bearer: Mapping[str, ObjectCluster]) -> list[int]:
    """The lower edges of objects, or of what bears them: a doll on a desk stands where the desk stands."""
    return [_base(clump, bearer) for clump in clumps]


def _base(clump: ObjectCluster, bearer: Mapping[str, ObjectCluster]) -> int:
    lowest, passed = clump.box[3], {clump.head.id}
    while (under := bearer.get(clump.head.id)) is not None and under.head.id not in passed:
        clump = under
        passed.add(clump.head.id)
        lowest = max(lowest, clump.box[3])
    return lowest
