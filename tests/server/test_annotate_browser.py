"""Annotate in Chromium: by keyboard only, two people at once, narrow and dark, hostile strings inert."""

import json
import shutil

import pytest
from askance.annotation.annotate import read_queue_state
from askance.annotation.kinds import find_kind
from askance.annotation.queue_files import write_queue
from askance.annotation.tasks import Queue, Task
from askance.report.annotation_queues import make_queue, tasks_from_cases
from askance.store import Workspace

from dashboard_pages import is_readable, no_serious_violations, no_sideways_scrolling, serve, settle, walk

HOSTILE = (
    "<script>window.owned = 1</script>", "<img src=x onerror='window.owned = 1'>", "<svg onload='window.owned = 1'>",
    "{{ 7 * 7 }}${7 * 7}", "\u202etxet",
)  # fmt: skip


@pytest.fixture
def folder(demo_workspace, tmp_path):
    copy = shutil.copytree(demo_workspace, tmp_path / "demo")
    space, human = Workspace.for_reading(copy), find_kind("human")
    make_queue(space, "human", human, tasks_from_cases(space, human, "carets", 4, 1), 2, "")
    (image, *_) = [task.image for task in tasks_from_cases(space, human, "carets", 1, 1)]
    beliefs = [
        Task(f"b{number}", f"Is object {number} red?", image, data="stickers", answer="yes", reference="Which color?")
        for number in range(3)
    ]
    make_queue(space, "belief", find_kind("belief"), beliefs, 2, "")
    make_queue(space, "audit", find_kind("audit"), [Task("a1", "Is it red?"), Task("a2", "Is it blue?")], 2, "")
    make_queue(space, "typed", human, [Task("t1", "What is it?"), Task("t2", "What is that?")], 2, "")
    return copy


@pytest.fixture
def url(folder):
    with serve(folder) as found:
        yield found.url


def start(page, url, queue, name):
    walk(page, f"{url}/annotate")
    with page.expect_navigation():
        page.get_by_role("link", name=queue, exact=True).click()
    page.get_by_label("Your name").fill(name)
    return press(page, "Enter")


def press(page, *keys):
    """Press keys; Enter, s and u load the next page."""
    for key in keys:
        if key in ("Enter", "s", "u"):
            with page.expect_navigation():
                page.keyboard.press(key)
            settle(page)
        else:
            page.keyboard.press(key)
    return page


def shown(page):
    return page.locator("input[name=task]").get_attribute("value")


def given(folder, queue):
    _, state = read_queue_state(folder, queue, pytest.fail)
    return {task: {name: each.values for name, each in by.items()} for task, by in state.annotations.items() if by}


def test_a_queue_by_keyboard_only(new_page, url, folder):
    page = start(new_page(), url, "human", "Ann")
    queue, _ = read_queue_state(folder, "human", pytest.fail)
    assert page.evaluate("document.activeElement.id") == "task-question"  # a screen reader starts with the question
    assert page.locator(".task-image img").evaluate("image => image.naturalWidth") > 0
    first = shown(page)
    key = page.locator("[data-key]").first.get_attribute("data-key")
    page.keyboard.press("Enter")  # nothing is chosen yet: the browser says so
    assert shown(page) == first
    press(page, "a", key, "Enter")
    second = shown(page)
    assert second != first
    assert given(folder, "human") == {first: {"Ann": {"answer": queue.tasks[0].options[0]}}}
    press(page, "u")
    assert shown(page) == first
    assert page.locator(":checked").get_attribute("data-key") == key  # as it was answered
    press(page, "a", "Enter")
    assert given(folder, "human") == {first: {"Ann": {"answer": "ambiguous"}}}
    press(page, "s")
    assert shown(page) not in (first, second)
    assert "1 of 7 done" in page.locator("#task").inner_text()
    while page.locator("#task").count():
        press(page, "a", "Enter")
    assert "skipped 1 of them" in page.locator("main").inner_text()
    assert len(given(folder, "human")) == len(queue.tasks) - 1
    press(page, "u")
    assert page.locator("#task").count() == 1


def test_belief_judgements_ask_only_what_applies(new_page, url, folder):
    page = start(new_page(), url, "belief", "Ann")
    fields = page.locator(".field:visible")
    assert fields.count() == 1
    press(page, "y")
    assert fields.count() == 3
    assert page.locator(".field.active").get_attribute("data-field") == "same_fact"
    press(page, "n", "y", "Enter")
    press(page, "n")
    assert fields.count() == 1
    press(page, "Enter")
    assert given(folder, "belief") == {
        "b0": {"Ann": {"relevant": "yes", "same_fact": "no", "correct": "yes"}},
        "b1": {"Ann": {"relevant": "no"}},
    }


def test_an_audit_asks_what_is_wrong_with_a_question(new_page, url, folder):
    page = start(new_page(), url, "audit", "Ann")
    page.keyboard.press("n")
    assert page.locator("#comment-prompt").is_visible()
    assert page.evaluate("document.activeElement.name") == "comment"
    page.keyboard.press("Enter")
    assert "Say it in a few words" in page.locator("#missing").text_content()
    page.keyboard.type("no object")
    assert page.locator("#missing").is_hidden()
    press(page, "Enter", "y")  # the next question is fine: no comment is asked for
    assert page.locator("#comment-prompt").is_hidden()
    press(page, "Enter")
    _, state = read_queue_state(folder, "audit", print)
    found = [(each.values["fine"], each.event.comment) for some in state.annotations.values() for each in some.values()]
    assert sorted(found) == [("no", "no object"), ("yes", "")]


def test_the_fields_of_a_new_queue_have_one_height(page, url):
    """Their labels are above them: fields of different heights put the labels out of line."""
    walk(page, f"{url}/annotate/new")
    heights = "(all) => all.map((each) => each.getBoundingClientRect().height)"
    found = page.locator(".new-queue .filters :is(select, input)").evaluate_all(heights)
    assert len(found) > 3
    assert len(set(found)) == 1


def test_an_answer_is_typed_without_triggering_keys(new_page, url, folder):
    page = start(new_page(), url, "typed", "Ann")
    page.keyboard.type("sunny usual cat")
    press(page, "Enter")
    assert given(folder, "typed") == {"t1": {"Ann": {"answer": "sunny usual cat"}}}
    page.keyboard.press("Escape")
    press(page, "s")
    assert "skipped 1 of them" in page.locator("main").inner_text()


def test_two_people_at_once_do_the_same_tasks_first(new_page, url, folder):
    ann, bob = start(new_page(), url, "human", "Ann"), start(new_page(), url, "human", "Bob")
    seen = {"Ann": set(), "Bob": set()}
    for _ in range(2):
        assert shown(ann) == shown(bob)  # their agreement is known after a few tasks
        for name, page in (("Ann", ann), ("Bob", bob)):
            seen[name].add(shown(page))
            press(page, "a", "Enter")
    assert seen["Ann"] == seen["Bob"]
    body = json.loads(ann.request.get(f"{url}/api/annotate?queue=human").text())
    assert [(row["annotator"], row["annotations"]) for row in body["annotators"]] == [("Ann", 2), ("Bob", 2)]


def test_it_works_without_scripts(new_page, url, folder):
    page = start(new_page(java_script_enabled=False), url, "belief", "Ann")
    page.locator("input[name=relevant][value=no]").check()
    with page.expect_navigation(wait_until="networkidle"):
        page.get_by_role("button", name="Save").click()
    assert given(folder, "belief") == {"b0": {"Ann": {"relevant": "no"}}}


def test_every_screen_is_readable(page, url):
    for queue in ("human", "belief", "typed"):
        is_readable(start(page, url, queue, "Ann"))
    is_readable(walk(page, f"{url}/annotate?queue=human"))


@pytest.mark.slow
@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("dark", [False, True])
def test_every_screen_is_accessible_and_fits(new_page, url, width, dark):
    page = new_page(width, dark=dark)
    for queue in ("human", "belief", "typed"):
        start(page, url, queue, f"Ann {width} {dark}")
        no_serious_violations(page)
        no_sideways_scrolling(page)
    walk(page, f"{url}/annotate?queue=human")
    no_serious_violations(page)
    no_sideways_scrolling(page)


@pytest.mark.parametrize("longest", [50_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_hostile_strings_are_inert(new_page, folder, url, longest):
    hostile = (*HOSTILE, "x" * longest)
    tasks = tuple(
        Task(f"h{number}", text, options=(text, "no"), answer=text, reference=text, reference_answer=text)
        for number, text in enumerate(hostile)
    )
    write_queue(folder, Queue("hostile", "human", 1, tasks))
    page = start(new_page(), url, "hostile", "<b>Ann</b>")
    for text in hostile:
        assert page.locator("#task-question").inner_text().replace("U+202E", "\u202e") == text
        no_sideways_scrolling(page)
        press(page, "1", "Enter")
    assert page.evaluate("window.owned") is None
    assert page.locator("main b, main svg").count() == 0
    stored = given(folder, "hostile")
    assert [stored[f"h{number}"]["<b>Ann</b>"]["answer"] for number in range(len(hostile))] == list(hostile)


def test_a_task_can_be_printed(new_page, url):
    page = start(new_page(), url, "human", "Ann")
    page.emulate_media(media="print")
    assert page.locator("#task-question").is_visible()
    assert page.locator(".choice").first.is_visible()
    assert not page.get_by_role("button", name="Save").is_visible()


def test_an_answer_that_is_missing_is_said_once(page, url):
    start(page, url, "typed", "Ann")
    prevented = page.evaluate("""() => {
      window.prevented = null;
      document.querySelector("#task").addEventListener("invalid", (event) => {
        setTimeout(() => { window.prevented = event.defaultPrevented; });
      }, true);
      document.querySelector("#task button[value=answer]").click();
      return new Promise((done) => setTimeout(() => done(window.prevented), 50));
    }""")
    assert prevented is True  # no bubble of the browser beside it
    assert page.locator("#missing").is_visible()
