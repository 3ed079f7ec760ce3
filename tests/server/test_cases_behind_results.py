"""Every link from a result to cases leads to the cases that the result counts."""

import re
from html import unescape
from pathlib import Path

import pytest
from askance.engine import run
from askance.report.failing_cases import CaseSampler
from askance.report.findings import find_weaknesses
from askance.report.metric_declarations import metric_of_row
from askance.report.metric_scores import declared_case_scores
from askance.server.app import create_app
from askance.server.case_filter import CaseFilter
from askance.server.case_groups import groups_where
from askance.server.dashboard import Dashboard
from askance.server.index_open import open_queries
from askance.server.metric_cases import MetricCases
from askance.server.metric_state import MetricChoice
from askance.server.pages import Links
from askance.server.queries import Queries
from askance.server.view_addresses import finding_cases_address
from askance.server.workspace_results import WorkspaceResults
from askance.store import Workspace
from fastapi import FastAPI
from starlette.testclient import TestClient

from dashboard_pages import client_of
from server.conftest import shared_folder

MODELS = ["defective:ignores-negation", "builtin:blind"]
SUITES = ["accuracy", "carets", "metamorphic", "implications", "sears", "bias"]


def _make(folder: Path) -> None:
    run(MODELS, "stickers", SUITES, limit=16, out=folder)
    run(MODELS, "stickers", ["noise"], limit=4, out=folder)
    run(["builtin:transformer"], "stickers", ["beliefs:draws=10"], limit=1, out=folder)


@pytest.fixture(scope="session")
def many_suites(tmp_path_factory) -> Path:
    """A small workspace with suites whose results are grouped in different ways. Do not change it."""
    return shared_folder(tmp_path_factory, "many-suites", _make)


@pytest.fixture(scope="module")
def dashboard(many_suites) -> Dashboard:
    return Dashboard.of_folders([many_suites])


@pytest.fixture(scope="module")
def results(dashboard) -> WorkspaceResults:
    return WorkspaceResults.of(dashboard.workspace())


@pytest.fixture(scope="module")
def queries(many_suites) -> Queries:
    return open_queries(Workspace.for_reading(many_suites))


@pytest.fixture(scope="module")
def app(dashboard) -> FastAPI:
    return create_app(dashboard)


@pytest.fixture
def pages(app) -> TestClient:
    return client_of(app)


def _choice(results: WorkspaceResults, row) -> MetricChoice:
    return MetricChoice(row["suite"], metric_of_row(results.declared, row))


def _declared_rows(results: WorkspaceResults):
    found = [row for row in results.rows if row["metric"] in declared_case_scores(row["suite"])]
    assert {row["suite"] for row in found} == {*SUITES, "noise", "beliefs:draws=10"}
    return found


def test_the_cases_of_every_group_of_results_are_as_many_as_its_row_counts(results, queries):
    for row in _declared_rows(results):
        found = MetricCases(queries, row["dataset"], _choice(results, row)).filter_of(row["group"])
        if row["n"] + row["undecided"] == 0:
            continue  # a model that does not support this noise
        assert found is not None, row
        cases = CaseFilter(models=(row["model"],), datasets=found.datasets, suites=found.suites, groups=found.groups,
                           tags=found.tags)  # fmt: skip
        assert queries.count(cases) == row["n"] + row["undecided"], (row, found)


def test_no_value_has_no_failing_case_while_cases_fail(results, queries):
    for row in _declared_rows(results):
        choice = _choice(results, row)
        listed = MetricCases(queries, row["dataset"], choice).listed(row["group"], row["model"], row)
        if row["n"] + row["undecided"] == 0:
            continue
        assert listed.cases is not None, row
        assert queries.count(listed.cases) == listed.count
        is_perfect = row["value"] in (None, 100.0 if choice.metric.better == "up" else 0.0)
        is_of_tag = "tags[" in declared_case_scores(row["suite"])[row["metric"]].scores[0]
        assert listed.count > 0 or is_perfect or is_of_tag, row


def _listed(results, queries, metric, group="", model=""):
    suite, name = metric.split(".")
    rows = (row for row in results.rows if (row["suite"], row["metric"], row["group"]) == (suite, name, group))
    row = next(row for row in rows if model in ("", row["model"]))
    return MetricCases(queries, row["dataset"], _choice(results, row)).listed(group, row["model"], row)


def test_cases_are_called_failing_only_where_they_lower_the_value(results, queries):
    assert _listed(results, queries, "carets.cons", model="defective:ignores-negation").word == "failing"
    assert _listed(results, queries, "carets.acc_original", model="defective:ignores-negation").word == "in all"
    assert _listed(results, queries, "metamorphic.invalid", model="builtin:blind").word == "in all"
    assert _listed(results, queries, "implications.consistency", model="builtin:blind").word == "failing"
    of_kind = _listed(results, queries, "implications.consistency", "negation", "defective:ignores-negation")
    assert of_kind.word == "failing in any part"


def test_a_metric_of_items_is_about_the_groups_that_it_compares(results):
    def parts(where):
        return groups_where(where, {"level-0", "level-1", "level-2", "level-10"})

    assert parts("\"group\" in ('level-0', 'level-1')") == ("level-0", "level-1")
    assert parts("true") == ()
    assert parts("tags['x'] = 'y'") == ()  # no question of groups alone


def test_the_table_by_tag_counts_what_the_value_counts(results, pages):
    metric = "beliefs:draws=10.adversarial"
    page = pages.get("/metric", params={"metric": metric, "by": "source"}).text
    counts = re.findall(r">([\d,]+) false beliefs", page)
    assert len(counts) in (0, 2)  # one value of the tag: the same number twice
    assert len(set(counts)) <= 1
    assert "failing" not in page.split('id="by-tag"')[1].split("</section>")[0]


def test_a_metric_that_is_no_mean_of_cases_does_not_claim_that_none_fails(results, pages):
    page = pages.get("/metric", params={"metric": "implications.accuracy_contradicted"}).text
    assert "none fails" not in page
    assert "cannot be listed" in page


def test_every_finding_leads_to_cases(results, pages):
    found = [each for model in results.weaknesses for each in (*model.findings, *model.weak)]
    assert {"implications", "accuracy"} <= {each.suite for each in found}
    for finding in found:
        address = finding_cases_address(Links(""), finding)
        count = pages.get(address.replace("/cases", "/api/cases", 1)).json()["count"]
        assert count > 0, (finding.text, address)


@pytest.mark.parametrize("metric", ["noise.image_robustness", "implications.consistency", "accuracy.accuracy"])
def test_metric_page_links_to_as_many_cases_as_it_says(results, pages, metric):
    rows = [row for row in results.rows if f"{row['suite']}.{row['metric']}" == metric]
    for group in sorted({row["group"] for row in rows}):
        page = pages.get("/metric", params={"metric": metric, "group": group}).text
        words = "(?:failing|measured|partly right|in all)"
        links = re.findall(rf'<a class="value" href="([^"]+)"(?: title="[^"]+")?>([\d,]+) {words}', page)
        assert links or "none fails" in page
        for address, count in links:
            there = pages.get(unescape(address).replace("/cases", "/api/cases", 1)).json()
            assert there["count"] == int(count.replace(",", "")), (group, address)


def test_images_that_are_measured_are_listed_by_their_score(results, pages):
    """A contradicted image is no failing case: its case counts as 1, and has the value 0."""
    wanted = "implications.contradicted_images"
    rows = [row for row in results.rows if f"{row['suite']}.{row['metric']}" == wanted and row["group"] == ""]
    contradicted = {row["model"]: round(row["value"] * row["n"] / 100) for row in rows}
    assert max(contradicted.values()) > 0
    page = pages.get("/metric", params={"metric": wanted}).text
    assert "Pale bars" not in page
    links = re.findall(r'<a class="value" href="([^"]+)">([\d,]+) contradicted images', page)
    listed = [pages.get(unescape(address).replace("/cases", "/api/cases", 1)).json() for address, _ in links]
    assert {body["rows"][0]["model"]: body["count"] for body in listed} == {
        model: count for model, count in contradicted.items() if count
    }
    for bar in pages.get("/api/metric", params={"metric": wanted}).json()["bars"]:
        there = pages.get(bar["cases"].replace("/cases", "/api/cases", 1)).json()
        assert there["count"] == bar["count"]
        assert {row["value"] for row in there["rows"]} == {0.0 if bar["low"] > 0 else 1.0}


def test_a_group_has_one_name_and_only_groups_of_the_metric_can_be_chosen(pages):
    page = pages.get("/metric", params={"metric": "noise.image_robustness"}).text
    offered = re.findall(r'<option value="([^"]*)"', page.split('name="group"')[1].split("</select>")[0])
    assert "salt_pepper" in offered
    assert not {"image", "image/salt_pepper", "geometric", "pad"} & set(offered)
    assert len(offered) == len(set(offered))
    old = pages.get("/api/metric", params={"metric": "noise.image_robustness", "group": "image/salt_pepper"}).json()
    new = pages.get("/api/metric", params={"metric": "noise.image_robustness", "group": "salt_pepper"}).json()
    assert old == new
    assert new["group"] == "salt_pepper"
    assert new["bars"]
    assert new["rows"]


def test_metric_page_has_the_value_of_each_kind_of_noise(results, pages):
    page = pages.get("/metric", params={"metric": "noise.image_robustness"}).text
    table = page.split('id="groups-title"')[1].split("</section>")[0]
    for row in results.rows:
        if (row["suite"], row["metric"], row["group"]) == ("noise", "image_robustness", "salt_pepper"):
            assert f"{row['value']:.1f}" in table


def test_a_report_illustrates_findings_about_kinds_of_implications(many_suites, results):
    findings = [each for each in find_weaknesses(results.rows, results.declared) for each in each.findings]
    kinds = [each for each in findings if each.suite == "implications" and each.group]
    space = Workspace.for_reading(many_suites)
    result = next(each for each in results.results if each.suite == "implications" and each.model == kinds[0].model)
    for finding in kinds:
        cases, _ = CaseSampler(space).sample(result, 0, [finding.case_filter])
        assert cases
        assert all(f"{finding.group}-" in dict(each.case.tags)["expects"] for each in cases)


def test_a_share_of_beliefs_lists_and_draws_the_beliefs_that_it_counts(results, pages, queries):
    row = next(row for row in results.rows if (row["metric"], row["group"]) == ("adversarial", ""))
    page = pages.get("/metric", params={"metric": "beliefs:draws=10.adversarial"}).text
    counted = round(row["value"] / 100 * row["n"])
    assert (f"{counted} false beliefs" if counted else "none counted") in page
    assert "1: false beliefs" in page
    assert "0: passed" not in page


def test_a_metric_without_results_on_the_chosen_data_set_gives_way_to_another(results, pages):
    names = {row["dataset"] for row in results.rows}
    page = pages.get("/metric", params={"metric": "accuracy.accuracy", "dataset": next(iter(names))})
    assert "This is another metric." not in page.text
    assert "there is no metric" in pages.get("/metric", params={"metric": "no.such"}).text


def test_a_measured_image_leads_to_the_failing_cases_about_it(pages):
    """The case of a contradicted image does not say which answers exclude each other."""
    found = pages.get("/api/cases", params={"suite": "implications", "group": "image", "high": 0}).json()["rows"]
    page = pages.get("/case", params={"data": found[0]["dataset"], "case": found[0]["case_key"],
                                      "by": found[0]["model"]}).text  # fmt: skip
    address, count = re.search(r'id="failing-of-image" href="([^"]+)">([\d,]+) failing case', page).groups()
    there = pages.get(unescape(address).replace("/cases", "/api/cases", 1)).json()
    assert there["count"] == int(count) > 0
    assert {(row["image"], row["outcome"]) for row in there["rows"]} == {(found[0]["image"], "fails")}
