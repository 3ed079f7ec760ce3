"""Everything that a workspace stores, as sorted rows: two workspaces with the same rows have the same results."""

from pathlib import Path

from askance.store import TABLES, Workspace, connect

COMPARED = tuple(name for name in TABLES if name != "usage")


def all_tables(root: Path | str) -> dict[str, list[dict]]:
    """The rows of all tables, but for how long the calls took."""
    connection = connect(Workspace.for_reading(root))
    sql = {name: f"select * {'exclude (seconds)' if name == 'answers' else ''} from {name}" for name in COMPARED}
    return {name: connection.sql(f"{text} order by all").to_arrow_table().to_pylist() for name, text in sql.items()}


def check_equal(got: Path | str, wanted: Path | str) -> None:
    """Both workspaces store the same."""
    found, expected = all_tables(got), all_tables(wanted)
    for name in COMPARED:
        assert len(found[name]) == len(expected[name]), name
        assert found[name] == expected[name], name
