"""Part of law 7: what a suite declares about single cases gives the totals that its metrics give."""

import warnings

import askance
import pytest
from askance.core.case_score import SuiteWithCaseScores
from askance.report.current_results import current_results
from askance.report.derived_tables import read_or_rejudge_tables
from askance.report.metric_scores import score_total
from askance.report.model_versions import ModelVersion
from askance.suites import SUITES, open_suite
from toy import ToyData

from compared_models import wrong_on

MODELS = ["builtin:cnn-lstm", "defective:refuses", "defective:ignores-negation"]
EVERY = [*SUITES, "basic_chain:as=turns"]
FEWER = dict.fromkeys(
    ("basic_questions", "basic_chain", "basic_chain:as=turns", "noise"), 8
)  # items: these take longest
ITEMS = 24  # make test-slow takes so many of all


def run(suite, folder, limit):
    if suite == "groups":  # stickers has no groups of questions
        models = [wrong_on("wrong", {0, 4, 5, 9}), wrong_on("refuses", {3}, refused={1, 12, 13}), wrong_on("right", ())]
        return askance.run(models, ToyData(30), [suite], out=folder).space
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        models = MODELS[1:] if "turns" in suite else MODELS
        return askance.run(models, "stickers", [suite], limit=limit, out=folder).space


@pytest.mark.parametrize(
    ("name", "limit"),
    [*((name, FEWER.get(name, ITEMS)) for name in EVERY)]
    + [pytest.param(name, ITEMS, marks=pytest.mark.slow) for name in FEWER],
)
def test_case_scores_give_the_totals(name, limit, tmp_path):
    suite = open_suite(name)
    assert isinstance(suite, SuiteWithCaseScores)
    assert set(suite.case_scores) >= set(suite.card.headline)
    space = run(name, tmp_path, limit)
    compared = 0
    for each in current_results(space):
        version = ModelVersion(space, each.model, (each,))
        for row in read_or_rejudge_tables(space, "metrics", [each]).to_pylist():
            if row["group"] == "" and row["metric"] in suite.case_scores and row["value"] is not None:
                total = score_total(suite.case_scores[row["metric"]], (version, each))
                assert total == pytest.approx(row["value"], abs=1e-6), (each.model, row["metric"])
                compared += 1
    assert compared >= len(suite.card.headline)
