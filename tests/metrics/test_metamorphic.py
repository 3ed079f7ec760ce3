"""Metamorphic figures against plain Python, and what counts as invalid."""

import random
from collections import Counter, defaultdict

import numpy as np
import pyarrow as pa
import pytest
from askance.core import Answer, Case, Query, Stimulus
from askance.metrics import metamorphic_metrics
from askance.metrics.dominant_answer import most_frequent_answer
from askance.readings import read
from askance.relations import judge_case, undecided_status
from askance.store import TABLES

from interval_reference import reference_interval

COUNT = "What is the total number of dogs and cats in the image?"
GROUPS = ("partition/object", "partition/property", "reorder/object", "reversion/object", "cut/partition", "remove+/x")


def table(rows):
    return pa.Table.from_pylist(rows, schema=TABLES["verdicts"])


def made(count=600, seed=0):
    """Random verdicts as the engine would write them."""
    rng = random.Random(seed)
    rows = []
    for number in range(count):
        group = rng.choice(GROUPS)
        status = rng.choice([None] * 8 + ["unreadable", "failed", "refused"])
        holds = None if status else rng.random() < 0.6
        words = ["yes", "no"] if group.startswith("reversion") else ["0", "0", "0", "2", "3.0", "3", "many"]
        roles = ("any", "no") if group.startswith("reversion") else ("whole", "part-a", "part-b")
        said = [(role, rng.choice(words)) for role in roles][: None if status is None else rng.randrange(3)]
        tags = {"case": rng.choice(["none", "one", "both"]), "class": rng.choice(["dog", "cat"])}
        if rng.random() < 0.7:
            tags["other"] = rng.choice(["cat", "hot/dog"])
        if "property" in group:
            tags["property"] = rng.choice(["red", "blue"])
        other_kind = holds is False and rng.random() < 0.1
        rows.append(
            {
                "case_key": number.to_bytes(16, "big"), "suite": "metamorphic", "name": str(number), "model": "m",
                "dataset": "d", "group": group, "image": f"i{rng.randrange(70)}", "tags": list(tags.items()),
                "holds": holds, "value": None if holds is None else float(holds), "status": status,
                "reason": "not a number: red" if other_kind else None, "said": said,
            }
        )  # fmt: skip
    return rows


def plain_rate(pairs):
    """Mean and interval of (image, value) pairs in percent, from the formulas, and their number."""
    return *(100 * number for number in reference_interval(pairs)), len(pairs)


def is_invalid(row):
    return row["status"] == "unreadable" or (row["reason"] or "").startswith("not a number")


def error(row):
    return None if row["holds"] is None or is_invalid(row) else float(not row["holds"])


def invalid(row):
    return None if row["status"] in ("failed", "refused") else float(is_invalid(row))


def groups_of(row, with_names):
    """Every group that a test counts in."""
    tags = dict(row["tags"])
    yield ""
    parts = row["group"].split("/")
    yield from ("/".join(parts[: depth + 1]) for depth in range(len(parts)))
    if with_names:
        if parts[0] == "partition":
            yield f"{row['group']}/case-{['none', 'one', 'both'].index(tags['case']) + 1}"
        yield from {f"class/{tags[tag].replace('/', '-')}" for tag in ("class", "other") if tag in tags}
        yield from {f"property/{tags[tag]}" for tag in ("property",) if tag in tags}


def expected(rows, measure):
    inside, counts = defaultdict(list), Counter()
    for row in rows:
        for group in groups_of(row, True):
            counts[group] += 1
            if measure(row) is not None:
                inside[group].append((row["image"], measure(row)))
    return {group: (*plain_rate(pairs), counts[group] - len(pairs)) for group, pairs in inside.items()}


def found(rows, metric):
    names = ("value", "low", "high", "n", "undecided")
    got = metamorphic_metrics(table(rows)).to_pylist()
    return {row["group"]: tuple(row[name] for name in names) for row in got if row["metric"] == metric}


@pytest.mark.parametrize(("metric", "measure"), [("error", error), ("invalid", invalid)])
@pytest.mark.parametrize("seed", range(3))
def test_error_and_invalid_equal_plain_python(metric, measure, seed):
    rows = made(seed=seed)
    got, want = found(rows, metric), expected(rows, measure)
    assert set(got) == set(want)
    assert {"partition/object/case-1", "partition/property/case-3", "class/hot-dog", "property/red"} <= set(got)
    for group, values in want.items():
        assert got[group] == pytest.approx(values, abs=1e-6), group


@pytest.mark.parametrize("seed", range(3))
def test_the_dominant_answer_equals_plain_python(seed):
    rows = made(seed=seed)
    got = found(rows, "dominant_answer")
    everything = {group for row in rows for group in groups_of(row, False)}
    assert set(got) == everything
    for group in everything:
        inside = [row for row in rows if group in set(groups_of(row, False))]
        answered = [[word.removesuffix(".0") for _, word in row["said"]] for row in inside if row["said"]]
        shares = {
            word: sum(each.count(word) / len(each) for each in answered) / len(answered)
            for word in {word for each in answered for word in each}
        }
        best = max(sorted(shares), key=lambda word: round(shares[word], 9))
        assert most_frequent_answer(table(rows), group) == best
        pairs = [
            (row["image"], [w.removesuffix(".0") for _, w in row["said"]].count(best) / len(row["said"]))
            for row in inside if row["said"]
        ]  # fmt: skip
        assert got[group] == pytest.approx((*plain_rate(pairs), len(inside) - len(pairs)), abs=1e-6)


def test_row_order_and_slices_do_not_matter():
    rows = made()
    shuffled = random.Random(5).sample(rows, len(rows))
    one, other = (metamorphic_metrics(table(each)).to_pylist() for each in (rows, shuffled))
    assert [(row["metric"], row["group"], row["n"]) for row in one] == [
        (row["metric"], row["group"], row["n"]) for row in other
    ]
    for first, second in zip(one, other, strict=True):
        assert first["value"] == pytest.approx(second["value"], abs=1e-9)
    chunked = pa.concat_tables([table(rows[:100]), table(rows).slice(100, 300), table(rows[400:])])
    assert metamorphic_metrics(chunked).to_pylist() == one


@pytest.mark.parametrize("seed", range(4))
def test_bounds(seed):
    rows = made(seed=seed)
    for row in metamorphic_metrics(table(rows)).to_pylist():
        if row["metric"] == "dominant_answer_bias":
            assert row["low"] is row["high"] is None
        elif row["value"] is not None:
            assert 0 <= row["low"] <= row["value"] + 1e-9 <= row["high"] + 2e-9 <= 100 + 3e-9
        if row["group"] == "" and row["metric"] != "coverage":
            assert row["n"] + row["undecided"] == len(rows)


def test_nothing_asked_nothing_said():
    assert {row["value"] for row in metamorphic_metrics(table([])).to_pylist()} == {None}
    silent = [{**row, "said": None} for row in made(20)]
    assert found(silent, "dominant_answer")[""] == (None, None, None, 0, 20)


def judged(relation, **texts):
    """The verdict on answers as the engine would come to it, as a row."""
    asks = {role.replace("_", "-"): Query(Stimulus("i", COUNT)) for role in texts}
    reads = "number" if relation in ("sum", "equal") else "yesno"
    case = Case.of("metamorphic", "x", asks, relation, group="partition/object", reads=reads)
    answers = {role.replace("_", "-"): Answer(text=text) for role, text in texts.items()}
    readings = {role: read(case.reads, answer.text, COUNT) for role, answer in answers.items()}
    verdict = judge_case(case, readings, answers)
    said = [(role, str(reading.value)) for role, reading in readings.items() if reading.value is not None]
    return {
        "case_key": bytes(16), "group": case.group, "image": "i", "tags": [], "holds": verdict.holds,
        "status": undecided_status(verdict), "reason": verdict.reason, "said": said,
    }  # fmt: skip


# The paper's release maps every unreadable answer to one number, so that "red" equals "blue".
UNREADABLE = [
    ("equal", {"first": "red", "second": "blue"}),
    ("equal", {"first": "red", "second": "red"}),
    ("equal", {"first": "2", "second": "red"}),
    ("sum", {"whole": "red", "part_a": "red", "part_b": "0"}),
    ("sum", {"whole": "2", "part_a": "2", "part_b": "blue"}),
    ("sum", {"whole": "", "part_a": "", "part_b": ""}),
    ("opposite", {"any": "giraffe", "no": "no"}),
    ("opposite", {"any": "red", "no": "blue"}),
]


@pytest.mark.parametrize(("relation", "texts"), UNREADABLE)
def test_an_unreadable_answer_is_invalid_and_neither_kept_nor_broken(relation, texts):
    row = judged(relation, **texts)
    assert found([row], "invalid")[""][:1] == (100.0,)
    assert found([row], "error")[""] == (None, None, None, 0, 1)


# whole, parts, holds: the forms of the specification.
SUMS = [
    ("5", "2", "3", True), ("five", "two", "3", True), ("a couple", "one", "1", True), ("a dozen", "10", "two", True),
    ("none", "no", "0", True), ("no", "none", "zero", True), ("10+", "7", "3", True), ("at least 3", "3", "none", True),
    ("There are three dogs and cats.", "There are 2 dogs.", "There is one cat.", True),
    ("There are no dogs or cats.", "0", "none", True), ("4", "2", "3", False), ("0", "0", "1", False),
    ("many", "many", "3", True), ("a lot", "several", "many", True), ("lots", "much", "0", True),
    ("several", "a lot", "lots", True), ("many", "2", "3", False), ("12", "many", "3", False),
    ("5", "a lot", "0", False), ("2 dogs and 1 cat", "2", "1", True), ("Two dogs and one cat.", "2", "2", False),
]  # fmt: skip


@pytest.mark.parametrize(("whole", "first", "second", "holds"), SUMS)
def test_the_sums_of_the_specification(whole, first, second, holds):
    row = judged("sum", whole=whole, part_a=first, part_b=second)
    assert row["holds"] is holds
    assert found([row], "error")[""][0] == (0.0 if holds else 100.0)
    assert found([row], "invalid")[""][0] == 0.0


@pytest.mark.parametrize("seed", range(2))
def test_the_bias_of_the_dominant_answer_is_that_of_leaving_out_each_image(seed):
    rows = made(count=60, seed=seed)
    whole, bias = found(rows, "dominant_answer"), found(rows, "dominant_answer_bias")
    assert set(whole) == set(bias)
    for group in ("", "partition", rows[0]["group"]):
        inside = {row["image"] for row in rows if group in set(groups_of(row, False)) and row["said"]}
        without = [
            found([row for row in rows if row["image"] != image], "dominant_answer")[group][0] for image in inside
        ]
        assert bias[group][0] == pytest.approx((len(without) - 1) * (np.mean(without) - whole[group][0]))
        assert bias[group][1:3] == (None, None)
        assert bias[group][3:] == whole[group][3:]
