"""Law 2: the key of a query is the digest of the whole frozen request."""

import subprocess
import sys

import msgspec
from askance.core import (
    Choose,
    Condition,
    Query,
    Score,
    Step,
    Stimulus,
    Text,
    call_key,
    canonical_bytes,
    decode_query,
    digest,
    encode_query,
    query_key,
)
from hypothesis import given
from hypothesis import strategies as st

texts = st.text(max_size=12)
scalars = st.one_of(
    texts, st.integers(-9, 9), st.floats(allow_nan=False, allow_infinity=False), st.booleans(), st.none()
)
steps = st.builds(
    lambda name, args: Step.of(name, **args),
    texts,
    st.dictionaries(
        st.from_regex("[a-z]{1,5}", fullmatch=True).filter(lambda k: k not in ("name", "version")), scalars, max_size=3
    ),
)
chains = st.lists(steps, max_size=2).map(tuple)
turns = st.lists(st.tuples(texts, texts), max_size=2).map(tuple)
stimuli = st.builds(Stimulus, st.one_of(st.none(), texts), texts, chains, turns)
conditions = st.builds(Condition, st.floats(0, 2), st.booleans(), chains)
readouts = st.one_of(
    st.just(Text()), st.builds(Score, texts), st.builds(Choose, st.lists(texts, max_size=3).map(tuple))
)
addressees = st.sampled_from(["subject", "writer", "judge"])
queries = st.builds(Query, stimuli, readouts, conditions, st.integers(0, 99), addressees)


@given(queries)
def test_the_request_is_the_whole_query(query):
    assert decode_query(encode_query(query)) == query
    assert query_key(query) == digest(encode_query(query))


@given(queries, queries)
def test_other_query_other_key(one, other):
    assert (query_key(one) == query_key(other)) == (repr(one) == repr(other))  # 1 and 1.0 are two requests


@given(queries)
def test_any_field_changes_the_key(query):
    changed = [
        msgspec.structs.replace(query, draw=query.draw + 1),
        msgspec.structs.replace(query, to="judge" if query.to != "judge" else "writer"),
        msgspec.structs.replace(query, readout=Score("another answer than any")),
        msgspec.structs.replace(query, condition=Condition(temperature=3.0)),
        msgspec.structs.replace(
            query, stimulus=msgspec.structs.replace(query.stimulus, question=query.stimulus.question + "?")
        ),
        msgspec.structs.replace(
            query, stimulus=msgspec.structs.replace(query.stimulus, image="another image than any")
        ),
        msgspec.structs.replace(
            query, stimulus=msgspec.structs.replace(query.stimulus, edits=(*query.stimulus.edits, Step("x")))
        ),
        msgspec.structs.replace(
            query, stimulus=msgspec.structs.replace(query.stimulus, turns=(*query.stimulus.turns, ("x", "y")))
        ),
    ]
    keys = {query_key(each) for each in changed}
    assert query_key(query) not in keys
    assert len(keys) == len(changed)


def test_every_field_of_the_nouns_is_in_the_request():
    query = Query(Stimulus("i", "q", turns=(("x", "y"),)))
    written = msgspec.json.decode(encode_query(query))
    assert set(Query.__struct_fields__) == set(written)
    assert set(Stimulus.__struct_fields__) == set(written["stimulus"])
    assert set(Condition.__struct_fields__) == set(written["condition"])


def test_a_query_without_turns_has_the_key_it_had_before_there_were_turns():
    keys = [Stimulus("a", "Is it?"), Stimulus("a", "Is it?", ()), Stimulus("a", "Is it?", turns=())]
    assert {query_key(Query(each)).hex() for each in keys} == {"88dae5ba54736959920f4380291fdb2b"}
    edited = Query(Stimulus("a", "Is it?", (Step.of("blur", sigma=3.0, kind="x"),)), draw=2)
    assert query_key(edited).hex() == "2845832faff57d5fb2c7219bbc332e6f"
    told = b'{"image":"a","question":"Is it?","edits":[],"turns":[]}'
    assert canonical_bytes(msgspec.json.decode(told, type=Stimulus)) == canonical_bytes(Stimulus("a", "Is it?"))


def test_the_same_key_in_another_process():
    code = (
        "from askance.core import *;"
        "print(query_key(Query(Stimulus('a', 'Is it?', (Step.of('blur', sigma=3.0, kind='x'),)), draw=2)).hex())"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}
        ).stdout.strip()
        for seed in ("1", "2")
    }
    here = query_key(Query(Stimulus("a", "Is it?", (Step.of("blur", kind="x", sigma=3.0),)), draw=2)).hex()
    assert runs == {here}


def test_the_call_key_adds_the_fingerprint():
    key = query_key(Query(Stimulus("a", "b")))
    assert len({call_key(key, "m1"), call_key(key, "m2"), key}) == 3
