"""Law 7: metrics equal an independent implementation; row order does not matter; declared bounds hold."""

import random

import pyarrow as pa
import pytest
from askance.inverse.belief_types import BELIEF_TYPES
from askance.store import TABLES
from askance.suites import SUITES
from askance.suites.noise.suite import PARTS as NOISE_PARTS

from interval_reference import reference_interval

# Suites whose metrics are each of a part of the cases: the first part of the group path tells which.
PARTS = {
    "bias": {"question": "question_bias", "image": "image_bias"},
    "noise": NOISE_PARTS,
    "uncertainty": {"uncertainty": "uncertainty", "entropy": "entropy"},
    "beliefs": {"belief": "correct", "drawn": "believed", "image": "contradictory_images"},
    "implications": {"implied": "consistency", "image": "contradicted_images", "asked": "covered"},
}
OF_BELIEFS = dict.fromkeys(("contradictory", "confidence", *BELIEF_TYPES), "belief")
OF_BELIEFS |= {"found_per_100_calls": "drawn"}
RELATIONS = {
    "belief": "belief", "drawn": "answers_with", "image": "consistent_image", "implied": "follows", "asked": "asked",
}  # fmt: skip  # by part
BIASES = {"uncertainty_bias": "uncertainty", "entropy_bias": "entropy"}  # metric → part
# Suites that ask each item at several levels; a figure that compares them counts an item once.
LEVELS = {"basic_questions": 8, "basic_chain": 4}
LEVEL = {"basic_questions": "level", "basic_chain": "appended"}
ONCE_AN_ITEM = {
    "difference", "absolute_difference", "r_score", "r_score_bias", "monotonicity", "spearman", "largest_rise",
    "without", "chain", "gain",
}  # fmt: skip
HALF = {"tuned", "tuned_without", "tuned_gain"}  # of the items: on the others thresholds were found
# of the questions, not of a model: there is nothing to estimate
EXACT = {"threshold", "score_mean", "score_deviation", "tests", "unique"}
# no interval of these covers as it should; `largest_rise` has one in place of the first two
NO_INTERVAL = {"monotonicity", "spearman", "r_score_bias", "dominant_answer_bias", *BIASES}
SOME = {"yes_rate", "no_rate", "other_rate", "unique"}  # of yes/no questions alone; of images and answers
POINTS = dict.fromkeys(("difference", "gain", "tuned_gain", "largest_rise"), (-100, 100))
BOUNDS = {"r_score": (0, 1), "spearman": (-1, 1), **POINTS}  # others are percentages


def table(rows):
    return pa.Table.from_pylist(rows, schema=TABLES["verdicts"])


def made(suite, count=400, seed=0):
    """Random verdicts as the engine would write them: graded values, undecided ones, several cases an image."""
    rng = random.Random(seed)
    rows = []
    paths = [f"{part}{rest}" for part in PARTS[suite] for rest in ("", "/a")] if suite in PARTS else ["", "a", "a/b"]
    levels = LEVELS.get(suite, 1)
    for number in range(count):
        value = rng.choice([0.0, 0.3, 1.0, 1.0, None])
        path = rng.choice(paths)
        rows.append(
            {
                "case_key": number.to_bytes(16, "big"), "suite": suite,
                "name": f"{number // levels}/{LEVEL[suite]}-{number % levels}" if levels > 1 else str(number),
                "image": f"i{rng.randrange(60) if levels == 1 else number // levels % 60}",
                "model": "m", "dataset": "d",
                "relation": RELATIONS.get(path.partition("/")[0]),
                "group": path if levels == 1 else f"{LEVEL[suite]}-{number % levels}",
                "tags": [("type", rng.choice(["yes/no", "number", "other", "Q1", "Q5"])), ("skill", rng.choice("xyz")),
                         ("question", str(number)), ("belief", rng.choice([*BELIEF_TYPES])),
                         *([("ground_truth", "yes"), ("questions", "2")] if suite == "groups" else []),
                         ("depth", "1"), ("expects", rng.choice(["negation-1=no", "exclusion-1=no hypernym-1=yes"])),
                         *((f"score-{place}", repr(1 / (place + number // levels % 7))) for place in (1, 2, 3))],
                "holds": None if value is None else value >= 0.5, "value": value,
                "status": rng.choice(["failed", "refused"]) if value is None else None, "reason": None,
            }
        )  # fmt: skip
    return rows


@pytest.mark.parametrize("suite", SUITES)
def test_row_order_does_not_matter(suite):
    rows = made(suite)
    shuffled = random.Random(1).sample(rows, len(rows))
    one, other = (SUITES[suite].metrics(table(each)).to_pylist() for each in (rows, shuffled))
    for first, second in zip(one, other, strict=True):
        assert {k: v for k, v in first.items() if k not in ("value", "low", "high")} == {
            k: v for k, v in second.items() if k not in ("value", "low", "high")
        }
        for name in ("value", "low", "high"):
            assert first[name] == pytest.approx(second[name], abs=1e-9)


@pytest.mark.parametrize("suite", SUITES)
@pytest.mark.parametrize("seed", range(5))
def test_bounds_hold_and_every_case_is_counted(suite, seed):
    rows = made(suite, seed=seed)
    for row in SUITES[suite].metrics(table(rows)).to_pylist():
        if row["metric"] in EXACT | NO_INTERVAL:
            assert row["low"] is row["high"] is None
        elif row["value"] is not None:
            least, most = BOUNDS.get(row["metric"], (0, 100))
            assert least <= row["low"] <= row["value"] + 1e-9
            assert row["value"] <= row["high"] + 1e-9 <= most + 2e-9
        if row["metric"] in ONCE_AN_ITEM and row["group"] == "":
            assert row["n"] + row["undecided"] == len(rows) / LEVELS[suite]
        elif row["group"] == "" and row["metric"] not in {"coverage", *HALF, *SOME}:
            parts = BIASES | OF_BELIEFS | {metric: part for part, metric in PARTS.get(suite, {}).items()}
            part = parts.get(row["metric"], "")
            assert row["n"] + row["undecided"] == sum(each["group"].startswith(part) for each in rows)


@pytest.mark.parametrize("suite", SUITES)
def test_no_cases_no_value(suite):
    for row in SUITES[suite].metrics(table([])).to_pylist():
        assert row["value"] is None
        assert row["n"] == 0


def plain_rate(rows, field):
    """The rate with its interval in percent, from the formulas."""
    pairs = [(row["image"], row[field]) for row in rows if row[field] is not None]
    return tuple(100 * number for number in reference_interval(pairs))


RATES = [
    ("accuracy", "accuracy", "value"),
    ("repeat", "agreement", "holds"),
    ("groups", "consistency", "holds"),
    ("groups", "pair_consistency", "value"),
]


@pytest.mark.parametrize(("suite", "metric", "field"), RATES)
def test_equal_to_an_independent_implementation(suite, metric, field):
    rows = made(suite)
    got = {row["group"]: row for row in SUITES[suite].metrics(table(rows)).to_pylist() if row["metric"] == metric}
    groups = {
        "": rows,
        "a": [row for row in rows if row["group"].startswith("a")],
        "a/b": [row for row in rows if row["group"] == "a/b"],
        "type/yes-no": [row for row in rows if ("type", "yes/no") in row["tags"]],
    }
    for group, inside in groups.items():
        found = tuple(got[group][name] for name in ("value", "low", "high"))
        assert found == pytest.approx(plain_rate(inside, field), abs=1e-6)
