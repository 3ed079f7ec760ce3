"""The suite `basic_chain`: four lengths of a chain, the paper's tables, thresholds tuned on one half only."""

import random
from dataclasses import dataclass, replace

import askance
import numpy as np
import pyarrow as pa
import pytest
from askance.core import UserError, query_key
from askance.ranking.question_chain import Thresholds
from askance.store import TABLES
from askance.suites import open_suite
from askance.suites.accuracy import Accuracy
from askance.suites.basic_chain import BasicChain
from askance.suites.basic_chain.metrics import chain_metrics, is_in_held_out_half
from askance.suites.basic_chain.settings import ChainSettings
from askance.suites.basic_questions import ScoredQuestion
from toy import ToyData, ToyModel, truth


@dataclass(frozen=True)
class Graded:
    """Basic questions whose scores are told by the number in the main question: 0 to 3 pass the paper's thresholds."""

    fingerprint = "graded"

    def lacks(self):
        return None

    def find_basic_questions(self, data, main):
        return {question: self.basic(int("".join(filter(str.isdigit, question))) % 4) for question in main}

    @staticmethod
    def basic(count):
        scores = {0: (0.6, 0.6, 0.6), 1: (0.8, 0.4, 0.4), 2: (0.8, 0.8, 0.2), 3: (0.8, 0.7, 0.6)}[count]
        return [ScoredQuestion(f"Is it like {place}?", score) for place, score in enumerate(scores)]


SUITE = BasicChain(settings=ChainSettings(Graded()))


def main_truth(shown):
    return truth(shown.query.stimulus.question.partition("?")[0])


def found(done, metric):
    return {row["group"]: row for row in done.metrics.to_pylist() if row["metric"] == metric}


def test_each_item_with_none_to_three_basic_questions_behind_it():
    cases = list(next(SUITE.rounds(ToyData(8), None, 0)))
    assert [case.name for case in cases[:5]] == [
        *(f"item-00000/appended-{count}" for count in range(4)),
        "item-00001/appended-0",
    ]
    assert [case.asks[0][1].stimulus.question for case in cases[:4]] == [
        "Is it number 0?",
        "Is it number 0? Is it like 0?",
        "Is it number 0? Is it like 0? Is it like 1?",
        "Is it number 0? Is it like 0? Is it like 1? Is it like 2?",
    ]
    assert {case.question for case in cases[:4]} == {"Is it number 0?"}
    assert dict(cases[4].tags) == {"type": "yes/no", "score-1": "0.8", "score-2": "0.4", "score-3": "0.4"}
    plain = {query_key(query) for case in next(Accuracy().rounds(ToyData(8), None, 0)) for _, query in case.asks}
    assert {query_key(case.asks[0][1]) for case in cases if case.group == "appended-0"} == plain


def test_tables_five_to_seven(tmp_path):
    def spoiled_by_two(shown):
        right = main_truth(shown)
        return right if shown.query.stimulus.question.count("like") < 2 else "no" if right == "yes" else "yes"

    model = ToyModel(answering=spoiled_by_two)
    done = askance.run(model, ToyData(40), ["accuracy", SUITE], out=tmp_path)
    assert len(model.asked) == 160  # accuracy's own calls are those without basic questions
    assert {name: row["value"] for name, row in found(done, "share").items() if name.startswith("app")} == {
        f"appended-{count}": 25 for count in range(4)
    }
    assert found(done, "without")[""]["value"] == 100
    assert found(done, "chain")[""]["value"] == 50
    gain = found(done, "gain")[""]
    assert gain["value"] == -50
    assert -100 <= gain["low"] < -50 < gain["high"] < 0
    assert [found(done, "accuracy")[f"appended-{count}"]["value"] for count in range(4)] == [100, 100, 0, 0]
    assert found(done, "tuned")[""]["value"] == found(done, "tuned_without")[""]["value"] == 100
    assert found(done, "score_mean")["score-1"]["value"] == pytest.approx(0.75)
    assert found(done, "score_mean")["ratio-2"]["value"] == pytest.approx((1 + 0.5 + 1 + 0.875) / 4)
    assert found(done, "threshold")["s1"]["value"] == 0.6


def verdicts(count=300, seed=3):
    """Random verdicts of items with four cases each; one basic question helps where the first score is above .5."""
    rng = random.Random(seed)
    rows = []
    for number in range(count):
        scores = sorted((rng.random() for _ in range(3)), reverse=True)
        image = f"image-{number // 3}"
        for length in range(4):
            likely = 0.5 if length != 1 else 0.9 if scores[0] > 0.5 else 0.1
            value = float(rng.random() < likely)
            value = None if rng.random() < 0.02 else value
            tags = [("type", "number" if number % 2 else "yes/no")]
            tags += [(f"score-{place}", repr(score)) for place, score in enumerate(scores, 1)]
            rows.append(
                {"case_key": (4 * number + length).to_bytes(16, "big"), "name": f"a/{number}/appended-{length}",
                 "group": f"appended-{length}", "image": image, "tags": tags, "value": value,
                 "holds": None if value is None else value > 0.5, "status": "failed" if value is None else None}
            )  # fmt: skip
    return rows


def table(rows):
    return pa.Table.from_pylist(rows, schema=TABLES["verdicts"])


def plain_chain(rows, limits):
    """Accuracy without and with Algorithm 1, over the items decided four times: in plain Python."""
    items = {}
    for row in rows:
        items.setdefault(row["name"].rpartition("/")[0], []).append(row)
    pairs = []
    for cases in items.values():
        values = [case["value"] for case in sorted(cases, key=lambda case: case["group"])]
        tags = dict(cases[0]["tags"])
        first, second, third = (float(tags[f"score-{place}"]) for place in (1, 2, 3))
        length = 0
        if first > limits.s1:
            length = 1
            if second / first > limits.s2:
                length = 2
                if third / second > limits.s3:
                    length = 3
        if None not in values:
            pairs.append((values[0], values[length]))
    return [100 * sum(column) / len(column) for column in zip(*pairs, strict=True)]


def test_equal_to_an_independent_implementation():
    rows = verdicts()
    got = {(row["metric"], row["group"]): row for row in chain_metrics(table(rows), Thresholds()).to_pylist()}
    assert [got[metric, ""]["value"] for metric in ("without", "chain")] == pytest.approx(
        plain_chain(rows, Thresholds())
    )
    numbers = [row for row in rows if ("type", "number") in row["tags"]]
    assert [got[metric, "type/number"]["value"] for metric in ("without", "chain")] == pytest.approx(
        plain_chain(numbers, Thresholds())
    )
    gain = got["chain", ""]["value"] - got["without", ""]["value"]
    assert got["gain", ""]["value"] == pytest.approx(gain)
    assert got["gain", ""]["n"] + got["gain", ""]["undecided"] == 300
    values = [got["threshold", f"tuned/{name}"]["value"] for name in ("s1", "s2", "s3")]
    limits = Thresholds(*(float("inf") if value is None else value for value in values))  # None: nothing passes
    scored = [row for row, out in zip(rows, is_in_held_out_half(table(rows)), strict=True) if not out]
    assert [got[metric, ""]["value"] for metric in ("tuned_without", "tuned")] == pytest.approx(
        plain_chain(scored, limits)
    )
    assert 0.4 < limits.s1 < 0.6  # the planted rule
    assert got["tuned_gain", ""]["value"] > 5


def test_thresholds_are_found_on_the_held_out_half_alone():
    rows = verdicts()
    held = is_in_held_out_half(table(rows))
    images = [
        {row["image"] for row, out in zip(rows, held, strict=True) if bool(out) == side} for side in (True, False)
    ]
    assert not images[0] & images[1]
    assert 0.35 < len(images[0]) / 100 < 0.65
    spoiled = [row if out else row | {"value": 0.0} for row, out in zip(rows, held, strict=True)]

    def tuned(of):
        found = chain_metrics(table(of), Thresholds()).to_pylist()
        return {row["group"]: row["value"] for row in found if row["group"].startswith("tuned/s")}

    assert tuned(rows) == tuned(spoiled)
    helped = [row | {"value": 1.0 - row["value"]} if out and row["value"] is not None else row
              for row, out in zip(rows, held, strict=True)]  # fmt: skip
    assert tuned(rows) != tuned(helped)


def test_items_that_still_lack_a_case_wait_for_the_next_run():
    rows = verdicts(30)[:-1]
    got = {row["metric"]: row for row in chain_metrics(table(rows), Thresholds()).to_pylist() if not row["group"]}
    assert got["without"]["n"] + got["without"]["undecided"] == 29


def test_one_half_alone_gives_no_tuned_figure():
    rows = verdicts()
    one = [row for row, out in zip(rows, is_in_held_out_half(table(rows)), strict=True) if not out]
    got = {row["metric"]: row for row in chain_metrics(table(one), Thresholds()).to_pylist() if not row["group"]}
    assert got["tuned"]["value"] is None
    assert got["without"]["value"] is not None
    other = [row for row, out in zip(rows, is_in_held_out_half(table(rows)), strict=True) if out]
    got = {row["metric"]: row for row in chain_metrics(table(other), Thresholds()).to_pylist() if not row["group"]}
    assert got["tuned"]["n"] == 0
    assert np.isfinite(got["chain"]["value"])


def test_options():
    suite = open_suite("basic_chain:s1=0.3,ranker=rouge-l,words=26")
    assert suite.card.name == "basic_chain:ranker=rouge-l,words=26,s1=0.3"
    assert suite.settings.thresholds == Thresholds(0.3, 0.58, 0.41)
    assert suite.settings.source.ranker == "rouge-l"
    assert not suite.card.adaptive
    turns = open_suite("basic_chain:as=turns,ranker=rouge-l")
    assert turns.card.adaptive
    assert turns.card.needs == {"turns"}
    assert turns.card.variant_of == "basic_chain"


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ("s1=high", "s1=high: not a number; say s1=NUMBER"),
        ("s2=nan", "not a number"),
        ("as=chat", "neither concatenation nor turns"),
        ("as=turns,words=26", "leave it out beside as=turns"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(options, line):
    with pytest.raises(UserError) as refused:
        open_suite(f"basic_chain:{options}")
    assert line in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("way", ["concatenation", "turns"])
def test_accuracy_is_scored_as_the_option_mode_says(way):
    suite = SUITE.with_options("basic_chain:x", {"mode": "official", "as": way})
    suite.settings = replace(suite.settings, source=Graded())
    assert {case.relation for case in next(suite.rounds(ToyData(4), None, 0))} == {"truth_official"}


@pytest.mark.parametrize("option", ["t=90", "m=95"])
def test_limits_of_an_r_score_are_no_options_of_a_chain(option):
    with pytest.raises(UserError, match=f"{option[0]}"):
        open_suite(f"basic_chain:{option}")
