"""Human answers as a model: majority votes; what has none is wrong, or undecided if that is wanted."""

import json

import askance
import pytest
from askance.core import Case, Item, ModelInput, Query, Step, Stimulus, UserError
from askance.models import open_model
from askance.models.conformance import check_conformance
from askance.models.human import load_human_answers, majority_answer
from askance.readings import READINGS, read
from askance.suites.carets import Carets
from toy import ToyData

ROLES = ("original", "perturbed")
QUESTIONS = {
    "clear": ("Is it number 2?", "Is it really number 2?"),
    "split": ("Is it number 4?", "Is it really number 4?"),
    "vague": ("Is it number 6?", "Is it really number 6?"),
    "wrong": ("Is it number 8?", "Is it really number 8?"),
}


class Pairs(ToyData):
    """Four rephrase pairs, all of which are truly yes; a fifth that nobody annotated."""

    def pairs(self, limit=None, seed=0):
        for name, sides in [*QUESTIONS.items(), ("unseen", ("Is it 1?", "Is it really 1?"))]:
            queries = {role: Query(Stimulus("toy", text)) for role, text in zip(ROLES, sides, strict=True)}
            truth = {"original": ("yes",), "perturbed": ("yes",)}
            tags = {"test": "rephrase", "type": "Q1"}
            yield Case.of(
                "carets", name, queries, "equal", group="rephrase/Q1", reads="yesno", expected=truth, tags=tags
            )


class Annotated(Pairs):
    """The four pairs that were annotated."""

    name, fingerprint = "annotated", "annotated-1"

    def pairs(self, limit=None, seed=0):
        return (case for case in super().pairs() if case.name in QUESTIONS)


def rows():
    votes = {
        "clear": (["yes", "Yes", "yes", "no", "ambiguous"], ["yes"] * 5),
        "split": (["yes", "yes", "no", "no", "ambiguous"], ["yes"] * 5),
        "vague": (["ambiguous", "Ambiguous", "ambiguous", "yes", "no"], ["yes"] * 5),
        "wrong": (["no"] * 4 + ["yes"], ["no"] * 5),
    }
    for name, both in votes.items():
        for role, question, answers in zip(ROLES, QUESTIONS[name], both, strict=True):
            for number, answer in enumerate(answers):
                yield {"case": name, "role": role, "question": question, "annotator": f"w{number}", "answer": answer}


def csv(path, annotations, columns=("question", "annotator", "answer")):
    lines = [",".join(columns), *(",".join(row[column] for column in columns) for row in annotations)]
    path.write_text("\n".join(lines) + "\n")
    return str(path)


def asked(human, question, image=None, edits=()):
    return human.answer([ModelInput(Query(Stimulus(image, question, edits)))])[0]


def figures(model, folder, unseen=True):
    done = askance.run([model], Pairs() if unseen else Annotated(), [Carets()], out=folder)
    return {(r["metric"], r["group"]): r for r in done.metrics.to_pylist()}


@pytest.mark.parametrize(
    ("answers", "vote"),
    [
        (["yes", "no", "yes"], "yes"),
        (["a cat", "Cat", "cat", "dog"], "Cat"),
        (["yes", "no"], None),
        (["yes", "yes", "no", "no", "ambiguous"], None),
        (["ambiguous", "Ambiguous", "yes"], "ambiguous"),
        (["yes"], "yes"),
    ],
)
def test_majority(answers, vote):
    assert majority_answer(answers) == vote


def counts(model, folder, unseen=True):
    found = figures(model, folder, unseen)
    return {key: (row["value"], row["n"], row["undecided"]) for key, row in found.items()}


def test_no_majority_is_wrong_as_in_the_paper(tmp_path):
    """Of five pairs two have a half without a majority, and one was not annotated."""
    found = counts(load_human_answers(csv(tmp_path / "h.csv", rows())), tmp_path / "w")
    assert found["acc", ""] == (50, 4, 1)
    assert found["acc_original", ""] == (25, 4, 1)
    assert found["acc_perturbed", ""] == (75, 4, 1)
    assert found["cacc", ""] == (25, 4, 1)
    assert found["cons", ""] == (50, 4, 1)  # no majority and then yes is not the same answer
    assert found["cons_readable", ""] == (100, 2, 3)
    assert found["coverage", "unreadable"][0] == 40
    assert found["coverage", "refused"][0] == 20


def test_no_majority_is_undecided_if_that_is_wanted(tmp_path):
    found = counts(load_human_answers(csv(tmp_path / "h.csv", rows()), no_majority="undecided"), tmp_path / "w")
    for metric in ("acc", "acc_original", "cacc"):
        assert found[metric, ""] == (50, 2, 3)
    assert found["acc_perturbed", ""] == (75, 4, 1)
    assert found["cons", ""] == found["cons_readable", ""] == (100, 2, 3)
    assert found["coverage", ""] == (40, 5, 3)
    assert found["coverage", "refused"] == (60, 5, 3)


def test_the_two_differ_by_the_counts_alone(tmp_path):
    """Undecided × n / (n + undecided) is the paper's figure, where all was annotated."""
    path = csv(tmp_path / "h.csv", rows())
    paper = counts(load_human_answers(path), tmp_path / "one", unseen=False)
    other = counts(load_human_answers(path, no_majority="undecided"), tmp_path / "two", unseen=False)
    for metric in ("acc_original", "acc_perturbed", "cacc"):
        value, n, undecided = other[metric, ""]
        assert paper[metric, ""][0] == pytest.approx(value * n / (n + undecided))


def test_no_majority_is_read_as_no_answer_that_could_be_right(tmp_path):
    """Neither yes nor no, and none of the choices."""
    human = load_human_answers(csv(tmp_path / "h.csv", rows()))
    for name in ("split", "vague"):
        answer = asked(human, QUESTIONS[name][0])
        assert (answer.status, answer.reason) == ("ok", "the annotators have no majority")
        assert {read(kind, answer.text, QUESTIONS[name][0], ()).value for kind in READINGS} == {None}
    assert asked(human, "Is it 1?").reason == "nobody annotated this question"


def test_the_option_is_a_model_argument(tmp_path):
    path = csv(tmp_path / "h.csv", rows())
    human = open_model(f"human:{path}", {"no_majority": "undecided"})
    answer = asked(human, QUESTIONS["split"][0])
    assert (answer.status, answer.text, answer.reason) == ("refused", None, "the annotators have no majority")
    assert human.fingerprint != open_model(f"human:{path}").fingerprint
    with pytest.raises(UserError, match="no_majority=right: write no_majority=wrong or no_majority=undecided"):
        open_model(f"human:{path}", {"no_majority": "right"})
    with pytest.raises(UserError, match="takes no --model-args, but got size"):
        open_model(f"human:{path}", {"size": "2"})


@pytest.mark.parametrize(("option", "figure"), [("wrong", (25, 4, 0)), ("undecided", (50, 2, 2))])
def test_suite_accuracy_counts_it_the_same_way(tmp_path, option, figure):
    class Items(ToyData):
        def items(self, limit=None, seed=0):
            for name, (question, _) in QUESTIONS.items():
                yield Item(name, "toy", question, ("yes",))

    human = load_human_answers(csv(tmp_path / "h.csv", rows()), no_majority=option)
    done = askance.run([human], Items(), ["accuracy"], out=tmp_path / "w")
    found = {(r["metric"], r["group"]): (r["value"], r["n"], r["undecided"]) for r in done.metrics.to_pylist()}
    assert found["accuracy", ""] == figure


def test_unannotated_questions_are_refused_not_failed(tmp_path):
    human = load_human_answers(csv(tmp_path / "h.csv", rows()))
    assert asked(human, "Is it 1?").status == "refused"
    assert askance.run([human], Pairs(), [Carets()], out=tmp_path / "w").done.outcome.failed == 0


def test_cases_may_be_named_with_the_cases_at_hand(tmp_path):
    cases = [
        {"name": case.name, "asks": [
            {"role": role, "image": query.stimulus.image, "question": query.stimulus.question, "edits": []}
            for role, query in case.asks
        ]}
        for case in Pairs().pairs()
    ]  # fmt: skip
    (tmp_path / "cases.jsonl").write_text("\n".join(map(json.dumps, cases)))
    named = [{key: row[key] for key in ("case", "role", "annotator", "answer")} for row in rows()]
    (tmp_path / "h.jsonl").write_text("\n".join(map(json.dumps, named)))
    by_case = load_human_answers(f"{tmp_path}/h.jsonl#{tmp_path}/cases.jsonl")
    by_question = load_human_answers(csv(tmp_path / "h.csv", rows()))
    one, other = figures(by_case, tmp_path / "one"), figures(by_question, tmp_path / "other")
    assert {key: row["value"] for key, row in one.items()} == {key: row["value"] for key, row in other.items()}
    assert by_case.fingerprint != by_question.fingerprint
    with pytest.raises(UserError, match=r"h\.jsonl: line 1: field case needs its cases"):
        load_human_answers(f"{tmp_path}/h.jsonl")


def test_images_and_edits_tell_questions_apart(tmp_path):
    columns = ("image", "edits", "question", "annotator", "answer")
    table = [dict(zip(columns, cells, strict=True)) for cells in (
        ("one", "", "Is it?", "w", "yes"), ("two", "", "Is it?", "w", "no"),
        ("one", "crop(box=1)", "Is it?", "w", "maybe"),
    )]  # fmt: skip
    human = load_human_answers(csv(tmp_path / "h.csv", table, columns))
    assert asked(human, "Is it?", "one").text == "yes"
    assert asked(human, "Is it?", "two").text == "no"
    assert asked(human, "Is it?", "one", (Step.of("crop", box=1),)).text == "maybe"
    assert asked(human, "Is it?", "three").status == "refused"


def test_it_conforms(tmp_path):
    assert check_conformance(load_human_answers(csv(tmp_path / "h.csv", rows()))) == []


MISTAKES = [
    ("question,annotator,answer\nIs it?,w,\n", "line 2: field answer is empty"),
    ("question,annotator,answer\nIs it?,,yes\n", "line 2: field annotator is empty"),
    (
        "question,annotator,answer\nIs it?,w,yes\nIs it?,w,no\n",
        "line 3: field annotator: 'w' answers 'Is it\\?' a second",
    ),
    ("question,annotator,reply\n", "line 1: the header must be of annotator, answer"),
    ("question,annotator,answer\nIs it, now?,w,yes\n", "line 2: more fields than the header"),
    ("case,role,annotator,answer\n,,w,yes\n", "line 2: field question is empty"),
    ("question,annotator,answer\n", "holds no annotations"),
]


@pytest.mark.parametrize(("text", "message"), MISTAKES)
def test_a_mistake_is_one_line_that_names_it(tmp_path, text, message):
    (tmp_path / "h.csv").write_text(text)
    with pytest.raises(UserError, match=message) as caught:
        load_human_answers(str(tmp_path / "h.csv"))
    assert "\n" not in str(caught.value)


def test_a_missing_file_says_so(tmp_path):
    with pytest.raises(UserError, match="cannot be read"):
        load_human_answers(str(tmp_path / "none.csv"))
    with pytest.raises(UserError, match="names no file"):
        load_human_answers("")


def test_the_fingerprint_knows_the_code_that_makes_a_majority(tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr("askance.models.human.source_digest", lambda *names: asked.extend(names) or "code")
    (tmp_path / "votes.csv").write_text("annotator,question,answer\nA,Is it?,yes\n")
    load_human_answers(str(tmp_path / "votes.csv"))
    assert {"models/human.py", "wording/normalise_answers.py"} <= set(asked)  # it decides which answers are the same
