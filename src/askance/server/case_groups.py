"""The cases behind a group of results: one mapping for findings, values, charts and the list of cases.

A group of results is a path of cases' groups (`negation/Q1`), such a path without its first part (`salt_pepper` of
`image/salt_pepper`), a tag that the suite declares (`core.group_tag`), or a tag with its value (`type/yes-no`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import duckdb
from askance.core.group_tag import GroupTag
from askance.metrics.macro_average import POOLED
from askance.report.declared_group_tags import declared_group_tags
from askance.report.metric_scores import declared_case_scores
from askance.server.filter_ids import IndexNames, is_below
from askance.server.index_sources import stored_scores
from askance.server.query_pool import QueryPool

_VALUES_OF_TAG = (
    "select distinct val from tag join tag_of_set on tag_of_set.tag = tag.id where tag.tag = ?"
    " and replace(val, '/', '-') = ? and tagset in (select tagset from c where suite = ?) order by val"
)
_SCORED_GROUPS = "select distinct grp from score where dataset = ? and suite = ? and metric = ?"

_UNDECIDED_GROUPS = (
    "select grp from cube where dataset = ? and suite = ? group by grp having min(outcome) = 2 and max(outcome) = 2"
)


@dataclass(frozen=True, slots=True)
class CaseGroup:
    """Which cases: those in one of the groups that have all the tags; () = no restriction."""

    groups: tuple[str, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()


@lru_cache(maxsize=64)
def group_tags_of(suite: str) -> tuple[GroupTag, ...]:
    """The groups of results that a suite declares as tags."""
    return declared_group_tags(suite)


@dataclass(frozen=True, slots=True)
class CaseGroups:
    """Finds the cases behind groups of results in one index; what was found is kept."""

    pool: QueryPool
    names: IndexNames
    _found: dict[tuple[str, str, tuple[str, ...]], CaseGroup | None] = field(default_factory=dict)
    _values: dict[tuple[str, str, str], tuple[str, ...]] = field(default_factory=dict)
    _parts: dict[tuple[str, str, str], tuple[str, ...] | None] = field(default_factory=dict)

    def find(self, suite: str, group: str, parts: tuple[str, ...] = ()) -> CaseGroup | None:
        """The cases behind a group of results, among those in `parts` (() = all); None where no filter selects them."""
        key = suite, group, parts
        if key not in self._found:
            self._found[key] = self._find(suite, group, parts)
        return self._found[key]

    def parts_of_metric(self, dataset: str, suite: str, metric: str) -> tuple[str, ...] | None:
        """The groups of cases that a metric is about, as few as possible; () = all of the suite, None = none."""
        key = dataset, suite, metric
        score = declared_case_scores(suite).get(metric)
        if score is not None and score.item and key not in self._parts:
            self._parts[key] = groups_where(score.where, self.paths_of(suite))
        if key not in self._parts and metric not in stored_scores(suite):
            return ()
        if key not in self._parts:
            names = self.names
            ids = [names.id_of("dataset", dataset), names.id_of("suite", suite), names.id_of("metric", metric)]
            scored = {names.groups[group].path for (group,) in self.pool.rows(_SCORED_GROUPS, ids)}
            known = {each.path for each in names.groups if [each.dataset, each.suite] == ids[:2]}
            lost = {names.groups[group].path for (group,) in self.pool.rows(_UNDECIDED_GROUPS, ids[:2])}
            self._parts[key] = _fewest(scored | _beside(lost, scored), known) if scored else None
        return self._parts[key]

    def paths_of(self, suite: str) -> set[str]:
        """The groups of a suite's cases, and the groups above them."""
        number = self.names.id_of("suite", suite)
        return {above for each in self.names.groups if each.suite == number for above in path_and_parents(each.path)}

    def _find(self, suite: str, group: str, parts: tuple[str, ...]) -> CaseGroup | None:
        if group in ("", POOLED):
            return CaseGroup(parts)
        paths = self.paths_of(suite)
        heads = sorted({part.split("/")[0] for part in parts})
        for path in (group, *(f"{head}/{group}" for head in heads)):
            if path in paths and (not parts or any(is_below(path, part) for part in parts)):
                return CaseGroup((path,))
            if path in paths and all(is_below(part, path) for part in parts):
                return CaseGroup(parts)
        head, _, rest = group.partition("/")
        found = self._find_tag(suite, group, parts)
        # A finding names the part of its cases before the group: implied/negation.
        return self._find_tag(suite, rest, parts or (head,)) if found is None and rest and head in paths else found

    def _find_tag(self, suite: str, group: str, parts: tuple[str, ...]) -> CaseGroup | None:
        for each in group_tags_of(suite):
            values = self.values_of(suite, each.tag, group.removeprefix(each.prefix))
            if group.startswith(each.prefix) and values:
                return CaseGroup(each.inside or parts, tuple((each.tag, value) for value in values))
        tag, _, written = group.partition("/")
        values = self.values_of(suite, tag, written) if written else ()
        return CaseGroup(parts, tuple((tag, value) for value in values)) if values else None

    def values_of(self, suite: str, tag: str, written: str) -> tuple[str, ...]:
        """The values of a tag that a group names: it has a hyphen where they have a slash."""
        key = suite, tag, written
        if key not in self._values:
            rows = self.pool.rows(_VALUES_OF_TAG, [tag, written, self.names.id_of("suite", suite)])
            self._values[key] = tuple(value for (value,) in rows)
        return self._values[key]


def groups_where(where: str, paths: set[str]) -> tuple[str, ...]:
    """The paths of cases for which a condition on the column `group` holds; () = all, also where it reads more."""
    sql = f'select "group" from (select unnest(?) as "group") where {where}'
    try:
        found = {path for (path,) in duckdb.connect().execute(sql, [sorted(paths)]).fetchall()}
    except duckdb.BinderException:
        return ()
    return _fewest(found, paths)


def _beside(lost: set[str], scored: set[str]) -> set[str]:
    """The groups without a decided case that belong to a part of the suite in which cases are scored."""
    heads = {path.split("/")[0] for path in scored}
    return {path for path in lost if path.split("/")[0] in heads}


def _fewest(chosen: set[str], known: set[str]) -> tuple[str, ...]:
    """The same cases by as few paths as possible; () = all."""
    if chosen >= known:
        return ()
    found = set()
    for path in chosen:
        above = [each for each in path_and_parents(path) if {one for one in known if is_below(one, each)} <= chosen]
        found.add(above[0])
    return tuple(sorted(found))


def path_and_parents(path: str) -> Sequence[str]:
    """A group and the groups above it, the topmost first."""
    parts = path.split("/")
    return ["/".join(parts[:length]) for length in range(1, len(parts) + 1)]
