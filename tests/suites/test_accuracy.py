"""Suite accuracy: a row for every value of every tag, and other ways to score."""

import json
from dataclasses import dataclass

import askance
import pytest
from askance import report
from askance.core import Answer, Item, Reading, UserError
from askance.datasets import open_dataset
from askance.relations import accuracy_by_role, judge_case
from askance.suites import open_suite
from toy import ToyData, ToyModel

from question_files import parquet, picture, put

RELATIONS = ("left of", "on/above", "facing")


@dataclass
class Tagged(ToyData):
    """Toy questions with tags that no suite knows: one with few values, one with a value for each item."""

    name: str = "tagged"

    def items(self, limit=None, seed=0):
        for number, item in enumerate(super().items(limit, seed)):
            tags = (("relation", RELATIONS[number % 3]), ("source_id", str(number)), *item.tags)
            yield Item(item.id, item.image, item.question, item.answers, tags)


def accuracies(done):
    return {row["group"]: row for row in done.metrics.to_pylist() if row["metric"] == "accuracy"}


def wrong_in_two(shown):
    number = int(shown.query.stimulus.question.rstrip("?").rpartition(" ")[2])
    return "no idea" if number % 3 == 2 else "yes" if number % 2 == 0 else "no"


def test_every_tag_of_the_data_has_rows(tmp_path):
    done = askance.run(ToyModel(answering=wrong_in_two), Tagged(90), ["accuracy"], out=tmp_path)
    found = {group: (row["value"], row["n"]) for group, row in accuracies(done).items() if "/" in group}
    assert found["relation/left of"] == found["relation/on-above"] == (100, 30)
    assert found["relation/facing"] == (0, 30)
    assert found["source_id/2"] == (0, 1)  # up to 100 values are shown


def test_a_tag_with_too_many_values_has_none_and_is_said_once(tmp_path):
    models = [ToyModel(), ToyModel(name="other", fingerprint="toy-2")]
    done = askance.run(models, Tagged(150), ["accuracy"], out=tmp_path)
    assert {group.partition("/")[0] for group in accuracies(done)} == {"", "relation", "type"}
    assert report.suite_warnings(done.space, done.pairs) == [
        "accuracy of tagged: not shown by tag source_id (150 values): at most 100 values of a tag become groups"
    ]


def test_tags_of_user_files_have_rows(tmp_path):
    put(tmp_path / "images/a.png", picture(3))
    record = {"image": "a.png", "question": "Is it?", "answers": ["yes"], "tags": {"relation": "on"}}
    put(tmp_path / "q.jsonl", json.dumps(record))
    put(tmp_path / "v.jsonl", json.dumps({"image": "a.png", "caption": "It is.", "label": "yes", "relation": "on"}))
    put(tmp_path / "questions.json", [{"id": "1", **record}])
    row = {"image": picture(1), "question": "Is it?", "answer": "yes", "relation": "on", "other": 5}
    table = parquet(tmp_path / "a.parquet", [row])
    names = [
        f"jsonl:{tmp_path / 'q.jsonl'}",
        f"jsonl:{tmp_path / 'v.jsonl'},question=caption,answer=label,tags=relation",
        f"folder:{tmp_path}",
        f"parquet:{table},tags=relation",
    ]
    for number, name in enumerate(names):
        done = askance.run(ToyModel(answering=lambda _: "yes"), name, ["accuracy"], out=tmp_path / str(number))
        found = accuracies(done)
        assert found["relation/on"]["value"] == 100, name
        assert not any(group.startswith("other") for group in found)


def test_gqa_s_types_have_rows(tmp_path):
    put(tmp_path / "images/1.jpg", picture(3, "JPEG"))
    types = {"structural": "query", "semantic": "rel", "detailed": "relS"}
    record = {"imageId": "1", "question": "What is it?", "answer": "dog", "types": types, "isBalanced": True}
    put(tmp_path / "questions.json", {"7": record})
    done = askance.run(ToyModel(answering=lambda _: "dog"), f"gqa:{tmp_path}", ["accuracy"], out=tmp_path / "run")
    assert {"structural/query", "semantic/rel", "balanced/yes", "type/other"} < set(accuracies(done))


def cases(root, record, spec="accuracy"):
    put(root / "q.jsonl", json.dumps({"image": "a.png", "question": "What color is it?"} | record))
    return list(next(open_suite(spec).rounds(open_dataset(f"jsonl:{root}"), None, 0)))


def value(case, said, read=None):
    readings, answers = {"ask": Reading("short", read or said)}, {"ask": Answer(text=said)}
    found = judge_case(case, readings, answers)
    assert accuracy_by_role(case, readings, answers) == [("ask", found.value)]
    return found.value


@pytest.mark.parametrize(
    ("mode", "said", "expected"),
    [
        ("default", "Black.", 1.0), ("official", "Black.", 0.0),  # all agree: the official tool does not normalise
        ("official", "black", 1.0), ("plain", "Black.", 1.0),
    ],
)  # fmt: skip
def test_the_official_score_can_be_had_by_name(tmp_path, mode, said, expected):
    [case] = cases(tmp_path, {"answers": ["black"] * 10}, f"accuracy:mode={mode}")
    assert case.suite == f"accuracy:mode={mode}"
    assert value(case, said) == expected


def test_modes_differ_on_three_of_ten(tmp_path):
    people = ["red"] * 3 + ["blue"] * 7
    values = {mode: value(cases(tmp_path, {"answers": people}, f"accuracy:mode={mode}")[0], "red")
              for mode in ("default", "official", "plain")}  # fmt: skip
    assert values == {"default": pytest.approx(0.9), "official": pytest.approx(0.9), "plain": 1.0}


def test_the_official_score_is_of_the_text_itself(tmp_path):
    people = ["black"] * 9 + ["gray"]
    for mode, expected in (("default", 1.0), ("official", 0.0)):
        [case] = cases(tmp_path, {"answers": people}, f"accuracy:mode={mode}")
        assert value(case, "It is black, I think.", read="black") == expected


@pytest.mark.parametrize(
    "answers",
    [
        {"red": 1.0, "dark red": 0.6},
        [{"answer": "red", "score": 1}, {"answer": "dark red", "score": 0.6}],
        [{"answer": "red", "weight": 1.0}, {"answer": "dark red", "weight": 0.6}],
        {"ids": ["red", "dark red"], "weights": [1.0, 0.6]},
    ],
)
def test_ground_truths_with_scores(tmp_path, answers):
    [case] = cases(tmp_path, {"answers": answers})
    assert [value(case, said) for said in ("Red.", "dark red", "blue")] == [1.0, 0.6, 0.0]
    table = parquet(tmp_path / "a.parquet", [{"image": picture(1), "question": "What?", "answers": answers}])
    item = next(open_dataset(f"parquet:{table}").items())
    if not (isinstance(answers, dict) and "red" in answers):  # a table's object has fixed fields
        assert (item.answers, item.scores) == (("red", "dark red"), (1.0, 0.6))


@pytest.mark.parametrize("score", [1.5, "high", -0.1, None])
def test_a_score_that_is_none_is_refused(tmp_path, score):
    with pytest.raises(askance.core.UserError, match=r"q\.jsonl: line 1: field answers: score .* from 0 to 1"):
        cases(tmp_path, {"answers": [{"answer": "red", "score": 1.0}, {"answer": "blue", "score": score}]})


@pytest.mark.parametrize(
    ("answers", "said", "right"),
    [
        (["yes"], "True", True), (["no"], "False.", True), (["yes"], "False", False), (["no"], "True", False),
        (["True"], "yes", True), (["False"], "No, it is not.", True), (["true"], "No", False),
        (["yes"] * 9 + ["maybe"], "True", True),
        (["true"], "True", True), (["red"], "True", False), (["True North"], "True", False),
    ],
)  # fmt: skip
def test_true_is_yes_where_the_data_says_yes_or_no(tmp_path, answers, said, right):
    from askance.readings import read

    [case] = cases(tmp_path, {"question": "The cat is on the mat.", "answers": answers})
    reading = read(case.reads, said, "The cat is on the mat.", case.options)
    assert judge_case(case, {"ask": reading}, {"ask": Answer(text=said)}).holds is right


def test_true_as_a_short_answer_stays(tmp_path):
    from askance.readings import read

    question = "What word is on the sign?"
    [case] = cases(tmp_path, {"question": question, "answers": ["True"]})
    assert read("auto", "True", question).value == "True"
    assert value(case, "True") == 1.0
    [other] = cases(tmp_path, {"question": question, "answers": ["stop"]})
    assert value(other, "True") == 0.0


@pytest.mark.parametrize(
    ("answers", "kind"),
    [({"dark red": 0.3, "4": 1.0}, "number"), ({"kind of": 0.3, "yes": 1.0, "partly": 0.3}, "yes/no")],
)
def test_the_type_of_scored_answers_is_that_of_the_best_one(tmp_path, answers, kind):
    put(tmp_path / "a.png", picture(3))
    put(tmp_path / "q.jsonl", json.dumps({"image": "a.png", "question": "What?", "answers": answers}))
    [item] = open_dataset(f"jsonl:{tmp_path}").items()
    assert dict(item.tags)["type"] == kind


def test_true_is_yes_where_the_score_says_that_yes_is_the_answer(tmp_path):
    put(tmp_path / "a.png", picture(3))
    record = {"image": "a.png", "question": "Is it?", "answers": {"yes": 1.0, "kind of": 0.3, "partly": 0.3}}
    put(tmp_path / "q.jsonl", json.dumps(record))
    done = askance.run(lambda image, question: "True", f"jsonl:{tmp_path}", ["accuracy"], out=tmp_path / "run")
    assert [row["value"] for row in done.verdicts.to_pylist()] == [1.0]


@pytest.mark.parametrize("suite", ["accuracy", "basic_questions:ranker=cider", "basic_chain:ranker=cider"])
def test_data_without_expected_answers_is_named(tmp_path, suite):
    put(tmp_path / "a.png", picture(3))
    records = [{"image": "a.png", "question": f"Is it {n}?", "group": "g"} for n in range(2)]
    put(tmp_path / "q.jsonl", "\n".join(map(json.dumps, records)))
    with pytest.raises(UserError, match="has no questions with expected answers: add answers"):
        askance.run("builtin:blind", f"jsonl:{tmp_path}", [suite], out=tmp_path / "run")
