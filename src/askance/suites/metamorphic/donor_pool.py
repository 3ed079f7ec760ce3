"""The pool of real instances to insert: of each class the largest that stand free, drawn once for a run."""

import heapq
from dataclasses import dataclass
from random import Random

from askance.core import Box, Dataset, SceneObject, UserError
from askance.core.dataset import DeclaresMasks
from askance.edits.cutout import donor_image_lookup
from askance.suites.metamorphic.object_clusters import ClusteredScene, ObjectCluster

SHARE = 0.2  # the largest fifth by area
LARGEST = 100  # of a class are remembered; a fifth of more is a part of them
KEPT = 20  # of a class are used, so that they repeat and are decoded once


@dataclass(frozen=True, slots=True)
class DonorObject:
    """One object cluster of another image, to be inserted."""

    image: str
    head: SceneObject
    things: str  # the ids that `insert` pastes, the head first; parts come with their wholes
    box: Box
    names: frozenset[str]
    is_tied: bool = False  # it had to do with something that stays behind: alone, its actions may not show


class DonorPool:
    """Donors by class; memory is bounded for any number of scenes."""

    def __init__(self) -> None:
        self._count: dict[str, int] = {}
        self._largest: dict[str, list[tuple[int, int, DonorObject]]] = {}
        self._kept: dict[str, list[DonorObject]] = {}

    def add_donors(self, image: str, coarse: ClusteredScene) -> None:
        """Take note of a scene's instances that are wholly visible, stand free and are not cut by the edge."""
        width, height = coarse.scene.width, coarse.scene.height
        for cluster in coarse.clusters_without_overlap():
            x0, y0, x1, y1 = cluster.box
            if cluster.is_fully_visible and x0 > 0 and y0 > 0 and x1 < width and y1 < height:
                self._keep_if_large(image, cluster, bool(coarse.tied_head_ids.get(cluster.head.id)))

    def _keep_if_large(self, image: str, cluster: ObjectCluster, is_tied: bool) -> None:
        name = cluster.head.name
        count = self._count[name] = self._count.get(name, 0) + 1
        heap = self._largest.setdefault(name, [])
        x0, y0, x1, y1 = cluster.head.box
        area = (x1 - x0) * (y1 - y0)
        if len(heap) == LARGEST and area <= heap[0][0]:
            return
        ids = ",".join(member.id for member in cluster.members if member.part_of is None)
        entry = (area, -count, DonorObject(image, cluster.head, ids, cluster.box, cluster.names, is_tied))
        (heapq.heappush if len(heap) < LARGEST else heapq.heapreplace)(heap, entry)

    @property
    def size(self) -> int:
        """The number of donors that are kept."""
        return sum(map(len, self._largest.values()))

    def donors_of_class(self, name: str, seed: int) -> list[DonorObject]:
        """The donors of a class, drawn by the seed from its largest."""
        if name not in self._kept:
            found = sorted(self._largest.get(name, ()), key=lambda entry: (-entry[0], -entry[1]))
            most = -int(-SHARE * self._count.get(name, 0) // 1)  # rounded up: one of a few is the largest
            largest = [donor for _, _, donor in found[:most]]
            rng = Random(f"metamorphic:{seed}:donors:{name}")
            self._kept[name] = rng.sample(largest, min(KEPT, len(largest)))
        return self._kept[name]

    def any_donor(self) -> DonorObject | None:
        """Any donor of the pool; None if it is empty."""
        return next((heap[0][2] for heap in self._largest.values()), None)


def has_object_masks(data: Dataset, pool: DonorPool) -> bool:
    """Whether instances can be cut out of this data set's images: declared by it, or seen on one image."""
    if isinstance(data, DeclaresMasks):
        return data.masks
    donor = pool.any_donor()
    if donor is None:
        return False
    try:
        return donor.head.id in donor_image_lookup(data)(donor.image).masks
    except UserError:
        return False
