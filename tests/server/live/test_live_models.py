"""Loaded models: opened once, called from one thread, with the input that a run would send, and with a memory."""

import re
import threading

import numpy as np
import pytest
from askance.core import Answer, ModelInput, Query, Stimulus, UserError
from askance.datasets import open_dataset
from askance.edits import edit_image, steps
from askance.models import open_model
from askance.server.live.live_answers import LiveQuestion
from askance.server.live.live_images import LiveImages, NoSuchImage
from askance.server.live.live_session import Live
from askance.server.live.loaded_models import LoadedModel, open_models

DATA = open_dataset("stickers")
KEY = next(DATA.images())


class Counting:
    """A model that notes its inputs and its threads."""

    name, fingerprint = "counting", "counting:1"
    supports, needs = frozenset({"text"}), frozenset({"pixels"})

    def __init__(self, reply=lambda one: "yes"):
        self.inputs, self.threads, self.reply = [], set(), reply

    def prepare(self, say):
        self.threads.add(threading.get_ident())

    def answer(self, inputs):
        self.threads.add(threading.get_ident())
        self.inputs += inputs
        return [self.reply(one) for one in inputs]


@pytest.fixture
def images():
    return LiveImages(lambda name: DATA)


def test_a_live_answer_is_the_one_that_a_run_would_get(images):
    (loaded,) = open_models(["builtin:transformer"], images, print)
    asked = LiveQuestion(KEY, "  Is there a dog? ", sliders={"blur": 2.0, "noise": 0.05})
    found = loaded.ask("me", asked).result(30)
    edits = (*steps("blur", sigma=2.0), *steps("gaussian_noise", variance=0.05**2, seed=0))
    query = Query(Stimulus(KEY, "Is there a dog?", edits))
    model = open_model("builtin:transformer")
    (wanted,) = model.answer([ModelInput(query, picture=edit_image(DATA.load_image(KEY), edits))])
    assert found.answer == wanted
    assert len(found.top) == 5
    assert found.seconds > 0


def test_the_same_input_is_asked_once(images):
    model = Counting()
    loaded = LoadedModel(model, images)
    first, again = (loaded.ask("me", LiveQuestion(KEY, "Is it?")).result(5) for _ in range(2))
    assert (first.remembered, again.remembered) == (False, True)
    assert again.seconds == first.seconds
    loaded.ask("me", LiveQuestion(KEY, "Is it?", sliders={"blur": 1.0})).result(5)
    assert len(model.inputs) == 2
    clean, blurred = model.inputs
    assert not np.array_equal(clean.pixels, blurred.pixels)


def test_a_model_that_is_not_safe_for_threads_is_prepared_and_called_in_one_thread(images):
    model = Counting()
    loaded = LoadedModel(model, images)
    loaded.prepare(print)
    asked = [loaded.ask(f"session {n}", LiveQuestion(KEY, f"Is it {n}?")) for n in range(8)]
    assert all(each.result(5).answer.text == "yes" for each in asked)
    loaded.ask_all("tests", LiveQuestion(KEY, "Is it?"), [f"Is it really {n}?" for n in range(9)]).result(5)
    assert len(model.threads) == 1
    assert threading.get_ident() not in model.threads


def test_what_a_model_raises_is_a_failed_answer_and_is_not_remembered(images):
    replies = iter([ZeroDivisionError("oh"), "yes"])

    def reply(one):
        value = next(replies)
        if isinstance(value, Exception):
            raise value
        return value

    loaded = LoadedModel(Counting(reply), images)
    failed = loaded.ask("me", LiveQuestion(KEY, "Is it?")).result(5)
    assert failed.answer.status == "failed"
    assert re.fullmatch(r"ZeroDivisionError: oh \(test_live_models\.py, line \d+\)", failed.answer.reason)
    assert loaded.ask("me", LiveQuestion(KEY, "Is it?")).result(5).answer == Answer(text="yes")


def test_a_model_that_reads_scenes_gets_the_edited_scene(images):
    (oracle,) = open_models(["oracle"], images, print)
    asked = LiveQuestion(KEY, "How many objects are there?")
    whole = oracle.ask("me", asked).result(5)
    middle = oracle.ask("me", LiveQuestion(KEY, asked.question, sliders={"crop": 0.8})).result(5)
    assert int(middle.answer.text) < int(whole.answer.text)


def test_names_are_opened_as_a_run_opens_them(images):
    with pytest.raises(UserError, match="builtin:transformr"):
        open_models(["builtin:transformr"], images, print)
    with pytest.raises(UserError, match="two models are called 'oracle'"):
        open_models(["oracle", "oracle"], images, print)


def test_unknown_images_models_and_empty_questions_are_user_errors(images):
    live = Live(open_models(["oracle"], images, print), images)
    with pytest.raises(UserError, match="not loaded: choose one of oracle"):
        live.ask("gpt", "me", LiveQuestion(KEY, "Is it?"))
    for name in ("../../etc/passwd", "stickers:test:999999:x", "upload:" + "0" * 32):
        with pytest.raises(NoSuchImage) as caught:
            live.ask("oracle", "me", LiveQuestion(name, "Is it?")).result(5)
        assert "etc" not in str(caught.value)
    for question in ("", "  ", "x" * 1001):
        with pytest.raises(UserError, match="the question"):
            LiveQuestion(KEY, question)


def test_a_newer_test_of_a_question_replaces_the_older_one(images):
    release, running = threading.Event(), threading.Event()

    def reply(one):
        running.set()
        assert release.wait(10)
        return "yes"

    model = Counting(reply)
    live = Live([LoadedModel(model, images)], images)
    older = live.test("counting", "me", LiveQuestion(KEY, "Is there a dog?"))
    assert running.wait(5)
    newer = live.test("counting", "me", LiveQuestion(KEY, "Is there a cat?"))
    release.set()
    assert type(older.exception(5)).__name__ == "Superseded"
    assert newer.result(5).original.answer.text == "yes"
    assert sum("cat" in one.query.stimulus.question for one in model.inputs) > 5
    assert sum("dog" in one.query.stimulus.question for one in model.inputs) == 4  # the call that was running
