"""Object ids together with the ids of their parts."""

from collections.abc import Iterable, Sequence

from askance.core import SceneObject


def ids_with_parts(things: Sequence[SceneObject], ids: Iterable[str]) -> dict[str, None]:
    """The ids in their order, then those of their parts, and of the parts of these; a dict for its order."""
    found = dict.fromkeys(ids)
    new = found
    while new:
        new = {thing.id: None for thing in things if thing.part_of in new and thing.id not in found}
        found |= new
    return found
