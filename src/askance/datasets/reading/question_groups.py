"""Groups of related questions, drawn whole."""

from collections.abc import Sequence

import numpy as np
from askance.core import GroupMember
from askance.datasets.reading.boxes_and_samples import MOST


def sample_groups(members: Sequence[GroupMember | None], limit: int | None, seed: int) -> list[list[int]]:
    """The record numbers of each group, in file order: a seeded sample of whole groups with `limit` questions at most.

    At least one group is drawn, however large; where no limit is given 15,000 questions at most.
    """
    found: dict[str, list[int]] = {}
    for number, member in enumerate(members):
        if member is not None:
            found.setdefault(member.group, []).append(number)
    groups = [numbers for numbers in found.values() if len(numbers) > 1]  # of one question nothing can be compared
    room = MOST if limit is None else limit
    if sum(map(len, groups)) <= room:
        return groups
    taken: list[int] = []
    for place in np.random.Generator(np.random.PCG64(seed)).permutation(len(groups)).tolist():
        room -= len(groups[place])
        if room < 0 and taken:
            break
        taken.append(place)
    return [groups[place] for place in sorted(taken)]
