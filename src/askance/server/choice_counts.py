"""How many verdicts of a selection have each tag and are in each group: the numbers beside the choices of a filter."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt
from askance.server.case_filter import CaseFilter
from askance.server.case_groups import path_and_parents
from askance.server.filter_ids import IndexNames
from askance.server.query_pool import QueryPool, Ticket
from askance.server.query_results import Choice, GroupChoice, TagChoice
from askance.server.selection import Selection

Counts = npt.NDArray[np.int64]
_TAG_OF_SET = "select tag, tagset from tag_of_set"
_TAGS = "select tag, val, id from tag"


@dataclass(frozen=True, slots=True)
class ChoiceCounter:
    """Counts the verdicts that a choice would select beside the other filters; the tags of a state are read once."""

    pool: QueryPool
    names: IndexNames
    tagsets: int  # how many sets of tags there are
    _tags: list[tuple[dict[tuple[str, str], int], Counts, Counts]] = field(default_factory=list)

    def tags(
        self,
        choices: tuple[TagChoice, ...],
        wanted: CaseFilter,
        select: Callable[[CaseFilter], Selection],
        ticket: Ticket | None,
    ) -> tuple[TagChoice, ...]:
        """The same choices with other counts: values of one tag are alternatives, so its own filter does not count."""
        ids = self._read_tags(ticket)[0]
        chosen = dict.fromkeys(tag for tag, _ in wanted.tags)
        without = {tag: self._by_tag(_without_tag(wanted, tag), select, ticket) for tag in chosen}
        whole = self._by_tag(wanted, select, ticket)
        return tuple(
            TagChoice(
                each.tag,
                tuple(
                    Choice(value.name, int(without.get(each.tag, whole)[ids[each.tag, value.name]]))
                    for value in each.values
                ),
            )
            for each in choices
        )

    def groups(
        self, choices: tuple[GroupChoice, ...], wanted: CaseFilter, select: Callable[[CaseFilter], Selection]
    ) -> tuple[GroupChoice, ...]:
        """The same choices with other counts; groups are alternatives, so their own filter does not count."""
        wanted = replace(wanted, groups=())
        by_id = np.zeros(max((group.id for group in self.names.groups), default=0) + 1, dtype=np.int64)
        for cases, places in select(wanted).case_places(wanted.values):
            by_id += np.bincount(cases.group[places], minlength=len(by_id))
        counts: dict[tuple[str, str], int] = {}
        for group in self.names.groups:
            for path in path_and_parents(group.path):
                key = self.names.suite[group.suite], path
                counts[key] = counts.get(key, 0) + int(by_id[group.id])
        return tuple(GroupChoice(each.suite, each.path, counts.get((each.suite, each.path), 0)) for each in choices)

    def _by_tag(self, wanted: CaseFilter, select: Callable[[CaseFilter], Selection], ticket: Ticket | None) -> Counts:
        """The number of verdicts by the id of a tag with its value."""
        ids, tag, tagset = self._read_tags(ticket)
        by_set = np.zeros(self.tagsets + 1, dtype=np.int64)  # the last one: cases without tags
        for cases, places in select(wanted).case_places(wanted.values):
            by_set += np.bincount(cases.tagset[places], minlength=len(by_set))
        size = max(ids.values(), default=-1) + 1
        return np.bincount(tag, weights=by_set[tagset], minlength=size).astype(np.int64)

    def _read_tags(self, ticket: Ticket | None) -> tuple[dict[tuple[str, str], int], Counts, Counts]:
        if not self._tags:
            ids = {(tag, value): number for tag, value, number in self.pool.rows(_TAGS, (), ticket)}
            pairs = self.pool.numpy(_TAG_OF_SET, (), ticket)
            self._tags.append((ids, pairs["tag"].astype(np.int64), pairs["tagset"].astype(np.int64)))
        return self._tags[0]


def _without_tag(wanted: CaseFilter, tag: str) -> CaseFilter:
    return replace(wanted, tags=tuple(pair for pair in wanted.tags if pair[0] != tag))
