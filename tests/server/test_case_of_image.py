"""Cases about one image on the page of a case and in the list: the same marks, true counts, dialogues, links."""

import re
from html import unescape

import pytest
from askance.engine import run

from dashboard_pages import make_client, serve, settle, walk
from server.conftest import shared_folder

MODEL = "defective:ignores-negation"
QUESTION = "Is there no zebra in the picture?"  # eight humans say yes and two say no; the model says no
SUITES = ["accuracy", "repeat", "implications", "noise", "bias"]


def make_workspace(folder):
    run([MODEL], "stickers", SUITES, limit=5, out=folder)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A workspace of one model and five suites that share five questions."""
    return shared_folder(tmp_path_factory, "one-model", make_workspace)


@pytest.fixture(scope="module")
def client(folder):
    """A client of a dashboard over it."""
    return make_client(folder)


def rows_of(client, **query):
    return client.get("/api/cases", params={"size": 1000, **query}).json()["rows"]


def case_of(client, row):
    body = client.get(f"/api{row['shown']['address']}").json()
    return body, client.get(row["shown"]["address"]).text


def disputed(client, suite, group=""):
    rows = rows_of(client, suite=suite, words=f'"{QUESTION}"', **({"group": group} if group else {}))
    return next(row for row in rows if row["questions"][0] == QUESTION)


@pytest.mark.parametrize(
    ("suite", "group"),
    [("accuracy", ""), ("repeat", ""), ("implications", "implied"), ("noise", "image"), ("noise", "geometric")],
)
def test_one_answer_has_one_mark_on_every_page(client, suite, group):
    body, page = case_of(client, disputed(client, suite, group))
    marks = {
        (each["grade"], round(each["score"], 2))
        for each in (*body["asks"], *body["elsewhere"])
        if (each["question"], each["answer"]) == (QUESTION, "no")
    }
    assert marks == {("partly right", 0.6)}
    assert page.count("◐ partly right (0.6)") >= len(body["elsewhere"])


def test_a_card_of_the_list_says_how_many_humans_gave_each_answer(client):
    card = disputed(client, "accuracy")["shown"]
    assert (card["outcome"], card["value"]) == ("holds", "0.6")
    assert card["truth"] == ["yes (8 of 10), no (2 of 10)"]


def test_a_strip_says_how_many_humans_gave_each_answer(client):
    row = disputed(client, "noise", "image")
    page = client.get("/suites", params={"suite": "noise", "model": MODEL, "image": row["image"]}).text
    assert "ground truth: <bdi>yes (8 of 10), no (2 of 10)</bdi>" in page


def test_a_value_says_what_it_is_and_from_which_value_on_a_case_holds(client):
    row = disputed(client, "accuracy")
    assert row["shown"]["value_rule"] == "score of the answer; a case holds from 0.5"
    _, page = case_of(client, row)
    assert "value 0.6: 2 of 10 people gave this answer (score of the answer; a case holds from 0.5)" in page
    full = next(each for each in rows_of(client, suite="accuracy") if each["value"] == 1)
    assert full["shown"]["value_rule"] == ""
    assert '<span class="soft">value 1</span>' in case_of(client, full)[1]
    parted = [each for each in rows_of(client, suite="noise") if each["value"] not in (None, 0.0, 1.0)]
    for each in parted:
        assert (each["outcome"], "holds only at 1" in each["shown"]["value_rule"]) == ("fails", True)


def test_answers_in_the_table_of_all_models_have_the_marks_of_the_cards(tmp_path):
    run([MODEL, "oracle"], "stickers", ["accuracy"], limit=5, out=tmp_path)
    client = make_client(tmp_path)
    body, page = case_of(client, next(row for row in rows_of(client, model=MODEL) if row["questions"][0] == QUESTION))
    (table,) = re.findall(r'<table class="case-table models">.*?</table>', page, re.DOTALL)
    assert body["asks"][0]["grade"] == "partly right"
    assert table.count("◐ partly right (0.6)") == 1
    assert table.count("✓") == 1  # of the oracle


def test_accuracy_and_all_other_suites_are_listed_with_true_counts(client):
    row = disputed(client, "repeat")
    body, page = case_of(client, row)
    of_image = [each for each in rows_of(client, image=row["image"]) if each["case_key"] != row["case_key"]]
    assert body["image_cases"] == len(of_image) + 1
    same = [each for each in of_image if QUESTION in each["questions"]]
    for suite in ("accuracy", "implications", "noise", "bias"):
        cases = [each for each in same if each["suite"] == suite]
        shown = [each for each in body["elsewhere"] if each["suite"] == suite]
        assert len(shown) == min(12, len(cases)) > 0  # one card per case
        below = f", {len(shown)} of them below" if len(shown) < len(cases) else ""
        noun = "case" if len(cases) == 1 else "cases"
        assert f'<bdi>{suite}</bdi> <span class="soft">{len(cases)} {noun} with the same question{below}' in page
    assert len({each["address"] for each in body["elsewhere"]}) == len(body["elsewhere"])


def test_all_cases_of_an_image_are_one_link_away(client):
    row = disputed(client, "bias")
    body, page = case_of(client, row)
    link = unescape(re.search(r'id="same-image" href="([^"]+)">All (\d+) cases', page)[1])
    found = client.get(f"/api{link}&size=1000").json()
    assert found["count"] == body["image_cases"]
    assert {each["image"] for each in found["rows"]} == {row["image"]}
    assert len({each["suite"] for each in found["rows"]}) == len(SUITES)
    assert 'name="image" value="stickers:test:101:' in client.get(link).text  # the form keeps it
    assert ("image", row["image"]) in {(each["name"], each["value"]) for each in found["filters"]}


def test_names_of_items_and_images_are_found(client):
    by_item = rows_of(client, words="test-000101")
    assert {row["image"] for row in by_item} == {disputed(client, "accuracy")["image"]}
    assert len({row["suite"] for row in by_item}) == len(SUITES)
    assert {row["image"] for row in rows_of(client, words="stickers:test:101:")} == {by_item[0]["image"]}
    assert not rows_of(client, words="test-999999")
    both = rows_of(client, words="test-000101 lizard")
    assert not both  # each word must be somewhere


def test_noise_in_the_image_comes_first_and_every_case_leads_to_the_strip(client):
    body, page = case_of(client, disputed(client, "accuracy"))
    groups = [each["group"] for each in body["elsewhere"] if each["suite"] == "noise"]
    kinds = [group.partition("/")[0] for group in groups]
    assert kinds == sorted(kinds, key=["image", "geometric", "feature", "question"].index)
    assert kinds[0] == "image"
    strip = unescape(re.search(r'href="(/suites[^"]+#strip)">The same image at each strength \(noise\)', page)[1])
    assert "suite=noise" in strip
    assert QUESTION in client.get(strip).text


def test_the_strength_is_said_in_words_beside_the_group(client):
    row = rows_of(client, suite="noise", group="geometric/jpeg/10")[0]
    assert row["shown"]["title"].endswith("stored as JPEG, quality 90")
    assert re.search(
        r"geometric/jpeg/10</bdi> <span class=\"soft\">\(<bdi>stored as JPEG, quality 90", case_of(client, row)[1]
    )


def test_implications_are_a_dialogue_with_a_mark_per_line(client):
    row = disputed(client, "implications", "implied")
    body, page = case_of(client, row)
    first, *others = body["asks"]
    assert (first["mark"], first["implied"]) == ("", None)
    assert {ask["mark"] for ask in others} == {"follows", "contradicts"}
    contradicting = [ask for ask in others if ask["mark"] == "contradicts"]
    assert any(ask["grade"] == "right" for ask in contradicting)  # right, and yet it contradicts the first answer
    assert page.count('<div class="turn contradicts">') == len(contradicting)
    assert "✗ contradicts</b>" in page
    assert "by ground truth: right" in page
    assert "at least 1" in page
    assert ">=1" not in page.split('id="python"')[0]
    assert not any(ask["changed_words"] for ask in body["asks"])


def test_a_card_of_implications_shows_the_questions_that_contradict_the_first_answer(client):
    rows = rows_of(client, suite="implications", group="implied", verdict="fails")
    assert rows
    for row in rows:
        first, *lines = row["shown"]["lines"]
        assert first == {"question": row["questions"][0], "answer": row["answers"]["original"], "mark": ""}
        assert lines
        assert {line["mark"] for line in lines} == {"contradicts"}
        assert row["shown"]["more_lines"] == len(row["answers"]) - len(row["shown"]["lines"])
    page = client.get("/cases?suite=implications&group=implied&verdict=fails").text
    assert 'class="line-mark contradicts">contradicts' in page
    holding = rows_of(client, suite="implications", group="implied", verdict="holds")
    assert all([line["mark"] for line in row["shown"]["lines"]] == ["", "follows"] for row in holding)
    assert all(row["shown"]["lines"] == [] for row in rows_of(client, suite="repeat"))


def test_questions_that_are_no_variants_of_each_other_are_not_underlined(client):
    for row in rows_of(client, suite="bias", group="image"):
        assert len(row["questions"]) > 1
        assert not any(run["is_changed"] for runs in row["shown"]["questions"] for run in runs)


def test_the_short_link_of_a_case_has_no_filters(client):
    row = rows_of(client, suite="noise", words="zebra", sort="value", verdict="holds")[0]
    body, page = case_of(client, row)
    short = unescape(re.search(r'id="copy-link" data-address="([^"]+)"', page)[1])
    assert short == body["link"]
    assert set(re.findall(r"[?&]([a-z]+)=", short)) == {"data", "case", "by"}
    assert client.get(f"/api{short}").json()["case_key"] == row["case_key"]


def test_the_rule_comes_before_the_images(client):
    page = case_of(client, disputed(client, "implications", "implied"))[1]
    assert 0 < page.index("Broken rule:") < page.index('class="zoom"')


def test_the_browser_fills_dialogues_as_the_server_does_and_copies_the_short_link(new_page, folder):
    with serve(folder) as served:
        page = new_page(permissions=["clipboard-read", "clipboard-write"])
        walk(page, f"{served.url}/cases?suite=implications&group=implied&words=zebra")
        tiles = page.locator("[data-field=questions]")
        by_server = tiles.all_inner_texts()
        assert any("contradicts" in text for text in by_server)
        page.get_by_label("fails").check()
        page.get_by_label("holds").check()
        page.wait_for_url("**verdict=holds**")
        settle(page)
        assert tiles.all_inner_texts() == by_server
        page.locator(".tile-link").first.click()
        page.wait_for_url("**/case?**")
        page.get_by_role("button", name="Copy link").click()
        page.get_by_role("button", name="Copied").wait_for()
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied.startswith(f"{served.url}/case?data=stickers&case=")
        assert "words" not in copied
