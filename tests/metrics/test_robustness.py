"""Accuracy by level of noise, what it loses, R_score, and how steadily: equal to independent computations."""

import math
import random
from collections import defaultdict
from itertools import pairwise

import numpy as np
import pyarrow as pa
import pytest
from askance.core import UserError
from askance.metrics import paired_difference, r_score, robustness_metrics
from askance.metrics.accuracy_curve import largest_rise, monotonicity, spearman
from askance.store import TABLES
from scipy import stats

# the paper's Table 4: difference at the first partition → R_score
GENERAL = {13.55: 0.19, 5.85: 0.48, 6.59: 0.45, 10.20: 0.30, 9.13: 0.34, 8.67: 0.36}
YES_NO = {17.11: 0.08, 5.99: 0.48, 4.91: 0.53, 10.13: 0.30, 12.19: 0.23, 8.46: 0.37}


@pytest.mark.parametrize(("difference", "score"), [*GENERAL.items(), *YES_NO.items()])
def test_the_paper_s_scores(difference, score):
    assert round(r_score(difference), 2) == score
    assert r_score(-difference) == r_score(difference)


def test_the_ends_of_the_score():
    assert r_score(0) == r_score(0.05) == 1
    assert r_score(20) == r_score(100) == 0
    assert 0 < r_score(19.99) < r_score(0.06) < 1
    assert r_score(25, t=0, m=100) == 0.5


@pytest.mark.parametrize(("t", "m"), [(-0.1, 20), (20, 20), (21, 20), (0, 100.1), (math.nan, 20), (0, math.nan)])
def test_other_bounds_are_refused(t, m):
    with pytest.raises(UserError, match="0 ≤ t < m ≤ 100") as found:
        r_score(5, t, m)
    assert "\n" not in str(found.value)


@pytest.mark.parametrize("difference", [math.nan, math.inf, 101, -100.5])
def test_what_is_no_difference_of_accuracies_is_refused(difference):
    with pytest.raises(UserError, match="-100 to 100"):
        r_score(difference)


def made(items=120, levels=8, seed=0, undecided=0.1):
    """Verdicts as the engine writes them, several items an image, graded; some undecided."""
    rng = random.Random(seed)
    rows = []
    for item in range(items):
        kind, image = rng.choice(["yes/no", "number", "other"]), f"i{item % 40}"
        for level in range(levels):
            value = None if rng.random() < undecided else rng.choice([0.0, 0.3, 0.6, 1.0, 1.0][level // 3 :])
            rows.append(
                {
                    "case_key": len(rows).to_bytes(16, "big"), "model": "m", "dataset": "d", "suite": "basic_questions",
                    "name": f"a/{item}/level-{level}", "group": f"level-{level}", "image": image,
                    "tags": [("type", kind)], "value": value, "holds": None if value is None else value >= 0.5,
                    "status": "failed" if value is None else None, "reason": None,
                }
            )  # fmt: skip
    return rows


def figures(rows):
    table = robustness_metrics(pa.Table.from_pylist(rows, schema=TABLES["verdicts"]))
    return {(row["metric"], row["group"]): row for row in table.to_pylist()}


def side_by_side(rows):
    """Item → level → value, its image and its type, in plain Python."""
    found = defaultdict(dict)
    for row in rows:
        found[row["name"].rpartition("/")[0], row["image"], dict(row["tags"])["type"]][row["group"]] = row["value"]
    return found


def plain_difference(rows, level, kind=None):
    """Mean and interval of the paired differences, straight from the definition."""
    by_image = defaultdict(list)
    undecided = 0
    for (_, image, type_), values in side_by_side(rows).items():
        if kind in (None, type_):
            before, after = values["level-0"], values[f"level-{level}"]
            if before is None or after is None:
                undecided += 1
            else:
                by_image[image].append(before - after)
    n, g = sum(map(len, by_image.values())), len(by_image)
    mean = sum(map(sum, by_image.values())) / n
    squares = sum((value - mean) ** 2 for values in by_image.values() for value in values)
    clustered = (
        sum(sum(value - mean for value in values) ** 2 / (1 - len(values) / n) for values in by_image.values()) / n**2
    )
    variance = max(clustered, squares / (n * (n - 1)))
    size = squares / n / variance
    shown = sum(any(values) for values in by_image.values())
    half = stats.t.ppf(0.975, min(g - 1, max(3, shown - 1))) * math.sqrt(size**2 * variance + 1) / (size + 2)
    centre = mean * size / (size + 2)
    return 100 * mean, 100 * min(mean, centre - half), 100 * max(mean, centre + half), n, undecided


@pytest.mark.parametrize("level", range(1, 8))
@pytest.mark.parametrize("kind", [None, "yes/no", "number", "other"])
def test_differences_equal_an_independent_computation(level, kind):
    rows = made()
    got = figures(rows)
    group = f"level-{level}" + (f"/{kind.replace('/', '-')}" if kind else "")
    value, low, high, n, undecided = plain_difference(rows, level, kind)
    row = got["difference", group]
    assert (row["value"], row["low"], row["high"]) == pytest.approx((value, low, high))
    assert (row["n"], row["undecided"]) == (n, undecided)
    size = got["absolute_difference", group]
    inside = [abs(low + (high - low) * step / 1000) for step in range(1001)]
    assert size["value"] == pytest.approx(abs(value))
    assert (size["low"], size["high"]) == pytest.approx((min(inside), max(inside)), abs=0.05)
    score = got["r_score", group]
    assert score["value"] == pytest.approx(r_score(value))
    assert (score["low"], score["high"]) == pytest.approx((r_score(size["high"]), r_score(size["low"])))
    assert score["low"] <= score["value"] <= score["high"]


def test_the_totals_are_of_level_1():
    got = figures(made())
    for metric in ("difference", "absolute_difference", "r_score"):
        assert {**got[metric, ""], "group": ""} == {**got[metric, "level-1"], "group": ""}


def test_accuracy_by_level_and_type():
    rows = made()
    got = figures(rows)
    for level in range(8):
        for kind in (None, "yes/no", "number", "other"):
            inside = [
                row["value"]
                for row in rows
                if row["group"] == f"level-{level}" and kind in (None, row["tags"][0][1]) and row["value"] is not None
            ]
            group = f"level-{level}" + (f"/{kind.replace('/', '-')}" if kind else "")
            assert got["accuracy", group]["value"] == pytest.approx(100 * sum(inside) / len(inside))
            assert got["accuracy", group]["n"] == len(inside)


def test_the_curve_is_of_items_decided_at_every_noisy_level():
    rows = made()
    got = figures(rows)
    whole = [
        [values[f"level-{level}"] for level in range(1, 8)]
        for values in side_by_side(rows).values()
        if None not in [values[f"level-{level}"] for level in range(1, 8)]
    ]
    curve = np.mean(whole, axis=0)
    falls = sum(after <= before for before, after in pairwise(curve))
    assert got["monotonicity", ""]["value"] == pytest.approx(100 * falls / 6)
    assert got["spearman", ""]["value"] == pytest.approx(plain_spearman(curve))
    assert got["monotonicity", ""]["n"] == len(whole)
    assert got["monotonicity", ""]["undecided"] == 120 - len(whole)


def plain_spearman(curve):
    """Pearson's correlation of ranks, equal values sharing the mean of their ranks."""
    ordered = sorted(curve)
    ranks = [ordered.index(value) + (ordered.count(value) - 1) / 2 for value in curve]
    return np.corrcoef(range(len(ranks)), ranks)[0, 1]


def test_rank_correlation_equals_the_definition_with_ties():
    rng = np.random.default_rng(3)
    curves = rng.integers(0, 4, (200, 7)) / 10
    wanted = [plain_spearman(each) if len(set(each)) > 1 else math.nan for each in curves]
    np.testing.assert_allclose(spearman(curves), wanted, atol=1e-12)
    assert math.isnan(spearman(np.full((1, 7), 0.3))[0])


def test_steps_that_stay_do_not_rise():
    assert monotonicity(np.array([[0.9, 0.8, 0.8, 0.7], [0.1, 0.2, 0.3, 0.4], [0.5, 0.4, 0.5, 0.4]])) == pytest.approx(
        [1, 0, 2 / 3]
    )
    rounded = 0.1 + 0.2  # a little above 0.3
    assert monotonicity(np.array([[0.3, rounded]])) == [1]


def test_the_shape_of_the_curve_has_no_interval():
    """A bootstrap of these covered 2 to 42 %: none is better."""
    got = figures(made())
    for metric in ("monotonicity", "spearman"):
        assert got[metric, ""]["value"] is not None
        assert got[metric, ""]["low"] is got[metric, ""]["high"] is None


def test_the_largest_rise_is_of_any_two_levels_in_order():
    rows = made(undecided=0)
    for row in rows:
        level, number = int(row["group"].removeprefix("level-")), int(row["name"].split("/")[1])
        row["value"] = float(number % 10 < (9, 5, 4, 6, 6, 7, 3, 2)[level])
    rise = figures(rows)["largest_rise", ""]
    assert rise["value"] == pytest.approx(30)  # from level 2, with 40 %, to level 5, with 70 %
    assert 0 < rise["low"] < 30 < rise["high"]
    assert (rise["n"], rise["undecided"], rise["images"]) == (120, 0, 40)


def falling_curves(rng, rates, images=60, size=3):
    """Values of items by level: an image's items are alike, and levels have these rates."""
    codes = np.repeat(np.arange(images), size)
    easy = rng.random((images, 1))[codes]
    own = rng.random((len(codes), len(rates)))
    return (np.where(rng.random(own.shape) < 0.4, easy, own) < np.asarray(rates)).astype(float), codes


@pytest.mark.parametrize(
    "rates", [[0.6] * 7, [0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5], [0.5, 0.6, 0.55, 0.5, 0.5, 0.4, 0.4]]
)
def test_the_simultaneous_interval_of_the_largest_rise_covers(rates):
    """A rise that is there by chance is not found more often than 5 in 100 times; a plain interval finds many."""
    rng = np.random.default_rng(4)
    true = max(later - earlier for place, earlier in enumerate(rates) for later in rates[place + 1 :])
    covered, found = 0, 0
    for _ in range(150):
        rise = largest_rise(*falling_curves(rng, rates))
        covered += rise.low <= true <= rise.high
        found += rise.low > 0
    assert covered / 150 >= 0.93
    assert true > 0 or found / 150 <= 0.05


def test_the_quantile_of_one_difference_is_student_s_t():
    values, codes = falling_curves(np.random.default_rng(5), [0.6, 0.5])
    one = paired_difference(values[:, 1] - values[:, 0], codes)
    rise = largest_rise(values, codes)
    assert (rise.value, rise.n, rise.images) == pytest.approx((one.value, one.n, one.images))
    assert (rise.low, rise.high) == pytest.approx((one.low, one.high), abs=0.004)


def test_one_image_or_equal_levels_have_no_narrow_band():
    assert largest_rise(np.array([[0.0, 1.0]]), np.array([0]))[:3] == (1.0, -1.0, 1.0)
    same = largest_rise(np.ones((30, 3)), np.arange(30))
    assert (same.value, same.low, same.high) == pytest.approx((0, -0.0994, 0.0994), abs=1e-3)


def test_the_bias_of_the_score_is_that_of_leaving_out_each_image():
    rows = made(items=24, levels=3, undecided=0)
    got = figures(rows)
    images = sorted({row["image"] for row in rows})
    for group in ("", "level-2", "level-2/number"):
        without = [
            figures([row for row in rows if row["image"] != image])["r_score", group]["value"]
            for image in images
            if group != "level-2/number" or any(r["image"] == image and r["tags"] == [("type", "number")] for r in rows)
        ]
        expected = (len(without) - 1) * (np.mean(without) - got["r_score", group]["value"])
        assert got["r_score_bias", group]["value"] == pytest.approx(expected)
    assert got["r_score_bias", ""]["low"] is None


def test_who_never_changes_has_score_1_and_no_rank_correlation():
    rows = made(undecided=0)
    for row in rows:
        row["value"] = float(int(row["name"].split("/")[1]) % 3 > 0)
    got = figures(rows)
    assert got["r_score", ""]["value"] == got["r_score", "level-7/other"]["value"] == 1
    assert got["r_score", ""]["low"] < 1  # 40 images cannot tell that
    assert got["difference", ""]["low"] == pytest.approx(-100 * stats.t.ppf(0.975, 3) / 42)
    assert got["monotonicity", ""]["value"] == 100
    assert got["spearman", ""]["value"] is None


def test_a_gain_is_a_negative_difference_that_the_score_punishes_alike():
    rows = made(undecided=0)
    for row in rows:
        number = int(row["name"].split("/")[1])
        row["value"] = float(number % 10 > 0 or row["group"] != "level-0")
    got = figures(rows)
    assert got["difference", ""]["value"] == pytest.approx(-10)
    assert got["absolute_difference", ""]["value"] == pytest.approx(10)
    assert got["r_score", ""]["value"] == pytest.approx(r_score(10))


def test_the_interval_of_a_difference_covers():
    """The true mean lies in the interval in about 95 of 100 samples, with alike cases in an image and few changes."""
    rng = np.random.default_rng(0)
    inside = 0
    for _ in range(400):
        chance = rng.beta(0.5, 4.5, 60)  # of a change, by image
        clusters = np.repeat(np.arange(60), 5)
        found = paired_difference((rng.random(300) < chance[clusters]).astype(float), clusters)
        inside += found.low <= 0.1 <= found.high
    assert 0.91 < inside / 400 <= 0.99


def test_pairs_that_are_independent_have_the_interval_of_agresti_and_min():
    """b = 3 and c = 9 of n = 50 pairs, by their formula, but t with 11 degrees of freedom (12 pairs differ) for z."""
    b, c, n = 3, 9, 50
    found = paired_difference([1.0] * c + [-1.0] * b + [0.0] * (n - b - c), range(n))
    t = stats.t.ppf(0.975, 11)
    centre, half = (c - b) / (n + 2), t * math.sqrt(b + c + 1 - (c - b) ** 2 / (n + 2)) / (n + 2)
    assert (found.low, found.high) == pytest.approx((centre - half, centre + half), abs=0.003)


@pytest.mark.parametrize("n", [5, 40, 500])
def test_differences_that_all_images_show_have_a_t_interval_of_scipy_for_many_pairs(n):
    """The two added pairs cost 2 / (n + 2) of the mean: the rest is the t interval of n independent differences."""
    values = np.random.default_rng(n).uniform(0.1, 0.5, n)
    found = paired_difference(values, range(n))
    low, high = stats.t.interval(0.95, n - 1, values.mean(), stats.sem(values))
    size = n - 1
    centre, half = values.mean() * size / (size + 2), (high - low) / 2
    extra = math.hypot(half * size, stats.t.ppf(0.975, n - 1)) / (size + 2)
    assert (found.low, found.high) == pytest.approx((centre - extra, max(centre + extra, values.mean())), abs=1e-9)


def test_an_interval_of_differences_is_never_narrower_than_that_of_independent_pairs():
    """In each image one pair gains and one loses: by image there is no variance at all."""
    balanced = paired_difference([1.0, -1.0] * 20, np.repeat(np.arange(20), 2))
    independent = paired_difference([1.0, -1.0] * 20, np.arange(40))
    assert balanced.high >= independent.high > 0.2


def test_one_image_tells_nothing():
    assert paired_difference([1.0, 0.0], ["a", "a"]) == (0.5, -1, 1, 2, 1)
    assert paired_difference([], []).n == 0


@pytest.mark.parametrize("lost", ["level-0", "level-1"])
def test_without_a_level_there_is_no_difference(lost):
    got = figures([row for row in made() if row["group"] != lost])
    assert got["difference", ""]["value"] is None
    assert got["r_score", ""]["value"] is None
    assert got["r_score", ""]["n"] == 0


def test_row_order_does_not_matter():
    rows = made()
    one, other = figures(rows), figures(random.Random(4).sample(rows, len(rows)))
    assert one.keys() == other.keys()
    for key, row in one.items():
        for name in ("value", "low", "high", "n", "undecided"):
            assert row[name] == pytest.approx(other[key][name], abs=1e-9)
