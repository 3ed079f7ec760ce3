"""Masks after an edit, each computed on first use, because few are ever read."""

from collections.abc import Callable, Collection, Iterator, Mapping

from askance.core import Box, ImageData
from askance.core.image import Mask
from askance.edits.boxes import box_intersection, slices_within

Masks = Mapping[str, Mask]


class LazyMasks(Mapping[str, Mask]):
    """The masks of the objects in `left`, each as `change(mask, box)` makes it of what it was before."""

    def __init__(self, picture: ImageData, left: Collection[str], change: Callable[[Mask, Box], Mask]):
        things = picture.scene.things if picture.scene is not None else ()
        self._before, self._change = picture.masks, change
        self._boxes = {thing.id: thing.box for thing in things if thing.id in left and thing.id in picture.masks}

    def __getitem__(self, thing: str) -> Mask:
        return self._change(self._before[thing], self._boxes[thing])

    def __iter__(self) -> Iterator[str]:
        return iter(self._boxes)

    def __len__(self) -> int:
        return len(self._boxes)


def mask_without_patch(mask: Mask, box: Box, patch: Box) -> Mask:
    """The mask of the object in a box without what a patch covers."""
    both = box_intersection(box, patch)
    if both is None:
        return mask
    left = mask.copy()
    left[slices_within(both, box)] = False
    return left
