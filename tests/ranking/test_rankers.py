"""All rankers of texts: what ranking means, whichever the score."""

from pathlib import Path

import numpy as np
import pytest
from askance.core.errors import UserError
from askance.ranking.question_pool import normalised_text, prepare_pool
from askance.ranking.rankers import RANKERS, open_ranker
from askance.ranking.rankers.ngrams import NgramIndex
from hypothesis import given
from hypothesis import strategies as st

TEXT = ["bleu-1", "bleu-2", "bleu-3", "bleu-4", "rouge-l", "cider", "meteor"]
WORDS = ["is", "the", "cat", "cats", "what", "a", "sitting", "sits", "colour", "on"]
questions = st.lists(st.sampled_from(WORDS), min_size=1, max_size=7).map(lambda said: " ".join(said) + "?")
POOL = [
    "How old is the truck?",
    "What color is the truck?",
    "How old is this car?",
    "Is the dog asleep?",
    "How old is the vehicle?",
    "Who won?",
]


@pytest.fixture(params=TEXT)
def ranker(request):
    return open_ranker(request.param)


def test_the_table_names_the_eight_methods():
    assert set(RANKERS) == {"lasso", *TEXT}


def test_every_ranker_is_described():
    page = (Path(__file__).parents[2] / "docs" / "rankers.md").read_text()
    assert [name for name in RANKERS if f"`{name}`" not in page and not name.startswith("bleu-")] == []
    assert "| `bleu-1` … `bleu-4` |" in page


def test_names_and_fingerprints_tell_rankers_apart():
    made = [*(open_ranker(name) for name in TEXT), open_ranker("meteor", tables="jar")]
    assert [one.name for one in made] == [*TEXT, "meteor"]
    assert len({one.fingerprint for one in made}) == len(made)


def test_the_question_of_the_paper(ranker):
    ranking = ranker.for_pool(POOL).rank(["How old is the car?"], top=3)
    assert ranking.places.dtype == np.int32
    assert ranking.places.shape == ranking.scores.shape == (1, 3)
    assert set(ranking.places[0].tolist()) == {0, 2, 4}
    assert np.isnan(ranking.gaps).tolist() == [True]


def test_no_more_is_ranked_than_there_is(ranker):
    ranking = ranker.for_pool(POOL).rank(["How old is the car?", "Who?"])
    assert ranking.places.shape == (2, len(POOL))
    assert [sorted(row) for row in ranking.places.tolist()] == [list(range(len(POOL)))] * 2
    assert (np.diff(ranking.scores) <= 0).all()


def test_nothing_to_rank_gives_nothing(ranker):
    assert len(ranker.for_pool(POOL).rank([]).places) == 0


def test_equal_scores_keep_the_order_of_the_pool(ranker):
    ranking = ranker.for_pool(["Is it red?", "Is it blue?", "Is it red?", "Who?"]).rank(["Is it red"], top=4)
    assert ranking.places[0, :2].tolist() == [0, 2]
    assert ranking.scores[0, 0] == ranking.scores[0, 1]


@pytest.mark.parametrize("main", ["", "???", "zebra", "zebra zebra"])
def test_a_question_that_shares_no_word_scores_about_nothing(ranker, main):
    ranking = ranker.for_pool(POOL).rank([main], top=2)
    assert (ranking.scores < 1e-3).all()
    assert (ranking.scores >= 0).all()


def test_an_empty_pool_is_refused(ranker):
    with pytest.raises(UserError, match="pool of basic questions is empty"):
        ranker.for_pool([])


def test_a_pool_may_hold_questions_without_words(ranker):
    ranking = ranker.for_pool(["?", "Is it red?", "!"]).rank(["Is it red?", "?"], top=3)
    assert ranking.places[0, 0] == 1
    assert np.isfinite(ranking.scores).all()


@given(st.sampled_from(TEXT), st.lists(questions, min_size=1, max_size=8), questions)
def test_a_question_is_most_like_itself(name, pool, main):
    ranking = open_ranker(name).for_pool([*pool, main]).rank([main], top=len(pool) + 1)
    own = [score for place, score in zip(ranking.places[0], ranking.scores[0], strict=True) if place == len(pool)]
    assert own[0] >= ranking.scores[0, 0] - 1e-12


@given(st.sampled_from(TEXT), st.lists(questions, min_size=3, max_size=30), questions, st.integers(1, 5))
def test_fewer_are_the_first_of_more(name, pool, main, top):
    ranks = open_ranker(name).for_pool(pool)
    few, all_ = ranks.rank([main], top=top), ranks.rank([main], top=len(pool))
    top = min(top, len(pool))
    assert few.places[0].tolist() == all_.places[0, :top].tolist()
    assert few.scores[0].tolist() == all_.scores[0, :top].tolist()


@given(st.sampled_from(TEXT), st.lists(questions, min_size=2, max_size=8), questions, questions)
def test_main_questions_do_not_touch_one_another(name, pool, first, second):
    ranks = open_ranker(name).for_pool(pool)
    together, alone = ranks.rank([first, second]), ranks.rank([second])
    assert together.scores[1].tolist() == alone.scores[0].tolist()


@given(st.lists(questions, min_size=1, max_size=10), questions)
def test_grams_are_found_where_they_are(pool, main):
    grams = NgramIndex.from_pool(pool, 3)
    said = normalised_text(main).split()
    for length in (1, 2, 3):
        for start in range(len(said) - length + 1):
            gram = tuple(said[start : start + length])
            order = grams.orders[length - 1]
            where = dict(grams.find_all([gram])).get(gram, slice(0, 0))
            found = dict(zip(order.questions[where].tolist(), order.counts[where].tolist(), strict=True))
            told = [normalised_text(question).split() for question in pool]
            times = [sum(one[i : i + length] == list(gram) for i in range(len(one) - length + 1)) for one in told]
            assert found == {place: count for place, count in enumerate(times) if count}


def test_pruned_meteor_ranks_as_when_all_is_scored(real_data):
    asked = (real_data / "vqa" / "v1_questions.txt").read_text().splitlines()
    mains = asked[-5:]
    pool = prepare_pool(asked[:3000], without=mains)
    ranks = open_ranker("meteor").for_pool(pool)
    for main in mains:
        few, all_ = ranks.rank([main]), ranks.rank([main], top=len(pool))
        assert few.places[0].tolist() == all_.places[0, :21].tolist()


def test_unknown_names_and_options_are_told():
    with pytest.raises(UserError, match="unknown ranker 'blue-1': did you mean bleu-1"):
        open_ranker("blue-1")
    with pytest.raises(UserError, match="ranker bleu-1 takes no option 'tables'"):
        open_ranker("bleu-1", tables="jar")
    with pytest.raises(UserError, match="unknown option of ranker meteor 'table': did you mean tables"):
        open_ranker("meteor", table="jar")
    with pytest.raises(UserError, match="unknown tables 'mine' of ranker meteor: take own or jar"):
        open_ranker("meteor", tables="mine").for_pool(POOL)
