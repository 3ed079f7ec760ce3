"""The page of one case: images, answers, readings, verdict, why, other models, the same image elsewhere, Python."""

import io
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from dashboard_pages import make_client

TRANSFORMER = "builtin:transformer"


def find(client, query: str) -> dict:
    """The JSON of the first case that a filter selects."""
    row = client.get(f"/api/cases?{query}").json()["rows"][0]
    return client.get(f"/api{row['shown']['address']}").json() | {"page": row["shown"]["address"]}


def test_a_pair_is_shown_with_its_answers_and_the_rule(client):
    body = find(client, f"suite=carets&group=negation&model={TRANSFORMER}")
    page = client.get(body["page"]).text
    assert len(body["asks"]) == 2
    for ask in body["asks"]:
        assert (ask["grade"], ask["score"]) in (("right", 1), ("wrong", 0))
        assert len(ask["top"]) == 3
        assert ask["top"] == sorted(ask["top"], key=lambda each: -each[1])
        assert ask["top"][0][0] == ask["answer"]
        assert (ask["kind"], ask["reading"]) == ("yesno", ask["answer"])
        assert ask["expected"] in (["yes"], ["no"])
        assert f"expected: <bdi>{ask['expected'][0]}</bdi>" in page
    assert body["asks"][1]["changed_words"]
    for words in body["asks"][1]["changed_words"]:
        assert f"<mark>{words}</mark>" in page
    assert "One answer must be yes and the other no." in page
    assert "The answer was read as a yes/no answer" in page
    assert "<summary>Raw text</summary>" in page
    assert page.count('class="zoom"') == 1  # the image is the same: it is shown once, beside both questions


def test_every_variant_is_drawn_with_its_edits(client):
    body = find(client, f"suite=noise&group=image/gaussian&model={TRANSFORMER}")
    pictures = [ask["picture"] for ask in body["asks"]]
    assert len(set(pictures)) == 4  # the original and three noisy ones
    images = [Image.open(io.BytesIO(client.get(address).content)).convert("RGB") for address in pictures]
    assert len({image.tobytes() for image in images}) == 4
    page = client.get(body["page"]).text
    for address in pictures:
        assert f'src="{address}"' in page
    strip = re.search(r'href="(/suites[^"]+#strip)">The same image at each strength', page)[1].replace("&amp;", "&")
    assert body["asks"][0]["image"] in client.get(strip).text


def test_images_are_kept_by_browsers(client):
    body = find(client, "suite=noise&group=image")
    answer = client.get(body["asks"][1]["picture"])
    assert "immutable" in answer.headers["cache-control"]
    again = client.get(body["asks"][1]["picture"], headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304


def test_all_models_are_listed_and_can_be_chosen(client):
    body = find(client, f"suite=carets&model={TRANSFORMER}")
    models = {each["model"]: each for each in body["models"]}
    assert set(models) == {"oracle", "builtin:blind", TRANSFORMER}
    other = client.get(f"/api{models['oracle']['address']}").json()
    assert (other["model"], other["case_key"]) == ("oracle", body["case_key"])
    assert other["outcome"] == models["oracle"]["outcome"] == "holds"
    assert {ask["role"]: ask["reading"] for ask in other["asks"]} == models["oracle"]["answers"]


def test_another_model_keeps_the_place_in_the_selection(client):
    body = find(client, f"suite=carets&model={TRANSFORMER}&verdict=fails")
    oracle = next(each["address"] for each in body["models"] if each["model"] == "oracle")
    other = client.get(f"/api{oracle}").json()
    assert (other["position"], other["count"]) == (body["position"], body["count"])
    assert client.get(f"/api{other['next']}").json()["model"] == "oracle"


def test_next_and_previous_walk_through_the_selection(client):
    query = f"suite=noise&model={TRANSFORMER}&verdict=fails&sort=value"
    rows = client.get(f"/api/cases?{query}&size=1000").json()["rows"]
    body = client.get(f"/api{rows[0]['shown']['address']}").json()
    seen = [body["case_key"]]
    while body["next"]:
        body = client.get(f"/api{body['next']}").json()
        seen.append(body["case_key"])
    assert seen == [row["case_key"] for row in rows]
    assert len(seen) > 3
    assert client.get(f"/api{body['previous']}").json()["case_key"] == seen[-2]
    page = client.get(rows[2]["shown"]["address"]).text
    assert f"3 of {len(rows)}" in page


def test_a_pair_is_explained_by_facts_of_the_scene_graph(client):
    body = find(client, f"suite=carets&group=negation&model={TRANSFORMER}")
    first, second = body["why"]
    assert (first["role"], second["role"]) == ("original", "perturbed")
    assert "scene graph contains" in first["below"][0]["text"]
    assert "is the negation of the first one" in second["text"]
    assert "scene graph contains" in client.get(body["page"]).text


def test_a_metamorphic_case_is_explained_by_its_family(client):
    body = find(client, f"suite=metamorphic&group=partition&model={TRANSFORMER}")
    tree = body["why"][-1]
    assert tree["role"] == "whole"
    assert [line["role"] for line in tree["below"]] == ["part-a", "part-b"]
    answers = {ask["role"]: ask["answer"] for ask in body["asks"]}
    page = client.get(body["page"]).text
    for line in (tree, *tree["below"]):
        assert re.search(rf"{re.escape(line['text'])}</bdi>.*?{re.escape(answers[line['role']])}", page, re.DOTALL)


def test_the_same_image_and_question_elsewhere(client):
    question = find(client, f"suite=noise&model={TRANSFORMER}")["asks"][0]["question"]
    body = find(client, f'suite=accuracy&model={TRANSFORMER}&words="{question}"')
    noise = [each for each in body["elsewhere"] if each["suite"] == "noise"]
    assert len(noise) > 3
    assert {each["question"] for each in noise} == {question}
    assert len({each["picture"] for each in noise}) > 3
    page = client.get(body["page"]).text
    assert "The same image elsewhere" in page
    assert client.get(noise[0]["address"]).status_code == 200


def run_python(code: str, folder: Path) -> str:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("query", [f"suite=noise&group=image&model={TRANSFORMER}", "suite=carets&model=oracle"])
def test_the_python_code_runs_and_finds_the_same_answers(client, demo_workspace, query):
    body = find(client, query)
    printed = run_python(body["python"], demo_workspace.parent)
    assert body["name"] in printed
    for ask in body["asks"]:
        assert f"{ask['role']} {ask['answer']}" in printed
    assert f"holds={body['holds']}" in printed
    assert str(demo_workspace) not in body["python"]  # no path of the machine in a response


def test_an_unknown_case_is_not_found(client):
    assert client.get(f"/case?case={'0' * 32}").status_code == 404
    assert client.get("/case?case=zz").status_code == 422
    assert client.get("/case").status_code == 422


def test_a_case_outside_the_selection_says_so(client):
    row = client.get("/api/cases?suite=carets").json()["rows"][0]
    page = client.get(f"/case?case={row['case_key']}&suite=noise").text
    assert "This case is not part of the selection." in page


def test_a_case_whose_files_are_missing_is_still_shown(demo_workspace, tmp_path):
    folder = tmp_path / "damaged"
    shutil.copytree(demo_workspace, folder)
    client = make_client(folder)
    row = client.get(f"/api/cases?suite=carets&model={TRANSFORMER}").json()["rows"][0]
    for file in (folder / "cases").rglob("*.parquet"):
        file.unlink()
    page = client.get(row["shown"]["address"])
    assert page.status_code == 200
    assert "The stored case is missing or damaged" in page.text
    assert row["questions"][0] in page.text
