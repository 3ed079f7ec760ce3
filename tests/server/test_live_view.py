"""The Live view over HTTP: who may ask, what is refused, and that stale requests do not queue."""

import csv
import io
import json
import tempfile
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor

import httpx
import numpy as np
import pytest
from askance.core import UserError
from askance.server.app import create_app
from askance.server.dashboard import Access, Dashboard
from askance.server.live.image_labels import image_label
from askance.store import Workspace
from PIL import Image
from starlette.testclient import TestClient

import live_models
from dashboard_pages import HOST, make_client, serve

SESSION = "session-of-a-test"


class LiveClient:
    """A client of a dashboard with loaded models, with the CSRF token of its page."""

    def __init__(self, *folders, models=("oracle",), access=None):
        app = create_app(Dashboard.of_folders(folders, access, models))
        self.http = TestClient(app, base_url=HOST, raise_server_exceptions=False)
        page = self.http.get("/live").text
        self.headers = {"x-csrf-token": page.split('data-csrf="')[1].split('"')[0]}
        self.images = [each["image"] for each in self.http.get("/api/live/images").json()["images"]]

    def body(self, **changes):
        made = {"image": self.images[0], "data": "stickers", "question": "Is there a dog?"}
        return made | {"model": "oracle", "session": SESSION} | changes

    def post(self, path, **changes):
        return self.http.post(f"/api/live/{path}", json=self.body(**changes), headers=self.headers)

    def upload(self, data):
        headers = self.headers | {"content-type": "application/octet-stream"}
        return self.http.post("/api/live/uploads", content=data, headers=headers)


@pytest.fixture(scope="module")
def live(demo_workspace):
    return LiveClient(demo_workspace, models=["oracle", "builtin:transformer", "python:live_models:broken"])


def png(pixels):
    made = io.BytesIO()
    Image.fromarray(pixels).save(made, "PNG")
    return made.getvalue()


def test_without_a_model_the_page_says_how_to_start_with_one(client):
    page = client.get("/live")
    assert page.status_code == 200
    assert "askance serve DIR --model builtin:transformer" in page.text
    assert 'href="/live"' not in client.get("/overview").text
    assert client.get("/api/live").json()["models"] == []
    assert client.get("/api/live/images").status_code == 404


def test_with_a_model_the_view_is_in_the_navigation(live):
    assert 'href="/live"' in live.http.get("/overview").text
    assert live.http.get("/api/live").json()["models"] == ["oracle", "builtin:transformer", "python:live_models:broken"]


def test_the_page_has_the_state_of_its_address(live):
    page = live.http.get(f"/live?image={live.images[2]}&question=Is+it+red%3F&blur=2.5&noise=7&rotate=x").text
    assert f'data-image="{live.images[2]}"' in page
    assert 'value="Is it red?"' in page
    assert 'name="blur" min="0.0" max="12.0" step="0.25" value="2.5"' in page
    assert 'name="noise" min="0.0" max="0.5" step="0.01" value="0.0"' in page  # 7 is out of its range


@pytest.mark.parametrize("name", ["question", "image", "data", "search"])
def test_hostile_addresses_are_escaped(live, name):
    page = live.http.get("/live", params={name: "\"><script>alert(1)</script>'‮{{7*7}}"}).text
    assert "<script>alert" not in page
    assert "‮" not in page
    assert "49" not in page.partition("</header>")[2].partition("Edits of the image")[0]


def test_an_answer_has_probabilities_latency_and_the_true_answer(live):
    answer = live.post("answers", model="builtin:transformer", sliders={"blur": 1}).json()
    assert answer["status"] == "ok"
    assert len(answer["top"]) == 5
    assert answer["top"][0]["probability"] >= answer["top"][1]["probability"]
    assert answer["seconds"] > 0
    assert answer["truth"] in ("yes", "no")
    assert answer["is_right"] == (answer["answer"] == answer["truth"])
    assert live.post("answers").json()["is_right"] is True


def test_the_reason_of_a_failed_answer_has_no_folder_of_this_machine(live):
    answer = live.post("answers", model="python:live_models:broken").json()
    assert answer["status"] == "failed"
    assert "FileNotFoundError" in answer["reason"]
    assert "weights.bin" in answer["reason"]
    assert "/home" not in answer["reason"]
    assert "secret" not in answer["reason"]


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"question": " "}, 422),
        ({"question": "x" * 1001}, 422),
        ({"question": "x" * 1_000_000}, 422),
        ({"question": "\ud800"}, 422),
        ({"image": "\ud800"}, 422),
        ({"image": "../../../etc/passwd"}, 404),
        ({"image": "stickers:test:²:x"}, 404),
        ({"data": "gqa:/etc"}, 404),
        ({"sliders": {"blur": 99}}, 422),
        ({"sliders": {"zoom": 1}}, 422),
        ({"sliders": {"blur": 1e400}}, 422),
        ({"model": "gpt"}, 422),
        ({"session": "a b"}, 422),
    ],
)
def test_requests_that_are_not_valid_get_one_line(live, changes, status):
    answer = live.http.post(
        "/api/live/answers",
        content=json.dumps(live.body(**changes)),
        headers=live.headers | {"content-type": "application/json"},
    )
    assert answer.status_code == status, answer.text
    assert "\n" not in answer.json()["error"]
    assert "/etc" not in answer.json()["error"]


@pytest.mark.parametrize("path", ["answers", "tests", "variants", "uploads", "pins"])
def test_every_request_that_asks_a_model_needs_the_csrf_token_and_our_origin(live, path):
    assert live.http.post(f"/api/live/{path}", json=live.body()).status_code == 403
    foreign = live.headers | {"origin": "https://evil.example"}
    assert live.http.post(f"/api/live/{path}", json=live.body(), headers=foreign).status_code == 403


def test_a_read_only_dashboard_answers_live_questions_only_with_models(demo_workspace):
    access = Access(read_only=True, public=True)
    assert LiveClient(demo_workspace, access=access).post("answers").json()["answer"] in ("yes", "no")
    without = make_client(demo_workspace, access=access)
    token = without.get("/live").text.split('data-csrf="')[1].split('"')[0]
    assert without.post("/api/live/answers", json={}, headers={"x-csrf-token": token}).status_code == 403


def test_the_image_of_the_page_is_a_jpeg_that_browsers_keep(live):
    whole = live.http.get(f"/live/image?image={live.images[0]}&data=stickers")
    blurred = live.http.get(f"/live/image?image={live.images[0]}&data=stickers&blur=5")
    assert whole.headers["content-type"] == blurred.headers["content-type"] == "image/jpeg"
    assert "immutable" in whole.headers["cache-control"]
    assert len(blurred.content) < len(whole.content)
    assert live.http.get(f"/live/image?image={live.images[0]}&data=stickers&blur=nan").status_code == 422


def test_images_are_listed_by_page_and_found_by_words(live):
    first, second = (live.http.get(f"/api/live/images?page={page}").json() for page in (1, 2))
    assert len(first["images"]) == 24
    assert first["has_more"]
    assert not {each["image"] for each in first["images"]} & {each["image"] for each in second["images"]}
    question = live.http.get("/api/live/questions", params={"image": live.images[0], "data": "stickers"}).json()
    assert question["questions"]
    words = question["questions"][0].rstrip("?").upper()
    found = live.http.get("/api/live/images", params={"search": words}).json()
    assert live.images[0] in [each["image"] for each in found["images"]]
    assert live.http.get("/api/live/images", params={"search": "'; drop table queries; --"}).json()["images"] == []
    assert live.http.get(first["images"][0]["thumbnail"]).headers["content-type"] == "image/webp"


def test_an_empty_workspace_takes_uploads_only(tmp_path):
    Workspace.for_writing(tmp_path / "empty").close()
    http = TestClient(create_app(Dashboard.of_folders([tmp_path / "empty"], models=["builtin:blind"])), base_url=HOST)
    page = http.get("/live").text
    assert "This workspace has no data set yet. Use your own image above." in page
    headers = {"x-csrf-token": page.split('data-csrf="')[1].split('"')[0]}
    data = png(np.zeros((20, 30, 3), np.uint8))
    octets = headers | {"content-type": "application/octet-stream"}
    image = http.post("/api/live/uploads", content=data, headers=octets).json()["image"]
    body = {"image": image, "question": "Is there a dog?", "model": "builtin:blind", "session": SESSION}
    assert http.post("/api/live/answers", json=body, headers=headers).json()["answer"] in ("yes", "no")
    assert http.get("/api/live/images").status_code == 404
    assert http.post("/api/live/answers", json=body | {"image": "x"}, headers=headers).status_code == 404


def test_data_sets_of_one_workspace_are_kept_apart(two_datasets):
    live = LiveClient(two_datasets)
    assert sorted(live.http.get("/api/live").json()["datasets"]) == ["stickers", "stickers:train"]
    other = live.http.get("/api/live/images?data=stickers:train").json()["images"][0]["image"]
    assert live.post("answers", image=other, data="stickers:train").status_code == 200
    assert live.http.get("/api/live/images?data=nothing").status_code == 404
    page = live.http.get("/live", params={"image": _asked_image(live.http, "stickers:train")}).text
    assert 'data-dataset="stickers:train"' in page  # a link of the case view need not name the data set


def _asked_image(http, data):
    """An image of a data set that the workspace has a question about."""
    found = http.get("/api/live/images", params={"data": data, "search": "?"}).json()
    return found["images"][0]["image"]


def test_several_workspaces_have_their_own_images(demo_workspace, two_datasets):
    app = create_app(Dashboard.of_folders([demo_workspace, two_datasets], models=["oracle"]))
    http = TestClient(app, base_url=HOST, raise_server_exceptions=False)
    token = http.get("/live").text.split('data-csrf="')[1].split('"')[0]
    image = http.get("/api/live/images?w=two-datasets&data=stickers:train").json()["images"][0]["image"]
    body = {"image": image, "data": "stickers:train", "question": "Is there a dog?", "model": "oracle"}
    for workspace, status in (("two-datasets", 200), ("small-demo", 404)):
        answer = http.post(
            f"/api/live/answers?w={workspace}", json=body | {"session": SESSION}, headers={"x-csrf-token": token}
        )
        assert answer.status_code == status


def test_a_question_is_tested_with_verdicts(live):
    found = live.post("variants").json()
    result = live.post("tests").json()
    assert [each["variant"] for each in result["tested"]] == found["variants"]
    assert {each["holds"] for each in result["tested"]} == {True}
    assert {each["test"] for each in found["missing"]} >= {"order"}


def test_an_upload_is_asked_about_and_never_written(live, monkeypatch):
    def refuse(*args, **kwargs):
        raise AssertionError("an upload is written to a file")

    for name in ("TemporaryFile", "NamedTemporaryFile", "SpooledTemporaryFile", "mkstemp"):
        monkeypatch.setattr(tempfile, name, refuse)
    data = png(np.random.default_rng(0).integers(0, 255, (1200, 1600, 3), np.uint8))
    assert len(data) > 5_000_000
    upload = live.upload(data).json()
    assert (upload["width"], upload["height"], upload["file_width"]) == (1280, 960, 1600)
    answer = live.post("answers", image=upload["image"], data="", model="builtin:transformer").json()
    assert (answer["status"], answer["truth"]) == ("ok", None)
    shown = live.http.get("/live/image", params={"image": upload["image"], "blur": 1})
    assert shown.headers["cache-control"] == "no-store"


def test_uploads_that_are_too_large_or_not_images_are_refused(live):
    def parts():  # a body that does not say its length
        for _ in range(20):
            yield b"\0" * 1_000_000

    large = live.upload(b"\0" * 12_000_001)
    assert (large.status_code, "more than 12 MB" in large.json()["error"]) == (413, True)
    assert live.upload(parts()).status_code == 413
    assert live.upload(b"<svg onload=alert(1)>").status_code == 422
    assert live.upload(b"").status_code == 422
    bomb = live.upload(png(np.zeros((6000, 6000, 3), np.uint8)))
    assert (bomb.status_code, "36,000,000 pixels" in bomb.json()["error"]) == (422, True)


def test_pins_are_exported_as_a_zip_file(live):
    pins = [live.body(expected="yes", sliders={"blur": 1}), live.body(question="Is there a cat or a dog?")]
    keys = ("image", "data", "question", "sliders", "expected")
    wanted = [{key: pin[key] for key in keys if key in pin} for pin in pins]
    wanted[0] |= {
        "answers": {"oracle": {"answer": "no", "probability": 0.75}},
        "unedited": {"oracle": {"answer": "yes"}},
    }
    wanted[1]["answers"] = {"oracle": {"answer": "dog", "probability": None}}
    answer = live.http.post("/api/live/pins", json=wanted, headers=live.headers)
    assert answer.headers["content-disposition"] == 'attachment; filename="askance-pins.zip"'
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        records = [json.loads(line) for line in archive.read("questions.jsonl").splitlines()]
        assert {record["image"] for record in records} <= set(archive.namelist())
        head, *answers = csv.reader(archive.read("answers.csv").decode().splitlines())
        assert "tests.csv" not in archive.read("README.txt").decode()
    assert head == ["id", "question", "image", "sliders", "model", "answer", "probability",
                    "unedited_answer", "unedited_probability"]  # fmt: skip
    about = [[pin["question"], pin["image"]] for pin in pins]
    assert answers == [
        ["pin-001", *about[0], "blur 1", "oracle", "no", "0.75", "yes", ""],
        ["pin-002", *about[1], "", "oracle", "dog", "", "dog", ""],  # no edits: the answer is the unedited one
    ]
    assert {record["tags"]["original_image"] for record in records} == {pin["image"] for pin in pins}
    assert {record["group"] for record in records} == {"pin-001", "pin-002"}
    formula = [{**pins[0], "answers": {"oracle": {"answer": "=1+1"}}}]
    answer = live.http.post("/api/live/pins", json=formula, headers=live.headers)
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.read("answers.csv").decode().splitlines()[1].endswith(",oracle,'=1+1,,,")
    assert live.http.post("/api/live/pins", json=[], headers=live.headers).status_code == 422


def test_what_a_test_of_a_pinned_question_showed_is_exported(live):
    keys = ("image", "data", "question", "expected")
    pin = {key: value for key, value in live.body(expected="yes").items() if key in keys}
    shown = {
        "model": "oracle", "test": "negation", "question": "Is there no dog?", "relation": "opposite",
        "answer": "=HYPERLINK(1)", "verdict": "fails", "reason": "@both are yes",
    }  # fmt: skip
    answer = live.http.post("/api/live/pins", json=[pin | {"tests": [shown]}], headers=live.headers)
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        head, row = csv.reader(archive.read("tests.csv").decode().splitlines())
        assert "tests.csv" in archive.read("README.txt").decode()
    assert head == ["id", *shown]
    assert row == ["pin-001", "oracle", "negation", "Is there no dog?", "opposite", "'=HYPERLINK(1)", "fails",
                   "'@both are yes"]  # fmt: skip
    answer = live.http.post("/api/live/pins", json=[pin], headers=live.headers)
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert "tests.csv" not in archive.namelist()
    wrong = [pin | {"tests": [shown | {"verdict": "broken"}]}]
    assert live.http.post("/api/live/pins", json=wrong, headers=live.headers).status_code == 422


def test_an_image_that_is_known_by_its_content_has_a_short_name():
    assert image_label("blake2b:f5e50dd117ece707fe8919f05922604f") == "image f5e50dd1"
    for name in ("COCO_val2014_000000262148", "stickers:test:1:ab", "blake2b:short", "blake2b:" + "x" * 32):
        assert image_label(name) == name


def test_stale_requests_do_not_queue_behind_a_slow_model(demo_workspace, slow_model):
    with (
        serve(demo_workspace, models=[slow_model]) as served,
        httpx.Client(base_url=served.url, timeout=30) as reader,
        ThreadPoolExecutor(12) as threads,
    ):
        page = reader.get("/live").text
        headers = {"x-csrf-token": page.split('data-csrf="')[1].split('"')[0]}
        image = reader.get("/api/live/images").json()["images"][0]["image"]
        body = {"image": image, "data": "stickers", "session": SESSION, "model": slow_model}

        def ask(number):
            question = body | {"question": f"Is it {number}?"}
            return reader.post("/api/live/answers", json=question, headers=headers).status_code

        asked = []
        for number in range(10):
            asked.append(threads.submit(ask, number))
            time.sleep(0.15)
        assert [each.result(20) for each in asked[1:-1]] == [204] * 8  # they do not wait for the model
        assert not asked[0].done()
        live_models.MAY_ANSWER.set()
        assert [asked[0].result(), asked[-1].result()] == [200, 200]
    assert [question for question, _ in live_models.CALLS] == ["Is it 0?", "Is it 9?"]
    assert len({thread for _, thread in live_models.CALLS}) == 1


def test_an_unknown_model_stops_the_start_with_one_line(demo_workspace):
    with pytest.raises(UserError, match="builtin:nothing"):
        create_app(Dashboard.of_folders([demo_workspace], models=["builtin:nothing"]))


def test_the_page_says_which_models_answer_and_how_another_one_is_added(live):
    page = live.http.get("/live", params={"by": "builtin:blind"}).text
    assert "The case is of <bdi>builtin:blind</bdi>, which is not loaded" in page
    assert "--model oracle --model builtin:transformer" in page
    assert "which is not loaded" not in live.http.get("/live", params={"by": "oracle"}).text
    case = live.http.get("/api/cases?model=builtin:blind&suite=accuracy").json()["rows"][0]
    assert "builtin:blind</bdi> is not loaded" in live.http.get(case["shown"]["address"]).text
