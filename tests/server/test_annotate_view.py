"""Annotate over HTTP: forms and JSON, two annotators, read-only, CSRF, hostile strings, damage."""

import json
import re
import shutil

import pytest
from askance.annotation.annotate import answer_task, read_queue_state
from askance.annotation.kinds import KINDS
from askance.annotation.queue_files import FOLDER, write_queue
from askance.annotation.tasks import Queue, Task
from askance.core import Case, Query, Stimulus
from askance.report.annotation_queues import SourceCase, tasks_of_cases
from askance.server.dashboard import Access
from askance.server.views.annotate import AnnotateForm
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dashboard_pages import make_client
from examples import examples

TASKS = tuple(Task(f"t{number}", f"Is it {number}?", options=("yes", "no"), gold="no") for number in range(4))
HOSTILE = (
    "<script>document.title='owned'</script>", '"><img src=x onerror=alert(1)>', "{{ 7 * 7 }}", "'; drop table q; --",
    "\u202edesrever", "a\x00b\r\n c",
)  # fmt: skip


@pytest.fixture
def folder(demo_workspace, tmp_path):
    """A copy of the small workspace with a queue of four tasks for two annotators each."""
    copy = shutil.copytree(demo_workspace, tmp_path / "w")
    write_queue(copy, Queue("q", "human", 2, TASKS))
    return copy


@pytest.fixture
def client(folder):
    return make_client(folder)


def token(client):
    return re.search(r'data-csrf="(\w+)"', client.get("/annotate").text)[1]


def send(client, action, annotator="ann", **fields):
    data = {"csrf_token": token(client), "queue": "q", "annotator": annotator, "action": action} | fields
    return client.post("/annotate", data=data)


def shown_task(client, annotator="ann"):
    page = client.get("/annotate", params={"queue": "q", "annotator": annotator}).text
    found = re.search(r'name="task" value="(\w+)"', page)
    return found and found[1]


def test_the_form_has_every_field_of_every_kind():
    assert {field.name for kind in KINDS.values() for field in kind.fields} <= set(AnnotateForm.model_fields)


def test_queues_are_listed_and_a_queue_asks_for_a_name(client):
    page = client.get("/annotate").text
    assert "0 of 8" in page
    assert 'href="/annotate?queue=q"' in page
    page = client.get("/annotate?queue=q").text
    assert 'name="annotator"' in page
    assert "Is it 0?" not in page  # a visit alone reserves nothing
    assert client.get("/annotate?queue=nope").status_code == 404


def test_two_annotators_work_through_a_queue(client):
    for annotator in ("ann", "bob"):
        assert send(client, "next", annotator).status_code == 303
    assert (shown_task(client, "ann"), shown_task(client, "bob")) == ("t0", "t0")
    done = {"ann": [], "bob": []}
    for _ in range(4):
        for annotator, mine in done.items():
            task = shown_task(client, annotator)
            answer = send(client, "answer", annotator, task=task, answer="yes" if annotator == "ann" else "no")
            assert answer.headers["location"] == f"/annotate?queue=q&annotator={annotator}"
            mine.append(task)
    assert sorted(done["ann"]) == sorted(done["bob"]) == ["t0", "t1", "t2", "t3"]
    page = client.get("/annotate?queue=q&annotator=ann").text
    assert "There is no task left for you" in page
    assert "8 of 8 annotations · 4 of 4 tasks have 2 annotators" in page
    body = client.get("/api/annotate?queue=q").json()
    assert [(row["annotations"], row["finished"]) for row in body["queues"]] == [(8, 4)]
    assert [(row["annotator"], row["gold_correct"], row["gold"]) for row in body["annotators"]] == [
        ("ann", 0, 4), ("bob", 4, 4),
    ]  # fmt: skip


def test_skipped_tasks_can_be_shown_again(client):
    send(client, "next")
    for _ in TASKS:
        send(client, "skip", task=shown_task(client))
    page = client.get("/annotate", params={"queue": "q", "annotator": "ann"}).text
    assert "skipped 4 of them" in page
    assert "Thank you" not in page
    send(client, "return")
    assert shown_task(client) == "t0"


def test_undo_shows_the_earlier_answer_again(client):
    send(client, "next")
    send(client, "answer", task="t0", answer="no", comment="too dark")
    assert shown_task(client) == "t1"
    assert send(client, "undo").status_code == 303
    page = client.get("/annotate?queue=q&annotator=ann").text
    assert re.search(r'value="no"[^>]* checked', page)
    assert ">too dark</textarea>" in page
    send(client, "skip", task="t0")
    assert shown_task(client) == "t1"
    assert "eve has nothing to undo" in send(client, "undo", "eve").text


def test_a_wrong_answer_is_one_line_above_the_same_form(client):
    send(client, "next")
    answer = send(client, "answer", task="t0", answer="maybe", comment="kept")
    assert answer.status_code == 200  # the page says what is wrong; a browser would log other statuses as errors
    assert "is not one of yes, no, ambiguous" in answer.text
    assert ">kept</textarea>" in answer.text
    assert "write 1 to 64 visible characters" in send(client, "next", " \x00").text


def test_a_question_that_is_not_fine_needs_a_comment(client, folder):
    write_queue(folder, Queue("a", "audit", 1, TASKS))
    send(client, "next", queue="a")
    answer = send(client, "answer", queue="a", task="t0", fine="no", comment=" \n")
    assert "What is wrong with the question? Say it in a few words." in answer.text.split('role="alert"')[1][:200]
    assert re.search(r'value="no"[^>]* checked', answer.text)
    assert send(client, "answer", queue="a", task="t0", fine="no", comment="two cars").status_code == 303
    send(client, "answer", queue="a", task="t1", fine="yes")
    held = read_queue_state(folder, "a", print)[1].annotations
    assert [held[name]["ann"].event.comment for name in ("t0", "t1")] == ["two cars", ""]


def test_json_does_the_same(client):
    header = {"x-csrf-token": token(client)}
    body = {"queue": "q", "annotator": "ann", "action": "next"}
    task = client.post("/api/annotate", json=body, headers=header).json()["task"]
    assert (task["id"], task["fields"][0]["choices"]) == ("t0", ["yes", "no", "ambiguous"])
    assert not {"gold", "case", "role", "batch"} & set(task)
    body |= {"action": "answer", "task": "t0", "values": {"answer": "yes"}}
    assert client.post("/api/annotate", json=body, headers=header).json()["task"]["id"] == "t1"
    assert client.get("/api/annotate?queue=q&annotator=ann").json()["task"]["id"] == "t1"
    wrong = client.post("/api/annotate", json=body | {"values": {"answer": "no"}}, headers=header)
    assert (wrong.status_code, "undo that first" in wrong.json()["error"]) == (409, True)
    assert client.post("/api/annotate", json=body | {"queue": "../q"}, headers=header).status_code == 404


def test_writes_need_the_csrf_token(client, folder):
    client.get("/annotate")
    data = {"queue": "q", "annotator": "ann", "action": "next"}
    assert client.post("/annotate", data=data).status_code == 403
    assert client.post("/annotate", data=data | {"csrf_token": "0" * 64}).status_code == 403
    assert client.post("/api/annotate", json=data).status_code == 403
    foreign = {"origin": "https://evil.example", "x-csrf-token": token(client)}
    assert client.post("/api/annotate", json=data, headers=foreign).status_code == 403
    assert not list((folder / FOLDER / "q").glob("*.jsonl"))


def test_read_only_refuses_and_shows_progress(folder):
    client = make_client(folder, access=Access(read_only=True))
    assert send(client, "next").status_code == 403
    page = client.get("/annotate?queue=q").text
    assert "This dashboard is read-only" in page
    assert "0 of 8 annotations" in page
    assert "<form" not in page.split('id="main"')[1]
    assert not list((folder / FOLDER / "q").glob("*.jsonl"))


def test_without_queues_the_page_says_how_to_make_one(demo_workspace):
    page = make_client(demo_workspace).get("/annotate").text
    assert 'action="/annotate/new"' in page
    page = make_client(demo_workspace, access=Access(read_only=True)).get("/annotate").text
    assert "askance annotations small-demo --make human --suite carets" in page


def test_hostile_text_is_escaped_and_can_be_chosen(client, folder):
    tasks = tuple(
        Task(f"h{number}", text, options=(text, "other"), answer=text, reference=text, tags={"x": text})
        for number, text in enumerate(HOSTILE)
    )
    write_queue(folder, Queue("hostile", "human", 1, tasks))
    for task in tasks:
        page = send(client, "next", f"bob <b> {task.id}", queue="hostile")
        page = client.get(page.headers["location"]).text
        assert "<script>document" not in page
        assert "<img src=x" not in page
        assert "\u202e" not in page
        assert "49" not in re.findall(r"<h1.*?</h1>", page, re.DOTALL)[0]
        first = KINDS["human"].fields[0].choices_for(task)[0]
        assert send(client, "answer", queue="hostile", task=task.id, answer=first.form_value).status_code == 303
        given = read_queue_state(folder, "hostile", pytest.fail)[1].annotations[task.id]["ann"]
        assert given.values == {"answer": task.question}  # stored as the data has it


def test_a_damaged_queue_is_a_line_without_a_path(client, folder):
    write_queue(folder, Queue("broken", "audit", 1, TASKS))
    file = folder / FOLDER / "broken" / "queue.json"
    file.write_bytes(file.read_bytes()[:-30])
    send(client, "next")
    shard = folder / FOLDER / "q" / "000001.jsonl"
    shard.write_bytes(b"0000" + shard.read_bytes())
    page = client.get("/annotate").text
    assert "w/annotations/broken/queue.json is missing or damaged" in page
    assert "w/annotations/q/000001.jsonl has 1 damaged annotation" in page
    assert str(folder.parent) not in page
    assert "0 of 8" in page
    assert client.get("/annotate?queue=broken").status_code == 404


TEXT = st.one_of(st.text(max_size=8), st.sampled_from(["ann", "q", "t0", "yes", "\ud800", "\x00", "x" * 2000]))


@given(st.data())
@settings(examples(30), suppress_health_check=list(HealthCheck))
def test_whatever_is_sent_is_stored_or_refused(client, folder, data):
    action = data.draw(st.sampled_from(["next", "answer", "skip", "undo"]))
    values = data.draw(st.dictionaries(st.sampled_from(["answer", "score"]), TEXT, max_size=2))
    body = {"queue": "q", "action": action, "values": values}
    body |= {name: data.draw(TEXT) for name in ("annotator", "task", "comment")}
    sent = json.dumps(body).encode()  # lone surrogates are legal JSON
    header = {"x-csrf-token": token(client), "content-type": "application/json"}
    assert client.post("/api/annotate", content=sent, headers=header).status_code in (200, 409)
    read_queue_state(folder, "q", pytest.fail)


def test_openapi_describes_both_forms(client):
    paths = client.get("/api/openapi.json").json()["paths"]
    assert set(paths["/api/annotate"]) == set(paths["/annotate"]) == {"get", "post"}
    names = json.dumps(paths["/api/annotate"])
    assert "AnnotateBody" in names
    assert "NextTask" in names


def test_with_several_workspaces_the_address_names_the_workspace(folder, demo_workspace):
    client = make_client(demo_workspace, folder)
    page = client.get("/annotate?w=w&queue=q").text
    assert 'action="/annotate?w=w"' in page
    data = {"csrf_token": token(client), "queue": "q", "annotator": "ann", "action": "next"}
    assert client.post("/annotate?w=w", data=data).headers["location"] == "/annotate?w=w&queue=q&annotator=ann"
    assert client.post("/annotate", data=data).status_code == 404  # the first workspace has no queue


def test_a_queue_is_made_of_selected_cases(client, folder):
    """The form on the page, with a selection in the address, makes the queue that the command line would make."""
    page = client.get("/cases", params={"suite": "carets", "verdict": "fails"}).text
    address = re.search(r'href="(/annotate/new\?[^"]+)"', page)[1].replace("&amp;", "&")
    assert "verdict=fails" in address
    assert "carets" in client.get(address).text
    fields = {"csrf_token": token(client), "kind": "human", "sample": 3, "per_task": 2, "name": "mine"}
    answer = client.post(address, data=fields)
    assert (answer.status_code, answer.headers["location"]) == (303, "/annotate?queue=mine")
    queue, _ = read_queue_state(folder, "mine", print)
    assert queue.per_task == 2
    assert len({task.case for task in queue.tasks}) == 3
    failing = {row["name"] for row in client.get("/api/cases?suite=carets&verdict=fails&size=1000").json()["rows"]}
    assert {task.case for task in queue.tasks} <= failing
    assert client.post(address, data=fields | {"csrf_token": "x"}).status_code == 403
    assert "already: choose another name" in client.post(address, data=fields).text
    assert "queue name" in client.post(address, data=fields | {"name": "no/slash"}).text


def test_a_queue_of_answers_to_judge_has_the_answers_of_the_model(client, folder):
    body = {"kind": "belief", "sample": 4, "name": "judge"}
    headers = {"x-csrf-token": token(client)}
    address = "/api/annotate/queues?model=builtin:blind&suite=accuracy"
    assert client.post(address, json=body, headers=headers).json()["tasks"] == 4
    tasks = read_queue_state(folder, "judge", print)[0].tasks
    assert all(task.answer and task.tags == {"model": "builtin:blind"} for task in tasks)
    answer = client.post("/api/annotate/queues?words=nothingatall", json=body | {"name": ""}, headers=headers)
    assert "no question that people can answer" in answer.json()["error"]


def test_a_queue_says_what_it_is_made_of(client, folder):
    headers = {"x-csrf-token": token(client)}
    body = {"kind": "human", "sample": 4, "name": "failing"}
    client.post("/api/annotate/queues?suite=carets&verdict=fails&model=builtin:blind", json=body, headers=headers)
    page = client.get("/annotate?queue=failing").text
    assert "builtin:blind" in page
    assert 'href="/cases?model=builtin%3Ablind&amp;suite=carets&amp;verdict=fails"' in page
    queue = read_queue_state(folder, "failing", print)[0]
    answer_task(folder, "failing", "Ann", queue.tasks[0].id, {"answer": "yes"}, "", print)
    row = client.get("/api/annotate/export?queue=failing").json()
    assert row["model"] == "builtin:blind"
    assert row["selection"] == "model: builtin:blind; suite: carets; verdict: fails"
    assert row["selection_address"].startswith("/cases?")
    client.post("/annotate?queue=failing", data={"csrf_token": token(client), "queue": "failing", "annotator": "Bob",
                                                 "action": "next"})  # fmt: skip
    shown = client.get("/annotate?queue=failing&annotator=Bob").text
    assert "builtin:blind" not in shown  # somebody at work must not know who failed
    client.post("/api/annotate/queues?verdict=fails", json=body | {"name": "any"}, headers=headers)
    assert "model: any of builtin:blind" in read_queue_state(folder, "any", print)[0].source.words


def test_a_queue_of_an_older_askance_is_shown_and_exported(client, folder):
    queue, _ = read_queue_state(folder, "q", print)
    assert queue.source is None
    assert "chosen at random from" not in client.get("/annotate?queue=q").text
    answer_task(folder, "q", "Ann", queue.tasks[0].id, {"answer": "yes"}, "", print)
    row = client.get("/api/annotate/export?queue=q").json()
    assert (row["model"], row["selection"], row["selection_address"]) == ("", "", "")


def test_a_read_only_dashboard_makes_no_queue(folder):
    client = make_client(folder, access=Access(read_only=True))
    assert "/annotate/new" not in client.get("/cases").text
    assert client.post("/annotate/new", data={"csrf_token": token(client), "kind": "human"}).status_code == 403
    assert client.post("/annotate/new", data={"kind": "human"}).status_code == 403


def test_yes_no_questions_have_buttons_and_typed_answers_no_word_about_a_choice():
    """A case of `groups` reads its answers by the question, not as yes or no."""
    ask = {"a": Query(Stimulus(None, "Is there a person?")), "b": Query(Stimulus(None, "What color is the car?"))}
    case = Case.of("groups", "g", ask, "equal")
    tasks = {task.question: task for task in tasks_of_cases(KINDS["human"], [SourceCase("stickers", case)])}
    assert tasks["Is there a person?"].options == ("yes", "no")
    assert tasks["What color is the car?"].options == ()
    assert "Choose Ambiguous" in KINDS["human"].instruction_for(tasks["Is there a person?"])
    assert "Choose" not in KINDS["human"].instruction_for(tasks["What color is the car?"])


def test_annotations_can_be_downloaded(client):
    send(client, "next")
    send(client, "answer", task=shown_task(client), answer="yes")
    for file_format in ("jsonl", "csv"):
        file = client.get("/api/annotate/export", params={"queue": "q", "format": file_format})
        assert file.headers["content-disposition"] == f'attachment; filename="q.{file_format}"'
        assert "ann" in file.text
    assert client.get("/api/annotate/export", params={"queue": "none"}).status_code == 404
    assert "/api/annotate/export?queue=q&amp;format=csv" in client.get("/annotate?queue=q").text
