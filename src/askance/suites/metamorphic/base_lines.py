"""Base lines of objects: an inserted object looks natural at the base line of others of its class."""

from collections.abc import Iterable, Mapping

from askance.suites.metamorphic.object_clusters import ClusteredScene, ObjectCluster

BORNE = frozenset({"on", "on top of", "in", "inside", "riding", "sitting on", "standing on", "lying on"})
BEARING = frozenset({"holding", "carrying"})


def supporting_clusters(coarse: ClusteredScene) -> dict[str, ObjectCluster]:
    """Head id → the cluster that it stands on, lies in or is held by."""
    of = {member.id: cluster for cluster in coarse.clusters for member in cluster.members}
    found: dict[str, ObjectCluster] = {}
    for link in coarse.scene.links:
        if link.name in BORNE or link.name in BEARING:
            lower, upper = (link.subject, link.object) if link.name in BEARING else (link.object, link.subject)
            if lower in of and upper in of and of[lower] is not of[upper]:
                found.setdefault(of[upper].head.id, of[lower])
    return found


def base_lines_of_clusters(clusters: Iterable[ObjectCluster], bearer: Mapping[str, ObjectCluster]) -> list[int]:
    """The lower edges of objects, or of what bears them: a doll on a desk stands where the desk stands."""
    return [_base_line_of_cluster(cluster, bearer) for cluster in clusters]


def _base_line_of_cluster(cluster: ObjectCluster, bearer: Mapping[str, ObjectCluster]) -> int:
    lowest, passed = cluster.box[3], {cluster.head.id}
    while (under := bearer.get(cluster.head.id)) is not None and under.head.id not in passed:
        cluster = under
        passed.add(cluster.head.id)
        lowest = max(lowest, cluster.box[3])
    return lowest
