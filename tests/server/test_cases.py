"""The list of cases: filters against a count by hand, paging, export, links, wrong input."""

import csv
import io
import json
import re

import askance
import pyarrow.parquet as pq
import pytest
from askance.relations import diagnostic_relations
from askance.server.case_export import _cell
from askance.server.shown_cases import LONGEST_QUESTION, _mark, short_question
from askance.store import Workspace

from dashboard_pages import make_client

TRANSFORMER, BLIND = "builtin:transformer", "builtin:blind"


@pytest.fixture(scope="module")
def verdicts(demo_workspace) -> list[dict]:
    """Every verdict of the workspace as a plain row, with its questions."""
    run = askance.open_run(demo_workspace)
    questions = {row["case_key"]: _questions(row["body"]) for row in run.cases.to_pylist()}
    measured = diagnostic_relations()
    rows = run.verdicts.to_pylist()
    for row in rows:
        row["questions"], row["tags"] = questions[row["case_key"]], dict(row["tags"] or ())
        row["answers"] = {**dict(row["texts"] or ()), **dict(row["said"] or ())}
        named = {None: "undecided", True: "holds", False: "fails"}[row["holds"]]
        row["outcome"] = "measured" if row["relation"] in measured and row["holds"] is not None else named
    return rows


def _questions(body: bytes) -> list[str]:
    return list(dict.fromkeys(query["stimulus"]["question"] for _, query in json.loads(body)["asks"]))


def _has_words(row: dict, *words: str) -> bool:
    texts = [text.lower() for text in (*row["questions"], *row["answers"].values())]
    return all(any(word in text for text in texts) for word in words)


def _in_group(row: dict, path: str) -> bool:
    return row["group"] == path or row["group"].startswith(f"{path}/")


FILTERS = {
    "": lambda row: True,
    f"model={TRANSFORMER}": lambda row: row["model"] == TRANSFORMER,
    f"model={TRANSFORMER}&model={BLIND}": lambda row: row["model"] in (TRANSFORMER, BLIND),
    "suite=carets&suite=noise": lambda row: row["suite"] in ("carets", "noise"),
    "suite=carets&group=negation": lambda row: row["suite"] == "carets" and _in_group(row, "negation"),
    "group=image": lambda row: _in_group(row, "image"),
    "verdict=fails": lambda row: row["outcome"] == "fails",
    "verdict=holds&verdict=undecided": lambda row: row["outcome"] in ("holds", "undecided"),
    "verdict=measured": lambda row: row["outcome"] == "measured",
    "low=0.2&high=0.9": lambda row: row["value"] is not None and 0.2 <= row["value"] <= 0.9,
    "low=0.5": lambda row: row["value"] is not None and row["value"] >= 0.5,
    "low=0.2&high=%3C1": lambda row: row["value"] is not None and 0.2 <= row["value"] < 1,
    "low=above+0&high=1": lambda row: row["value"] is not None and 0 < row["value"] <= 1,
    "high=0": lambda row: row["value"] is not None and row["value"] <= 0,
    "words=image yes": lambda row: _has_words(row, "image", "yes"),
    "words=IMAGE": lambda row: _has_words(row, "image"),
    'words="in the image"': lambda row: _has_words(row, "in the image"),
    "tag=type=yes/no": lambda row: row["tags"].get("type") == "yes/no",
    "tag=test=negation&tag=test=order": lambda row: row["tags"].get("test") in ("negation", "order"),
    f"suite=carets&verdict=fails&model={BLIND}&words=the": lambda row: (
        (row["suite"], row["outcome"], row["model"]) == ("carets", "fails", BLIND) and _has_words(row, "the")
    ),
}


@pytest.mark.parametrize("query", FILTERS)
def test_a_filter_selects_what_a_count_by_hand_finds(client, verdicts, query):
    wanted = [row for row in verdicts if FILTERS[query](row)]
    body = client.get(f"/api/cases?{query}").json()
    assert body["count"] == len(wanted)
    counted = {name: sum(row["outcome"] == name for row in wanted) for name in body["by_outcome"]}
    assert body["by_outcome"] == counted
    page = client.get(f"/cases?{query}").text
    assert f"<b data-count>{len(wanted):,}</b>" in page


def test_one_model_right_and_another_one_wrong(client, verdicts):
    by_case = {}
    for row in verdicts:
        by_case.setdefault((row["suite"], row["case_key"]), {})[row["model"]] = row["outcome"]
    wanted = {
        key
        for (_, key), found in by_case.items()
        if (found.get("oracle"), found.get(TRANSFORMER)) == ("holds", "fails")
    }
    body = client.get(f"/api/cases?right=oracle&wrong={TRANSFORMER}&size=1000").json()
    assert {row["case_key"] for row in body["rows"]} == {key.hex() for key in wanted}
    assert {row["model"] for row in body["rows"]} == {TRANSFORMER}
    assert wanted
    for row in body["rows"]:  # a card shows the answers of both models, named, and the ground truth where there is one
        said = [(each["model"], each["outcome"]) for each in row["shown"]["models"]]
        assert said == [("oracle", "holds"), (TRANSFORMER, "fails")]
        assert row["shown"]["models"][1]["answers"] == row["shown"]["answers"]
    carets = next(row["shown"] for row in body["rows"] if row["suite"] == "carets")
    assert carets["truth"] == [answer["text"] for answer in carets["models"][0]["answers"]]  # the oracle is right
    page = client.get(f"/cases?right=oracle&wrong={TRANSFORMER}&suite=carets").text
    assert page.count('class="said truth"') >= page.count('<span class="outcome holds">holds</span> <b>oracle</b>') > 0


def test_the_histogram_has_all_values_whatever_the_slider_says(client, verdicts):
    whole = client.get("/api/cases?suite=noise").json()
    some = client.get("/api/cases?suite=noise&low=0.5&high=0.8").json()
    assert whole["histogram"] == some["histogram"]
    values = [row["value"] for row in verdicts if row["suite"] == "noise" and row["value"] is not None]
    assert sum(bar["count"] for bar in whole["histogram"]) == len(values)
    assert some["count"] == sum(0.5 <= value <= 0.8 for value in values)


def test_the_counts_beside_the_verdicts_do_not_depend_on_the_chosen_verdicts(client):
    whole = client.get("/api/cases?suite=carets").json()
    some = client.get("/api/cases?suite=carets&verdict=fails").json()
    assert some["choices_by_outcome"] == whole["by_outcome"]


def _all_pages(client, query: str) -> list[dict]:
    rows, address = [], f"/api/cases?{query}"
    while address:
        body = client.get(address).json()
        rows += body["rows"]
        address = body["next"] and body["next"].replace("/cases?", "/api/cases?")
    return rows


def test_pages_have_every_case_once(client):
    rows = _all_pages(client, "suite=noise&verdict=holds&size=50")
    count = client.get("/api/cases?suite=noise&verdict=holds").json()["count"]
    assert len(rows) == len({(row["model"], row["case_key"]) for row in rows}) == count > 100


def test_rows_are_sorted_by_value(client):
    rows = _all_pages(client, "suite=noise&sort=-value&size=100")
    values = [row["value"] for row in rows if row["value"] is not None]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) > 1


def test_a_page_after_the_end_leads_back(client):
    body = client.get("/api/cases?suite=carets&offset=100000").json()
    assert (body["rows"], body["next"]) == ([], None)
    assert client.get(body["previous"]).status_code == 200


@pytest.mark.parametrize(
    "query", ["suite=carets&verdict=fails", f"model={BLIND}&words=image&low=0.5", "verdict=undecided"]
)
def test_the_export_is_the_selection(client, query):
    wanted = [
        {name: value for name, value in row.items() if name != "shown"}
        for row in _all_pages(client, f"{query}&size=200")
    ]
    lines = client.get(f"/api/cases/export?{query}&format=jsonl")
    found = [json.loads(line) for line in lines.text.splitlines()]
    assert [{name: row[name] for name in wanted[0]} for row in found] == wanted
    file = client.get(f"/api/cases/export?{query}&format=parquet")
    assert re.search(r'filename="cases-[\w.-]+\.parquet"', file.headers["content-disposition"])
    table = pq.read_table(io.BytesIO(file.content)).to_pylist()
    assert [(row["model"], row["case_key"], row["questions"], dict(row["answers"])) for row in table] == [
        (row["model"], row["case_key"], row["questions"], row["answers"]) for row in wanted
    ]


def test_an_export_of_two_models_has_the_answers_of_both_the_truth_and_the_images(client):
    query = f"suite=accuracy&right=oracle&wrong={BLIND}"
    answer = client.get(f"/api/cases/export?{query}")
    row = json.loads(answer.text.splitlines()[0])
    assert set(row["answers_by_model"]) == {"oracle", BLIND}
    assert row["answers_by_model"]["oracle"] != row["answers_by_model"][BLIND] == row["answers"]
    assert row["verdicts_by_model"] == {"oracle": "holds", BLIND: "fails"}
    assert list(row["true_answers"].values()) == list(row["answers_by_model"]["oracle"].values())
    assert client.get(row["image_urls"][0]).headers["content-type"] == "image/jpeg"
    assert client.get(row["case_url"]).status_code == client.get(row["selection_url"]).status_code == 200
    assert answer.headers["content-disposition"] == (
        f'attachment; filename="cases-suite-accuracy-right-oracle-wrong-{BLIND.replace(":", "-")}.jsonl"'
    )
    lines = list(csv.DictReader(io.StringIO(client.get(f"/api/cases/export?{query}&format=csv").text)))
    assert len(lines) == len(answer.text.splitlines())
    assert lines[0]["image"] == row["image"]
    assert lines[0]["answers_by_model"].startswith("oracle: ")


def test_an_export_of_several_chosen_models_has_the_verdicts_of_all(client):
    found = client.get(f"/api/cases/export?suite=accuracy&model=oracle&model={BLIND}").text.splitlines()
    for row in map(json.loads, found):
        assert set(row["answers_by_model"]) == set(row["verdicts_by_model"]) == {"oracle", BLIND}
        assert row["verdicts_by_model"][row["model"]] == row["outcome"]


def test_a_cell_of_a_csv_file_is_never_a_formula():
    assert _cell({"a": "b"}) == "a: b"
    assert _cell("=1+1") == "'=1+1"


def test_the_form_without_javascript_selects_the_same(client):
    """A browser sends every field of a form, those that are empty included."""
    empty = "words=&low=&high=&group=&tag=&right=&wrong=&sort=&size=24&reason="
    filled = client.get(f"/cases?{empty}&suite=carets&verdict=fails")
    assert filled.status_code == 200
    count = client.get("/api/cases?suite=carets&verdict=fails").json()["count"]
    assert f"<b data-count>{count:,}</b>" in filled.text


def test_the_page_keeps_what_its_address_says(client):
    page = client.get(
        f"/cases?model={BLIND}&group=negation&tag=type%3DQ1&verdict=fails&low=0&high=0.5&words=the&look=table"
    )
    text = page.text
    for name, value in (("model", BLIND), ("group", "negation"), ("tag", "type=Q1"), ("verdict", "fails")):
        assert f'name="{name}" value="{value}" checked' in text
    for part in ('name="low" value="0"', 'name="high" value="0.5"', 'name="words" value="the"', 'class="case-table"'):
        assert part in text


def test_a_group_that_is_a_tag_with_its_value_becomes_a_tag(client):
    by_tag = client.get("/api/cases?suite=accuracy&tag=type%3Dyes/no").json()
    by_path = client.get("/api/cases?suite=accuracy&group=type/yes-no").json()
    assert by_path["count"] == by_tag["count"] > 0
    by_written_tag = client.get("/api/cases?suite=accuracy&tag=type%3Dyes-no").json()  # as findings write it
    assert by_written_tag["count"] == by_tag["count"]


def test_every_finding_of_the_overview_leads_to_its_cases(client):
    page = client.get("/overview").text
    addresses = {
        part.split('"')[0].replace("&amp;", "&") for part in page.split('href="')[1:] if part.startswith("/cases?")
    }
    assert addresses
    for address in addresses:
        body = client.get(f"/api{address}&size=1000").json()
        assert body["count"] > 0, address
        if "verdict=" in address or "status=" in address:  # a constant answer can satisfy all relations
            assert {row["outcome"] for row in body["rows"]} <= {"fails", "undecided", "measured"}
        if "high=" in address:
            assert all(row["value"] < 1 for row in body["rows"])


def test_a_bound_is_shown_as_it_was_chosen(client):
    for query in ("high=%3C1", "high=below+1", "high=0.999999999"):  # the last one is of an earlier version
        page = client.get(f"/cases?{query}").text
        assert 'name="high" value="&lt;1"' in page
        assert "value below <b><bdi>1</bdi></b>" in page
        assert "high=%3C1" in client.get(f"/api/cases?{query}").json()["page"]
    assert 'name="high" value="0.9"' in client.get("/cases?high=0.9").text


def test_a_long_question_of_a_card_is_cut_in_the_middle():
    question = f"Does it seem that {'the box next to ' * 12}the bucket is full?"
    other = question.replace("full", "empty")
    first, second = _mark(question, question), _mark(other, question)
    assert all(len("".join(run.text for run in runs)) == LONGEST_QUESTION + 1 for runs in (first, second))
    assert "".join(run.text for run in second).startswith("Does it seem that the box")
    assert [run.text for run in second if run.is_changed] == ["empty"]
    assert short_question("Is the box full?") == "Is the box full?"
    assert short_question(question) == "".join(run.text for run in first)


@pytest.mark.parametrize(
    "query",
    [
        "words=%3F%3F",
        "low=1&high=0",
        "low=many",
        "high=nan",
        "low=inf",
        "low=%3C1",
        "high=%3C",
        "tag=plain",
        "verdict=wrong",
        "size=0",
        "sort=name",
    ],
)
def test_wrong_input_is_one_line(client, query):
    answer = client.get(f"/api/cases?{query}")
    assert answer.status_code == 422
    assert "\n" not in answer.json()["error"]
    assert client.get(f"/cases?{query}").status_code == 422


def test_names_that_the_workspace_does_not_have_select_nothing(client):
    for query in ("model=nobody", "suite=none", "group=no/such", "tag=no=such", "right=oracle&wrong=nobody"):
        body = client.get(f"/api/cases?{query}").json()
        assert (body["count"], body["rows"]) == (0, []), query
    assert "No case fits these filters" in client.get("/cases?model=nobody").text


def test_a_workspace_without_results_says_so(tmp_path):
    Workspace.for_writing(tmp_path / "empty").close()
    page = make_client(tmp_path / "empty").get("/cases")
    assert page.status_code == 200
    assert "no judged cases yet" in page.text


def test_the_data_set_can_be_chosen(two_datasets):
    client = make_client(two_datasets)
    names = {row["dataset"] for row in client.get("/api/cases?size=1000").json()["rows"]}
    assert len(names) == 2
    for name in names:
        body = client.get("/api/cases", params={"dataset": name, "size": 1000}).json()
        assert {row["dataset"] for row in body["rows"]} == {name}


def test_every_filter_is_named_and_can_be_removed_alone(client):
    wanted = "/api/cases?suite=carets&suite=accuracy&verdict=fails&model=builtin:blind&right=oracle&wrong=builtin:blind"
    filters = client.get(wanted).json()["filters"]
    assert [(each["name"], each["value"]) for each in filters] == [
        ("model", "builtin:blind"),
        ("suite", "carets"),
        ("suite", "accuracy"),
        ("verdict", "fails"),
        ("holds for", "oracle"),
        ("fails for", "builtin:blind"),
    ]
    for removed in filters:
        left = client.get(f"/api{removed['without']}").json()["filters"]
        gone = [each["name"] for each in filters if each not in left and each["value"] != removed["value"]]
        kept = {(each["name"], each["value"]) for each in left}
        assert (removed["name"], removed["value"]) not in kept
        assert len(left) == 5, gone
    page = client.get(wanted.removeprefix("/api")).text
    assert page.count('title="Remove this filter"') == 6


@pytest.mark.parametrize(("name", "outcome"), [("right", "holds"), ("wrong", "fails")])
def test_one_model_of_the_pair_alone_selects_its_own_outcomes(client, name, outcome):
    model = "builtin:blind"
    alone = client.get("/api/cases", params={name: model}).json()
    same = client.get("/api/cases", params={"model": model, "verdict": outcome}).json()
    assert alone["count"] == same["count"] > 0
    assert [row["case_key"] for row in alone["rows"]] == [row["case_key"] for row in same["rows"]]
    assert [each["value"] for each in alone["filters"]] == [model]


def test_the_count_says_whether_it_counts_cases_or_results_of_several_models(client):
    assert client.get("/api/cases", params={"model": "oracle"}).json()["unit"] == "cases"
    assert client.get("/api/cases").json()["unit"] == "results, one per case and model"
    assert "results, one per case and model" in client.get("/cases").text


def test_a_csv_file_has_the_answer_to_one_question_without_a_name(client):
    file = client.get("/api/cases/export", params={"suite": "accuracy", "model": "oracle", "format": "csv"}).text
    rows = list(csv.DictReader(io.StringIO(file)))
    assert rows
    assert not any(row["answers"].startswith("ask:") for row in rows)
