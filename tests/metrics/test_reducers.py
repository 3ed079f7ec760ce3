"""Each reducer against an example worked by hand and against a computation of another kind."""

from itertools import combinations

import numpy as np
import pytest
from askance.metrics.connected_images import connect_images
from askance.metrics.reducers import REDUCERS, ScoredAnswers

YES, NO = "yes", "no"


def table(rows, truth=YES):
    """Rows of (group, variant, image, question, score, said)."""
    columns = [np.array(column, dtype=object) for column in zip(*rows, strict=True)]
    group, variant, image, question, score, said = columns
    return ScoredAnswers(
        np.arange(len(rows)).astype(object),
        group,
        variant,
        image,
        question,
        np.array([np.nan if one is None else one for one in score], dtype=np.float64),
        said,
        np.array([truth] * len(rows) if isinstance(truth, str) else truth, dtype=object),
        connect_images(group, image),
    )


# Two groups of two questions × two images, as in NaturalBench. Group a: one of four wrong; group b: all right.
NATURAL = table(
    [
        ("a", "", "i0", "q0", 1, YES), ("a", "", "i1", "q0", 0, YES), ("a", "", "i0", "q1", 1, NO),
        ("a", "", "i1", "q1", 1, YES), ("b", "", "i2", "q0", 1, YES), ("b", "", "i3", "q0", 1, NO),
        ("b", "", "i2", "q1", 1, NO), ("b", "", "i3", "q1", 1, YES),
    ]
)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "metric", "value", "n"),
    [
        ("all-correct", "all_correct", 50.0, 2),  # b of a, b
        ("question-accuracy", "question_accuracy", 75.0, 4),  # all but q0 of a
        ("image-accuracy", "image_accuracy", 75.0, 4),  # all but i1 of a
        ("worst-case", "worst_case", 50.0, 2),
        # a says yes, yes, no, yes: 3 of 6 pairs equal; b says yes, no, no, yes: 2 of 6; the mean is 5/12.
        ("pairwise-agreement", "pairwise_agreement", 100 * 5 / 12, 2),
    ],
)
def test_natural_bench_by_hand(name, metric, value, n):
    found = REDUCERS[name].compute(NATURAL)[metric]
    assert found.value == pytest.approx(value)
    assert (found.n, found.undecided, found.images) == (n, 0, 2)
    assert found.low <= found.value <= found.high


def test_the_lowest_score_is_graded():
    rows = [("a", "", "i", "q", 0.6, "x"), ("a", "", "i", "r", 1, "x"), ("b", "", "j", "q", 0.9, "x")]
    assert REDUCERS["worst-case"].compute(table(rows))["worst_case"].value == pytest.approx(75.0)  # (0.6 + 0.9) / 2
    assert REDUCERS["all-correct"].compute(table(rows))["all_correct"].value == 0.0  # no group is wholly right


def test_failed_calls_do_not_choose_which_groups_count():
    """Half of the groups are right; calls fail at random: the groups that are left are right as often."""
    rng = np.random.default_rng(5)
    rows = []
    for group in range(2_000):
        right = [1, 1] if rng.random() < 0.5 else [1, 0]
        for place, score in enumerate(right):
            failed = rng.random() < 0.3
            said = None if failed else YES
            rows.append((f"g{group}", "", f"i{group}", f"q{place}", None if failed else score, said))
    found = REDUCERS["all-correct"].compute(table(rows))["all_correct"]
    assert found.value == pytest.approx(50.0, abs=4)  # it was 34 when a group counted as soon as one answer was wrong
    assert found.n + found.undecided == 2_000


def test_pope_by_hand():
    # Truth yes: 3 said yes, 1 said no. Truth no: 1 said yes, 2 said no, 1 said something else.
    said = [YES, YES, YES, NO, YES, NO, NO, "maybe"]
    truth = [YES] * 4 + [NO] * 4
    rows = [(str(n), "", f"i{n}", f"q{n}", float(s == t), s) for n, (s, t) in enumerate(zip(said, truth, strict=True))]
    found = {name: one.value for name, one in REDUCERS["pope"].compute(table(rows, truth)).items()}
    assert found == pytest.approx({"accuracy": 62.5, "precision": 75.0, "recall": 75.0, "f1": 75.0, "yes_ratio": 50.0})


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (YES, {"accuracy": 50.0, "precision": 50.0, "recall": 100.0, "f1": 200 / 3, "yes_ratio": 100.0}),
        (NO, {"accuracy": 50.0, "precision": None, "recall": 0.0, "f1": 0.0, "yes_ratio": 0.0}),
    ],
)
def test_pope_of_a_constant_model(said, expected):
    truth = [YES, NO] * 10
    rows = [(str(n), "", f"i{n // 4}", f"q{n}", float(said == one), said) for n, one in enumerate(truth)]
    found = REDUCERS["pope"].compute(table(rows, truth))
    assert {name: one.value for name, one in found.items()} == pytest.approx(expected)


def test_pope_equals_scikit_learn():
    metrics = pytest.importorskip("sklearn.metrics")
    rng = np.random.default_rng(3)
    truth = np.where(rng.random(400) < 0.4, YES, NO).astype(object)
    said = np.where(rng.random(400) < 0.75, truth, np.where(truth == YES, NO, YES)).astype(object)
    rows = [(str(n), "", f"i{n // 3}", f"q{n}", float(said[n] == truth[n]), said[n]) for n in range(400)]
    found = {name: one.value for name, one in REDUCERS["pope"].compute(table(rows, list(truth))).items()}
    precision, recall, f1, _ = metrics.precision_recall_fscore_support(truth, said, pos_label=YES, average="binary")
    assert found == pytest.approx({
        "accuracy": 100 * metrics.accuracy_score(truth, said), "precision": 100 * precision, "recall": 100 * recall,
        "f1": 100 * f1, "yes_ratio": 100 * np.mean(said == YES),
    })  # fmt: skip


def corruption(errors, kinds=("clean", "blur/1", "blur/2", "noise/1", "noise/2"), size=10):
    """Ten questions for each variant; the first few of each are wrong."""
    return [
        (str(n), kind, f"i{n}", f"q{n}", float(n >= wrong), "x")
        for kind, wrong in zip(kinds, errors, strict=True)
        for n in range(size)
    ]


def test_corruption_error_by_hand():
    model, base = table(corruption([1, 2, 4, 3, 3])), table(corruption([2, 4, 6, 4, 8]))
    found = {name: one.value for name, one in REDUCERS["mce"].compare(model, base).items()}
    blur, noise = (2 + 4) / (4 + 6), (3 + 3) / (4 + 8)
    # Above the clean error: blur (1 + 3) / (2 + 4), noise (2 + 2) / (2 + 6).
    expected = {"mce": (blur + noise) / 2, "relative_mce": (4 / 6 + 4 / 8) / 2, "mce/blur": blur, "mce/noise": noise}
    assert found == pytest.approx({name: 100 * value for name, value in expected.items()})


def test_a_model_has_the_corruption_error_100_against_itself():
    same = table(corruption([1, 2, 4, 3, 5]))
    found = REDUCERS["mce"].compare(same, same)
    assert all(one.value == pytest.approx(100.0) for one in found.values())


def test_spread_by_hand():
    found = REDUCERS["spread"].compute(table(corruption([1, 2, 4, 3, 3])))
    assert found["spread"].value == pytest.approx(30.0)  # 90 % on clean, 60 % on blur/2


def test_the_bias_of_spread_is_what_chance_adds():
    rng = np.random.default_rng(0)
    found = []
    for _ in range(200):  # five variants that are equally hard: the true spread is 0
        rows = [(str(n), v, f"i{n}", "q", float(rng.random() < 0.5), "x") for n in range(40) for v in "abcde"]
        one = REDUCERS["spread"].compute(table(rows))
        found.append((one["spread"].value, one["spread_bias"].value))
    values, biases = np.mean(found, axis=0)
    assert values > 10  # points, by chance alone
    assert biases > values / 4  # and the jackknife sees part of it


def brute_force(answers):
    """All group reducers by dictionaries and loops."""

    def units(*keys):
        found = {}
        for row in zip(*keys, answers.score, answers.said, strict=True):
            found.setdefault(row[: len(keys)], []).append(row[len(keys) :])
        return found.values()

    def mean(values):
        values = [value for value in values if value is not None]
        return 100 * sum(values) / len(values)

    def right(unit):
        scores = [score for score, _ in unit]
        return None if any(np.isnan(scores)) else int(min(scores) >= 1)

    def lowest(unit):
        scores = [score for score, _ in unit]
        return None if any(np.isnan(scores)) else min(scores)

    def agreement(unit):
        pairs = [a == b for a, b in combinations([said for _, said in unit if said is not None], 2)]
        return sum(pairs) / len(pairs) if pairs else None

    return {
        "all-correct": mean(map(right, units(answers.group))),
        "question-accuracy": mean(map(right, units(answers.group, answers.question))),
        "image-accuracy": mean(map(right, units(answers.group, answers.image))),
        "worst-case": mean(map(lowest, units(answers.group))),
        "pairwise-agreement": mean(map(agreement, units(answers.group))),
    }  # fmt: skip


def test_group_reducers_equal_loops():
    rng = np.random.default_rng(7)
    rows = []
    for group in range(60):
        for _ in range(int(rng.integers(1, 6))):
            score = [0.0, 0.3, 1.0, 1.0, 1.0, None][int(rng.integers(6))]
            said = None if score is None else "abc"[int(rng.integers(3))]
            image, question = f"i{rng.integers(2)}-{group % 50}", f"q{rng.integers(2)}"
            rows.append((f"g{group}", "", image, question, score, said))
    answers = table(rows)
    for name, value in brute_force(answers).items():
        (found,) = REDUCERS[name].compute(answers).values()
        assert found.value == pytest.approx(value), name


def test_images_that_groups_connect_are_one_cluster():
    group = np.array(["a", "a", "b", "b", "c"], dtype=object)
    image = np.array(["1", "2", "2", "3", "4"], dtype=object)
    codes = connect_images(group, image)
    assert len({*codes[:4]}) == 1
    assert codes[4] != codes[0]


def test_a_long_chain_of_groups_is_one_cluster():
    """Groups 0-1, 1-2, 2-3, …: each connects the next image."""
    count = 3_000
    group = np.repeat(np.arange(count), 2).astype(object)
    image = (np.repeat(np.arange(count), 2) + np.tile([0, 1], count)).astype(object)
    assert set(connect_images(group, image)) == {0}
    assert connect_images(np.array([], dtype=object), np.array([], dtype=object)).tolist() == []
