"""Words are found by tokens exactly where SQL finds them in the texts."""

import duckdb
import numpy as np
import pytest
from askance.server import filter_ids
from askance.server.case_filter import SearchWord, short_word, whole_word_pattern
from askance.server.filter_ids import FilterReader, IndexNames
from askance.server.query_pool import QueryPool
from askance.server.token_index import TokenIndex, can_search
from hypothesis import given
from hypothesis import strategies as st

NAMES = IndexNames((), (), (), (), (), ())
LETTERS = st.text(st.sampled_from(["a", "b", "B", "c", "é", "É", " ", "\t", "%", "'", "\x1f", "İ", "ß"]), max_size=8)
TEXTS = st.lists(st.lists(LETTERS, max_size=3), max_size=8)


def reader_of(texts):
    """A reader over tables of texts as an index has them."""
    database = duckdb.connect()
    for table in ("question", "answer"):
        database.execute(f"create table {table}(id uinteger, search varchar)")
        for number, some in enumerate(texts):
            sql = f"insert into {table} values (?, lower(array_to_string(?::varchar[], chr(31))))"
            database.execute(sql, [number, some])
    return FilterReader(QueryPool(database), NAMES, {"question": len(texts), "answer": len(texts)})


@given(TEXTS, LETTERS)
def test_tokens_find_what_sql_finds(texts, word):
    reader = reader_of(texts)
    whole = whole_word_pattern(short_word(word)) if short_word(word) else ""
    sql = f"select id from question where {'regexp_matches(search, ?)' if whole else 'contains(search, lower(?))'}"
    found = reader.pool.numpy(sql, [whole or word])["id"]
    term = reader._term([SearchWord(word)], None)
    assert np.flatnonzero(term.questions).tolist() == sorted(found.tolist())
    assert (term.answers is None) == (len(found) == 0)
    assert len(term.questions) == len(texts) + 1  # the last place stands for verdicts without a text
    reader.pool.close()


def test_the_tokens_are_made_once_and_only_of_few_texts(monkeypatch):
    reader = reader_of([["Is it red?"], ["a dog", "Red hair"], []])
    assert np.flatnonzero(reader._term([SearchWord("red")], None).questions).tolist() == [0, 1]
    assert isinstance(reader.tokens["question"], TokenIndex)
    monkeypatch.setattr(filter_ids, "MOST_BYTES", 3)
    large = reader_of([["Is it red?"], ["a dog", "Red hair"], []])
    assert np.flatnonzero(large._term([SearchWord("RED")], None).questions).tolist() == [0, 1]
    assert large.tokens == {"question": None, "answer": None}


@pytest.mark.parametrize(("word", "expected"), [("no", [0, 2]), ("NO?", [0, 2]), ("is", [0]), ("nor", [1])])
@pytest.mark.parametrize("most", [3, 1000])
def test_a_short_word_is_found_as_a_whole_word(monkeypatch, word, expected, most):
    monkeypatch.setattr(filter_ids, "MOST_BYTES", most)
    reader = reader_of([["Is there no dog?"], ["Not north, nor this"], ["one dog", "No."]])
    assert np.flatnonzero(reader._term([SearchWord(word)], None).questions).tolist() == expected


@pytest.mark.parametrize(("word", "expected"), [("red", True), ("dark red", False), ("a\x1fb", False)])
def test_phrases_are_left_to_sql(word, expected):
    assert can_search(word) == expected
