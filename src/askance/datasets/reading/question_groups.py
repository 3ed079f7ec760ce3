"""Groups of related questions, drawn whole."""

from collections.abc import Sequence

from askance.core import GroupMember
from askance.datasets.reading.sample_by_image import MOST, number_images, sample_by_image


def sample_groups(
    members: Sequence[GroupMember | None], images: Sequence[str], limit: int | None, seed: int
) -> list[list[int]]:
    """The record numbers of each group: a seeded sample of whole groups with `limit` questions at most.

    `images` are the images of the records; a group counts for that of its first question, and one group of each image
    comes before the second of any. At least one group is drawn, however large; without a limit 15,000 questions at
    most. If all groups fit, they are given in file order.
    """
    found: dict[str, list[int]] = {}
    for number, member in enumerate(members):
        if member is not None:
            found.setdefault(member.group, []).append(number)
    groups = [numbers for numbers in found.values() if len(numbers) > 1]  # of one question nothing can be compared
    room = MOST if limit is None else limit
    if sum(map(len, groups)) <= room:
        return groups
    _, of_groups = number_images(images[numbers[0]] for numbers in groups)
    taken: list[list[int]] = []
    for place in sample_by_image(of_groups, len(groups) - 1, seed):  # all do not fit
        room -= len(groups[place])
        if room < 0 and taken:
            break
        taken.append(groups[place])
    return taken
