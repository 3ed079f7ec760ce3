"""Edited forms of an image: cut into pieces, one object inserted, one removed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import median
from typing import Literal

from askance.core import Box, SceneObject, Step
from askance.core.case import Pairs
from askance.edits import format_boxes, steps
from askance.edits.cut_positions import Axis, cut_positions
from askance.suites.metamorphic.base_lines import base_lines_of_clusters, supporting_clusters
from askance.suites.metamorphic.donor_pool import DonorObject, DonorPool
from askance.suites.metamorphic.free_space import FreeSpace
from askance.suites.metamorphic.object_clusters import ClusteredScene, ObjectCluster, boxes_overlap

Change = Literal["cut", "insert", "remove"]
AXES: tuple[Axis, ...] = ("x", "y")
SIZES = (1.0, 0.8, 0.64)  # of the size of that class in this image, where there is no room for more
UPSCALED = 2.0  # at most
LEAST = 12  # pixels: no side of an inserted thing is shorter
MOST_INSERTS = 8  # classes of one scene


@dataclass(frozen=True, slots=True)
class ImageVariant:
    """One change of an image: the edits of each form of it (several pieces of a cut), and what came or went."""

    change: Change
    forms: tuple[tuple[Step, ...], ...]
    thing: SceneObject | None = None  # what came or went, as the question might count it
    names: frozenset[str] = frozenset()  # all that came or went with it
    tied: frozenset[str] = frozenset()  # what is parted from something that it had to do with: its actions may not show
    tags: Pairs = ()  # how its cases are marked


def cut_variants(coarse: ClusteredScene) -> list[ImageVariant]:
    """The image cut across x and across y, where that gives two pieces or more."""
    made = []
    for axis in AXES:
        pieces = pieces_that_split_no_box(coarse, axis)
        if len(pieces) > 1:
            forms = tuple(steps("crop", box=format_boxes([piece])) for piece in pieces)
            tags = ("axis", axis), ("edit", "crop"), ("pieces", str(len(pieces)))
            made.append(ImageVariant("cut", forms, tied=_names_tied_across_pieces(coarse, pieces), tags=tags))
    return made


def pieces_that_split_no_box(coarse: ClusteredScene, axis: Axis) -> list[Box]:
    """The most pieces that split no box; one that shows hidden objects alone joins its neighbour."""
    scene = coarse.scene
    low = 0 if axis == "x" else 1
    pieces: list[Box] = []
    for piece in cut_positions(coarse.boxes, scene.width, scene.height, axis):
        if pieces and not (
            _shows_whole_cluster(pieces[-1], coarse.seen, low) and _shows_whole_cluster(piece, coarse.seen, low)
        ):
            pieces[-1] = (*pieces[-1][:2], *piece[2:])
        else:
            pieces.append(piece)
    return pieces


def _names_tied_across_pieces(coarse: ClusteredScene, pieces: list[Box]) -> frozenset[str]:
    """The names of objects that have to do with an object in another piece."""
    if not coarse.tied_head_ids:
        return frozenset()
    names: set[str] = set()
    for piece in pieces:
        inside = [cluster for cluster in coarse.clusters if boxes_overlap(cluster.box, piece)]
        names |= coarse.names_tied_to(inside, [cluster for cluster in coarse.clusters if cluster not in inside])
    return frozenset(names)


def _shows_whole_cluster(piece: Box, seen: Iterable[ObjectCluster], low: int) -> bool:
    return any(piece[low] <= cluster.box[low] and cluster.box[low + 2] <= piece[low + 2] for cluster in seen)


def remove_variants(coarse: ClusteredScene, fill: str) -> list[ImageVariant]:
    """Each object whose box overlaps no other, covered."""
    made = []
    for cluster in coarse.clusters_without_overlap():
        form = steps(fill, box=format_boxes([cluster.box]))
        tied = coarse.names_tied_to([cluster], coarse.clusters)
        tags = ("changed", cluster.head.name), ("edit", fill)
        made.append(ImageVariant("remove", (form,), cluster.head, cluster.names, tied, tags))
    return made


def insert_variants(image: str, coarse: ClusteredScene, pool: DonorPool, seed: int, rng: Random) -> list[ImageVariant]:
    """One more of each class that is present, as far as there is a donor and room."""
    places = FreeSpace(coarse.scene.width, coarse.scene.height, coarse.boxes)
    classes, bearer = sorted(coarse.clusters_by_name), supporting_clusters(coarse)
    made = []
    for name in rng.sample(classes, min(MOST_INSERTS, len(classes))):
        donors = pool.donors_of_class(name, seed)
        others = [donor for donor in donors if donor.image != image] or donors
        if not others:
            continue
        donor = rng.choice(others)
        kind = coarse.clusters_by_name[name]
        box = find_box_for_donor(donor, kind, base_lines_of_clusters(kind, bearer), places, rng)
        if box is not None:
            step = steps("insert", image=donor.image, things=donor.things, box=format_boxes([box]))
            tags = ("changed", donor.head.name), ("edit", "insert")
            tied = frozenset(donor.head.names) if donor.is_tied else frozenset[str]()
            made.append(ImageVariant("insert", (step,), donor.head, donor.names, tied, tags))
    return made


def find_box_for_donor(
    donor: DonorObject, kind: list[ObjectCluster], near: Sequence[int], places: FreeSpace, rng: Random
) -> Box | None:
    """The box for the donor's head: as large and as low as its class is here; its cluster must touch nothing."""
    x0, y0, x1, y1 = donor.head.box
    usual = median(_longer_side(cluster.head.box) for cluster in kind)
    for size in SIZES:
        scale = min(UPSCALED, size * usual / _longer_side(donor.head.box))
        width, height = int((x1 - x0) * scale), int((y1 - y0) * scale)
        if min(width, height) < LEAST:
            return None
        left, top, right, bottom = cluster_margins_around_head(donor, width, height)
        corner = places.find_free_box(left + width + right, top + height + bottom, near, rng)
        if corner is not None:
            x, y = corner[0] + left, corner[1] + top
            return x, y, x + width, y + height
    return None


def _longer_side(box: Box) -> int:
    """An object's size, whether it stands or lies."""
    return max(box[2] - box[0], box[3] - box[1])


def cluster_margins_around_head(donor: DonorObject, width: int, height: int) -> Box:
    """How far the cluster reaches beyond its head on each side at that size, rounded up and a pixel more."""
    (x0, y0, x1, y1), (left, top, right, bottom) = donor.head.box, donor.box
    across, down = width / (x1 - x0), height / (y1 - y0)
    beyond = ((x0 - left) * across, (y0 - top) * down, (right - x1) * across, (bottom - y1) * down)
    wide, high, far, low = (int(-(-each // 1)) + 1 if each else 0 for each in beyond)
    return wide, high, far, low
