"""What a model changes in the process is undone, and every value passes one gate."""

import json
import os
import signal
import sys
import warnings

import askance
import numpy as np
import pytest
from askance.core import Answer, Query, Score, Stimulus, UserError
from askance.core.coerce_answers import LONGEST_TEXT, coerce_answer
from PIL import Image
from toy import ToyData, ToyModel, truth

QUERY = Query(Stimulus(None, "Is it?"))


def run(change, out, **more):
    def answering(shown):
        change()
        return truth(shown.query.stimulus.question)

    return askance.run(ToyModel(answering=answering), ToyData(12), out=out, **more)


def test_a_relative_workspace_and_relative_data_stay_where_they_are(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data" / "images").mkdir(parents=True)
    Image.new("RGB", (8, 8)).save(tmp_path / "data" / "images" / "a.png")
    (tmp_path / "data" / "questions.json").write_text(
        json.dumps(
            [
                {"id": asked, "image": "a.png", "question": asked, "answers": ["no"]}
                for asked in ("Is it red?", "Is it?")
            ]
        )
    )

    def moving(image, question):
        os.chdir("/")
        return "no"

    done = askance.run(moving, "folder:data", out="w", batch_size=1)
    assert done.done.outcome.failed == 0
    assert done.out == tmp_path / "w"
    assert str(tmp_path) == os.getcwd()  # noqa: PTH109


def test_a_model_finds_its_own_folder_again(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "weights").write_text("no")

    def answer(image, question):
        if os.getcwd() == str(tmp_path):  # noqa: PTH109
            os.chdir("mine")
        with open("weights") as file:  # noqa: PTH123
            return file.read()

    done = askance.run(answer, ToyData(12), out="w", batch_size=2)
    assert done.done.outcome.failed == 0
    assert done.done.outcome.made == 12


@pytest.mark.parametrize("timeout", [None, 30])
def test_the_process_is_as_it_was(tmp_path, timeout):
    before = signal.getsignal(signal.SIGINT), sys.getrecursionlimit(), np.geterr()
    changes = (
        lambda: sys.setrecursionlimit(150),
        lambda: np.seterr(all="raise"),
        lambda: None if timeout else signal.signal(signal.SIGINT, signal.SIG_IGN),
    )
    for place, change in enumerate(changes):
        done = run(change, tmp_path / str(place), timeout=timeout)
        assert done.done.outcome.failed == 0
    assert (signal.getsignal(signal.SIGINT), sys.getrecursionlimit(), np.geterr()) == before


def test_warnings_of_a_run_follow_the_filters_of_the_user(tmp_path):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        file = open(os.devnull)  # noqa: PTH123, SIM115

        def answer(image, question):
            file.fileno()
            warnings.simplefilter("error")
            return "no"

        askance.run(answer, ToyData(6), ["accuracy", "uncertainty"], out=tmp_path)
        file.close()
    assert any("uncertainty" in str(each.message) for each in told)


def test_a_score_is_wanted_where_one_is_asked_for():
    asked = Query(Stimulus(None, "Is it?"), Score("yes"))
    assert coerce_answer(Answer(score=np.float32(0.25)), asked) == Answer(score=0.25)
    assert coerce_answer("yes", asked).status == "failed"
    assert coerce_answer(Answer(score=1.00001), asked).score == 1
    assert coerce_answer(Answer(), QUERY).reason == "the model returned an answer without text"


def test_the_longest_answer_is_stored_and_a_longer_one_is_not():
    assert coerce_answer("x" * LONGEST_TEXT, QUERY).status == "ok"
    refused = coerce_answer("x" * (LONGEST_TEXT + 1), QUERY)
    assert (refused.status, refused.text, refused.temporary) == ("failed", None, True)
    assert refused.reason == "the answer has 1,000,001 characters; at most 1,000,000 are stored"


@pytest.mark.parametrize("timeout", [0, -1, float("nan"), float("inf"), "5"])
def test_a_time_out_that_is_none_is_refused(timeout, tmp_path):
    with pytest.raises(UserError, match="timeout must be a number of seconds above 0"):
        askance.run(ToyModel(), ToyData(3), out=tmp_path, timeout=timeout)
