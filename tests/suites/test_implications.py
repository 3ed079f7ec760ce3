"""Suite implications: what is asked after an answer, how it is balanced, images alone, and the figures."""

import json
import re
from collections import Counter
from random import Random

import askance
import numpy as np
import pytest
from askance.cli.main import main
from askance.core import Case, Query, Reading, Stimulus, UserError
from askance.datasets import open_dataset
from askance.relations import RELATIONS
from askance.stickers.dataset import Stickers
from askance.suites import open_suite
from askance.suites.implications.balance import choose_balanced
from askance.suites.implications.error_prediction import _difference_and_auc
from askance.suites.implications.images_alone import ExaminedImage
from askance.suites.implications.openings import OPENINGS, follow_up_questions, make_opening, named_objects
from askance.wording.implications import imply

from question_files import picture, put


def run(model, data, suite="implications", **more):
    return askance.run(model, data, [suite], **more)


def own_questions(root, *records):
    put(root / "a.png", picture(3))
    put(root / "q.jsonl", "".join(json.dumps({"image": "a.png"} | record) + "\n" for record in records))
    return f"jsonl:{root}"


def photos(root, count):
    for number in range(count):
        put(root / f"{number}.png", picture(number))
    return f"folder:{root}"


def follows(done):
    return [row for row in done.verdicts.to_pylist() if row["relation"] == "follows"]


def figures(done):
    return {(row["metric"], row["group"]): row["value"] for row in done.metrics.to_pylist()}


def says(*pairs, otherwise="yes"):
    answers = dict(pairs)
    return lambda image, question: answers.get(question, otherwise)


def test_as_many_yes_as_no_for_every_question(tmp_path):
    done = run("builtin:blind", "stickers", limit=60, out=tmp_path)
    for row in follows(done):
        expected = Counter(part.partition("=")[2] for part in dict(row["tags"])["expects"].split())
        assert expected["yes"] == expected["no"] > 0
        assert sum(expected.values()) <= 5


def test_without_a_partner_nothing_is_asked():
    implied = [each for each in imply("Is there a dog?", "yes", Random(1)) if each.expected != "no"]
    assert choose_balanced(implied, 4, Random(1)) == []


def test_the_model_s_own_answer_leads(tmp_path):
    data = own_questions(tmp_path / "data", {"question": "How many birds are there?"})
    model = says(("How many birds are there?", "3"), otherwise="no")
    done = run(model, data, out=tmp_path / "run")
    (row,) = follows(done)
    assert row["value"] == 0.5
    assert not row["holds"]
    assert figures(done)["contradicted_images", ""] == 100


def test_a_contradiction_is_told_as_a_dialogue():
    asks = {"original": "How many birds are there?", "necessary-1": "Are there any birds?",
            "exclusion-1": "Are there exactly 4 birds?"}  # fmt: skip
    case = Case.of(
        "implications", "x", {role: Query(Stimulus("a", question)) for role, question in asks.items()}, "follows",
        tags={"expects": "necessary-1=yes exclusion-1=no", "because": "what is counted is there | 3 is not 4"},
    )  # fmt: skip
    readings = {"original": Reading("number", 3.0), "necessary-1": Reading("yesno", "no"),
                "exclusion-1": Reading("yesno", "no")}  # fmt: skip
    assert RELATIONS["follows"].finding(case, readings) == (
        "The model contradicts itself: How many birds are there? 3. – Are there any birds? No."
        " (what is counted is there)"
    )


def test_an_answer_that_cannot_be_read_ends_the_line(tmp_path):
    data = own_questions(
        tmp_path / "data", {"question": "What color is the car?"}, {"question": "Why is the sky like that?"}
    )
    done = run(says(otherwise="I cannot help with that."), data, out=tmp_path / "run")
    assert follows(done) == []
    assert figures(done)["covered", ""] in (0, None)


def test_conclusions_that_are_neither_yes_nor_no_are_undecided(tmp_path):
    data = own_questions(tmp_path / "data", {"question": "How many birds are there?"})
    done = run(says(("How many birds are there?", "3"), otherwise="blue"), data, out=tmp_path / "run")
    (row,) = follows(done)
    assert (row["holds"], row["status"]) == (None, "unreadable")
    assert [row for row in done.verdicts.to_pylist() if row["relation"] == "consistent_image"] == []


def test_a_run_says_if_nothing_follows_from_any_answer(tmp_path):
    sorry = run(says(otherwise="I cannot say"), photos(tmp_path / "photos", 1), out=tmp_path / "sorry")
    suite = open_suite("implications")
    (note,) = suite.notes(sorry.verdicts)
    assert "nothing follows from any of the 12 answers" in note
    done = run("builtin:blind", "stickers", limit=20, out=tmp_path / "blind")
    assert not any("nothing follows" in each for each in suite.notes(done.verdicts))


def test_a_run_that_ends_before_the_second_round_does_not_say_that_nothing_follows(tmp_path, capfd):
    """The answers of the first round are fine: what follows from them has not been asked."""
    command = ["run", "-m", "builtin:blind", "-s", "implications", "--limit", "20", "--out", str(tmp_path / "w")]
    with pytest.raises(SystemExit):
        main([*command, "--budget", "10"])
    said = capfd.readouterr().err
    assert "nothing follows" not in said
    assert "budget used: at least 10 calls remaining" in said
    with pytest.raises(SystemExit):
        main(command)
    assert int(re.search(r"(\d+) calls made", capfd.readouterr().err)[1]) > 10  # it was more


def test_depth_2_goes_on_from_implied_questions(tmp_path):
    done = run("oracle", "stickers", "implications:depth=2", limit=40, out=tmp_path)
    depths = Counter(dict(row["tags"])["depth"] for row in follows(done))
    assert depths["1"] > 20
    assert depths["2"] > 20
    assert all(row["holds"] for row in follows(done))
    assert figures(done)["consistency", "depth/2"] == 100
    of = {dict(row["tags"])["of"] for row in follows(done) if dict(row["tags"])["depth"] == "2"}
    assert of <= {row["name"].partition("/")[2] for row in follows(done) if dict(row["tags"])["depth"] == "1"}


@pytest.mark.parametrize(("options", "most"), [("", 40), (":calls=20", 20), (":openings=30,calls=60,depth=2", 60)])
def test_images_alone_keep_to_their_calls(tmp_path, options, most):
    data = photos(tmp_path / "photos", 3)
    asked = Counter()

    def model(image, question):
        asked[image.tobytes()] += 1
        return "1" if question.startswith("How many") else "a dog" if question.startswith("What is in") else "yes"

    done = run(model, data, f"implications{options}", out=tmp_path / "run")
    assert len(asked) == 3
    assert max(asked.values()) <= most
    assert min(asked.values()) > most / 2
    assert figures(done)["contradicted_images", ""] == 100


def test_what_the_model_names_is_asked_about(tmp_path):
    data = photos(tmp_path / "photos", 1)
    asked = []

    def model(image, question):
        asked.append(question)
        return "A dog and two chairs." if question == "What is in the image?" else "1"

    run(model, data, out=tmp_path / "run")
    assert {"How many dogs are there?", "How many chairs are there?", "What color is the dog?"} <= set(asked)


def test_named_objects_of_sentences_and_words():
    said = ["There is a red car next to two dogs, and a tree.", "dog", "nothing"]
    assert [phrase.term for phrase in named_objects(said)] == ["car", "dog", "tree"]


def test_the_object_is_asked_about_only_where_the_model_counts_one():
    said = {"How many dogs are there?": "2", "How many people are there?": "1"}
    assert follow_up_questions(said, []) == ["What is the person doing?", "What is the person holding?"]


def test_about_thirty_openings_each_once():
    assert len(OPENINGS) == len(set(OPENINGS)) == 30


def test_an_answer_is_taken_in_once():
    original = make_opening("a", OPENINGS[0])
    image = ExaminedImage("a", [original])
    image.read({})
    assert image.said == {}


@pytest.mark.parametrize(
    ("options", "message"),
    [("depth=3", "neither 1 nor 2"), ("start=photos", "not one of auto, questions, openings"), ("calls=x", "calls")],
)
def test_wrong_options_are_said_in_one_line(options, message):
    with pytest.raises(UserError, match=message):
        open_suite(f"implications:{options}")


def test_images_alone_with_questions_wanted_is_an_error(tmp_path):
    suite = open_suite("implications:start=questions")
    with pytest.raises(UserError, match="has no questions"):
        next(suite.rounds(open_dataset(photos(tmp_path, 1)), None, 0))


def test_the_auc_equals_an_independent_one():
    rng = np.random.default_rng(0)
    values = rng.choice([0.0, 0.25, 0.5, 0.75, 1.0], 300)
    scores = (rng.random(300) < 0.3 + 0.5 * values).astype(float)
    clusters = np.arange(300) // 3
    difference, auc = _difference_and_auc(scores, values, clusters)
    right, wrong = values[scores == 1], values[scores == 0]
    pairs = [(one > other) + (one == other) / 2 for one in right for other in wrong]
    assert auc[0] == pytest.approx(100 * np.mean(pairs))
    assert auc[1] < auc[0] < auc[2]
    assert difference[0] == pytest.approx(100 * (scores[values == 1].mean() - scores[values < 1].mean()))
    assert difference[1] < difference[0] < difference[2]


def test_the_interval_of_the_auc_covers():
    """95 % intervals of 200 samples of 60 images contain the true value at least 180 times."""
    rng, hits = np.random.default_rng(1), 0
    chances = np.array([0.4, 0.6, 0.8])
    right, wrong = chances / chances.sum(), (1 - chances) / (1 - chances).sum()
    below = np.cumsum(wrong) - wrong
    truth = 100 * float((right * (below + wrong / 2)).sum())
    for _ in range(200):
        values = np.repeat(rng.integers(0, 3, 60), 3) / 2
        scores = (rng.random(180) < chances[(2 * values).astype(int)]).astype(float)
        _, (_, low, high, *_) = _difference_and_auc(scores, values, np.repeat(np.arange(60), 3))
        hits += low <= truth <= high
    assert hits >= 180


def test_training_cases_have_the_answers_that_follow():
    suite = open_suite("implications")
    cases = list(suite.training_cases(Stickers(), 40, 0))
    assert len(cases) > 25
    for case in cases:
        expected = dict(case.expected)
        assert set(expected) == {role for role, _ in case.asks}
        assert not any(answer.startswith(">=") for answers in expected.values() for answer in answers)
