"""Pools of 24: their make-up, and that no distractor is true for its image."""

from collections import Counter

import msgspec
import numpy as np
import pytest
from askance.core import ModelInput, Query, Stimulus, UserError
from askance.inverse.key_words import Replacements, key_words
from askance.inverse.labelled_questions import QuestionTable, question_table, type_of_answer
from askance.inverse.pool_files import encode_pools, read_pools
from askance.inverse.question_pools import QuestionPool, SkippedPool, make_pools
from askance.models import open_model
from askance.ranking.question_pool import normalised_text
from askance.stickers.dataset import Stickers
from askance.wording.normalise_answers import normalise_answer
from askance.wording.understand import understand
from small_world import pool_maker, random_looks, small_table


@pytest.fixture(scope="module")
def pools():
    return [one for one in make_pools(pool_maker(), 60) if isinstance(one, QuestionPool)]


def true_distractors(pools):
    """The distractors that the oracle, shown the scene, answers with the pool's answer."""
    data, oracle = Stickers(), open_model("oracle")
    found = []
    for pool in pools:
        scene = data.scene(pool.image)
        shown = [ModelInput(Query(Stimulus(pool.image, question)), scene=scene) for question in pool.questions]
        for question, kind, reply in zip(pool.questions, pool.kinds, oracle.answer(shown), strict=True):
            says_so = reply.text is not None and normalise_answer(reply.text) == pool.answer
            if says_so != (kind == "GT"):
                found.append((pool.image, pool.answer, kind, question, reply.text))
    return found


def check_make_up(pool, table):
    counts = Counter(pool.kinds)
    assert 1 <= counts["GT"] <= 3
    assert counts["GT"] + counts["CT"] == counts["PS"] == counts["PP"] == counts["RN"] == 6
    assert len(set(map(normalised_text, pool.questions))) == 24
    true = {row.question for row in table.by_image[pool.image] if row.answer == pool.answer}
    assert set(pool.references) == true
    assert {q for q, kind in zip(pool.questions, pool.kinds, strict=True) if kind == "GT"} <= true
    meanings = {understand(question) for question in true}
    asked = {kind: [q for q, one in zip(pool.questions, pool.kinds, strict=True) if one == kind] for kind in counts}
    assert not any(understand(q) in meanings for kind in ("CT", "PS", "PP", "RN") for q in asked[kind])
    assert all(any(row.question == q and row.answer != pool.answer for row in table.rows) for q in asked["CT"])
    assert all(any(row.question == q for row in table.by_answer[pool.answer]) for q in asked["RN"])
    assert set(asked["PP"]) <= set(table.popular[type_of_answer(pool.answer)])
    assert all(any(one_word_differs(q, known) for known in pool.references) for q in asked["PS"])


def one_word_differs(one, other):
    left, right = one.lower().split(), other.lower().split()
    return len(left) == len(right) and sum(a != b for a, b in zip(left, right, strict=True)) == 1


def test_pools_have_their_kinds(pools):
    assert len(pools) == 60
    for pool in pools:
        check_make_up(pool, small_table())
        assert pool.unchecked == 0


def test_no_distractor_is_true(pools):
    assert true_distractors(pools) == []


@pytest.mark.slow
def test_no_distractor_of_five_thousand_pools_is_true():
    table = question_table(Stickers(), 20_000)
    maker = pool_maker(table)
    found = list(make_pools(maker, 5_000))
    pools = [one for one in found if isinstance(one, QuestionPool)]
    assert len(pools) == 5_000
    assert true_distractors(pools) == []
    assert {one.reason for one in found if isinstance(one, SkippedPool)} <= {"CT", "PS", "PP", "RN"}


def test_pools_depend_on_the_seed_and_on_nothing_else(pools):
    again = pool_maker()
    assert again.make(pools[5].image, pools[5].answer) == pools[5]  # without the pools before it
    other = pool_maker(seed=1)
    assert other.make(pools[5].image, pools[5].answer) != pools[5]


def test_too_few_questions_are_said():
    table = small_table()
    rare = min(table.by_answer, key=lambda answer: len(table.by_answer[answer]))
    found = pool_maker().make(table.by_answer[rare][0].image, rare)
    assert found == SkippedPool(table.by_answer[rare][0].image, rare, "RN")


def test_an_untrue_annotation_is_skipped():
    table = small_table()
    row = next(row for row in table.rows if row.answer == "yes")
    wrong = QuestionTable("stickers", [one._replace(answer="no") if one == row else one for one in table.rows])
    assert pool_maker(wrong).make(row.image, "no") == SkippedPool(row.image, "no", "untrue")


def test_without_scenes_distractors_are_unchecked(monkeypatch):
    monkeypatch.setattr(Stickers, "scene", lambda self, image: None)
    row = next(row for row in small_table().rows if row.answer == "yes")
    pool = pool_maker().make(row.image, "yes")
    assert pool.unchecked == 24 - pool.kinds.count("GT")


def test_near_images_are_those_that_look_alike():
    looks = random_looks([str(number) for number in range(30)])
    found = looks.nearest("7", 5)
    cosines = looks.vectors @ looks.vectors[7]
    assert found[0] == "7"
    assert sorted(found[1:], key=int) == sorted(map(str, cosines.argsort()[-5:-1]), key=int)


def test_pool_files(tmp_path, pools):
    path = tmp_path / "pools.jsonl"
    path.write_bytes(encode_pools(pools[:3]))
    assert read_pools(path) == pools[:3]
    path.write_bytes(
        msgspec.json.encode({"image": "a", "answer": "b", "questions": ["c"], "kinds": ["CT"], "references": ["c"]})
    )
    with pytest.raises(UserError, match=r"line 1: needs one kind per question, a question of the kind GT"):
        read_pools(path)


def test_key_words_are_no_function_words():
    assert [one.word for one in key_words("What color is the big dog on the grass?")] == [
        "color",
        "big",
        "dog",
        "grass",
    ]


def test_replaced_words_fit():
    known = Replacements.from_questions(["Is the dog red?", "Is the apple blue?", "Is the dogs red?", "Is a cat blue?"])
    found = list(known.replaced(["Is the dog red?"], np.random.default_rng(0)))
    assert set(found) == {"Is the apple red?"}  # "blue" follows no dog, and "dogs" is the same word
