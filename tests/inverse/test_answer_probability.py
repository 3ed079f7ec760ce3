"""How sure any model is of an answer: with scores, without, and what a faulty model gets."""

import pytest
from askance.core import Answer, UserError
from askance.inverse.answer_probability import answer_probabilities
from askance.models.python_model import PythonModel
from toy import ToyData, ToyModel

ASKED = [("toy-1-00000", "Is it number 2?", "yes"), ("toy-1-00000", "Is it number 3?", "yes")]


def test_a_model_without_scores_is_sure_or_not():
    assert answer_probabilities(ToyModel(), ToyData(3), ASKED) == [1.0, 0.0]
    assert answer_probabilities(PythonModel(lambda image, question: "Yes."), ToyData(3), ASKED) == [1.0, 1.0]


class Scoring(ToyModel):
    def answer(self, shown):
        return [Answer(score=0.25) for _ in shown]


def test_a_model_with_scores_says_how_sure_it_is():
    model = Scoring(supports=frozenset({"text", "score"}))
    assert answer_probabilities(model, ToyData(3), ASKED) == [0.25, 0.25]


class Failing(ToyModel):
    def answer(self, shown):
        raise RuntimeError("out of\nmemory")


class TooFew(ToyModel):
    def answer(self, shown):
        return []


@pytest.mark.parametrize(("model", "line"), [(Failing(), "toy: .*out of"), (TooFew(), "toy: .*0 answers")])
def test_a_model_that_fails_is_one_line(model, line):
    with pytest.raises(UserError, match=line) as caught:
        answer_probabilities(model, ToyData(3), ASKED)
    assert "\n" not in str(caught.value)
