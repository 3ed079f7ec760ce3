"""Images that a group of questions connects, also by way of other images: intervals and tests count them as one."""

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt
from askance.metrics.image_sums import Codes

GROUP = "askance:group"  # the tag of a case with the group that the data set puts its question into
RELATION = "askance:relation"  # the tag with the relation to the first question of that group, where it is not equal


def join_components(groups: Iterable[Sequence[str]]) -> dict[str, str]:
    """Member → the smallest member of its connected component; groups with one member say nothing."""
    parent: dict[str, str] = {}

    def find(name: str) -> str:
        while parent.setdefault(name, name) != name:
            parent[name] = parent[parent[name]]
            name = parent[name]
        return name

    for group in groups:
        for other in group[1:]:
            low, high = sorted((find(group[0]), find(other)))
            parent[high] = low
    return {name: find(name) for name in sorted(parent)}


def connect_images(group: npt.NDArray[np.object_], image: npt.NDArray[np.object_]) -> Codes:
    """One code per image, for each row; images that share a group, also by way of other images, have the same code."""
    names, codes = np.unique(image.astype(str), return_inverse=True)
    groups = np.unique(group.astype(str), return_inverse=True)[1]
    cells = np.unique(groups * len(names) + codes)  # the distinct pairs of group and image, those of a group together
    of_group, of_image = cells // max(len(names), 1), names[cells % max(len(names), 1)]
    is_linked = of_group[1:] == of_group[:-1]
    root = join_components(zip(of_image[:-1][is_linked].tolist(), of_image[1:][is_linked].tolist(), strict=True))
    labels = np.array([root.get(name, name) for name in names.tolist()], dtype=str)
    return np.unique(labels, return_inverse=True)[1][codes].astype(np.int64)
