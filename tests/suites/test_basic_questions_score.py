"""R_score's limits and the accuracy mode as options of basic_questions; what lies outside 0 to 1 is clipped."""

from dataclasses import dataclass

import askance
import pytest
from askance.core import Answer, Case, Item, Query, Stimulus, UserError
from askance.metrics import r_score
from askance.relations import RELATIONS
from askance.suites import SUITES, open_suite
from toy import ToyData, ToyModel

GENERAL = {13.55: 0.19, 5.85: 0.48, 6.59: 0.45, 10.20: 0.30, 9.13: 0.34, 8.67: 0.36}
YES_NO = {17.11: 0.08, 5.99: 0.48, 4.91: 0.53, 10.13: 0.30, 12.19: 0.23, 8.46: 0.37}


@pytest.fixture
def pool(tmp_path):
    path = tmp_path / "pool.txt"
    path.write_text("\n".join(f"Is it thing {number}?" for number in range(30)))
    return path


@dataclass
class People(ToyData):
    """Ten items; k of ten people say yes to each, the others no."""

    agree: int = 3

    def items(self, limit=None, seed=0):
        for number in range(10):
            answers = ("yes",) * self.agree + ("no",) * (10 - self.agree)
            yield Item(f"item-{number}", f"image-{number}", f"Is it number {number}?", answers, (("type", "yes/no"),))


def distracted(shown):
    """Yes to the question alone; where others stand behind it, something that nobody said, of one item in five."""
    question = shown.query.stimulus.question
    is_noisy, number = question.count("?") > 1, int(question.split("?")[0].split()[-1])
    return "maybe" if is_noisy and number % 5 == 0 else "yes"


def figures(done):
    rows = [row for row in done.metrics.to_pylist() if row["group"] == ""]
    return {(row["suite"].partition("pool=")[2].partition(",")[2], row["metric"]): row["value"] for row in rows}


def test_t_and_m_move_the_score_and_ask_nothing_again(pool, tmp_path):
    spec = f"basic_questions:ranker=bleu-1,pool={pool}"
    model = ToyModel(answering=distracted)
    suites = [spec, f"{spec},m=80", f"{spec},t=30,m=80", f"{spec},t=1,m=10"]
    done = askance.run(model, People(agree=10), suites, out=tmp_path / "run")
    found = figures(done)
    assert found["", "difference"] == pytest.approx(20)
    assert found["", "r_score"] == 0  # at m
    assert found["m=80", "r_score"] == pytest.approx(r_score(20, m=80)) == pytest.approx(0.513, abs=1e-3)
    assert found["t=30,m=80", "r_score"] == 1  # the formula gives 1.29: less than t is full robustness
    assert found["t=1,m=10", "r_score"] == 0  # the formula gives -0.61: more than m is none
    assert len(model.asked) == 80


@pytest.mark.parametrize(("mode", "value"), [("default", 90), ("official", 90), ("plain", 100)])
def test_plain_is_equation_6(pool, tmp_path, mode, value):
    spec = f"basic_questions:ranker=bleu-1,pool={pool},mode={mode}"
    model = ToyModel(answering=lambda shown: "yes")
    done = askance.run(model, People(agree=3), [spec], out=tmp_path / "run")
    assert figures(done)[f"mode={mode}", "accuracy"] == pytest.approx(value)


@pytest.mark.parametrize(
    ("relation", "scores"),
    [
        ("truth", (0, 0.3, 0.6, 0.9, 1)),
        ("truth_official", (0, 0.3, 0.6, 0.9, 1)),
        ("truth_plain", (0, 1 / 3, 2 / 3, 1, 1)),
    ],
)
def test_the_modes_of_accuracy(relation, scores):
    for matches, score in enumerate(scores):
        expected = {"ask": ("red",) * matches + ("blue",) * (10 - matches)}
        case = Case.of("s", "n", {"ask": Query(Stimulus("i", "What color is it?"))}, relation, expected=expected)
        assert RELATIONS[relation].judge(case, {}, {"ask": Answer(text="red")}).value == pytest.approx(score)


@pytest.mark.parametrize(("difference", "score"), [*GENERAL.items(), *YES_NO.items()])
def test_the_paper_s_scores_stay(difference, score):
    suite = SUITES["basic_questions"]
    assert (suite.t, suite.m, suite.mode) == (0.05, 20, "default")
    assert round(r_score(difference, suite.t, suite.m), 2) == score


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ("t=-1", "t=-1: not a number from 0 to 100"),
        ("m=101", "m=101: not a number from 0 to 100"),
        ("m=many", "m=many: not a number from 0 to 100"),
        ("t=nan", "t=nan: not a number from 0 to 100"),
        ("t=20", "r_score needs 0 ≤ t < m ≤ 100, not t = 20.0 and m = 20.0"),
        ("t=30,m=10", "r_score needs 0 ≤ t < m ≤ 100, not t = 30.0 and m = 10.0"),
        ("mode=strict", "mode=strict: not one of default, official, plain"),
    ],
)
def test_limits_and_modes_that_make_no_sense_are_refused_in_one_line(options, line):
    with pytest.raises(UserError) as found:
        open_suite(f"basic_questions:ranker=cider,{options}")
    assert line in str(found.value)
    assert "\n" not in str(found.value)


def test_the_meaning_of_r_score_names_the_limits_that_are_used():
    meanings = {each.name: each.meaning for each in open_suite("basic_questions:t=1,m=40").card.metrics}
    assert "1 for at most t = 1 points, 0 for at least m = 40 points" in meanings["r_score"]
