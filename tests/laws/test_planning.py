"""Law 3: verdicts with de-duplicated calls = verdicts with one call per ask, for every suite."""

import askance
import pytest
from askance.core import ModelInput, query_key
from askance.datasets import open_dataset
from askance.engine.judging import parse_answers
from askance.relations import judge_case
from askance.suites import SUITES, open_suite
from toy import ToyData, ToyModel

from judged import verdicts

LIMIT = 60  # of 120 items: the others' questions are the pool of basic ones
METHOD = "sampling"  # the one way of a suite's several that these offers serve
OFFERS = frozenset({"text", "draws", "temperature"}).union(*(dict(suite.card.optional) for suite in SUITES.values()))
CHEAP = dict.fromkeys(("basic_questions", "basic_chain"), ":ranker=rouge-l")  # which questions are near is no matter
CHEAP["beliefs"] = ":draws=4"
OF_SCENES = ("carets", "metamorphic", "metamorphic_inpaint", "sears", "beliefs")  # the toy world has nothing for them


def answering(shown):
    """Something that depends on the question alone, and is not always readable."""
    size = len(shown.query.stimulus.question)
    return ("yes", "no", "2", "maybe")[size % 4]


def toy_model():
    return ToyModel(answering=answering, supports=OFFERS, needs=frozenset())


def data_for(suite):
    return open_dataset("stickers") if suite in OF_SCENES else ToyData(120)


def spec(suite):
    return suite + CHEAP.get(suite, "")


def one_call_per_ask(suite, data, model):
    """The plain way: every case asks for itself, nothing is shared, nothing is stored."""
    found, known = {}, {}
    rounds = open_suite(spec(suite)).rounds(data, LIMIT, 0)
    cases = next(rounds)
    while cases is not None:
        for case in cases:
            if dict(case.tags).get("method", METHOD) != METHOD:
                continue
            answers = {role: model.answer([ModelInput(query)])[0] for role, query in case.asks}
            found[case.name] = judge_case(case, parse_answers(case, answers), answers)
            known |= {query_key(query): answers[role] for role, query in case.asks}
        cases = next_round(rounds, known)
    return found


def next_round(rounds, answers):
    """The cases of an adaptive suite that follow from the answers so far; None after the last."""
    try:
        return rounds.send(answers)
    except StopIteration:
        return None


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """All suites together, on the data that serve them."""
    others = [suite for suite in SUITES if suite not in OF_SCENES]
    return [
        askance.run(
            toy_model(),
            data_for(some[0]),
            list(map(spec, some)),
            limit=LIMIT,
            out=tmp_path_factory.mktemp("w"),
            batch_size=7,
        )
        for some in (others, OF_SCENES)
    ]


@pytest.mark.parametrize("suite", SUITES)
def test_sharing_calls_changes_no_verdict(suite, runs):
    shared = runs[suite in OF_SCENES]
    plain = one_call_per_ask(suite, data_for(suite), toy_model())
    rows = verdicts(shared, suite=spec(suite))
    assert rows
    assert {row["name"]: (row["holds"], row["value"]) for row in rows} == {
        name: (verdict.holds, verdict.value) for name, verdict in plain.items()
    }
    assert shared.done.left < shared.done.asks
