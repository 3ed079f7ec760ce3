"""Damage: nothing unverified is shown, what is derived is judged again, answers are asked again, in one line each."""

import json
import shutil

import askance
import pytest
from askance import report
from askance.core import Answer, UserError
from askance.core.checksum import add_checksum_to_json, append_checksum, strip_checksum, strip_checksum_from_json
from askance.report.failing_cases import find_failing_cases
from askance.store import JournalEntry, Workspace, case_set_writer, connect
from askance.store.case_set import FOLDER, read_case_set_description
from askance.store.marker_file import MARK
from askance.store.parquet_files import is_intact, to_parquet_bytes
from askance.store.workspace_layout import DERIVED_TABLES
from toy import ToyData, ToyModel

SUITES = ["accuracy", "repeat"]


def run(folder, model=None, **options):
    return askance.run(model or ToyModel(answering=lambda shown: "yes"), ToyData(30), SUITES, out=folder, **options)


def flip(path, place=None):
    data = bytearray(path.read_bytes())
    data[len(data) // 2 if place is None else place] ^= 1
    path.write_bytes(data)


def shown(folder):
    """The rows that a report shows, and the lines that it says."""
    said = []
    return report.table_to_rows(report.current_metrics(Workspace.for_reading(folder, said.append))), said


@pytest.fixture
def folder(tmp_path):
    run(tmp_path / "a")
    return tmp_path / "a"


@pytest.mark.parametrize("table", DERIVED_TABLES)
def test_a_flipped_bit_anywhere_in_a_derived_table_changes_no_figure(folder, table):
    """323 of 4,000 such flips once changed a shown number silently."""
    path = next((folder / table).iterdir())
    whole, (rows, _) = path.read_bytes(), shown(folder)
    for place in range(0, len(whole), 397):
        flip(path, place)
        found, said = shown(folder)
        assert found == rows
        assert (len(said) == 1) == (table == "metrics")
        assert not is_intact(path)
        path.write_bytes(whole)
    assert shown(folder) == (rows, [])


@pytest.mark.parametrize("table", DERIVED_TABLES)
def test_a_table_under_another_name_is_not_believed(folder, table):
    first, second = sorted((folder / table).iterdir())
    one, two = first.read_bytes(), second.read_bytes()
    rows, _ = shown(folder)
    first.write_bytes(two)
    second.write_bytes(one)
    assert shown(folder)[0] == rows
    assert Workspace(folder, lambda line: None).read_derived_tables(table).num_rows == 0


def test_figures_that_cannot_be_made_again_are_not_shown(folder):
    rows, _ = shown(folder)
    case_set = next(case_set for case_set in Workspace(folder).case_sets() if case_set.suite == "repeat")
    flip(next((folder / "metrics").glob(f"{case_set.id}*")))
    flip(next((folder / "asks" / case_set.id).iterdir()))
    found, said = shown(folder)
    assert found == [row for row in rows if row["suite"] != "repeat"]
    assert any("no figures of repeat for toy on toy" in line and "run the same" in line for line in said)


def test_answers_that_fail_are_said_and_the_figures_marked_partial(folder):
    (path,) = (folder / "answers").iterdir()
    flip(path)
    assert shown(folder)[1] == []  # figures that are whole need no answers
    flip(next((folder / "metrics").iterdir()))
    rows, said = shown(folder)
    assert {row["partial"] for row in rows} == {False, True}
    assert [line for line in said if str(path) in line and "left out" in line]
    again = ToyModel(answering=lambda shown: "yes")
    run(folder, again)
    assert len(again.asked) == 90
    assert {row["partial"] for row in shown(folder)[0]} == {False}


@pytest.mark.parametrize("table", ["cases", "asks", "queries"])
def test_a_missing_shard_of_a_deck_is_noticed(tmp_path, monkeypatch, table):
    """A suite of 200,000 cases once became one of 100,000 whose coverage was 100 %."""
    monkeypatch.setattr(case_set_writer, "SHARD_CASES", 10)
    done = run(tmp_path)
    rows = shown(tmp_path)[0]
    case_set = done.pairs[0][0]
    files = sorted((tmp_path / table / case_set).iterdir())
    assert [path.name for path in files] == list(Workspace(tmp_path).case_set(case_set).shards[table])
    assert len(files) == 3
    files[1].unlink()
    said = []
    assert connect(Workspace(tmp_path, said.append), [case_set]).execute("select count(*) from cases").fetchall() == [
        (0,)
    ]
    assert len(said) == 1
    assert str(files[1]) in said[0]
    model = ToyModel(answering=lambda shown: "yes")
    lines = []
    again = run(tmp_path, model, progress=Watching(lines))
    assert model.asked == []
    assert [line for line in lines if "is missing: the cases of accuracy on toy are made again" in line]
    assert again.cases.num_rows == 60
    assert shown(tmp_path)[0] == rows


class Watching:
    """Keeps what is said."""

    def __init__(self, lines):
        self.say = lines.append

    def start(self, total, saved, what=""): ...

    def advance(self, calls): ...

    def finish(self): ...


def test_journal_lines_carry_their_own_digest(tmp_path):
    space = Workspace.for_writing(tmp_path)
    entries = [JournalEntry(bytes([n]) * 16, "m", "f", Answer(text=f"answer {n}"), 0.0) for n in range(6)]
    space.record_answers(entries)
    path = tmp_path / "answers" / "000001.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    space.close()
    (tmp_path / "answers").joinpath(next((tmp_path / "answers").glob("*.parquet"))).unlink()
    changed = lines[1].replace(b"answer 1", b"answer 7")  # JSON as good as any
    path.write_bytes(b"\0\0\xff\n" + lines[0] + changed + b"a foreign line\n" + lines[2] + lines[2] + lines[3] + b"\n"
                     + lines[4] + lines[5][:-9])  # fmt: skip
    said = []
    space = Workspace.for_writing(tmp_path, said.append)
    texts = [text for (text,) in connect(space).execute("select text from answers order by text").fetchall()]
    space.close()
    assert texts == ["answer 0", "answer 2", "answer 3", "answer 4"]
    assert len(said) == 1
    assert "3 damaged records: set aside as" in said[0]


def test_copies_of_answers_count_once(folder):
    (path,) = (folder / "answers").iterdir()
    shutil.copy(path, path.with_name(path.name.replace("000001", "000007")))
    count = "select count(*) from answers"
    assert connect(Workspace(folder)).execute(count).fetchall() == [(90,)]
    run(folder)
    assert connect(Workspace(folder)).execute(count).fetchall() == [(90,)]


def test_damaged_run_records_and_descriptions_are_set_aside(folder):
    rows, _ = shown(folder)
    flip(folder / "runs" / "000001.json")
    case_set = next((folder / FOLDER).iterdir())
    case_set.write_bytes(b"\xff\xfe{")
    said = shown(folder)[1]
    assert any("runs/000001.json is damaged" in line for line in said)
    model, lines = ToyModel(answering=lambda shown: "yes"), []
    run(folder, model, progress=Watching(lines))
    assert model.asked == []
    assert len([line for line in lines if "set aside" in line]) == 2
    assert shown(folder) == (rows, [])
    assert [path.name for path in (folder / "runs").iterdir()] == ["000001.json"]


def test_a_lost_run_record_is_noticed(folder, capsys):
    askance.run(ToyModel("other", "other"), ToyData(6), out=folder)
    (folder / "runs" / "000002.json").unlink()
    assert len(Workspace(folder).unrecorded_tables()) == 1
    from askance.cli.main import main

    for options in ([], ["--failures", str(folder / "failing.jsonl"), "-s", "repeat"]):
        with pytest.raises(SystemExit):
            main(["report", str(folder), *options])
        assert "belongs to no recorded run" in capsys.readouterr().err


@pytest.mark.parametrize("mark", [b"", b"{", b"\xff", b"[]", b'{"schema": 2}', b'{"schema": 3, "digest": "x"}', None])
def test_a_damaged_mark_is_written_again_while_answers_are_intact(folder, mark):
    rows, _ = shown(folder)
    if mark is None:
        (folder / MARK).unlink()
    else:
        (folder / MARK).write_bytes(mark)
    found, said = shown(folder)
    assert found == rows
    assert len(said) == 1
    model = ToyModel(answering=lambda shown: "yes")
    run(folder, model)
    assert model.asked == []
    assert shown(folder) == (rows, [])


def test_a_mark_among_files_of_others_is_refused(tmp_path):
    (tmp_path / MARK).write_text("mine")
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(UserError, match="is not the mark of a workspace: choose another folder"):
        Workspace.for_writing(tmp_path)


def test_files_of_others_are_ignored_in_one_line(folder):
    rows, _ = shown(folder)
    for name in ("answers/notes.txt", "answers/abc.jsonl", "decks/x.json", "runs/.DS_Store", "metrics/mine.parquet",
                 "cases/notes.txt"):  # fmt: skip
        (folder / name).write_bytes(b"mine")
    for name in ("answers/000001.parquet", "answers/000002-0123456789abcdef.parquet", "runs/000009.json"):
        (folder / name).mkdir()
    assert shown(folder) == (rows, [])
    model, lines = ToyModel(answering=lambda shown: "yes"), []
    run(folder, model, progress=Watching(lines))
    assert model.asked == []
    assert shown(folder)[0] == rows
    ignored = [line for line in lines if "which are ignored" in line]
    assert len(ignored) == 1
    assert "answers/abc.jsonl" in ignored[0]
    assert ".DS_Store" not in ignored[0]
    assert (folder / "answers" / "notes.txt").read_bytes() == b"mine"


def aged(folder):
    """Turn a workspace into one of schema 1, whose figures are wrong as well."""
    space = Workspace.for_reading(folder)
    for table in DERIVED_TABLES:
        empty = space.read_derived_tables(table).slice(0, 0)
        for path in (folder / table).iterdir():
            path.write_bytes(to_parquet_bytes(empty))
    for path in [*(folder / "runs").iterdir(), *(folder / "decks").iterdir()]:
        value = strip_checksum_from_json(path.name, path.read_bytes())
        value.pop("shards", None)
        path.write_text(json.dumps(value))
    (folder / MARK).write_text('{"schema": 1}')


def test_a_workspace_of_schema_1_is_read_and_brought_up(folder):
    rows, _ = shown(folder)
    aged(folder)
    found, said = shown(folder)
    assert found == rows
    assert len(said) == 1
    assert "was written by an older askance" in said[0]
    model, lines = ToyModel(answering=lambda shown: "yes"), []
    run(folder, model, progress=Watching(lines))
    assert model.asked == []
    assert any("brought to schema 2" in line for line in lines)
    assert shown(folder) == (rows, [])
    assert all(read_case_set_description(path) for path in (folder / FOLDER).iterdir())


def test_journals_of_both_versions_are_read_in_a_workspace_of_schema_1(tmp_path):
    space = Workspace.for_writing(tmp_path)
    space.record_answers([JournalEntry(bytes([n]) * 16, "m", "f", Answer(text=f"answer {n}"), 0.0) for n in range(2)])
    path = tmp_path / "answers" / "000001.jsonl"
    first, second = path.read_bytes().splitlines(keepends=True)
    space.close()
    next((tmp_path / "answers").glob("*.parquet")).unlink()
    path.write_bytes(first.partition(b" ")[2] + second)
    (tmp_path / MARK).write_text('{"schema": 1}')
    Workspace.for_writing(tmp_path).close()
    assert connect(Workspace(tmp_path)).execute("select count(*) from answers").fetchall() == [(2,)]


@pytest.mark.parametrize("table", ["cases", "asks", "queries"])
def test_a_deck_of_schema_1_that_lacks_a_shard_is_made_again(tmp_path, monkeypatch, table):
    monkeypatch.setattr(case_set_writer, "SHARD_CASES", 10)
    done = run(tmp_path)
    aged(tmp_path)
    sorted((tmp_path / table / done.pairs[0][0]).iterdir())[2].unlink()
    lines = []
    assert run(tmp_path, progress=Watching(lines)).cases.num_rows == 60
    assert any(f"{done.pairs[0][0]}.json is damaged" in line for line in lines)


def test_the_lock_is_let_go_when_opening_fails(tmp_path):
    (tmp_path / "set-aside").write_text("a file")
    (tmp_path / "answers").write_text("a file")
    for _ in range(2):
        with pytest.raises(UserError, match="cannot write"):
            Workspace.for_writing(tmp_path)


def test_seals_are_of_name_and_content():
    assert strip_checksum("a", append_checksum("a", b"data")) == b"data"
    assert strip_checksum("b", append_checksum("a", b"data")) is None
    assert strip_checksum("a", append_checksum("a", b"data")[:-1]) is None
    assert strip_checksum_from_json("a", add_checksum_to_json("a", {"x": (1, None, 0.1, "ü")})) == {
        "x": [1, None, 0.1, "ü"]
    }
    assert strip_checksum_from_json("b", add_checksum_to_json("a", {"x": 1})) is None
    for strange in (b"", b"null", b'{"digest": 1}', b'{"x": "\\ud800", "digest": "0"}', b"[" * 10**5, b'{"x": 1e999}'):
        assert strip_checksum_from_json("a", strange) is None


@pytest.mark.parametrize("is_deleted", [False, True])
def test_failing_cases_whose_answers_are_lost_are_counted_not_shown(tmp_path, monkeypatch, is_deleted):
    """Half the asks of a case may lie in another shard."""
    monkeypatch.setattr("askance.store.workspace.ROTATE_ROWS", 30)
    answers = iter(range(1000))
    run(tmp_path, ToyModel(answering=lambda shown: str(next(answers))))
    path = sorted((tmp_path / "answers").iterdir())[1]
    if is_deleted:
        path.unlink()
    else:
        flip(path)
    said = []
    space = Workspace.for_reading(tmp_path, said.append)
    repeat = next(each for each in report.current_results(space) if each.suite == "repeat")
    found = list(find_failing_cases(space, repeat))
    assert 0 < len(found) < 30
    assert all(len(each.answers) == len(each.case.asks) for each in found)
    assert f"repeat for toy on toy: {30 - len(found)} of 30 failing cases lack stored cases or answers" in said[-1]
