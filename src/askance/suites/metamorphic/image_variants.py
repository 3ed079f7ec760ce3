"""Edited forms of an image: cut into pieces, one object inserted, one removed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import median
from typing import Literal

from askance.core import Box, SceneObject, Step
from askance.core.case import Pairs
from askance.edits import boxes_text, steps
from askance.edits.cut_positions import Axis, cut_positions
from askance.suites.metamorphic.base_lines import base_lines, supporting_clusters
from askance.suites.metamorphic.donors import Donor, Pool
from askance.suites.metamorphic.free_space import FreeSpace
from askance.suites.metamorphic.object_clusters import ClusteredScene, ObjectCluster, overlap

Change = Literal["cut", "insert", "remove"]
AXES: tuple[Axis, ...] = ("x", "y")
SIZES = (1.0, 0.8, 0.64)  # of the size of that class in this image, where there is no room for more
UPSCALED = 2.0  # at most
LEAST = 12  # pixels: no side of an inserted thing is shorter
MOST_INSERTS = 8  # classes of one scene


@dataclass(frozen=True, slots=True)
class Variant:
    """One change of an image: the edits of each form of it (several pieces of a cut), and what came or went."""

    change: Change
    forms: tuple[tuple[Step, ...], ...]
    thing: SceneObject | None = None  # what came or went, as the question might count it
    names: frozenset[str] = frozenset()  # all that came or went with it
    tied: frozenset[str] = frozenset()  # what is parted from something that it had to do with: its actions may not show
    tags: Pairs = ()  # how its cases are marked


def cut_variants(coarse: ClusteredScene) -> list[Variant]:
    """The image cut across x and across y, where that gives two pieces or more."""
    made = []
    for axis in AXES:
        pieces = pieces_of(coarse, axis)
        if len(pieces) > 1:
            forms = tuple(steps("crop", box=boxes_text([piece])) for piece in pieces)
            tags = ("axis", axis), ("edit", "crop"), ("pieces", str(len(pieces)))
            made.append(Variant("cut", forms, tied=_severed(coarse, pieces), tags=tags))
    return made


def pieces_of(coarse: ClusteredScene, axis: Axis) -> list[Box]:
    """The most pieces that split no box; one that shows hidden objects alone joins its neighbour."""
    scene = coarse.scene
    low = 0 if axis == "x" else 1
    pieces: list[Box] = []
    for piece in cut_positions(coarse.boxes, scene.width, scene.height, axis):
        if pieces and not (_shows(pieces[-1], coarse.seen, low) and _shows(piece, coarse.seen, low)):
            pieces[-1] = (*pieces[-1][:2], *piece[2:])
        else:
            pieces.append(piece)
    return pieces


def _severed(coarse: ClusteredScene, pieces: list[Box]) -> frozenset[str]:
    """The names of objects that have to do with an object in another piece."""
    if not coarse.ties:
        return frozenset()
    names: set[str] = set()
    for piece in pieces:
        inside = [clump for clump in coarse.clumps if overlap(clump.box, piece)]
        names |= coarse.tied(inside, [clump for clump in coarse.clumps if clump not in inside])
    return frozenset(names)


def _shows(piece: Box, seen: Iterable[ObjectCluster], low: int) -> bool:
    return any(piece[low] <= clump.box[low] and clump.box[low + 2] <= piece[low + 2] for clump in seen)


def remove_variants(coarse: ClusteredScene, fill: str) -> list[Variant]:
    """Each object whose box overlaps no other, covered."""
    made = []
    for clump in coarse.alone():
        form = steps(fill, box=boxes_text([clump.box]))
        tied = coarse.tied([clump], coarse.clumps)
        tags = ("changed", clump.head.name), ("edit", fill)
        made.append(Variant("remove", (form,), clump.head, clump.names, tied, tags))
    return made


def insert_variants(image: str, coarse: ClusteredScene, pool: Pool, seed: int, rng: Random) -> list[Variant]:
    """One more of each class that is present, as far as there is a donor and room."""
    places = FreeSpace(coarse.scene.width, coarse.scene.height, coarse.boxes)
    classes, bearer = sorted(coarse.by_name), supporting_clusters(coarse)
    made = []
    for name in rng.sample(classes, min(MOST_INSERTS, len(classes))):
        donors = pool.of(name, seed)
        others = [donor for donor in donors if donor.image != image] or donors
        if not others:
            continue
        donor = rng.choice(others)
        kind = coarse.by_name[name]
        box = place(donor, kind, base_lines(kind, bearer), places, rng)
        if box is not None:
            step = steps("insert", image=donor.image, things=donor.things, box=boxes_text([box]))
            tags = ("changed", donor.head.name), ("edit", "insert")
            tied = frozenset(donor.head.names) if donor.is_tied else frozenset[str]()
            made.append(Variant("insert", (step,), donor.head, donor.names, tied, tags))
    return made


def place(donor: Donor, kind: list[ObjectCluster], near: Sequence[int], places: FreeSpace, rng: Random) -> Box | None:
    """The box for the donor's head: as large and as low as its class is here; its cluster must touch nothing."""
    x0, y0, x1, y1 = donor.head.box
    usual = median(_longer_side(clump.head.box) for clump in kind)
    for size in SIZES:
        scale = min(UPSCALED, size * usual / _longer_side(donor.head.box))
        width, height = int((x1 - x0) * scale), int((y1 - y0) * scale)
        if min(width, height) < LEAST:
            return None
        left, top, right, bottom = margins(donor, width, height)
        corner = places.find(left + width + right, top + height + bottom, near, rng)
        if corner is not None:
            x, y = corner[0] + left, corner[1] + top
            return x, y, x + width, y + height
    return None


def _longer_side(box: Box) -> int:
    """An object's size, whether it stands or lies."""
    return max(box[2] - box[0], box[3] - box[1])


def margins(donor: Donor, width: int, height: int) -> Box:
    """How far the cluster reaches beyond its head on each side at that size, rounded up and a pixel more."""
    (x0, y0, x1, y1), (left, top, right, bottom) = donor.head.box, donor.box
    across, down = width / (x1 - x0), height / (y1 - y0)
    beyond = ((x0 - left) * across, (y0 - top) * down, (right - x1) * across, (bottom - y1) * down)
    wide, high, far, low = (int(-(-each // 1)) + 1 if each else 0 for each in beyond)
    return wide, high, far, low
