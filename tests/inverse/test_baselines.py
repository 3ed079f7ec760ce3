"""The question models that need no training of their own."""

from math import log

import numpy as np
import pytest
from askance.core import Answer, UserError
from askance.inverse import open_generator
from askance.inverse.image_features import ImageVectors
from askance.inverse.labelled_questions import LabelledQuestion, QuestionTable
from askance.inverse.nearest_neighbour import NearestNeighbour, answer_distance
from askance.inverse.open_generator import open_question_model
from askance.inverse.training_questions import question_prior, random_training_questions
from askance.inverse.vqa_reranking import VqaReranking
from small_world import ScoringModel

TABLE = QuestionTable(
    "made",
    [
        LabelledQuestion("a", "Is it red?", "yes"),
        LabelledQuestion("b", "is it red", "no"),
        LabelledQuestion("a", "How many cars?", "2"),
        LabelledQuestion("b", "What color is the car?", "red"),
        LabelledQuestion("c", "What color is the dog?", "red"),
        LabelledQuestion("c", "Is it a dog?", "yes"),
    ],
)
LOOKS = ImageVectors(["a", "b", "c"], np.eye(3, dtype=np.float32))


def texts(drawn):
    return [one.question for one in drawn]


def test_random_training_questions_fit_the_answer_type():
    model = random_training_questions(TABLE)
    drawn = model.draw_questions("x", None, "no", 200, 0)
    assert set(texts(drawn)) == {"Is it red?", "Is it a dog?"}
    assert texts(drawn).count("Is it red?") == pytest.approx(133, abs=25)  # it is asked twice as often
    assert drawn == model.draw_questions("x", None, "no", 200, 0) != model.draw_questions("x", None, "no", 200, 1)
    assert texts(model.best_questions("x", None, "7", 5, 0)) == ["How many cars?"]
    total, per_word = model.score_questions("x", None, "yes", ["is it red?"], 0)[0]
    assert total == pytest.approx(log(2 / 3))
    assert per_word == pytest.approx(log(2 / 3) / 4)


def test_the_prior_ignores_the_answer():
    model = question_prior(TABLE)
    known, new = model.score_questions("x", None, "7", ["Is it red?", "Is it new?"], 0)
    assert known == model.score_questions("y", None, "yes", ["Is it red?"], 0)[0]
    assert (known[0], new[0]) == pytest.approx((log(2 / 6), log(0.5 / 6)))
    assert texts(model.best_questions("x", None, "7", 1, 0)) == ["Is it red?"]
    assert model.fingerprint != random_training_questions(TABLE).fingerprint


def test_the_nearest_neighbour_has_the_answer_and_looks_alike():
    model = NearestNeighbour(TABLE, LOOKS, encode=lambda picture: np.array([0.1, 0.2, 0.97], np.float32))
    best = model.best_questions("x", None, "red", 3, 0)
    assert texts(best)[:2] == ["What color is the dog?", "What color is the car?"]
    assert np.exp([one.log_likelihood for one in best]).sum() == pytest.approx(1)
    scores = model.score_questions("x", None, "red", ["What color is the cat?", "How many dogs?"], 0)
    assert scores[0] > scores[1]
    assert set(texts(model.draw_questions("x", None, "red", 20, 0))) <= {row.question for row in TABLE.rows}


def test_equal_answers_are_nearest():
    assert answer_distance("red", "red") < answer_distance("dark red", "light red") < answer_distance("red", "2") == 1


class Vqa:
    name, fingerprint, supports, needs = "vqa", "vqa", frozenset({"text", "score"}), frozenset()

    def answer(self, shown):
        return [Answer(score=0.9 if "car" in one.query.stimulus.question else 0.0) for one in shown]


def test_the_vqa_model_chooses():
    proposer = ScoringModel(lambda *_: 0.0)
    proposer.best_questions = lambda *_: question_prior(TABLE).best_questions("x", None, "", 10, 0)
    model = VqaReranking(proposer, Vqa())
    best = model.best_questions("x", None, "red", 2, 0)
    assert set(texts(best)) == {"How many cars?", "What color is the car?"}
    assert best[0].log_likelihood == pytest.approx(log(0.9))
    assert model.score_questions("x", None, "red", ["Is it a dog?"], 0) == [(-np.inf, -np.inf)]
    assert all("car" in text for text in texts(model.draw_questions("x", None, "red", 5, 0)))
    with pytest.raises(UserError, match="without an image-only model"):
        VqaReranking(None, Vqa()).best_questions("x", None, "red", 1, 0)


def test_generators_are_opened_by_name(monkeypatch, tmp_path):
    monkeypatch.setattr(open_generator, "_training_questions", lambda: TABLE)
    assert open_question_model("prior").name == "prior"
    assert open_question_model("training-questions").name == "training-questions"
    with pytest.raises(UserError, match="prio"):
        open_question_model("prio")
    with pytest.raises(UserError, match="there is no such folder"):
        open_question_model(str(tmp_path / "nothing"))
