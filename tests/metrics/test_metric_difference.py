"""Differences of any metric: scores of cases are found by the suite's own function, other metrics by the jackknife."""

from statistics import NormalDist

import askance
import numpy as np
import pyarrow.compute as pc
import pytest
from askance.metrics import pair_metrics, paired_difference
from askance.metrics.metric_difference import PairedMetrics, jackknife_difference
from askance.metrics.probed_case_scores import ProbedCaseScores, stratum_weights
from askance.metrics.rate import image_cluster_codes
from askance.metrics.simultaneous_interval import widening_factor
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


def test_the_difference_of_a_mean_over_tests(done):
    new, base = (verdicts_of(done, model, "carets") for model in ("builtin:blind", "defective:yes-bias"))
    found = PairedMetrics(pair_metrics, new, base).difference("cacc", "", 100.0)
    values = [
        next(row["value"] for row in pair_metrics(table).to_pylist() if (row["metric"], row["group"]) == ("cacc", ""))
        for table in (new, base)
    ]
    assert found.value == pytest.approx(values[0] - values[1])
    assert found.low < found.value < found.high
    assert found.images == len(np.unique(image_cluster_codes(new)))


def test_the_jackknife_of_a_plain_mean_is_the_paired_interval(done):
    new, base = (verdicts_of(done, model, "metamorphic") for model in ("builtin:blind", "oracle"))
    compute = SUITES["metamorphic"].metrics
    by_cases = PairedMetrics(compute, new, base).difference("error", "", 100.0)
    by_blocks = jackknife_difference(compute, new, base, "error", "", 100.0)
    assert by_blocks.value == pytest.approx(by_cases.value)
    assert by_blocks.high - by_blocks.low == pytest.approx(by_cases.high - by_cases.low, rel=0.35)


def test_every_stratum_has_the_same_vote():
    strata = np.array([0, 0, 0, 1])
    values = np.array([1.0, 1.0, 1.0, 0.0])
    assert np.average(values, weights=stratum_weights(strata)) == pytest.approx(0.5)
    assert stratum_weights(strata).mean() == pytest.approx(1)


def test_the_widening_of_independent_and_of_equal_metrics():
    single, ten = (NormalDist().inv_cdf((1 + 0.95 ** (1 / count)) / 2) for count in (1, 10))
    assert widening_factor(np.eye(10), 10**6) == pytest.approx(ten / single, rel=0.02)
    assert widening_factor(np.ones((50, 4)), 10**6) == pytest.approx(1, abs=0.01)
    assert widening_factor(np.ones((50, 1)), 49) == 1
    assert widening_factor(np.eye(10), 5) > 1.1 * ten / single  # few images: heavier tails


def test_simultaneous_intervals_contain_all_differences_at_once():
    rng, trials, misses, single_misses = np.random.default_rng(5), 200, 0, 0
    for trial in range(trials):
        shared = rng.normal(size=(40, 1))
        values = np.clip(0.4 * (shared + rng.normal(size=(40, 6))), -1, 1)  # 40 images, six metrics, true differences 0
        found = [paired_difference(column, np.arange(40)) for column in values.T]
        factor = widening_factor(values - values.mean(axis=0), 39, seed=trial)
        ends = [((each.low - each.value), (each.high - each.value), each.value) for each in found]
        misses += any(v + factor * low > 0 or v + factor * high < 0 for low, high, v in ends)
        single_misses += any(v + low > 0 or v + high < 0 for low, high, v in ends)
    assert misses / trials <= 0.09
    assert single_misses / trials > 0.1
