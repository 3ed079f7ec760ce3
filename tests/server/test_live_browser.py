"""The Live view in Chromium: sliders, questions, tests, pins, uploads; by mouse, by keyboard, on a phone."""

import csv
import io
import re
import zipfile

import pytest
from PIL import Image

import live_models
from dashboard_pages import is_readable, serve, walk

MODELS = ["builtin:transformer", "oracle", "python:live_models:hostile"]
ANSWERED = (
    "() => document.querySelectorAll('.said .answer .chip').length === {count}"
    " && !document.querySelector('[aria-busy]')"
)
FAILED = "() => document.querySelector('[data-model=oracle] .answer').textContent.startsWith('failed')"
TESTED = "() => [...document.querySelectorAll('.tests .total')].filter((each) => each.textContent).length === {count}"

DROP = """async () => {
    const canvas = new OffscreenCanvas(7, 5);
    canvas.getContext("2d").fillRect(0, 0, 7, 5);
    const data = new DataTransfer();
    data.items.add(new File([await canvas.convertToBlob()], "dropped.png", { type: "image/png" }));
    document.getElementById("drop").dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
}"""


@pytest.fixture(scope="module")
def live(demo_workspace):
    with serve(demo_workspace, models=MODELS) as found:
        yield found


def answered(page, count=3):
    page.wait_for_function(ANSWERED.format(count=count), timeout=60_000)
    return page


def test_the_walk_of_a_reader(new_page, live):
    page = answered(walk(new_page(), f"{live.url}/live"))
    first = page.locator("#live").get_attribute("data-image")
    page.fill("#question", "Is there a tree or a dog?")
    page.wait_for_url("**question=Is+there+a+tree+or+a+dog*")
    page.locator("#slider-blur").focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.wait_for_url("**blur=1*")
    answered(page)
    assert page.locator("#slider-blur + output").text_content() == "σ 1 px"
    assert "blur=1" in page.locator("#shown").get_attribute("src")
    probabilities = page.locator("[data-model='builtin:transformer'] .probable li")
    assert probabilities.count() >= 2
    assert page.locator("[data-model='oracle'] .grade").text_content().startswith("right · true answer: ")

    page.locator("#slider-blur").evaluate("(each) => each.blur()")
    page.keyboard.press("t")
    page.wait_for_function(TESTED.format(count=len(MODELS)), timeout=60_000)
    rows = page.locator(".tests tbody tr")
    assert rows.count() > 5
    assert "Is there a dog or a tree?" in page.locator(".tests").text_content()
    assert page.locator(".tests .grade.good").first.text_content() == "holds"
    assert page.locator(".tests thead .total").nth(1).text_content() == f"{rows.count() - 1} of {rows.count() - 1} hold"

    page.keyboard.press("p")
    assert page.locator("#pin-list li").count() == 1
    grade = page.locator("[data-model='oracle'] .grade").text_content()
    assert grade.endswith(f"true answer: {page.input_value('#pin-list input')}")  # the expected answer is filled in
    with page.expect_download() as download:
        page.click("#export")
    with zipfile.ZipFile(download.value.path()) as archive:
        assert "questions.jsonl" in archive.namelist()

    other = page.locator("#grid a").nth(3)
    other_image = other.get_attribute("data-image")
    other.click()
    page.wait_for_url(f"**image={other_image.replace(':', '%3A')}*")
    answered(page)
    assert page.locator("#tests").is_hidden()  # its results were about the other image
    page.reload()
    answered(page)
    assert page.locator("#live").get_attribute("data-image") == other_image != first
    assert page.input_value("#question") == "Is there a tree or a dog?"
    assert page.input_value("#slider-blur") == "1"
    assert page.locator("#pin-list li").count() == 1  # kept by the browser
    page.get_by_role("button", name="Show again").click()
    page.wait_for_url(f"**image={first.replace(':', '%3A')}*")


def test_images_are_searched_and_paged(new_page, live):
    page = answered(walk(new_page(), f"{live.url}/live"))
    shown = page.locator("#grid a").first.get_attribute("data-image")
    page.click("#next")
    page.wait_for_function("() => document.getElementById('page-number').textContent === 'Page 2'")
    assert page.locator("#grid a").first.get_attribute("data-image") != shown
    page.fill("#search", "no question has these words")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.getElementById('page-number').textContent === 'No image matches.'")
    assert page.locator("#grid a").count() == 0


def test_a_file_is_chosen_or_dropped_and_one_that_is_too_large_is_refused(new_page, live, tmp_path):
    file = tmp_path / "mine.png"
    made = io.BytesIO()
    Image.new("RGB", (2000, 1000), (250, 10, 10)).save(made, "PNG")
    file.write_bytes(made.getvalue())
    page = answered(walk(new_page(), f"{live.url}/live"))
    page.set_input_files("#file", file)
    page.wait_for_url("**image=upload%3A*")
    assert "1280 × 640 pixels, scaled down from 2000 × 1000" in page.locator("#image-note").text_content()
    page.wait_for_function(FAILED, timeout=60_000)  # the oracle needs a scene
    first = page.url
    page.evaluate(DROP)
    page.wait_for_function("(first) => location.href !== first", arg=first)
    assert "Your image: 7 × 5 pixels." in page.locator("#image-note").text_content()
    page.reload()
    page.wait_for_function("() => document.getElementById('image-note').textContent.includes('7 × 5 pixels')")
    with (tmp_path / "large.png").open("wb") as large:
        large.truncate(12_000_001)
    page.set_input_files("#file", large.name)
    page.wait_for_function("() => document.getElementById('problem').textContent.includes('more than 12 MB')")
    with page.expect_response("**/api/live/answers*"):
        page.fill("#question", "Is there a tree?")
    page.wait_for_function("() => !document.querySelector('[aria-busy]')", timeout=60_000)
    assert "more than 12 MB" in page.locator("#problem").text_content()  # answers do not hide why a file was refused
    page.locator("#grid a").first.click()
    page.wait_for_function("() => document.getElementById('problem').hidden")


def test_a_question_of_another_page_is_linked_and_the_view_is_readable(page, live):
    answered(walk(page, f"{live.url}/live"))
    image = page.locator("#grid a").nth(5).get_attribute("data-image")
    answered(walk(page, f"{live.url}/live?image={image}&question=Is+there+a+tree+or+a+dog%3F&noise=0.1"))
    assert page.locator("#live").get_attribute("data-image") == image
    assert page.input_value("#question") == "Is there a tree or a dog?"
    page.click("#pin")
    page.click("#test")
    page.wait_for_function(TESTED.format(count=len(MODELS)), timeout=60_000)
    is_readable(page)


def test_hostile_questions_and_answers_are_text(new_page, live):
    page = new_page()
    answered(walk(page, f"{live.url}/live"))
    page.fill("#question", live_models.HOSTILE)
    page.wait_for_function("() => document.querySelector(\"[data-model='python:live_models:hostile'] .chip\") !== null")
    answered(page, 2)  # the oracle does not understand it
    page.click("#pin")
    page.click("#test")
    page.wait_for_function("() => document.querySelectorAll('.tests tbody tr').length > 0")
    page.reload()
    answered(page, 2)
    assert page.title() == "Live · Askance"
    assert page.input_value("#question") == live_models.HOSTILE
    assert page.locator("[data-model='python:live_models:hostile'] .chip").text_content() == live_models.HOSTILE
    assert page.locator("#pin-list p").first.text_content() == live_models.HOSTILE
    assert page.locator("main script, main img[src=x]").count() == 0


def test_stale_requests_do_not_queue_behind_a_slow_model(new_page, demo_workspace, slow_model):
    with serve(demo_workspace, models=[slow_model]) as served:
        page = new_page()
        page.goto(f"{served.url}/live?question=Is+it+the+first%3F", wait_until="commit")  # not until it has answered
        page.wait_for_function("() => document.querySelector('[aria-busy]') !== null")
        for number in range(8):
            page.fill("#question", f"Is it number {number}?")
            page.wait_for_timeout(150)
        with page.expect_request(lambda request: "the last" in (request.post_data or "")):
            page.fill("#question", "Is it the last?")
        page.wait_for_timeout(300)  # the server has it too
        live_models.MAY_ANSWER.set()
        answered(page, 1)
    assert [question for question, _ in live_models.CALLS] == ["Is it the first?", "Is it the last?"]


TAKE = """async ([address, steps]) => {
    const { ChangeMark } = await import(address);
    const mark = new ChangeMark();
    return steps.map(([time, image, question, sliders, answer]) =>
        mark.take({ image, data: "", question, sliders }, { answer, status: "ok" }, time));
}"""


def take(page, *steps):
    """The marks after some answers: (milliseconds, image, question, sliders, answer)."""
    address = page.evaluate("new URL('live_changes.js', document.querySelector('script[src*=live]').src).href")
    return page.evaluate(TAKE, [address, [list(step) for step in steps]])


def test_what_counts_as_a_changed_answer(new_page, live):
    page = walk(new_page(), f"{live.url}/live")
    marks = take(
        page,
        (0, "a", "Is it?", {}, "yes"),
        (100, "a", "Is it?", {"blur": 1}, "yes"),
        (200, "a", "Is it?", {"blur": 2}, "no"),
        (300, "a", "Is it?", {"blur": 1}, "yes"),
        (400, "b", "Is it?", {"blur": 1}, "no"),  # another image is another question
        (500, "b", "Is it?", {"blur": 3}, "yes"),
    )
    before = "changed: it was “yes” for the image without edits"
    assert marks == ["", "", before, "", "", "changed: it was “no” at blur 1"]
    marks = take(
        page,
        (0, "a", "Is it?", {}, "yes"),
        (2000, "a", "Is it not?", {}, "no"),  # another question
        (9000, "a", "Is it not?", {"noise": 0.1}, "no"),
        (9100, "a", "Is it not?", {"noise": 0.2}, "yes"),
        (9200, "a", "Is it?", {"noise": 0.2}, "no"),
    )
    assert marks == ["", "", "", "changed: it was “no” for the image without edits", ""]


def test_the_answer_to_another_question_is_not_marked_as_a_change(new_page, live):
    page = answered(walk(new_page(), f"{live.url}/live"))
    card = page.locator("[data-model='oracle']")
    assert card.locator(".change").text_content() == ""
    page.fill("#question", "Is there a dog?")
    page.wait_for_function("() => /^(yes|no)$/.test(document.querySelector('[data-model=oracle] .chip')?.textContent)")
    answered(page)
    first = card.locator(".chip").text_content()
    page.fill("#question", "Is there no dog?")
    page.wait_for_function(
        "first => document.querySelector('[data-model=oracle] .chip')?.textContent !== first", arg=first
    )
    assert card.locator(".change").text_content() == ""
    assert "is-changed" not in card.get_attribute("class")


def test_a_variant_can_be_asked_and_pinned(new_page, live):
    page = answered(walk(new_page(), f"{live.url}/live"))
    page.fill("#question", "Is there a dog?")
    answered(page)
    page.click("#test")
    page.wait_for_function("() => document.getElementById('status').textContent.includes('All tests are done')")
    variant = page.locator(".ask-variant").first
    text = variant.text_content()
    page.locator(".pin-variant").first.click()
    assert "1 question is pinned below" in page.locator("#status").text_content()
    assert page.locator("#status").is_visible()
    page.click("#pin")  # the tested question itself, with the results of its test
    assert page.locator("#pin-list li").count() == 2
    assert re.search(r"\d variants? tested", page.locator("#pin-list li").last.text_content())
    with page.expect_download() as download:
        page.click("#export")
    with zipfile.ZipFile(download.value.path()) as archive:
        rows = archive.read("tests.csv").decode().splitlines()
    assert len(rows) > 2
    assert any(",holds," in row or ",fails," in row for row in rows)
    assert text in page.locator("#pin-list").text_content()
    assert "oracle “" in page.locator("#pin-list").text_content()
    variant.click()
    assert page.input_value("#question") == text


def test_a_pin_of_an_edited_image_has_the_answers_before_and_after_the_edits(new_page, live):
    question = "question=Is+there+a+tree+or+a+dog%3F"
    page = answered(walk(new_page(), f"{live.url}/live?{question}&blur=9&noise=0.3"))  # never shown without edits
    image = page.locator("#live").get_attribute("data-image")
    page.click("#pin")
    lines = page.locator(".pinned-answers p")
    page.wait_for_function("() => document.querySelectorAll('.pinned-answers bdi').length === 6")
    assert lines.count() == len(MODELS)
    assert re.search(
        r"^builtin:transformer without edits “\w+” \d+\.\d % → with the edits “\w+” \d", lines.first.text_content()
    )
    assert image in page.locator("#pin-list").text_content()
    with page.expect_download() as download:
        page.click("#export")
    with zipfile.ZipFile(download.value.path()) as archive:
        rows = list(csv.DictReader(archive.read("answers.csv").decode().splitlines()))
    of_model = {row["model"]: row for row in rows}["builtin:transformer"]
    assert (of_model["image"], of_model["sliders"]) == (image, "blur 9, noise 0.3")
    page.click("#reset")
    answered(page)
    shown = page.locator("[data-model='builtin:transformer'] .chip").text_content()
    assert (of_model["unedited_answer"], float(of_model["unedited_probability"]) > 0) == (shown, True)


def test_a_new_image_comes_with_a_question_about_it(new_page, live):
    page = answered(walk(new_page(), f"{live.url}/live"))
    page.locator("#suggested button").first.click()
    before = page.input_value("#question")
    page.locator("#grid a:not([aria-current])").first.click()
    page.wait_for_function("before => document.getElementById('question').value !== before", arg=before)
    assert page.input_value("#question") in page.locator("#suggested button").all_text_contents()
    page.fill("#question", "Is there a dog?")  # the reader's own question stays
    page.locator("#grid a:not([aria-current])").last.click()
    page.wait_for_timeout(500)
    assert page.input_value("#question") == "Is there a dog?"
