"""The metric view: its numbers are the report's, and every bar leads to exactly the cases that it counts."""

import re

import pytest
from askance.report import current_metrics, table_to_rows
from askance.server.query_results import DistributionBar
from askance.server.score_chart import make_histogram, shared_axes
from askance.store import Workspace

from dashboard_pages import cases_of, make_client

METRICS = ["carets.cons", "carets.cacc", "metamorphic.error", "accuracy.accuracy", "noise.image_robustness"]


@pytest.mark.parametrize("metric", METRICS)
def test_the_json_has_the_numbers_of_the_report(client, demo_workspace, metric):
    body = client.get("/api/metric", params={"metric": metric}).json()
    suite, name = metric.split(".")
    wanted = [
        row
        for row in table_to_rows(current_metrics(Workspace.for_reading(demo_workspace)))
        if (row["suite"], row["metric"]) == (suite, name)
    ]
    columns = ("model", "group", "value", "low", "high", "n", "undecided")
    assert wanted
    assert [[row[key] for key in columns] for row in body["rows"]] == [[row[key] for key in columns] for row in wanted]


@pytest.mark.parametrize("metric", METRICS)
def test_a_bar_leads_to_exactly_the_cases_that_it_counts(client, demo_queries, metric):
    bars = client.get("/api/metric", params={"metric": metric}).json()["bars"]
    assert bars
    linked = [bar for bar in bars if bar["cases"]]
    assert len(linked) > len(bars) / 2
    for bar in linked:
        assert demo_queries.count(cases_of(bar["cases"])) == bar["count"], bar


def test_the_bars_of_a_group_add_up_to_its_cases(client):
    body = client.get("/api/metric", params={"metric": "metamorphic.error"}).json()
    for row in body["rows"]:
        mine = [bar for bar in body["bars"] if (bar["model"], bar["group"]) == (row["model"], row["group"])]
        if mine:
            assert sum(bar["count"] for bar in mine) == row["n"]
            assert sum(bar["percent"] for bar in mine) == pytest.approx(100)
            failed = sum(bar["percent"] for bar in mine if bar["high"] == 1)
            assert failed == pytest.approx(row["value"])


def test_the_page_chooses_what_the_address_says(client):
    page = client.get("/metric", params={"metric": "carets.cons", "group": "negation", "model": "oracle"}).text
    assert '<option value="carets.cons" selected>' in page
    assert '<option value="negation" selected>' in page
    assert 'value="oracle" checked' in page
    assert 'value="builtin:blind" checked' not in page
    assert "bar-value" in page


def test_names_in_the_meaning_keep_their_capitals(client):
    assert "Mean VQA accuracy" in client.get("/metric?metric=accuracy.accuracy").text


def test_bars_that_cannot_be_opened_are_pale_and_the_page_says_why(client):
    """The score of a pair counts unreadable answers, which Cases lists as undecided."""
    for metric in ("carets.cons", "carets.acc"):
        page = client.get("/metric", params={"metric": metric}).text
        bars = client.get("/api/metric", params={"metric": metric}).json()["bars"]
        closed = [bar for bar in bars if bar["cases"] is None]
        assert page.count(' closed"') == len(closed)
        assert ("Pale bars cannot be opened" in page) == bool(closed)
    assert closed


def test_a_metric_without_scores_of_cases_says_so(client):
    page = client.get("/metric", params={"metric": "metamorphic.dominant_answer"})
    assert page.status_code == 200
    assert "computed from all cases together" in page.text


def test_a_group_of_another_metric_is_left_out(client):
    body = client.get("/api/metric", params={"metric": "accuracy.accuracy", "group": "negation/Q1"}).json()
    assert body["group"] == ""
    assert body["rows"]


@pytest.mark.parametrize("wrong", [{"metric": "carets.nothing"}, {"dataset": "nowhere"}, {"model": "nobody"}])
def test_unknown_names_are_one_line(client, wrong):
    answer = client.get("/api/metric", params=wrong)
    assert answer.status_code == 409
    assert next(iter(wrong.values())) in answer.json()["error"]


def test_an_empty_workspace_has_a_page(tmp_path):
    Workspace.for_writing(tmp_path / "new").close()
    client = make_client(tmp_path / "new")
    for path in ("/metric", "/compare", "/suites", "/api/metric", "/api/compare", "/api/suites", "/api/suites/charts"):
        assert client.get(path).status_code == 200, path


def test_a_model_that_is_not_chosen_does_not_change_the_colors(client):
    both = client.get("/metric", params={"metric": "carets.cons"}).text
    one = client.get("/metric", params={"metric": "carets.cons", "model": "builtin:transformer"}).text
    swatch = both.split('aria-hidden="true"><rect class="fill-')
    number = next(part[0] for part in swatch[1:] if "builtin:transformer" in part[:200])
    assert f'class="bar-value fill-{number}"' in one


def test_scores_of_zero_and_one_are_two_bins():
    bars = [
        DistributionBar("m", "d", "", 0, 0.05, 3, 75.0, None),
        DistributionBar("m", "d", "", 0.95, 1, 1, 25.0, None),
    ]
    chart = make_histogram(bars, {"m": 0}, {bars[0]: "/cases?x=1"}, ("bad", "good"), shared_axes(bars), "all")
    assert [tick.text for tick in chart.ticks] == ["bad", "good"]
    assert [bar.height for bar in chart.bars] == [100.0, pytest.approx(100 / 3)]
    assert [bar.address for bar in chart.bars] == ["/cases?x=1", ""]
    assert chart.bars[0].label == "m, bad: 3 cases, 75.0 %"


@pytest.mark.parametrize(("metric", "tag"), [("accuracy.accuracy", "type"), ("carets.acc", "test")])
def test_a_metric_by_tag_has_the_numbers_of_the_report(client, metric, tag):
    """`accuracy` is computed from the index, `carets.acc` from the stored verdicts; the report has rows of both."""
    body = client.get("/api/metric", params={"metric": metric, "by": tag}).json()
    prefix = f"{tag}/" if metric.startswith("accuracy") else ""
    reported = {(row["model"], row["group"]): row for row in body["rows"]}
    assert tag in body["tags"]
    assert len({line["tag_value"] for line in body["by_tag"]}) > 1
    for line in body["by_tag"]:
        assert line["tag_value"], "every case has this tag"
        row = reported[line["model"], prefix + line["tag_value"].replace("/", "-")]
        for key in ("value", "low", "high", "n", "undecided"):
            assert line[key] == pytest.approx(row[key]), line


def test_a_bar_of_a_tag_leads_to_its_cases(client, demo_queries):
    address = {"metric": "metamorphic.error", "by": "kind", "group": "MR1", "model": "builtin:blind"}
    body = client.get("/api/metric", params=address).json()
    for line in body["by_tag"]:
        assert line["tag_value"]
        assert demo_queries.count(cases_of(line["cases"])) == line["n"] + line["undecided"]
    page = client.get("/metric", params=address).text
    assert '<option value="kind" selected>' in page
    assert page.count('class="estimate bar-link"') == len(body["by_tag"]) > 0


def test_the_chosen_tag_comes_before_the_groups(client):
    page = client.get("/metric", params={"metric": "carets.cons", "by": "type"}).text
    titles = [page.index(f'id="{name}"') for name in ("value-title", "by-tag", "groups-title", "distribution-title")]
    assert titles == sorted(titles)
    assert "The hardest value comes first, by the mean over the models shown." in page


def test_a_group_without_a_chart_has_links_to_its_cases(client):
    page = client.get("/metric", params={"metric": "carets.cons", "group": "answer/yes"}).text
    assert "There is no chart for this group" in page
    assert "The table “Value” has links to its cases." in page
    assert re.search(r'<a class="value" href="/cases\?[^"]*tag=answer%3Dyes', page.split('id="value-title"')[1])


def test_a_metric_without_scores_of_cases_is_not_split(client):
    body = client.get("/api/metric", params={"metric": "metamorphic.dominant_answer", "by": "kind"}).json()
    assert body["by_tag"] == []
    assert "cannot be split" in body["tag_note"]


def test_small_charts_have_the_same_axes(client):
    page = client.get("/metric", params={"metric": "noise.image_robustness"}).text
    axes = [part.split("</svg>")[0] for name in ("axis-y", "axis-x") for part in page.split(f'class="{name}"')[1:]]
    assert len(axes) > 4
    assert len(set(axes)) == 2


@pytest.mark.parametrize(("metric", "tag"), [("accuracy.accuracy", "negated"), ("metamorphic.error", "edit")])
def test_cases_without_the_tag_have_a_row_too(client, metric, tag):
    """Only questions with a negation have the tag `negated`."""
    body = client.get("/api/metric", params={"metric": metric, "by": tag, "model": "oracle"}).json()
    total = next(row for row in body["rows"] if row["group"] == "")
    assert body["by_tag"][-1]["tag_value"] == body["by_tag"][-1]["cases"] == ""
    assert sum(line["n"] for line in body["by_tag"]) == total["n"]


@pytest.mark.parametrize("metric", [each for each in METRICS if each != "carets.cacc"])  # no case fails by it
def test_each_value_links_to_its_failing_cases_and_counts_them(client, demo_queries, metric):
    page = client.get("/metric", params={"metric": metric}).text
    found = re.findall(r'href="(/cases[^"]*)">([\d,]+) (failing|measured)', page)
    assert found
    for address, count, word in found:
        wanted = cases_of(address.replace("&amp;", "&"))
        assert demo_queries.count(wanted) == int(count.replace(",", "")) > 0
        assert wanted.outcomes == ({"failing": "fails"}.get(word, word),)
    assert page.count("none fails") >= 1  # the oracle


def test_failing_cases_are_those_of_the_groups_that_the_metric_is_about(client):
    page = client.get("/metric", params={"metric": "noise.image_robustness", "model": "builtin:transformer"}).text
    for address in re.findall(r'href="(/cases[^"]*)">[\d,]+ failing', page):
        assert {path.split("/")[0] for path in cases_of(address.replace("&amp;", "&")).groups} == {"image"}


def test_a_perfect_rate_by_tag_has_no_link_to_failing_cases(client):
    given = {"metric": "accuracy.accuracy", "by": "type", "model": "oracle"}
    table = client.get("/metric", params=given).text.split("dots values by-tag")[1].split("</table>")[0]
    assert "100.0" in table
    assert "failing cases" not in table
