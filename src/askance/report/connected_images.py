"""Groups of questions about several images: their images are one cluster in all suites of a data set."""

from collections.abc import Iterable, Sequence

import duckdb
import pyarrow as pa
from askance.metrics.connected_images import GROUP, join_components
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
_TAG = f"tags['{GROUP}']"
SCHEMA = pa.schema([("connected", pa.string()), ("root", pa.string())])


def images_of_groups(
    space: Workspace, case_set: str, connection: duckdb.DuckDBPyConnection, verdicts: str
) -> list[list[str]]:
    """The images of each group of questions that is about several; `verdicts` is SQL for those of the case set.

    A case may be such a group itself (suite `groups`), or it has a tag that names the group of its question.
    """
    tagged = (
        f"select list(distinct image order by image) from {verdicts} where {_TAG} is not null and image is not null"
        f" group by {_TAG} having count(distinct image) > 1"
    )
    found = connection.execute(tagged).fetchall()
    if connection.execute(f"select count(*) from {verdicts} where {IS_GROUP}").fetchall()[0][0]:
        found += connect(space, [case_set], tables=("cases", "asks", "queries")).execute(_SQL).fetchall()
    return [images for (images,) in found]


def connected_images(groups: Iterable[Sequence[str]]) -> pa.Table:
    """Image → the first image of its connected component."""
    roots = join_components(groups)
    return pa.table({"connected": list(roots), "root": list(roots.values())}, schema=SCHEMA)
