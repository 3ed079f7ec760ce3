"""The page of a case shows the same answers from files and from a journal that grows."""

import shutil

import pyarrow.parquet as pq
import pytest
from askance.core import Answer
from askance.server.journal_answers import JournalAnswers
from askance.store import Workspace
from askance.store.journal import Journal, JournalEntry, read_journal

from dashboard_pages import make_client


def entry(number, model="m", text="yes", **fields):
    return JournalEntry(bytes([number]), model, f"print {model}", Answer(text=text, **fields), 0.1)


def texts(journals, numbers, model="m"):
    return [each.answer.text for each in journals.find([bytes([n]) for n in numbers], f"print {model}")]


@pytest.fixture
def journal(tmp_path):
    found = Journal(tmp_path / "answers" / "000001.jsonl")
    yield found
    found.close()


def test_what_is_added_is_found(tmp_path, journal):
    journals = JournalAnswers(tmp_path)
    assert texts(journals, [1]) == []
    journal.append([entry(1), entry(2, text="no"), entry(1, "other", text="red")])
    assert texts(journals, [1, 2, 3]) == ["yes", "no"]
    journal.append([entry(3, text="two")])
    assert texts(journals, [3, 1]) == ["two", "yes"]
    assert texts(journals, [1], "other") == ["red"]


def test_a_line_that_is_being_written_is_read_when_it_is_whole(tmp_path, journal):
    journals, path = JournalAnswers(tmp_path), journal.path
    journal.append([entry(1), entry(2)])
    data = path.read_bytes()
    path.write_bytes(data[:-5])
    assert texts(journals, [1, 2]) == ["yes"]
    path.write_bytes(data[:-1])  # all but its line break
    assert texts(journals, [1, 2]) == ["yes", "yes"]
    assert [each.query for each in read_journal(path).entries] == [bytes([1]), bytes([2])]
    path.write_bytes(data)
    assert texts(journals, [1, 2]) == ["yes", "yes"]


def test_a_journal_that_became_a_shard_is_forgotten(tmp_path, journal):
    journals = JournalAnswers(tmp_path)
    journal.append([entry(1)])
    assert texts(journals, [1]) == ["yes"]
    journal.path.unlink()
    assert texts(journals, [1]) == []


def test_a_shorter_journal_is_another_one(tmp_path, journal):
    journals = JournalAnswers(tmp_path)
    journal.append([entry(1), entry(2)])
    assert texts(journals, [2]) == ["yes"]
    journal.path.unlink()
    other = Journal(journal.path)
    other.append([entry(2, text="no")])
    other.close()
    assert texts(journals, [1, 2]) == ["no"]


def to_journal(folder):
    """Turn the answer shards of a workspace back into a journal."""
    journal = Journal(folder / "answers" / "900000.jsonl")
    for path in Workspace.for_reading(folder).answer_shards():
        rows = pq.read_table(path).to_pylist()
        journal.append(
            JournalEntry(
                row["query_key"], row["model"], row["fingerprint"],
                Answer(row["status"], row["text"], row["score"], tuple((t["answer"], t["score"]) for t in row["top"]),
                       row["reason"], row["temporary"]),
                row["seconds"],
            )
            for row in rows
        )  # fmt: skip
        path.unlink()
    journal.close()


def test_the_page_of_a_case_does_not_depend_on_where_its_answers_are(demo_workspace, tmp_path):
    folder = shutil.copytree(demo_workspace, tmp_path / "small-demo")
    rows = make_client(demo_workspace).get("/api/cases?size=12&suite=carets").json()["rows"]
    addresses = [f"/api{row['shown']['address']}" for row in rows]
    from_files = [make_client(demo_workspace).get(address).json() for address in addresses]
    to_journal(folder)
    client = make_client(folder)
    assert [client.get(address).json() for address in addresses] == from_files
    assert any(ask for page in from_files for ask in page["asks"])
