"""The list of cases finds, shows and exports the file of an image, wherever the data set knows it."""

import csv

import askance
import pytest
from askance.server.app import create_app
from askance.server.dashboard import Dashboard
from toy import ToyModel

from dashboard_pages import client_of, make_client
from question_files import put_photo_questions


@pytest.fixture(scope="module")
def photos(tmp_path_factory):
    """A run on questions about two photos, one of which was answered wrongly."""
    root = tmp_path_factory.mktemp("photos")
    put_photo_questions(root / "data")
    wrong = ToyModel("wrong", "wrong-1", answering=lambda shown: "no")
    askance.run(wrong, f"jsonl:{root / 'data'}", ["accuracy", "repeat"], out=root / "w")
    return root / "w"


def test_cases_are_found_by_the_file_of_their_image(photos):
    with make_client(photos) as client:
        found = client.get("/api/cases?suite=accuracy&words=2354786.PNG").json()
        (row,) = found["rows"]
        assert (row["image_file"], row["shown"]["title"].split(" · ")[-1]) == ("2354786.png", "2354786.png")
        assert client.get("/api/cases?suite=accuracy&words=cats/7").json()["count"] == 1
        assert client.get("/api/cases?suite=accuracy&words=8.png").json()["count"] == 0


def test_the_page_of_a_case_names_the_file(photos):
    with make_client(photos) as client:
        (row,) = client.get("/api/cases?suite=accuracy&verdict=fails").json()["rows"]
        assert "original image (2354786.png)" in client.get(row["shown"]["address"]).text
        (ask,) = client.get("/api" + row["shown"]["address"]).json()["asks"]
        assert ask["image_file"] == "2354786.png"


def test_an_export_has_the_file(photos):
    with make_client(photos) as client:
        lines = client.get("/api/cases/export?format=csv&suite=accuracy").text.splitlines()
    assert sorted(each["image_file"] for each in csv.DictReader(lines)) == ["2354786.png", "cats/7.png"]


def test_live_labels_images_by_their_files(photos):
    with client_of(create_app(Dashboard.of_folders([photos], models=("oracle",)))) as client:
        (data,) = {row["dataset"] for row in client.get("/api/cases").json()["rows"]}
        listed = client.get("/api/live/images", params={"data": data}).json()["images"]
        assert [each["label"] for each in listed] == ["2354786.png", "cats/7.png"]
        found = client.get("/api/live/images", params={"data": data, "search": "CATS/7"}).json()["images"]
        assert [each["label"] for each in found] == ["cats/7.png"]


def test_data_without_files_has_no_names(demo_workspace):
    with make_client(demo_workspace) as client:
        assert {row["image_file"] for row in client.get("/api/cases").json()["rows"]} == {None}
