"""Every metric of every suite declares its unit, its bounds and which direction is better; figures keep the bounds."""

import askance
import pytest
from askance.core import Card, Metric, UserError
from askance.core.metric import LONGEST_LABEL
from askance.suites import SUITES, open_suite
from toy import ToyModel

NEITHER = {  # diagnoses: no direction is better
    "bias": {"question_bias", "image_bias"},
    "metamorphic": {"dominant_answer", "dominant_answer_bias"},
    "metamorphic_inpaint": {"dominant_answer", "dominant_answer_bias"},
    "uncertainty": {"uncertainty", "entropy", "uncertainty_bias", "entropy_bias", "confidence", "overconfidence"},
    "basic_questions": {"difference", "r_score_bias", "monotonicity", "spearman", "largest_rise"},
    "carets": {"yes_rate", "no_rate", "tests"},
    "groups": {"dominant_answer", "dominant_answer_bias"},
    "basic_chain": {"share", "threshold", "score_mean", "score_deviation"},
    "beliefs": {"found_per_100_calls", "believed", "confidence", "unique"},
    "implications": {"covered", "error_difference", "error_auc"},
}
FEWER = dict.fromkeys(("basic_questions", "basic_chain", "noise"), 5)  # items: these take longest
DOWN = {
    "carets": {"other_rate"},
    "metamorphic": {"error", "invalid"},
    "metamorphic_inpaint": {"error", "invalid"},
    "basic_questions": {"absolute_difference"},
    "beliefs": {"adversarial", "irrelevant", "contradictory", "contradictory_images"},
    "implications": {"contradicted_images"},
}


def named(card, better):
    return {metric.name for metric in card.metrics if metric.better == better}


@pytest.mark.parametrize("name", SUITES)
def test_every_metric_has_the_direction_that_we_mean(name):
    card = SUITES[name].card
    assert named(card, None) == NEITHER.get(name, set())
    assert named(card, "down") == DOWN.get(name, set())
    assert set(card.headline) <= {metric.name for metric in card.metrics}


@pytest.mark.parametrize("name", [*SUITES, "basic_chain:as=turns", "basic_questions:t=1,m=5", "accuracy:mode=official"])
def test_every_headline_metric_has_a_label(name):
    card = open_suite(name).card
    labels = {metric.name: metric.label for metric in card.metrics if metric.name in card.headline}
    assert all(0 < len(label) <= LONGEST_LABEL and "_" not in label for label in labels.values()), labels


def test_no_two_suites_have_the_same_label():
    kinds = [suite.card for suite in SUITES.values() if not suite.card.variant_of]
    labels = [metric.label for card in kinds for metric in card.metrics if metric.name in card.headline]
    assert len(labels) == len(set(labels))


def test_a_label_that_is_too_long_is_refused():
    with pytest.raises(UserError, match="has 25 characters: use at most 24"):
        Metric("stays", "share of answers that stay", label="x" * 25)


@pytest.mark.parametrize("name", SUITES)
def test_figures_are_declared_and_within_their_bounds(tmp_path, name):
    if hasattr(SUITES[name], "lacks") and SUITES[name].lacks():
        pytest.skip(SUITES[name].lacks())
    supports = frozenset({"text", "draws", "temperature"})
    contrary = ToyModel(
        answering=lambda shown: ["yes", "no", "3"][len(shown.query.stimulus.question) % 3], supports=supports
    )
    rows = askance.run(
        ["oracle", contrary], "stickers", [name], limit=FEWER.get(name, 16), out=tmp_path
    ).metrics.to_pylist()
    declared = {metric.name: metric for metric in SUITES[name].card.metrics}
    assert {row["metric"] for row in rows} == set(declared)
    for row in rows:
        low, high = declared[row["metric"]].bounds
        for value in (row[key] for key in ("value", "low", "high") if row[key] is not None):
            assert low is None or value >= low - 1e-9
            assert high is None or value <= high + 1e-9


def test_a_pair_is_a_metric_without_a_direction():
    card = Card("caps", 1, "", "", "", "", "", metrics=(("stays", "share of answers that stay"),))
    assert card.metrics == (Metric("stays", "share of answers that stay"),)
    assert card.metrics[0].better is None


@pytest.mark.parametrize("wrong", ["stays", ("stays",), ("stays", "share", "up"), 3])
def test_anything_else_is_one_clear_line(wrong):
    with pytest.raises(UserError, match=r'^suite caps: .* is no metric: write Metric\(name, meaning, better="up"\)$'):
        Card("caps", 1, "", "", "", "", "", metrics=(wrong,))


def test_a_direction_is_up_down_or_none():
    with pytest.raises(UserError, match=r'metric error: better is .lower.: write "up", "down" or None'):
        Metric("error", "share", better="lower")
