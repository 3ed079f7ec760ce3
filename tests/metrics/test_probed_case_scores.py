"""The scores of cases are found by calling the suite's own metric function."""

import askance
import numpy as np
import pyarrow.compute as pc
import pytest
from askance.metrics.probed_case_scores import ProbedCaseScores, stratum_weights
from askance.suites import SUITES

OVERLAPPING = ("kind/", "rephrase+order/", "class/", "property/")  # groups that are neither paths nor tags


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    models = ["oracle", "defective:yes-bias", "builtin:blind"]
    return askance.run(models, "stickers", ["carets", "metamorphic"], limit=90, out=tmp_path_factory.mktemp("d"))


def verdicts_of(done, model, suite):
    table = done.verdicts
    return table.filter(pc.and_(pc.equal(table["model"], model), pc.equal(table["suite"], suite)))


@pytest.mark.parametrize("suite", ["carets", "metamorphic"])
def test_a_mean_is_the_mean_of_its_cases(done, suite):
    table = verdicts_of(done, "builtin:blind", suite)
    scores = ProbedCaseScores(SUITES[suite].metrics, table)
    rows = {(row["metric"], row["group"]): row for row in SUITES[suite].metrics(table).to_pylist()}
    means = {"carets": ["acc", "cons", "cacc", "cons_readable"], "metamorphic": ["error", "invalid"]}[suite]
    for metric in means:
        for group in sorted({group for name, group in rows if name == metric and group.count("/") < 2}):
            if rows[metric, group]["n"] and group != "pooled" and not group.startswith(OVERLAPPING):
                found = scores.find(metric, group)
                assert found is not None, (metric, group)
                assert found.mean == pytest.approx(rows[metric, group]["value"])
                assert (~np.isnan(found.scores)).sum() == rows[metric, group]["n"]
    assert scores.find({"carets": "cons_chance_corrected", "metamorphic": "dominant_answer"}[suite]) is None


def test_every_stratum_has_the_same_vote():
    strata = np.array([0, 0, 0, 1])
    values = np.array([1.0, 1.0, 1.0, 0.0])
    assert np.average(values, weights=stratum_weights(strata)) == pytest.approx(0.5)
    assert stratum_weights(strata).mean() == pytest.approx(1)
