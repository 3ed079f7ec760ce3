"""Law 3: verdicts with de-duplicated calls = verdicts with one call per ask, for every suite."""

import askance
import pytest
from askance.core import Shown
from askance.engine.judging import read_answers
from askance.relations import judge
from askance.suites import SUITES, open_suite
from toy import ToyData, ToyModel, truth

LIMIT = 60  # of 120 items: the others' questions are the pool of basic ones
METHOD = "sampling"  # the one way of a suite's several that these offers serve
OFFERS = frozenset({"text", "draws", "temperature"}).union(*(dict(suite.card.optional) for suite in SUITES.values()))


def one_call_per_ask(suite, data, model):
    """The plain way: every case asks for itself, nothing is shared, nothing is stored."""
    found = {}
    for case in next(open_suite(suite).rounds(data, LIMIT, 0)):
        if dict(case.tags).get("method", METHOD) != METHOD:
            continue
        answers = {
            role: model.answer(
                [Shown(query, None, data.scene(query.stimulus.image), data.picture(query.stimulus.image))]
            )[0]
            for role, query in case.asks
        }
        found[case.name] = judge(case, read_answers(case, answers), answers)
    return found


def sometimes_wrong(shown):
    right = truth(shown.query.stimulus.question)
    return right if len(shown.query.stimulus.question) % 3 else "maybe"


@pytest.mark.parametrize("suite", SUITES)
def test_sharing_calls_changes_no_verdict(suite, tmp_path):
    data = ToyData(120)
    model = ToyModel(answering=sometimes_wrong, offers=OFFERS)
    shared = askance.run(model, data, list(SUITES), limit=LIMIT, out=tmp_path, batch_size=7)
    plain = one_call_per_ask(suite, data, ToyModel(answering=sometimes_wrong))
    rows = [row for row in shared.verdicts.to_pylist() if row["suite"] == suite]
    assert {row["name"]: (row["holds"], row["value"]) for row in rows} == {
        name: (verdict.holds, verdict.value) for name, verdict in plain.items()
    }
    assert shared.done.left < shared.done.asks
