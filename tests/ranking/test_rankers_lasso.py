"""LASSO as a ranker: what has no coefficient stands by nearness, and the work is told while it is done."""

import numpy as np
import pytest
from askance.core.progress import send_progress_to
from askance.ranking.rankers import open_ranker

VECTORS = {
    "main": (1.0, 0.0, 0.0), "far": (0.0, 1.0, 0.0), "near": (0.8, 0.6, 0.0), "twin": (1.0, 0.0, 0.0),
    "off": (0.0, 0.0, 1.0), "nearer": (0.9, np.sqrt(0.19), 0.0), "against": (-0.6, 0.8, 0.0), "short": (0.5, 0.0, 0.0),
}  # fmt: skip


class Table:
    """An encoder that looks vectors up."""

    name, dimension, fingerprint = "table", 3, "table"

    def encode(self, questions):
        return np.array([VECTORS[each] for each in questions], np.float32).reshape(-1, 3)


def ranked(pool, top=21):
    ranking = open_ranker("lasso", encoder=Table()).for_pool(pool).rank(["main"], top)
    return [pool[place] for place in ranking.places[0]], ranking.scores[0]


def test_beside_a_twin_the_others_stand_by_nearness_not_in_the_order_of_the_pool():
    names, scores = ranked(["far", "near", "twin", "off", "nearer", "against"])
    assert names == ["twin", "nearer", "near", "far", "off", "against"]
    assert scores[0] == pytest.approx(1, abs=1e-4)
    assert np.abs(scores[1:]).max() < 1e-6
    assert ranked(["far", "near", "twin", "off", "nearer", "against"], 3)[0] == names[:3]


def test_a_coefficient_counts_before_nearness():
    names, scores = ranked(["far", "near", "against", "off"])
    assert names == ["near", "far", "off", "against"]
    assert scores == pytest.approx([0.8, 0, 0, 0], abs=1e-4)  # against is taken away: its coefficient is -0.6


def test_scores_are_clipped_to_the_range_of_the_paper_and_ranked_before():
    names, scores = ranked(["against", "short"])  # main = 2 × short, and nothing of the other
    assert names == ["short", "against"]
    assert scores == pytest.approx([1, 0], abs=1e-4)


def test_the_main_questions_ranked_are_told():
    heard = []
    with send_progress_to(lambda *told: heard.append(told[1:])):
        open_ranker("lasso", encoder=Table()).for_pool(["far", "near"]).rank(["main", "off", "main"])
    assert heard[-1] == (3, 3)


def test_settled_is_passed_on_and_told_apart(monkeypatch):
    import askance.ranking.rankers.lasso as ranker

    asked = []

    def solve_over(pool, main, penalty, gap, told, highest):
        asked.append(highest)
        return solved(pool, main, penalty, gap, told, highest)

    solved = ranker.solve_on_pool
    monkeypatch.setattr(ranker, "solve_on_pool", solve_over)
    plain, settled = (open_ranker("lasso", encoder=Table(), settled=settled) for settled in (False, True))
    for each in (plain, settled):
        each.for_pool(["far", "near", "off"]).rank(["main"], 2)
    assert asked == [0, 2]
    assert plain.fingerprint != settled.fingerprint
