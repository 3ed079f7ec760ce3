"""Law 8 for basic_questions: who does not answer the first question is found; nobody else minds the noise."""

import askance
import pytest
from askance.models.defective import FAULTS

from judged import verdicts

pytestmark = pytest.mark.heavy
SUITE = "basic_questions:ranker=bleu-1"  # any ranker will do: the truth does not depend on how well it ranks
MINDS = "distracted"
OTHERS = [name for name in FAULTS if name not in ("slow", "crashes", "noise-sensitive", MINDS)]
LEVELS = [f"level-{level}" for level in range(8)]


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    names = ["oracle", *(f"defective:{fault}" for fault in ("crashes", MINDS, *OTHERS))]
    return askance.run(names, "stickers", [SUITE], limit=120, out=tmp_path_factory.mktemp("basic"))


@pytest.fixture(scope="module")
def figures(done):
    return {
        (row["model"].removeprefix("defective:"), row["metric"], row["group"]): row for row in done.metrics.to_pylist()
    }


def test_the_oracle_is_right_at_every_level(figures):
    for level in LEVELS:
        row = figures["oracle", "accuracy", level]
        assert (row["value"], row["n"], row["undecided"]) == (100, 120, 0)
    assert figures["oracle", "r_score", ""]["value"] == 1
    assert figures["oracle", "monotonicity", ""]["value"] == 100


@pytest.mark.parametrize("model", ["crashes", *OTHERS])
def test_nobody_else_minds_what_stands_behind_the_question(figures, model):
    for level in LEVELS[1:]:
        assert figures[model, "r_score", level]["value"] == 1
        assert figures[model, "difference", level]["value"] == 0
        assert figures[model, "difference", level]["n"] >= 80


@pytest.mark.parametrize("model", OTHERS)
def test_each_case_gets_the_verdict_of_its_plain_question(done, model):
    rows = verdicts(done, f"defective:{model}")
    plain = {row["name"].partition("/")[0]: row for row in rows if row["group"] == "level-0"}
    assert len(rows) == 8 * len(plain) == 960
    other = [row for row in rows if _told(row) != _told(plain[row["name"].partition("/")[0]])]
    assert not other


def _told(row):
    return row["holds"], row["value"], row["status"], [(role, said.lower()) for role, said in row["said"]]


def test_who_answers_the_last_question_falls_at_every_level_but_the_plain_one(figures):
    assert figures[MINDS, "accuracy", "level-0"]["value"] == 100
    for level in LEVELS[1:]:
        assert figures[MINDS, "accuracy", level]["high"] < 80
        assert figures[MINDS, "r_score", level]["value"] == 0
    for kind in ("yes-no", "number", "other"):
        assert figures[MINDS, "difference", f"level-1/{kind}"]["value"] > 10


def test_the_faults_say_so_themselves():
    assert {name for name, fault in FAULTS.items() if "basic_questions" in fault.fails_on} == {MINDS}
