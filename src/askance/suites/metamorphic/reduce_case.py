"""Smaller forms of a metamorphic case whose relation holds for every true observer just as that of the case does."""

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

import msgspec
from askance.core import Box, Case, Dataset, Query, Step
from askance.edits import format_boxes, steps
from askance.suites.metamorphic.ddmin import Atom, Kept, Search, ddmin
from askance.suites.metamorphic.object_clusters import (
    ClusteredScene,
    ObjectCluster,
    boxes_overlap,
    clustered_scene,
    union_box,
)
from askance.suites.metamorphic.overlapping_names import OverlappingNames
from askance.wording.ontology import ontology
from askance.wording.ontology.related_names import RelatedNames

LEAST = 12  # pixels: no side of an inserted thing is made shorter
UNNAMED = "insert"  # the relation whose inserted thing no question names, so that it may be made smaller
_REMOVES = ("remove", "remove_inpaint")
OverlappingClusters = tuple[Box, ...]
Reducing = Generator["ReducedForm", bool, None]  # yields a smaller form, is sent whether it still fails


@dataclass(frozen=True, slots=True)
class ReducedForm:
    """What is left of a case: the boxes covered, the pieces of its cut (none: it has no cut), where its insert goes."""

    covered: tuple[Box, ...] = ()
    pieces: tuple[Box, ...] = ()
    insert: Box | None = None


class ReducibleCase:
    """A case with the coarse view of its image: what may be covered, joined, or made smaller."""

    def __init__(self, case: Case, coarse: ClusteredScene):
        self.case, self.coarse = case, coarse
        chains = [query.stimulus.edits for _, query in case.asks]
        removed = {_box_of_step(step) for chain in chains for step in chain if step.name in _REMOVES}
        self.cover = next((step.name for chain in chains for step in chain if step.name in _REMOVES), "remove")
        self.names_of_non_heads = tuple(heap for heap in overlapping_clusters(coarse) if removed.isdisjoint(heap))
        self.is_one_picture = not any(chains)
        pieces = tuple(_box_of_step(step) for chain in chains for step in chain if step.name == "crop")
        inserts = [_box_of_step(step) for chain in chains for step in chain if step.name == "insert"]
        self.whole = ReducedForm((), pieces, inserts[0] if inserts else None)

    def visible_objects(self, form: ReducedForm) -> tuple[str, ...]:
        """The names of the seen objects that a form leaves."""
        return tuple(cluster.head.name for cluster in self.coarse.seen if not _is_cluster_covered(cluster, form))

    def smaller_forms(self) -> Reducing:
        """Fewer pieces first, since they cost calls; then fewer clusters and objects; then a smaller insert."""
        form = self.whole
        if len(form.pieces) > 2:
            form = yield from self._with_fewer_pieces(form)
        form = yield from self._with_fewer_overlapping_clusters(form)
        if self.is_one_picture:
            form = yield from self._with_fewer_objects(form)
        if form.insert is not None and self.case.group.split("/")[0] == UNNAMED:
            yield from _shrink_insert(form)

    def _with_fewer_pieces(self, form: ReducedForm) -> Generator[ReducedForm, bool, ReducedForm]:
        places = tuple(range(1, len(form.pieces)))
        search = ddmin(places, least=1)
        kept = yield from _search_over_forms(search, lambda each: replace(form, pieces=join_pieces(form.pieces, each)))
        return replace(form, pieces=join_pieces(form.pieces, kept))

    def _with_fewer_overlapping_clusters(self, form: ReducedForm) -> Generator[ReducedForm, bool, ReducedForm]:
        """Covers whole groups of overlapping clusters, so that no remaining object is touched."""

        def without(kept: Kept[OverlappingClusters]) -> ReducedForm:
            return replace(
                form, covered=tuple(box for heap in self.names_of_non_heads if heap not in kept for box in heap)
            )

        return without((yield from _search_over_forms(ddmin(self.names_of_non_heads), without)))

    def _with_fewer_objects(self, form: ReducedForm) -> Generator[ReducedForm, bool, ReducedForm]:
        """Covers single objects of a group too; all questions are about the same covered image."""
        boxes = tuple(cluster.box for cluster in self.coarse.seen if not _is_cluster_covered(cluster, form))

        def without(kept: Kept[Box]) -> ReducedForm:
            return replace(form, covered=(*form.covered, *(box for box in boxes if box not in kept)))

        if len(boxes) < 2:
            return form
        return without((yield from _search_over_forms(ddmin(boxes), without)))

    def build_case(self, form: ReducedForm, name: str) -> Case:
        """The case in a smaller form: the same question and relation on an image with less in it."""
        covers = tuple(step for box in form.covered for step in steps(self.cover, box=format_boxes([box])))
        asks: list[tuple[str, Query]] = []
        pieces = list(form.pieces)
        for role, query in self.case.asks:
            chain = query.stimulus.edits
            if any(step.name == "crop" for step in chain):
                if not pieces:
                    continue  # this piece is part of an earlier one now
                chain = steps("crop", box=format_boxes([pieces.pop(0)]))
            elif form.insert is not None:
                chain = tuple(_step_with_box(step, form.insert) if step.name == "insert" else step for step in chain)
            stimulus = msgspec.structs.replace(query.stimulus, edits=covers + chain)
            asks.append((role, msgspec.structs.replace(query, stimulus=stimulus)))
        return msgspec.structs.replace(self.case, name=name, asks=tuple(asks))


def overlapping_clusters(coarse: ClusteredScene) -> tuple[OverlappingClusters, ...]:
    """The boxes of objects that overlap, one tuple per group; groups without visible objects are left out."""
    found: list[OverlappingClusters] = []
    for box in coarse.boxes:
        touching = [heap for heap in found if any(boxes_overlap(box, other) for other in heap)]
        found = [heap for heap in found if heap not in touching]
        found.append(tuple(sorted({box, *(other for heap in touching for other in heap)})))
    seen = {cluster.box for cluster in coarse.seen}
    return tuple(sorted(heap for heap in found if not seen.isdisjoint(heap)))


def is_box_within(inner: Box, outer: Box) -> bool:
    """Whether a box lies wholly in another."""
    return union_box([inner, outer]) == outer


def _is_cluster_covered(cluster: ObjectCluster, form: ReducedForm) -> bool:
    return any(is_box_within(cluster.box, box) for box in form.covered)


def join_pieces(pieces: tuple[Box, ...], kept: Iterable[int]) -> tuple[Box, ...]:
    """The pieces that are left where only these of the borders 1, 2, … between them are kept."""
    ends = [0, *sorted(kept), len(pieces)]
    return tuple((*pieces[low][:2], *pieces[high - 1][2:]) for low, high in pairwise(ends))


def _search_over_forms(
    search: Search[Atom], form_of: Callable[[Kept[Atom]], ReducedForm]
) -> Generator[ReducedForm, bool, Kept[Atom]]:
    """A search that yields forms instead of what is kept."""
    try:
        kept = next(search)
        while True:
            kept = search.send((yield form_of(kept)))
    except StopIteration as end:
        found: Kept[Atom] = end.value
        return found


def _shrink_insert(form: ReducedForm) -> Reducing:
    """Half as high again and again, as long as that fails; then three quarters."""
    assert form.insert is not None
    box = form.insert
    while (half := scale_box_on_base(box, 1, 2)) is not None:
        if not (yield replace(form, insert=half)):
            break
        box = half
    if (most := scale_box_on_base(box, 3, 4)) is not None and most != box:
        yield replace(form, insert=most)


def scale_box_on_base(box: Box, times: int, of: int) -> Box | None:
    """A box inside another, standing on the middle of its base; None if a side were too short."""
    x0, y0, x1, y1 = box
    width, height = (x1 - x0) * times // of, (y1 - y0) * times // of
    if min(width, height) < LEAST:
        return None
    left = x0 + (x1 - x0 - width) // 2
    return left, y1 - height, left + width, y1


def _box_of_step(step: Step) -> Box:
    x0, y0, x1, y1 = (int(number) for number in str(dict(step.args)["box"]).split(","))
    return x0, y0, x1, y1


def _step_with_box(step: Step, box: Box) -> Step:
    return Step.of(step.name, step.version, **{**dict(step.args), "box": format_boxes([box])})


def reducible_case_maker(data: Dataset) -> Callable[[Case], ReducibleCase | None]:
    """Case → the case with what may be made smaller in it; None where the objects of its image are unknown."""
    words = ontology()
    overlapping_names = OverlappingNames(words, RelatedNames(words.objects))

    def reducible(case: Case) -> ReducibleCase | None:
        image = case.asks[0][1].stimulus.image
        coarse = None if image is None else clustered_scene(data, image, overlapping_names)
        return None if coarse is None else ReducibleCase(case, coarse)

    return reducible
