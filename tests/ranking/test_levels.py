"""Levels of noise: main ⊕ the three basic questions of a partition."""

import pytest
from askance.ranking.noise_levels import (
    LEVELS,
    NEEDED,
    SHARE,
    append_questions,
    basic_questions_of_level,
    question_at_noise_level,
)
from askance.ranking.ranker import TOP
from hypothesis import given
from hypothesis import strategies as st

BASIC = [f"Is it number {place}?" for place in range(1, 22)]


def test_the_levels_use_up_the_paper_s_21():
    assert NEEDED == TOP == 21
    assert [each for level in range(1, LEVELS + 1) for each in basic_questions_of_level(BASIC, level)] == BASIC
    assert {len(basic_questions_of_level(BASIC, level)) for level in range(1, LEVELS + 1)} == {SHARE}


def test_level_0_is_the_plain_question_and_level_k_has_the_kth_three():
    assert question_at_noise_level("  How old is the car?", BASIC, 0) == "  How old is the car?"
    assert question_at_noise_level("How old?", BASIC, 1) == "How old? Is it number 1? Is it number 2? Is it number 3?"
    assert (
        question_at_noise_level("How old?", BASIC, 7) == "How old? Is it number 19? Is it number 20? Is it number 21?"
    )


def test_beyond_the_most_words_the_end_is_cut_off_word_by_word():
    assert question_at_noise_level("How old?", BASIC, 1, words=8) == "How old? Is it number 1? Is it"
    assert question_at_noise_level("How old?", BASIC, 1, words=2) == "How old?"
    assert question_at_noise_level("How very old?", BASIC, 1, words=2) == "How very old?"
    assert question_at_noise_level("How old?", BASIC, 1, words=26) == question_at_noise_level("How old?", BASIC, 1)


@given(st.lists(st.sampled_from(["a", "b?", "c."]), min_size=1), st.integers(1, 40), st.integers(1, 7))
def test_a_limit_only_cuts(main, words, level):
    question = " ".join(main)
    whole, cut = question_at_noise_level(question, BASIC, level), question_at_noise_level(question, BASIC, level, words)
    assert whole.startswith(cut)
    assert len(cut.split()) == max(len(main), min(words, len(whole.split())))


def test_without_basic_questions_nothing_is_added():
    assert append_questions("How  old?", []) == "How  old?"


@pytest.mark.parametrize("level", [-1, 8])
def test_other_levels_are_refused(level):
    with pytest.raises(ValueError, match="levels 0 to 7"):
        basic_questions_of_level(BASIC, level)


def test_too_few_basic_questions_are_refused():
    with pytest.raises(ValueError, match="21 basic questions"):
        basic_questions_of_level(BASIC[:20], 1)
    assert question_at_noise_level("How old?", [], 0) == "How old?"
