"""Images that belong together because one group of questions is about several of them."""

from collections.abc import Iterable, Sequence

import pyarrow as pa
from askance.relations.group_relations import GROUP_RELATIONS
from askance.store import Workspace, connect

_NAMES = ", ".join(f"'{name}'" for name in sorted(GROUP_RELATIONS))
IS_GROUP = f"relation in ({_NAMES})"  # SQL: whether a case is a group of related questions
_SQL = f"""
select list(distinct queries.image order by queries.image)
from cases join asks using (case_key, deck) join queries using (query_key)
where {IS_GROUP} and queries.image is not null
group by case_key having count(distinct queries.image) > 1
"""
SCHEMA = pa.schema([("connected", pa.string()), ("root", pa.string())])


def images_of_groups(space: Workspace, case_set: str) -> list[list[str]]:
    """The images of each group of questions that is about several."""
    connection = connect(space, [case_set], tables=("cases", "asks", "queries"))
    return [images for (images,) in connection.execute(_SQL).fetchall()]


def connected_images(groups: Iterable[Sequence[str]]) -> pa.Table:
    """Image → the first image of its connected component."""
    roots = join_components(groups)
    return pa.table({"connected": list(roots), "root": list(roots.values())}, schema=SCHEMA)


def join_components(groups: Iterable[Sequence[str]]) -> dict[str, str]:
    """Member → the smallest member of its connected component."""
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
