"""Suite noise: its cases, what strength 0 is, models that offer no site, and models that mind noise."""

from collections import Counter

import askance
import networks
import numpy as np
import pytest
from askance.core import Answer, Condition, Query, Stimulus, query_key
from askance.suites import SUITES
from askance.suites.noise.noise_kinds import (
    GEOMETRIC,
    PIXEL_NOISE,
    feature_noise_condition,
    geometric_edits,
    pixel_noise_edits,
)
from askance.suites.noise.suite import PARTS, SITES, TRIALS
from toy import ToyData, ToyModel

BOTH = frozenset({"noise:vision.out", "noise:text.in"})


def cases(count=6, seed=0):
    return list(next(SUITES["noise"].rounds(ToyData(count), None, seed)))


def test_every_item_meets_every_kind():
    made = cases()
    groups = Counter(case.group for case in made)
    assert len(groups) == len(PIXEL_NOISE) + 18 + 2
    assert set(groups.values()) == {6}
    calls = {query_key(query) for case in made for _, query in case.asks}
    assert len(calls) == 6 * 37  # as the card says
    for case in made:
        assert case.asks[0] == ("clean", Query(case.asks[0][1].stimulus))
        assert case.asks[0][1].stimulus.edits == ()
        assert len(case.asks) == (2 if case.group.startswith("geometric") else 1 + TRIALS)


def test_questions_about_one_image_see_the_same_noise_and_trials_differ():
    edits = {}
    for case in cases():
        for role, query in case.asks[1:]:
            edits.setdefault((query.stimulus.image, case.group, role), set()).add(query.stimulus.edits)
    assert all(len(each) == 1 for each in edits.values())
    seeds = [dict(step.args).get("seed") for each in edits.values() for chain in each for step in chain]
    noisy = [seed for seed in seeds if seed is not None]
    assert len(set(noisy)) == len(noisy) == 2 * 4 * TRIALS


def test_the_seed_of_a_run_decides_the_noise():
    assert cases() == cases()
    assert cases(seed=1) != cases()


def test_strength_zero_is_the_clean_call(monkeypatch):
    clean = query_key(Query(Stimulus("i", "q")))
    for kind, (edit, args) in PIXEL_NOISE.items():
        monkeypatch.setitem(PIXEL_NOISE, kind, (edit, dict.fromkeys(args, 0)))
        assert query_key(Query(Stimulus("i", "q", pixel_noise_edits(kind, "i", 0, 0)))) == clean
    for kind in GEOMETRIC:
        for image in "abcd":  # in either direction
            assert query_key(Query(Stimulus("i", "q", geometric_edits(kind, 0, image, 0)))) == clean
    for site in SITES.values():
        assert query_key(Query(Stimulus("i", "q"), condition=feature_noise_condition(site, 0.0, 3))) == clean


def test_directions_are_drawn():
    angles = {dict(geometric_edits("rotate", 5, str(i), 0)[0].args)["angle"] for i in range(20)}
    assert angles == {5.0, -5.0}
    assert len({dict(geometric_edits("shift", 8, str(i), 0)[0].args)["direction"] for i in range(100)}) == 8


def totals(done, model="toy"):
    rows = [row for row in done.metrics.to_pylist() if row["group"] == "" and row["model"] == model]
    return {row["metric"]: row["value"] for row in rows}


def test_without_a_site_that_part_is_left_out_and_the_rest_runs(tmp_path):
    none = ToyModel()
    text = ToyModel(name="text", fingerprint="text", supports=none.supports | {"noise:text.in"})
    both = ToyModel(name="both", fingerprint="both", supports=none.supports | BOTH)
    done = askance.run([none, text, both], ToyData(6), ["noise"], out=tmp_path)
    assert sorted(done.done.left_out) == [
        "noise: skipped feature_robustness for text (the model does not support noise:vision.out)",
        "noise: skipped feature_robustness, question_robustness for toy"
        " (the model does not support noise:text.in, noise:vision.out)",
    ]
    assert done.skipped == ()
    assert {model.name: len(model.asked) for model in (none, text, both)} == {"toy": 186, "text": 204, "both": 222}
    shown = {name: {metric for metric, value in totals(done, name).items() if value is not None} for name in
             ("toy", "text", "both")}  # fmt: skip
    pixels = {"image_robustness", "geometric_robustness", "coverage"}
    assert shown == {
        "toy": pixels, "text": pixels | {"question_robustness"}, "both": set(PARTS.values()) | {"coverage"}
    }  # fmt: skip
    assert all(totals(done, name)["coverage"] == 100 for name in shown)
    again = ToyModel()
    askance.run([again, text, both], ToyData(6), ["noise"], out=tmp_path)
    assert again.asked == []


def minding(shown):
    """Says no where the picture is not plain grey, or where there is noise inside."""
    query = shown.query
    if query.condition != Condition():
        return "no" if dict(query.condition.inside[0].args)["seed"] % 2 else "yes"
    return "yes" if np.ptp(shown.pixels) == 0 else "no"


def test_the_figures_are_the_shares_of_trials_that_stay(tmp_path):
    model = ToyModel(answering=minding, supports=frozenset({"text", "draws"}) | BOTH)
    done = askance.run(model, ToyData(30), ["noise"], out=tmp_path)
    found = totals(done)
    assert found["image_robustness"] == 0
    by_group = {(row["metric"], row["group"]): row["value"] for row in done.metrics.to_pylist()}
    assert by_group["image_robustness", "speckle"] == 0
    # A grey picture stays grey but for the black border, and the black corners of a turn by more than a pixel.
    stays = {kind: by_group["geometric_robustness", kind] for kind in GEOMETRIC if kind != "rotate"}
    assert stays == {"shift": 100, "resample": 100, "jpeg": 100, "brightness": 100, "pad": 0}
    assert [by_group["geometric_robustness", f"rotate/{angle}"] for angle in (1, 3, 5)] == [100, 0, 0]
    assert by_group["geometric_robustness", "rotate"] == pytest.approx(100 / 3)
    assert 20 < found["feature_robustness"] < 80
    for row in done.verdicts.to_pylist():
        first, *trials = (answer for _, answer in row["said"])
        assert row["value"] == pytest.approx(sum(answer == first for answer in trials) / len(trials))


def test_a_failing_call_leaves_its_case_undecided(tmp_path):
    class Failing(ToyModel):
        def answer(self, shown):
            return [
                Answer(status="failed", reason="no") if each.query.stimulus.edits[:1] and
                each.query.stimulus.edits[0].name == "jpeg" else Answer(text="yes") for each in shown
            ]  # fmt: skip

    done = askance.run(Failing(), ToyData(6), ["noise"], out=tmp_path)
    rows = {row["group"]: row for row in done.metrics.to_pylist() if row["metric"] == "geometric_robustness"}
    assert (rows["jpeg"]["value"], rows["jpeg"]["undecided"]) == (None, 18)
    assert (rows[""]["value"], rows[""]["n"], rows[""]["undecided"]) == (100, 90, 18)


def test_the_built_in_networks_hear_the_noise_that_the_suite_makes(tmp_path):
    models = [networks.model("cnn-lstm"), networks.model("blind")]
    done = askance.run(models, "stickers", ["noise"], limit=3, out=tmp_path)
    seeing, blind = totals(done, "builtin:cnn-lstm"), totals(done, "builtin:blind")
    assert None not in seeing.values()
    assert seeing["coverage"] == blind["coverage"] == 100
    assert (blind["image_robustness"], blind["geometric_robustness"], blind["feature_robustness"]) == (100, 100, None)
    assert blind["question_robustness"] is not None
    noisy = done.answers.filter([answer["status"] != "ok" for answer in done.answers.to_pylist()])
    assert len(noisy) == 0
