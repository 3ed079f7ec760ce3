"""The index file gives the same answers as the index in memory, also where it was built on an earlier one."""

import random
import subprocess
import sys

import pytest
from askance.server.case_filter import CaseFilter, Sort
from askance.server.index_file import index_folder, newest_index, read_sources, write_index
from askance.server.index_open import IndexNotReady, QuerySource, open_index, open_queries
from askance.server.metric_distribution import DistributionRequest
from askance.store import Workspace
from filter_strategy import FILTERS, SORTS
from hypothesis import Phase, given, settings
from made_workspace import MadeWorkspace

from examples import examples

PHASES = (Phase.explicit, Phase.reuse, Phase.generate)


def judge_again(made, folder, models, seed=7, drop=0):
    """Other verdicts for some models on the first data set; `drop`: how many cases they leave out."""
    space = Workspace.for_writing(folder)
    rng = random.Random(seed)
    for case_set in space.case_sets():
        if case_set.dataset == made.datasets[0]:
            cases = [one.case for one in made.verdicts if (one.dataset, one.case.suite, one.model)
                     == (case_set.dataset, case_set.suite, made.models[0])]  # fmt: skip
            for model in models:
                made.write_verdicts(space, case_set, model, cases[drop:], rng)
    space.close()
    return Workspace.for_reading(folder)


def record_run(made, folder, models):
    """Note that these models are current, on all case sets."""
    space = Workspace.for_writing(folder)
    decks = [{"deck": each.id, "suite": each.suite, "dataset": each.dataset, "models": list(models)}
             for each in space.case_sets() if each.dataset == made.datasets[0]]  # fmt: skip
    space.record_run(
        {"models": [{"name": name, "fingerprint": f"print {name}"} for name in models], "decks": decks, "data": "1"}
    )
    space.close()
    return Workspace.for_reading(folder)


def answers(queries, wanted, sort):
    """Everything that the views ask, for one filter."""
    page = queries.case_page(wanted, sort, 2, 20)
    return (
        queries.count_and_histogram(wanted),
        page,
        queries.two_by_two(wanted, "model-a", "it's c"),
        queries.choices(),
        b"".join(queries.export(wanted)),
    )


@pytest.fixture(scope="module")
def pair(tmp_path_factory):
    """The queries in memory, and those of a file that was built three times, each time on the one before."""
    folder = tmp_path_factory.mktemp("made")
    made = MadeWorkspace()
    space = made.write(folder)
    write_index(space, folder / "index")
    write_index(judge_again(made, folder, ["model-b"]), folder / "index")
    judge_again(made, folder, ["aardvark", "zebra"], seed=9, drop=3)
    path = write_index(record_run(made, folder, ["aardvark", "zebra"]), folder / "index")
    space = Workspace.for_reading(folder)
    assert path.name == "000003.duckdb"
    assert [each.name for each in (folder / "index").iterdir()] == ["000003.duckdb"]
    return open_queries(space), open_index(path, space)


@settings(examples(12), phases=PHASES)
@given(wanted=FILTERS, sort=SORTS)
def test_memory_and_a_file_that_was_built_on_earlier_ones_agree(pair, wanted, sort):
    in_memory, in_file = (answers(queries, wanted, sort) for queries in pair)
    assert in_memory == in_file


def test_distributions_agree(pair):
    for metric in ("", "cons"):
        wanted = DistributionRequest("alpha", "carets", metric)
        assert pair[0].metric_distribution(wanted) == pair[1].metric_distribution(wanted) != ()


def test_ids_are_row_ids(pair):
    """Pages are joined on row ids: an id that is not the row id would show another case."""
    for queries in pair:
        for table in ("c", "question", "answer", "tagset", "why", "grp"):
            assert queries.pool.rows(f"select count(*) from {table} where id <> rowid") == [(0,)]
        order = (
            "lag(dataset) over w > dataset or lag((dataset, suite, model, id)) over w >= (dataset, suite, model, id)"
        )
        assert queries.pool.rows(
            f"select count(*) from (select {order} as wrong from v window w as (order by rowid)) where wrong"
        ) == [(0,)]


def test_new_cases_are_indexed_with_those_that_stay(tmp_path):
    small = MadeWorkspace(cases=10)
    write_index(small.write(tmp_path), tmp_path / "index")
    large = MadeWorkspace(cases=25)
    space = large.write(tmp_path)
    found = open_index(write_index(space, tmp_path / "index"), space)
    assert answers(found, CaseFilter(), Sort()) == answers(open_queries(space), CaseFilter(), Sort())
    assert found.count(CaseFilter()) == len(large.verdicts)


def test_a_damaged_index_is_built_again(tmp_path):
    space = MadeWorkspace(cases=6).write(tmp_path)
    path = write_index(space, tmp_path / "index")
    assert newest_index(tmp_path / "index") == path
    path.write_bytes(b"not a database")
    assert read_sources(path) is None
    assert newest_index(tmp_path / "index") is None
    assert write_index(space, tmp_path / "index").name == "000002.duckdb"


def test_a_folder_that_cannot_be_written_has_its_index_in_the_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("ASKANCE_CACHE", str(tmp_path / "cache"))
    assert index_folder(tmp_path) == tmp_path / "index"
    monkeypatch.setattr("os.access", lambda path, mode: False)
    assert index_folder(tmp_path).is_relative_to(tmp_path / "cache")
    monkeypatch.setenv("ASKANCE_CACHE", "")
    assert index_folder(tmp_path) is None


def test_a_small_workspace_needs_no_file(tmp_path):
    made = MadeWorkspace(cases=6)
    made.write(tmp_path)
    source = QuerySource(tmp_path)
    assert source.current().count(CaseFilter()) == len(made.verdicts)
    assert source.status.is_current
    assert not (tmp_path / "index").exists()
    source.close()


def test_a_large_workspace_is_indexed_by_a_child_and_follows_a_run(tmp_path):
    made = MadeWorkspace(cases=12)
    made.write(tmp_path)
    source = QuerySource(tmp_path, large=10)
    with pytest.raises(IndexNotReady, match="is being built"):
        source.current()
    first = source.wait(120)
    assert first.count(CaseFilter()) == len(made.verdicts)
    judge_again(made, tmp_path, ["aardvark"])
    record_run(made, tmp_path, ["aardvark"])
    source._looked = 0.0
    assert source.current() is first  # the earlier index answers until the next one is built
    assert not source.status.is_current
    newer = source.wait(120)
    assert newer.count(CaseFilter(models=("aardvark",))) == 24
    assert newer.count(CaseFilter()) == len(made.verdicts)
    source.close()


def test_a_build_that_fails_leaves_the_queries_in_memory(tmp_path):
    made = MadeWorkspace(cases=6)
    made.write(tmp_path)
    (tmp_path / "index").mkdir()
    (tmp_path / "index" / "000001.duckdb").mkdir()  # cannot be opened, and cannot be replaced
    said = []
    source = QuerySource(tmp_path, large=10, say=said.append)
    assert source.wait(120).count(CaseFilter()) == len(made.verdicts)
    source.close()


def test_doctor_and_runs_leave_the_index_alone(tmp_path):
    said = []
    path = write_index(MadeWorkspace(cases=6).write(tmp_path), tmp_path / "index")
    Workspace.for_writing(tmp_path, said.append).close()
    assert path.exists()
    assert said == []


def test_the_process_that_builds_an_index_leaves_whatever_would_abort_at_exit():
    aborts = "libc = ctypes.CDLL(None); libc.__cxa_atexit(ctypes.cast(libc.abort, ctypes.c_void_p), None, None)"
    code = f"import ctypes; {aborts}; from askance.server.index_child import leave; print(7); leave(3)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (3, "7\n")
