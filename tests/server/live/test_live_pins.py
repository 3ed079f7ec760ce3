"""Pinned questions: exported as a case file that `askance run` reads, with the images as the models received them."""

import io
import json
import zipfile

import askance
import numpy as np
import pytest
from askance.core import UserError
from askance.datasets import open_dataset
from askance.server.live.live_answers import LiveQuestion
from askance.server.live.live_images import LiveImages
from askance.server.live.live_session import Live
from askance.server.live.loaded_models import open_models
from askance.server.live.pinned_cases import MOST_PINS, Pin
from PIL import Image

DATA = open_dataset("stickers")
KEYS = list(DATA.images(3))


@pytest.fixture(scope="module")
def live():
    images = LiveImages(lambda name: DATA)
    return Live(open_models(["builtin:transformer"], images, print), images)


def unpack(live, pins, folder):
    with zipfile.ZipFile(io.BytesIO(live.export(pins))) as archive:
        archive.extractall(folder)
    return [json.loads(line) for line in (folder / "questions.jsonl").read_text().splitlines()]


def test_an_exported_pin_runs_again_with_the_same_answers_and_verdicts(live, tmp_path):
    asked = [
        LiveQuestion(KEYS[0], "Is there a dog?", sliders={"blur": 2.0, "rotate": 5}),
        LiveQuestion(KEYS[1], "Is there a car or a tree?"),
    ]
    records = unpack(live, [Pin(each) for each in asked], tmp_path / "pins")
    tests = [live.test("builtin:transformer", "me", each).result(60) for each in asked]
    run = askance.run(
        models=["builtin:transformer"], data=f"jsonl:{tmp_path}/pins", suites=["groups"], out=tmp_path / "run"
    )
    assert len(records) == sum(1 + len(test.tested) for test in tests)
    live_answers = {test.original.answer.text for test in tests}
    live_answers |= {each.answer.answer.text for test in tests for each in test.tested}
    assert {row["text"] for row in run.answers.to_pylist()} == live_answers
    by_relation = {row["name"]: row["holds"] for row in run.verdicts.to_pylist()}
    for number, test in enumerate(tests, 1):
        for relation in ("equal", "opposite"):
            wanted = [
                each.verdict.holds
                for each in test.tested
                if (each.variant.relation == "opposite") == (relation == "opposite")
            ]
            if wanted:
                assert by_relation[f"pin-{number:03d}/{relation}"] == all(wanted), (relation, wanted)


def test_the_images_are_those_that_the_model_received(live, tmp_path):
    asked = LiveQuestion(KEYS[0], "Is there a dog?", sliders={"noise": 0.2, "crop": 0.3})
    record, *_ = unpack(live, [Pin(asked)], tmp_path)
    with Image.open(tmp_path / record["image"]) as stored:
        assert np.array_equal(
            np.asarray(stored), live.images.edited(asked.image, live.images.slider_edits(asked)).pixels
        )
    assert record["tags"]["sliders"] == "crop 0.3, noise 0.2"


def test_an_expected_answer_is_exported_and_reversed_for_negations(live, tmp_path):
    records = unpack(live, [Pin(LiveQuestion(KEYS[0], "Is there a dog?"), "Yes")], tmp_path)
    answers = {record["tags"]["test"]: record["answer"] for record in records}
    assert (answers["original"], answers["rephrase"], answers["negation"]) == ("Yes", "Yes", "no")
    assert "-s accuracy" in (tmp_path / "README.txt").read_text()


def test_a_question_that_has_no_variants_needs_an_expected_answer(live, tmp_path):
    asked = LiveQuestion(KEYS[0], "Who won?")
    with pytest.raises(UserError, match="pinned question 1 has neither an expected answer nor variants"):
        live.export([Pin(asked)])
    (record,) = unpack(live, [Pin(asked, "nobody")], tmp_path)
    assert "group" not in record
    assert open_dataset(f"jsonl:{tmp_path}").items().__next__().answers == ("nobody",)


def test_an_uploaded_image_is_exported_with_the_pin(live, tmp_path):
    file = io.BytesIO()
    Image.new("RGB", (30, 20), (200, 10, 10)).save(file, "PNG")
    upload = live.upload(file.getvalue())
    (record, *_) = unpack(live, [Pin(LiveQuestion(upload.name, "Is there a dog?"))], tmp_path)
    with Image.open(tmp_path / record["image"]) as stored:
        assert stored.size == (30, 20)


def test_no_pins_and_too_many_pins_are_user_errors(live):
    with pytest.raises(UserError, match="no question is pinned"):
        live.export([])
    with pytest.raises(UserError, match="export at most 200"):
        live.export([Pin(LiveQuestion(KEYS[0], "Is there a dog?"))] * (MOST_PINS + 1))
