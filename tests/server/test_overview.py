"""The overview: findings, the leaderboard, its columns, order and data sets, and the JSON twin."""

import re
from dataclasses import replace
from html import unescape

import pytest
from askance.core import FindingRule
from askance.report import current_metrics, table_to_rows
from askance.report.finding_interval import Estimate
from askance.report.findings import Finding
from askance.server import kept_pages, opened_workspace, view_table
from askance.server.leaderboard import LeaderboardMaker
from askance.server.opened_workspace import OpenedWorkspace
from askance.server.pages import Links
from askance.server.view_addresses import finding_cases_address
from askance.server.view_table import View
from askance.server.views import overview
from askance.server.workspace_results import WorkspaceResults
from askance.store import Workspace

from dashboard_pages import make_client


def text_of(html: str) -> str:
    return " ".join(unescape(re.sub("<[^>]+>", " ", html)).split())


def models_in(page: str) -> list[str]:
    return re.findall(r'class="model"[^>]*><bdi>(.*?)</bdi>', page.split('id="leaderboard"')[1])


def test_findings_are_above_the_leaderboard(client):
    page = client.get("/overview").text
    assert page.index("What is wrong with these models?") < page.index(">Leaderboard<")
    assert "builtin:blind" in page


def test_the_navigation_has_the_views_that_are_served(client):
    page = client.get("/overview").text
    navigation = page.split("<nav")[1].split("</nav>")[0]
    shown = [view.title for view in view_table.VIEWS if view.title and not view.needs_models]
    assert re.findall(r">(\w+)</a>", navigation) == shown


def test_every_headline_value_has_its_interval_in_words(client, demo_workspace):
    rows = table_to_rows(current_metrics(Workspace(demo_workspace)))
    (row,) = (row for row in rows if (row["model"], row["metric"], row["group"]) == ("oracle", "cons", ""))
    label = f"{row['value']:.1f}, 95 % interval {row['low']:.1f} to {row['high']:.1f}, n = {row['n']}"
    assert f'aria-label="{label}"' in client.get("/overview").text


@pytest.mark.parametrize(
    ("sort", "last"),
    [
        ("accuracy.accuracy", "builtin:blind"),  # higher is better
        ("metamorphic.error", "builtin:blind"),  # lower is better
        ("model", "oracle"),
        ("not-a-column", "builtin:blind"),
    ],
)
def test_a_column_is_sorted_in_the_direction_of_its_metric(client, sort, last):
    assert models_in(client.get("/overview", params={"sort": sort}).text)[-1] == last
    assert models_in(client.get("/overview", params={"sort": sort, "reverse": "1"}).text)[0] == last


def test_a_column_that_sorts_is_shown_although_it_was_not_chosen(client):
    page = client.get("/overview", params={"column": "accuracy.accuracy", "sort": "metamorphic.error"}).text
    assert re.search(r'aria-sort="ascending">.*?sort=metamorphic.error', page)
    assert models_in(page)[-1] == "builtin:blind"


def test_a_sorted_head_says_so_and_links_to_the_other_way(client):
    page = client.get("/overview?sort=metamorphic.error").text
    (head,) = re.findall(r'<th scope="col" aria-sort="(\w+)">.*?href="([^"]*)"', page)
    assert head == ("ascending", "/overview?sort=metamorphic.error&amp;reverse=1#leaderboard")


def test_columns_are_chosen(client):
    shown = ["carets.cacc", "calls"]
    page = client.get("/overview", params={"column": shown}).text
    assert re.findall(r'<td(?: class="plain")? data-label="(.*?)"', page)[:2] == [
        "carets · both right\N{NO-BREAK SPACE}↑",
        "calls",
    ]
    assert page.count("checked> ") == 2
    usual = client.get("/overview", params={"column": "unknown"}).text
    assert 'data-label="carets · consistency\N{NO-BREAK SPACE}↑"' in usual


def test_one_row_per_model_opens_to_one_per_data_set(two_datasets):
    client = make_client(two_datasets)
    page = client.get("/overview").text
    assert page.count('class="of-dataset"') == 0
    assert page.count("2&nbsp;data&nbsp;sets") == 3
    opened = client.get("/overview?open=oracle").text
    rows = re.findall(r'<tr class="of-dataset">\s*<th scope="row">\s*<small>(.*?)</small>', opened)
    assert len(rows) == 2
    assert rows[0] != rows[1]


def test_the_row_of_a_model_is_the_mean_over_data_sets(two_datasets):
    results = WorkspaceResults.of(OpenedWorkspace("two", two_datasets))
    page = LeaderboardMaker(results).page(["accuracy.accuracy", "noise.image_robustness"], opened=["builtin:blind"])
    lines = [line for line in page.lines if line.model == "builtin:blind"]
    mean, *datasets = [line.cells[0].value for line in lines]
    assert mean == pytest.approx(sum(datasets) / 2)
    noise = [line.cells[1].value for line in lines]  # measured on one data set only: its value is the model's
    assert noise[0] == noise[1] is not None
    assert noise[2] is None


def test_the_json_twin_has_tidy_rows_in_the_order_of_the_board(two_datasets):
    body = make_client(two_datasets).get("/api/overview?sort=accuracy.accuracy&reverse=1").json()
    rows = body["rows"]
    assert {"model", "dataset", "suite", "metric", "group", "value", "low", "high", "n", "undecided"} <= rows[0].keys()
    order = list(dict.fromkeys(row["model"] for row in rows))
    values = {row["model"]: row["value"] for row in body["averages"] if row["metric"] == "accuracy"}
    assert [values[model] for model in order] == sorted(values.values())


def test_the_json_twin_has_the_findings(client):
    findings = client.get("/api/overview").json()["findings"]
    assert findings
    assert all(finding["sentence"].endswith(".") for finding in findings)
    assert all(finding["low"] <= finding["bad"] <= finding["high"] for finding in findings)


def test_calls_and_latency_of_models_that_report_nothing_are_counted(client):
    usage = {row["model"]: row for row in client.get("/api/overview").json()["usage"]}
    assert 100 < usage["oracle"]["calls"] <= usage["builtin:blind"]["calls"]  # noise inside needs a network
    assert usage["builtin:transformer"]["parameters"] > 1000
    assert 0 < usage["builtin:transformer"]["latency_p50"] <= usage["builtin:transformer"]["latency_p95"]


def test_the_head_summarises_the_workspace(client):
    where = text_of(client.get("/overview").text.split('class="where"')[1].split("</header>")[0].partition(">")[2])
    assert re.fullmatch(r"small-demo · stickers · 3 models · [\d,]+ calls, \d+ % of them cached", where)


@pytest.fixture
def with_views(monkeypatch):
    """Serves as if only the overview and these views existed."""

    monkeypatch.setattr(kept_pages, "PATHS", frozenset())  # an address is another page with other views

    def choose(*modules: str) -> None:
        views = [View("overview", "Overview"), *(View(module, module.title()) for module in modules)]
        for place in ("pages", "links"):
            monkeypatch.setattr(f"askance.server.{place}.VIEWS", tuple(views))

    return choose


def test_chosen_models_are_compared(client, with_views):
    params = {"model": ["oracle", "builtin:blind", "builtin:transformer"]}
    with_views()
    assert client.get("/overview", params=params).status_code == 200
    with_views("compare")
    answer = client.get("/overview", params=params)
    assert answer.headers["location"] == "/compare?a=oracle&b=builtin%3Ablind&b=builtin%3Atransformer"
    assert 'name="model" value="oracle"' in client.get("/overview").text


def test_findings_link_to_their_cases(client, with_views):
    with_views()
    assert "show cases" not in client.get("/overview").text
    with_views("cases")
    (first, *_) = re.findall(r'class="show-cases" href="(.*?)"', client.get("/overview").text)
    assert first.startswith("/cases?model=")


def test_a_finding_links_to_its_group_and_cases_shows_it_as_a_tag(client, with_views):
    with_views("cases")
    rule = FindingRule("counts", "accuracy", "Its counts are wrong in {bad}.", "skill/*")
    about = {"bad": Estimate(50, 40, 60), "unit": "%", "n": 9, "excess": 9.0}
    tagged = Finding("m", "d", "accuracy", rule, "skill/count", **about)
    grouped = Finding("m", "d", "carets", FindingRule("n", "cons", "{bad}", "negation/Q1"), "negation/Q1", **about)
    assert finding_cases_address(Links(""), tagged).endswith("&group=skill%2Fcount&high=%3C1")
    assert finding_cases_address(Links(""), grouped).endswith("&group=negation%2FQ1&verdict=fails&verdict=measured")
    shown = client.get("/api/cases?suite=accuracy&group=skill%2Fcount").json()
    assert [(each["name"], each["value"]) for each in shown["filters"]] == [
        ("suite", "accuracy"),
        ("tag", "skill=count"),
    ]
    assert shown["count"] > 0


def test_the_board_links_to_the_metrics_of_a_model(client, with_views):
    with_views("metric")
    page = unescape(client.get("/overview").text)
    assert 'href="/metric?model=oracle"' in page
    assert 'href="/metric?model=oracle&metric=carets.cons"' in page


def test_several_workspaces_are_named_in_every_address(demo_workspace, two_datasets):
    client = make_client(demo_workspace, two_datasets)
    page = client.get("/overview?w=two-datasets").text
    assert '<option value="two-datasets" selected>' in page
    addresses = [each for each in re.findall(r'href="(/[^"]*)"', page) if not each.startswith("/static/")]
    assert addresses
    assert all("w=two-datasets" in each for each in addresses)


def test_workspaces_of_the_same_name_are_numbered(tmp_path):
    client = make_client(tmp_path / "a" / "run", tmp_path / "b" / "run")
    assert [each.name for each in client.app.state.dashboard.workspaces] == ["run", "run-2"]


def test_a_page_is_sent_again_only_if_it_has_changed(client):
    first = client.get("/overview")
    again = client.get("/overview", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_static_files_are_kept_for_good(client):
    address = re.search(r'href="(/static/[^"]*style.css)"', client.get("/overview").text)[1]
    first = client.get(address)
    assert "immutable" in first.headers["cache-control"]
    assert client.get(address, headers={"if-none-match": first.headers["etag"]}).status_code == 304
    assert client.get("/static/old/style.css").headers["cache-control"] == "no-cache"


def test_results_are_computed_once_per_state(demo_workspace, monkeypatch):
    monkeypatch.setattr(opened_workspace, "RECHECK", 0.0)
    opened, computed = OpenedWorkspace("w", demo_workspace), []
    for _ in range(3):
        assert opened.cached("key", lambda space: computed.append(space) or len(computed)) == 1
    (demo_workspace / "answers" / "999999.jsonl").touch()  # a run that only adds answers
    assert opened.cached("key", lambda space: computed.append(space)) == 1
    (demo_workspace / "answers" / "999999.jsonl").unlink()


def test_the_leaderboard_is_of_the_same_state_as_the_rows(demo_workspace):
    results = WorkspaceResults.of(OpenedWorkspace("demo", demo_workspace))
    first = results.models[0]
    fewer = replace(results, rows=[row for row in results.rows if row["model"] == first])  # as before a suite ended
    for each in (results, fewer, results):
        assert {line.model for line in overview._board(each, [], "", False, []).lines} == set(each.models)
