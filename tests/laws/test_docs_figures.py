"""The figures in the docs are those that the code gives: every marked table is computed anew, at its small size."""

import pytest
from scripts.docs_figures import recomputed, tables

TABLES = list(tables())


def test_there_are_figures_of_most_suites():
    assert sum(len(table.rows) * len(table.columns) for table in TABLES) >= 10
    assert len({table.options["suite"] for table in TABLES}) >= 5


@pytest.mark.heavy
@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.path.stem}: {table.how}")
def test_the_docs_say_what_the_code_gives(table, tmp_path):
    assert recomputed(table, tmp_path / "run") == table.rows, "run make docs"
