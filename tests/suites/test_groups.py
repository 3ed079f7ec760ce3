"""Suite groups: what a record says of its group, what is asked, and the figures with and without ground truth."""

import json

import askance
import pytest
from askance import report
from askance.core import Answer, Reading, UserError
from askance.datasets import open_dataset
from askance.relations import RELATIONS, judge_case, undecided_status
from askance.suites import SUITES, open_suite
from toy import ToyModel

from question_files import parquet, picture, put


def line(question, group="g", relation=None, answer=None, **more):
    record = {"image": "a.png", "question": question, "group": group, "relation": relation, "answer": answer, **more}
    return {name: value for name, value in record.items() if value is not None}


def data(root, *records):
    put(root / "a.png", picture(3))
    put(root / "q.jsonl", "".join(json.dumps(record) + "\n" for record in records))
    return f"jsonl:{root}"


def cases(name, suite="groups", limit=None, seed=0):
    return list(next(open_suite(suite).rounds(open_dataset(name), limit, seed)))


def verdict(case, **said):
    answers = {role: Answer(text=text) if text is not None else Answer(status="failed", reason="timeout")
               for (role, _), text in zip(case.asks, said.values(), strict=True)}  # fmt: skip
    return judge_case(case, {role: Reading("short", one.text) for role, one in answers.items() if one.text}, answers)


def answering(table):
    return ToyModel(answering=lambda shown: table[shown.query.stimulus.question])


def totals(done):
    return {(row["metric"], row["group"]): row for row in done.metrics.to_pylist()}


def test_equal_is_the_default_and_needs_no_ground_truth(tmp_path):
    [case] = cases(data(tmp_path, line("Is it red?"), line("Is its color red?"), line("Would you call it red?")))
    assert (case.name, case.relation, case.group) == ("g/equal", "group_equal", "equal")
    assert [role for role, _ in case.asks] == ["question-1", "question-2", "question-3"]
    assert dict(case.tags) == {"questions": "3", "ground_truth": "no"}
    assert verdict(case, a="yes", b="Yes.", c="yes").holds
    broken = verdict(case, a="yes", b="no", c="yes")
    assert (broken.holds, broken.value) == (False, pytest.approx(1 / 3))


@pytest.mark.parametrize("other", ["x", "y"])
def test_a_missing_answer_leaves_a_group_undecided_whatever_the_others_say(tmp_path, other):
    [case] = cases(data(tmp_path, line("A?"), line("B?"), line("C?")))
    unknown = verdict(case, a="x", b=other, c=None)
    assert (unknown.holds, undecided_status(unknown)) == (None, "failed")


def test_opposite_is_to_the_first_question(tmp_path):
    [case] = cases(data(tmp_path, line("Is it on?", relation="opposite"), line("Is it off?"), line("Is it not on?")))
    assert case.relation == "group_opposite"
    assert verdict(case, a="yes", b="no", c="false").holds
    assert verdict(case, a="no", b="yes", c="yes").holds
    assert verdict(case, a="yes", b="no", c="yes").value == 0.5
    assert verdict(case, a="blue", b="no", c="no").holds is False


def test_each_record_says_how_it_is_related_to_the_first(tmp_path):
    name = data(
        tmp_path,
        line("Is there a dog?", answer="yes"),
        line("Can you see a dog?", answer="yes"),
        line("Is there no dog?", relation="opposite", answer="no"),
        line("Is there an animal?", relation="Entails", answer="yes"),
    )
    made = {case.group: [query.stimulus.question for _, query in case.asks] for case in cases(name)}
    assert made == {
        "equal": ["Is there a dog?", "Can you see a dog?"],
        "opposite": ["Is there a dog?", "Is there no dog?"],
        "entails": ["Is there a dog?", "Is there an animal?"],
    }


def test_entails_tests_only_a_model_that_gives_the_premise(tmp_path):
    name = data(tmp_path, line("What color is it?", relation="entails", answer="red"), line("Is it red?", answer="yes"),
                line("Is it blue?", answer="no"))  # fmt: skip
    [case] = cases(name)
    assert [role for role, _ in case.asks] == ["premise-1", "conclusion-1", "conclusion-2"]
    assert verdict(case, a="red", b="yes", c="no").holds
    assert verdict(case, a="red", b="yes", c="yes") == verdict(case, a="red", b="no", c="no")
    assert verdict(case, a="red", b="yes", c="yes").value == 0.5
    other = verdict(case, a="green", b="yes", c="yes")
    assert (other.holds, undecided_status(other)) == (None, "untested")


def test_entails_from_yes_to_yes_whatever_is_true_here(tmp_path):
    name = data(tmp_path, line("Is there a dog?", relation="entails", answer="no"), line("An animal?", answer="yes"))
    [by_answers], [by_yes] = cases(name), cases(name, "groups:entails=yes")
    assert verdict(by_answers, a="no", b="no").holds is False
    assert verdict(by_yes, a="no", b="no").holds is None
    assert verdict(by_yes, a="yes", b="no").holds is False
    assert verdict(by_yes, a="yes", b="yes").holds


def test_most_people_s_answer_is_what_a_question_stands_for(tmp_path):
    people = ["yes"] * 6 + ["no"] * 4  # with VQA accuracy both would be right
    name = data(tmp_path, line("Is it a dog?", relation="entails", answers=people), line("An animal?", answer="yes"))
    [case] = cases(name)
    assert verdict(case, a="no", b="no").holds is None
    assert verdict(case, a="yes", b="no").holds is False


def test_roles_say_which_is_the_premise(tmp_path):
    one, two = line("Is it an animal?", relation="entails", role="conclusion"), line("Is it a dog?", role="premise")
    three = line("Is it brown?", role="premise")
    [case] = cases(data(tmp_path, one, two, three))
    assert [(role, query.stimulus.question) for role, query in case.asks] == [
        ("premise-1", "Is it a dog?"), ("premise-2", "Is it brown?"), ("conclusion-1", "Is it an animal?"),
    ]  # fmt: skip
    assert verdict(case, a="yes", b="no", c="no").holds is None
    assert verdict(case, a="yes", b="yes", c="no").holds is False


@pytest.mark.parametrize(
    ("records", "parts"),
    [
        ([line("A?", relation="equals", id="a"), line("B?", relation="equal")], ("question a", "'equals'")),
        ([line("A?"), line("B?", relation="equals", id="b")], ("question b", "'equals'", "equal, opposite, entails")),
        ([line("A?", relation="entails", role="cause", id="a"), line("B?")], ("question a", "'cause'", "premise")),
        ([line("A?", relation="entails", role="premise"), line("B?", role="premise")], ("group g", "all are premises")),
        ([line("A?", group="g"), line("B?", group="h")], ("has no groups", "`group`")),
        ([line("A?", answer="x", group=None)], ("has no groups", "the page of the suite groups")),
    ],
)
def test_what_cannot_be_a_group_is_said_in_one_line(tmp_path, records, parts):
    with pytest.raises(UserError) as error:
        cases(data(tmp_path, *records))
    assert [part for part in parts if part not in str(error.value)] == []
    assert "\n" not in str(error.value)


def test_data_without_any_groups_is_refused_in_one_line(tmp_path):
    put(tmp_path / "images/a.png", picture(1))
    put(tmp_path / "questions.json", [{"id": "a", "image": "a.png", "question": "A?", "answers": ["x"]}])
    for name in (f"folder:{tmp_path}", "easy_vqa"):
        with pytest.raises(UserError, match="has no groups of related questions: give two questions or more the same"):
            cases(name)


def test_a_sample_has_whole_groups(tmp_path):
    records = [line(f"{group} {i}?", group=str(group)) for i in range(3) for group in range(20)]
    name = data(tmp_path, *records)
    made = cases(name, limit=10)
    assert [len(case.asks) for case in made] == [3, 3, 3]
    assert {case.name for case in made} != {case.name for case in cases(name, limit=10, seed=1)}
    assert len(cases(name, limit=1)) == 1
    assert len(cases(name)) == 20


def test_figures_with_and_without_ground_truth(tmp_path):
    table = {"A?": "yes", "B?": "yes", "C?": "yes", "D?": "no", "E?": "red", "F?": "red"}
    name = data(
        tmp_path,
        line("A?", "same", answer="yes"), line("B?", "same", answer="yes"),
        line("C?", "differ", answer="yes"), line("D?", "differ", answer="yes"),
        line("E?", "unknown"), line("F?", "unknown", answer="blue"),
    )  # fmt: skip
    done = askance.run(answering(table), name, ["groups"], out=tmp_path / "run")
    found = totals(done)
    assert (found["consistency", ""]["value"], found["consistency", ""]["n"]) == (pytest.approx(200 / 3), 3)
    assert (found["all_correct", ""]["value"], found["all_correct", ""]["n"]) == (50, 2)
    assert found["all_correct", "equal"]["value"] == 50
    assert found["coverage", ""]["value"] == 100
    assert found["consistency", "ground_truth/no"]["value"] == 100


def test_a_model_that_never_varies_is_consistent_and_its_dominant_answer_says_so(tmp_path):
    name = data(tmp_path, *(line(f"{i}?", str(i // 2)) for i in range(8)))
    found = totals(askance.run(ToyModel(answering=lambda _: "yes"), name, ["groups"], out=tmp_path / "run"))
    assert found["consistency", ""]["value"] == found["dominant_answer", ""]["value"] == 100
    assert (found["all_correct", ""]["value"], found["all_correct", ""]["n"]) == (None, 0)


def test_options_in_another_order_are_read_by_each_question_s_own_letters(tmp_path):
    """Circular evaluation: the same question with its options turned."""
    name = data(tmp_path, line("Which?", options=["cat", "dog"], answer="dog"),
                line("Which now?", options=["dog", "cat"], answer="dog"))  # fmt: skip
    table = {"Which?\nA. cat\nB. dog": "B", "Which now?\nA. dog\nB. cat": "A"}
    found = totals(askance.run(answering(table), name, ["groups"], out=tmp_path / "run"))
    assert found["consistency", ""]["value"] == found["all_correct", ""]["value"] == 100
    always = totals(askance.run(ToyModel(answering=lambda _: "A"), name, ["groups"], out=tmp_path / "other"))
    assert always["consistency", ""]["value"] == 0


def test_the_least_score_of_a_right_answer_is_an_option(tmp_path):
    people = ["red"] * 2 + ["blue"] * 8
    name = data(tmp_path, line("A?", answers=people), line("B?", answers=people))
    for right, value in (("0.5", 100), ("1", 0)):
        done = askance.run(ToyModel(answering=lambda _: "red"), name, [f"groups:right={right}"], out=tmp_path / right)
        assert totals(done)["all_correct", ""]["value"] == value


def test_groups_in_tables_and_folders(tmp_path):
    rows = [{"image": picture(1), "question": f"{i}?", "pair": i // 2, "kind": "opposite"} for i in range(4)]
    name = f"parquet:{parquet(tmp_path / 'a.parquet', rows)},group=pair,relation=kind"
    assert [(case.name, len(case.asks)) for case in cases(name)] == [("0/opposite", 2), ("1/opposite", 2)]
    put(tmp_path / "images/a.png", picture(1))
    records = [{"id": str(i), "image": "a.png", "question": f"{i}?", "group": 7} for i in range(2)]
    put(tmp_path / "questions.json", records)
    assert [case.name for case in cases(f"folder:{tmp_path}")] == ["7/equal"]


def test_a_table_with_columns_of_these_names_needs_no_mapping(tmp_path):
    rows = [{"image": picture(1), "question": f"{i}?", "group": "a", "relation": "equal"} for i in range(2)]
    assert len(cases(f"parquet:{parquet(tmp_path / 'a.parquet', rows)}")) == 1


def test_other_suites_leave_out_what_has_no_ground_truth(tmp_path):
    name = data(tmp_path, line("A?"), line("B?", answer="x"))
    assert [case.name for case in cases(name, "accuracy")] == ["q-2"]
    assert len(cases(name, "repeat")) == 2


def test_suite_groups_is_listed_with_its_options():
    assert set(SUITES["groups"].options) == {"entails", "right"}
    for spec, words in (("groups:entails=no", "neither answers nor yes"), ("groups:right=2", "at most 1")):
        with pytest.raises(UserError, match=words):
            open_suite(spec)


def test_a_tag_with_too_many_values_is_no_group_and_is_said(tmp_path):
    name = data(tmp_path, *(line(f"{i}?", str(i // 2), tags={"who": str(i // 2)}) for i in range(240)))
    done = askance.run(ToyModel(answering=lambda _: "yes"), name, ["groups"], out=tmp_path / "run")
    assert not any(group.startswith("who/") for _, group in totals(done))
    assert any("who (120 values)" in text for text in report.suite_warnings(done.space, done.pairs))


def test_tags_of_the_data_do_not_change_how_a_group_is_judged(tmp_path):
    own = {"claim": "yes", "questions": "hard", "ground_truth": "none"}
    records = [line("A dog?", relation="entails", answer="no", tags=own), line("An animal?", answer="yes", tags=own)]
    [case] = cases(data(tmp_path, *records))
    assert verdict(case, a="no", b="no").holds is False
    kept = {"claim": "yes", "data:questions": "hard", "data:ground_truth": "none"}
    assert dict(case.tags) == kept | {"questions": "2", "ground_truth": "yes", "type": "yes/no"}


def test_the_rule_of_an_entailment_says_what_it_is_about(tmp_path):
    name = data(tmp_path, line("A dog?", relation="entails", answer="no"), line("An animal?", answer="yes"))
    [by_answers], [by_yes] = cases(name), cases(name, "groups:entails=yes")
    assert "answered as expected" in RELATIONS["entails"].rule(by_answers)
    assert "answered with yes" in RELATIONS["entails"].rule(by_yes)


def test_human_answers_without_a_majority_are_not_consistent(tmp_path):
    name = data(tmp_path, line("What is it?"), line("What do you see?"))
    votes = [f"{who},{question},{said}" for question in ("What is it?", "What do you see?")
             for who, said in enumerate(("dog", "cat", "cow"))]  # fmt: skip
    put(tmp_path / "votes.csv", "annotator,question,answer\n" + "\n".join(votes))
    done = askance.run(f"human:{tmp_path / 'votes.csv'}", name, ["groups"], out=tmp_path / "run")
    row = totals(done)["consistency", ""]
    assert (row["n"], row["undecided"]) == (0, 1)
