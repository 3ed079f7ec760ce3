"""A query object that many cases share is stored as equal ones are: its key comes from what is asked."""

from askance.core import Case, Query, Step, Stimulus, query_key
from askance.store import Workspace, connect
from askance.store.case_set_writer import write_case_shards
from hypothesis import given, settings
from hypothesis import strategies as st


def ask(number: int) -> Query:
    return Query(Stimulus(f"i{number % 3}", f"How many {number}?", (Step.of("crop", box="0,0,9,9"),) * (number % 2)))


def tables(folder, cases):
    space = Workspace.for_writing(folder)
    counts = write_case_shards(space, "deck", cases)
    space.close()
    view = connect(space, ["deck"])
    names = {"cases": "case_key", "asks": "case_key, role", "queries": "query_key"}
    found = {name: view.sql(f"select * from {name} order by {keys}").to_arrow_table() for name, keys in names.items()}
    return counts, found


@settings(max_examples=20)
@given(st.lists(st.lists(st.integers(0, 6), min_size=1, max_size=4), min_size=1, max_size=12))
def test_shared_objects_and_equal_ones_are_stored_alike(tmp_path_factory, asked):
    one = {number: ask(number) for number in range(7)}
    tags = {"class": "dog", "phrasing": "total"}

    def cases(made):
        for place, numbers in enumerate(asked):
            roles = {f"part-{role}": made(number) for role, number in enumerate(numbers)}
            yield Case.of("s", str(place), roles, "sum", tags=tags if place % 2 else None)

    shared, apart = (tables(tmp_path_factory.mktemp("space"), cases(made)) for made in (one.__getitem__, ask))
    assert shared[0] == apart[0]
    for name, table in shared[1].items():
        assert table.equals(apart[1][name])
    keys = set(shared[1]["queries"]["query_key"].to_pylist())
    assert keys == {query_key(ask(number)) for numbers in asked for number in numbers}
    told = dict(zip(shared[1]["cases"]["name"].to_pylist(), shared[1]["cases"]["tags"].to_pylist(), strict=True))
    assert all(told[str(place)] == (list(tags.items()) if place % 2 else []) for place in range(len(asked)))
