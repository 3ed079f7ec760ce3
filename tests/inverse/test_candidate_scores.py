"""The questions that a generator draws for a model: legal ones, the nearest to annotated ones, scores (supplement)."""

import pytest
from askance.core import Answer, UserError
from askance.inverse.answer_probability import answer_probabilities
from askance.inverse.candidate_scores import METRICS, candidate_rows
from askance.inverse.language_scores import CiderReferences, caption_words, corpus_bleu
from askance.inverse.question_model import DrawnQuestion
from askance.inverse.question_pools import QuestionPool
from askance.report.paper_tables.ivqa_tables import ivqa_tables
from askance.stickers.dataset import Stickers

IMAGE = next(iter(Stickers().images(1)))
POOL = QuestionPool(IMAGE, "red", (), (), ("What color is the car?", "What color is the bus?"))
DRAWS = ["What color is the car?", "What color is the car?", "Color what the is?", "What color is the dog?"]


class Generator:
    """Draws the same questions for every image."""

    name = "made"
    fingerprint = "made"

    def __init__(self, *texts):
        self.texts = texts

    def draw_questions(self, image, picture, answer, number, seed):
        if answer == "unheard":
            raise ValueError("unknown answer")
        return [DrawnQuestion(text, -1.0, 5) for text in self.texts]


class Sure:
    """Gives the answer to one question with probability 0.75, to others with 0.25."""

    name = "sure"
    supports = frozenset({"score"})
    needs = frozenset()

    def answer(self, inputs):
        return [Answer("ok", score=0.75 if "car" in each.query.stimulus.question else 0.25) for each in inputs]


def figures(rows):
    return {row["metric"]: row["value"] for row in rows}


def test_candidates_are_legal_and_counted_once():
    rows = candidate_rows(Generator(*DRAWS), Sure(), Stickers(), [POOL], 4, 0)
    found = figures(rows)
    assert found["legal"] == 75
    assert found["unique"] == 2
    assert found["mean_score"] == 0.5
    assert found["o_bleu4"] == pytest.approx(1)
    references = [[caption_words(one) for one in POOL.references]]
    weights = CiderReferences(references)
    assert found["o_cider"] == max(
        weights.score(caption_words(text), [one]) for text in DRAWS if text != DRAWS[2] for one in references[0]
    )
    assert {row["group"] for row in rows} == {"candidates/sure"}


def test_nothing_legal_has_no_score():
    found = figures(candidate_rows(Generator(DRAWS[2]), Sure(), Stickers(), [POOL], 1, 0))
    assert found == {"legal": 0, "o_cider": 0, "o_bleu4": 0, "mean_score": None, "unique": 0}


def test_bleu_of_the_nearest_is_not_that_of_all_references():
    pool = QuestionPool(IMAGE, "red", (), (), ("What color is the car?", "Is the thing over there red?"))
    text = "What color is the dog?"
    found = figures(candidate_rows(Generator(text), Sure(), Stickers(), [pool], 1, 0))
    words = [caption_words(one) for one in pool.references]
    assert found["o_bleu4"] == max(corpus_bleu([caption_words(text)], [[one]])[-1] for one in words)


def test_unknown_answers_are_left_out():
    unheard = QuestionPool(IMAGE, "unheard", (), (), ("What?",))
    rows = candidate_rows(Generator(*DRAWS), Sure(), Stickers(), [POOL, unheard], 4, 0)
    assert {(row["n"], row["undecided"]) for row in rows} == {(1, 1)}
    with pytest.raises(UserError, match="knows none of the 1 answers"):
        candidate_rows(Generator(*DRAWS), Sure(), Stickers(), [unheard], 4, 0)


def test_a_model_without_scores_gives_the_answer_or_not():
    class Plain(Sure):
        supports = frozenset()

        def answer(self, inputs):
            return [Answer("ok", text="Red." if "car" in each.query.stimulus.question else "blue") for each in inputs]

    asked = [(IMAGE, "What color is the car?", "red"), (IMAGE, "What color is the dog?", "red")]
    assert answer_probabilities(Plain(), Stickers(), asked) == [1, 0]


def test_the_table_has_a_row_per_generator():
    rows = candidate_rows(Generator(*DRAWS), Sure(), Stickers(), [POOL], 4, 0)
    (table,) = ivqa_tables(rows)
    assert table.rows[0][:2] == ["made", "75.0"]
    assert len(table.heads[0]) == 1 + len(METRICS)
