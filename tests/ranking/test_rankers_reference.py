"""The text rankers give the scores of the COCO caption evaluation (pycocoevalcap), on the same words."""

import math
from collections import Counter

import numpy as np
import pytest
from askance.ranking.question_pool import normalised_text
from askance.ranking.rankers.bleu import BleuPool
from askance.ranking.rankers.cider import CiderPool
from askance.ranking.rankers.rouge_l import RougeLPool
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("pycocoevalcap", reason="the reference is not installed (pycocoevalcap)")
from pycocoevalcap.bleu.bleu_scorer import BleuScorer
from pycocoevalcap.cider.cider_scorer import CiderScorer
from pycocoevalcap.rouge.rouge import Rouge

WORDS = ["is", "the", "cat", "cats", "what", "a", "man's", "colour", "t-shirt", "on"]
sentences = st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(" ".join)
pools = st.lists(sentences, min_size=1, max_size=12)
REAL = [
    "What is the table made of?",
    "Is the food napping on the table?",
    "What's the man's name?",
    "How old is the car?",
    "Is it 4:30 or 5 o'clock?",
    "Where?",
    "Is the big cat on the big table or on the small table?",
    "How many people are in the picture?",
]


def reference_bleu(pool, main):
    scorer = BleuScorer(n=4)
    for question in pool:
        scorer += (normalised_text(question), [normalised_text(main)])
    return np.array(scorer.compute_score(option="closest")[1])


def reference_rouge(pool, main):
    return np.array([Rouge().calc_score([normalised_text(question)], [normalised_text(main)]) for question in pool])


def reference_cider(pool, main):
    """The scorer, told the pool's document frequencies and its size instead of those of the references."""
    scorer = CiderScorer(n=4, sigma=6.0)
    frequency = Counter(
        gram for question in pool for gram in set(CiderScorer(normalised_text(question), ["a"]).ctest[0])
    )
    for question in pool:
        scorer += (normalised_text(question), [normalised_text(main)])
    scorer.document_frequency.update(frequency)
    assert math.isclose(np.log(len(scorer.crefs)), np.log(len(pool)))
    return np.array(scorer.compute_cider())


def agree(pool, main):
    bleus = reference_bleu(pool, main)
    for longest in (1, 2, 3, 4):
        np.testing.assert_allclose(
            BleuPool.from_pool(pool, longest).scores(main), bleus[longest - 1], rtol=1e-9, atol=0
        )
    np.testing.assert_allclose(RougeLPool.from_pool(pool).scores(main), reference_rouge(pool, main), rtol=1e-12, atol=0)
    np.testing.assert_allclose(
        CiderPool.from_pool(pool).scores(main), reference_cider(pool, main), rtol=1e-9, atol=1e-12
    )


@given(pools, sentences)
@settings(max_examples=150)
def test_any_words_score_as_in_the_reference(pool, main):
    agree(pool, main)


@pytest.mark.parametrize("main", [*REAL, "nothing shared here whatever"])
def test_questions_score_as_in_the_reference(main):
    agree(REAL, main)


def test_real_questions_score_as_in_the_reference(real_data):
    asked = (real_data / "vqa" / "v1_questions.txt").read_text().splitlines()
    pool = list(dict.fromkeys(asked[:400]))
    for main in asked[-8:]:
        agree(pool, main)


@pytest.mark.parametrize("length", [63, 64, 65, 130])
def test_long_main_questions_have_their_common_subsequence(length):
    rng = np.random.default_rng(length)
    draw = lambda count: " ".join(rng.choice(WORDS, count))  # noqa: E731
    pool, main = [draw(count) for count in (1, 40, 70, 140)], draw(length)
    np.testing.assert_allclose(RougeLPool.from_pool(pool).scores(main), reference_rouge(pool, main), rtol=1e-12)
