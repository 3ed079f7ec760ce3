"""The order of the groups of a suite: as it declares them, then by kind, then by strength."""

from collections.abc import Sequence

from askance.report.suite_charts import split_number

LAST = 99  # groups that a suite does not name


def group_order(group: str, groups: Sequence[str]) -> tuple[int, str, float]:
    """The key to sort by; `groups`: the declared ones, in order."""
    kind = kind_of_group(group)
    return rank_of_kind(kind, groups), kind, strength_of_group(group)


def kind_of_group(group: str) -> str:
    """The group without its strength: geometric/rotate of geometric/rotate/5, level of level-3."""
    for separator in ("/", "-"):
        head, _, last = group.rpartition(separator)
        if head and split_number("", last):
            return head
    return group


def strength_of_group(group: str) -> float:
    """The number at the end of a group; 0 where there is none."""
    found = split_number("", group.removeprefix(kind_of_group(group))[1:])
    return found[1] if found else 0.0


def rank_of_kind(kind: str, groups: Sequence[str]) -> int:
    """The index of the declared group that a kind belongs to."""
    return next((place for place, group in enumerate(groups) if kind == group or kind.startswith(f"{group}/")), LAST)
