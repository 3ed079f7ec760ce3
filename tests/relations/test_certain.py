"""How sure some draws are together, against figures worked out by hand."""

import math

import pytest
from askance.core import Answer, Case, Query, Reading, Stimulus
from askance.relations import judge_case
from askance.relations.certainty import DRAWS, concentration, entropy


def case(count, relation="certain"):
    asks = {f"draw-{draw}": Query(Stimulus("i", "q"), draw=draw) for draw in range(count)}
    return Case.of("uncertainty", "n", asks, relation)


def judged(answers, relation="certain"):
    given = {f"draw-{draw}": answer for draw, answer in enumerate(answers)}
    readings = {role: Reading("short", answer.text) for role, answer in given.items() if answer.text is not None}
    return judge_case(case(len(answers), relation), readings, given)


def said(*texts):
    return [Answer(text=text) for text in texts]


def test_samples_are_counted():
    verdict = judged(said("red", "Red.", "blue", "red"))
    assert (verdict.holds, verdict.value, verdict.reason) == (True, 0.75, "most probable: red")
    assert judged(said("red", "blue"), "certain").holds is False


def test_probabilities_are_averaged_and_the_rest_is_one_answer():
    draws = [Answer(text="red", top=(("red", 0.6), ("blue", 0.3))), Answer(text="blue", top=(("blue", 0.5),))]
    shares = (0.3, 0.4, 0.3)  # red, blue, the rest
    assert judged(draws).value == pytest.approx(0.4)
    wanted = -sum(share * math.log(share) for share in shares) / math.log(30)
    assert judged(draws, "settled").value == pytest.approx(1 - wanted)


def test_the_rest_is_never_the_answer():
    assert judged([Answer(text="red", top=(("red", 0.1),))]).value == pytest.approx(0.1)


def test_bounds():
    same, different = said(*["red"] * DRAWS), said(*(f"w{draw}" for draw in range(DRAWS)))
    assert judged(same).value == pytest.approx(1)
    assert judged(same, "settled").value == pytest.approx(1)
    assert judged(different).value == pytest.approx(1 / DRAWS)
    assert judged(different, "settled").value == pytest.approx(0, abs=1e-9)
    many = [Answer(text="a", top=tuple((f"{draw}-{k}", 0.2) for k in range(5))) for draw in range(DRAWS)]
    assert judged(many, "settled").value == 0  # more than 30 answers: never below 0
    assert entropy({"a": 1.0, "": 0.0}) == 0


def test_rounding_above_one_is_scaled_down():
    assert judged([Answer(text="a", top=(("a", 0.9), ("b", 0.1000001)))]).value == pytest.approx(0.9, abs=1e-6)


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        (said("red"), "failed: the answer came without probabilities"),
        ([Answer(text="a", top=(("a", math.nan),))], "failed: the probabilities of draw-0 are not from 0 to 1"),
        ([Answer(text="a", top=(("a", 1.5),))], "failed: the probabilities of draw-0 are not from 0 to 1"),
        ([*said("red"), Answer(status="failed", reason="broken")], "failed: broken"),
        ([*said("red"), Answer(status="refused")], "refused"),
        ([*said("red"), Answer()], "unreadable: no reading (draw-1)"),
    ],
)
def test_undecided(answers, reason):
    for relation in ("certain", "settled"):
        verdict = judged(answers, relation)
        assert (verdict.holds, verdict.reason) == (None, reason)


@pytest.mark.parametrize("relation", ["certain", "settled"])
def test_the_bias_is_that_of_leaving_out_each_draw(relation):
    words = ["red", "red", "blue", "red", "green", "red", "blue"]
    value = judged(said(*words), relation).value
    without = [judged(said(*words[:place], *words[place + 1 :]), relation).value for place in range(len(words))]
    expected = (len(words) - 1) * (sum(without) / len(words) - value)
    assert judged(said(*words), relation).bias == pytest.approx(expected)
    assert judged(said(*["red"] * 5), relation).bias == pytest.approx(0, abs=1e-12)


def test_subtracting_the_bias_brings_the_entropy_of_few_draws_nearer_to_the_truth():
    import random

    rng = random.Random(0)
    found = [judged(said(*rng.choices("abcdef", k=30)), "settled") for _ in range(200)]
    plain, corrected = (sum(each) / 200 for each in zip(*((v.value, v.value - v.bias) for v in found), strict=True))
    true = 1 - math.log(6) / math.log(DRAWS)
    assert abs(corrected - true) < 0.2 * abs(plain - true)


def test_a_rest_above_the_top_answer_is_several_answers():
    """A model with random weights names one answer, with almost no probability: its entropy is high, not 0."""
    assert concentration({"a": 1e-9, "": 1 - 1e-9}) == 0.0
    assert entropy({"a": 0.1, "": 0.9}) == pytest.approx(math.log(10))  # at least nine unnamed answers of 0.1
    assert entropy({"a": 0.5, "": 0.5}) == pytest.approx(math.log(2))  # one unnamed answer is possible
    assert entropy({"a": 0.7, "b": 0.2, "": 0.1}) == pytest.approx(entropy({"a": 0.7, "b": 0.2, "c": 0.1}))
    assert entropy({"a": 0.4, "": 0.6}) > entropy({"a": 0.41, "": 0.59})
