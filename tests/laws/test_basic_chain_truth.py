"""Law 8 for basic_chain: the oracle is right with any chain; who heeds what stands around a question is found here."""

import askance
import pytest
from askance.models.defective import FAULTS

pytestmark = pytest.mark.heavy
LEFT_OUT = ("slow", "crashes", "noise-sensitive")  # slow ones; and who fails by the query's key
OTHERS = [name for name in FAULTS if name not in (*LEFT_OUT, "distracted", "echoes")]
CHAIN = "basic_chain:ranker=rouge-l"
TURNS = f"{CHAIN},s1=0,s2=0,s3=0,as=turns"  # every basic question is asked and told


@pytest.fixture(scope="module", params=[18, pytest.param(36, marks=pytest.mark.slow)])
def found(request, tmp_path_factory):
    names = ["oracle", *(f"defective:{name}" for name in ("distracted", "echoes", *OTHERS))]
    done = askance.run(names, "stickers", [CHAIN, TURNS], limit=request.param, out=tmp_path_factory.mktemp("chain"))
    return {
        (row["model"].removeprefix("defective:"), row["suite"], row["metric"], row["group"]): row["value"]
        for row in done.metrics.to_pylist()
    }


@pytest.mark.parametrize("length", range(4))
def test_the_oracle_is_right_with_every_length_of_chain(found, length):
    assert found["oracle", CHAIN, "accuracy", f"appended-{length}"] == 100


@pytest.mark.parametrize("suite", [CHAIN, TURNS])
def test_the_oracle_is_right_and_all_is_decided(found, suite):
    for metric in ("without", "chain", "coverage", *(["tuned", "tuned_without"] if suite == CHAIN else [])):
        assert found["oracle", suite, metric, ""] == 100
    assert found["oracle", suite, "gain", ""] == 0


def test_there_are_chains_to_be_distracted_by(found):
    assert found["oracle", CHAIN, "share", "appended-0"] < 50
    assert found["oracle", TURNS, "share", "appended-3"] > 95


def test_who_answers_the_last_question_falls_where_it_is_a_basic_one(found):
    assert found["distracted", CHAIN, "without", ""] == 100
    assert found["distracted", CHAIN, "chain", ""] < 80
    assert found["distracted", CHAIN, "tuned", ""] == 100  # no basic question is the best it can get
    assert found["distracted", TURNS, "chain", ""] == 100


def test_who_repeats_itself_falls_with_turns_alone(found):
    assert found["echoes", TURNS, "without", ""] == 100
    assert found["echoes", TURNS, "chain", ""] < 80
    assert found["echoes", CHAIN, "chain", ""] == 100


@pytest.mark.parametrize("suite", [CHAIN, TURNS])
@pytest.mark.parametrize("fault", OTHERS)
def test_nobody_else_minds(found, fault, suite):
    assert found[fault, suite, "gain", ""] == 0
    if suite == CHAIN:
        lengths = {found[fault, CHAIN, "accuracy", f"appended-{length}"] for length in range(4)}
        assert len({round(value, 9) for value in lengths}) == 1


def test_the_faults_say_so_themselves():
    assert {name for name, fault in FAULTS.items() if "basic_chain:as=turns" in fault.fails_on} == {"echoes"}
    assert {name for name, fault in FAULTS.items() if "basic_chain" in fault.fails_on} == {"distracted"}
