"""Questions about one image in one sequence behind the image: which columns they take, and who may attend to whom.

    prefix (template and image) | bodies of the questions | last tokens of the questions | generated tokens …

A column belongs to one question, or to all (the prefix). The last tokens come together so that their logits do, too.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import torch
from askance.models.hf.rows import Row
from torch import Tensor

Numbers = npt.NDArray[np.int64]
ALL, NOBODY = -2, -1  # owners of a column beside the questions, which are numbers from 0


@dataclass(frozen=True, eq=False)
class Group:
    """Rows about one picture whose prompts begin with the same `prefix` tokens."""

    prefix: int
    rows: tuple[Row, ...]

    @cached_property
    def stems(self) -> list[tuple[int, ...]]:
        """The different prompts behind the prefix; options and draws of one question share theirs."""
        return list(self._numbers)

    @cached_property
    def stem_of(self) -> list[int]:
        """For each row, the number of its stem."""
        return [self._numbers[stem] for stem in self._behind]

    @cached_property
    def _behind(self) -> list[tuple[int, ...]]:
        return [tuple(row.ids[self.prefix :]) for row in self.rows]

    @cached_property
    def _numbers(self) -> dict[tuple[int, ...], int]:
        return {stem: number for number, stem in enumerate(dict.fromkeys(self._behind))}

    def weight(self, steps: int) -> int:
        """The number of columns."""
        return self.prefix + sum(map(len, self.stems)) + steps * len(self.rows)

    def halves(self) -> "list[Group]":
        """The same rows in two groups; one if there is but one row."""
        middle = len(self.rows) // 2
        if not middle:
            return [self]
        return [Group(self.prefix, self.rows[:middle]), Group(self.prefix, self.rows[middle:])]


def grouped(rows: Sequence[Row], image_token: int) -> tuple[list[Group], list[Row]]:
    """Groups of rows that share a prefix, and the rows that have none or nothing behind it."""
    found: dict[tuple[int, tuple[int, ...]], list[Row]] = {}
    rest: list[Row] = []
    for row in rows:
        ids = row.ids
        end = len(ids) - ids[::-1].index(image_token) if image_token in ids else 0
        if row.picture is None or not end or end == len(ids):
            rest.append(row)
        else:
            found.setdefault((id(row.picture), tuple(ids[:end])), []).append(row)
    return [Group(len(key[1]), tuple(each)) for key, each in found.items()], rest


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns of a batch of groups: (groups, columns) each, on the device."""

    ids: Tensor  # tokens of the packed columns: bodies, then last tokens
    owner: Tensor  # of every column, the prefix included
    order: Tensor  # the index of a column in its question; 0 in the prefix
    position: Tensor  # of every column
    last: int  # the number of last tokens per group
    stem: Tensor  # (rows,) the question of each row, as a number in its group
    group: Tensor  # (rows,) the group of each row
    leaf: Tensor  # (rows,) the number of each row in its group
    leaves: int  # the largest number of rows of a group
    begin: Tensor  # (rows,) the position of the first generated token


def lay_out(groups: Sequence[Group], valid: Tensor, positions: Tensor, following: Tensor, pad: int) -> Layout:
    """Columns for the questions of some groups; `valid` and `positions` are of the prefix, `following` comes next."""
    device = valid.device
    last = max(len(group.stems) for group in groups)
    ids, owner, order = (torch.from_numpy(each).to(device) for each in _columns(groups, last, pad))
    prefix_owner = torch.where(valid, ALL, NOBODY)
    leaf, group, stem_of, begin = (each.to(device) for each in _leaves(groups))
    return Layout(
        ids,
        torch.cat([prefix_owner, owner], 1),
        torch.cat([torch.zeros_like(prefix_owner), order], 1),
        torch.cat([positions, following[:, None] + order], 1),
        last,
        stem_of,
        group,
        leaf,
        max(len(each.rows) for each in groups),
        following[group] + begin,
    )


def _columns(groups: Sequence[Group], last: int, pad: int) -> tuple[Numbers, Numbers, Numbers]:
    """(groups, columns) tokens, owners and order: bodies, then last tokens; in NumPy, which is quick on small parts."""
    body = max(sum(len(stem) - 1 for stem in group.stems) for group in groups)
    shape = len(groups), body + last
    ids, owner, order = np.full(shape, pad), np.full(shape, NOBODY), np.zeros(shape, dtype=np.int64)
    for g, group in enumerate(groups):
        lengths = [len(stem) - 1 for stem in group.stems]
        width, count = sum(lengths), len(lengths)
        ids[g, :width] = [token for stem in group.stems for token in stem[:-1]]
        owner[g, :width] = [number for number, length in enumerate(lengths) for _ in range(length)]
        order[g, :width] = [index for length in lengths for index in range(length)]
        ids[g, body : body + count] = [stem[-1] for stem in group.stems]
        owner[g, body : body + count] = range(count)
        order[g, body : body + count] = lengths
    return ids, owner, order


def _leaves(groups: Sequence[Group]) -> tuple[Tensor, ...]:
    """For each row of the groups: its number in its group, its group, its question, and that question's length."""
    found = [
        (number, g, stem, len(group.stems[stem]))
        for g, group in enumerate(groups)
        for number, stem in enumerate(group.stem_of)
    ]
    return tuple(torch.tensor(each) for each in zip(*found, strict=True))


def question_mask(layout: Layout, width: int) -> Tensor:
    """(groups, width, columns): a question's token attends to the prefix and to the question up to itself."""
    owner, order = layout.owner[:, -width:, None], layout.order[:, -width:, None]
    everyone = (layout.owner == ALL)[:, None, :]
    own = (owner == layout.owner[:, None, :]) & (owner >= 0) & (layout.order[:, None, :] <= order)
    return everyone | own


def leaf_mask(layout: Layout) -> Tensor:
    """(groups, leaves, columns): a generated token attends to the prefix and to the whole question before it."""
    count = layout.owner.shape[0]
    stem = torch.full((count, layout.leaves), NOBODY, device=layout.owner.device)
    stem[layout.group, layout.leaf] = layout.stem
    own = (layout.owner[:, None, :] == stem[:, :, None]) & (stem >= 0)[:, :, None]
    return (layout.owner == ALL)[:, None, :] | own


def within(mask: Tensor, queries: Tensor, keys: Tensor, window: int | None) -> Tensor:
    """A mask without what is `window` positions back or more."""
    if window is None:
        return mask
    return mask & (queries[:, :, None] - keys[:, None, :] < window)
