"""The suites view: the report's charts and tables, and single cases in the form that each suite declares."""

import re
import shutil

import askance
import pytest
from askance.core import SuiteDisplay, UserError
from askance.report import current_metrics, table_to_rows
from askance.report.belief_picture import draw_belief_set
from askance.report.belief_sets import BeliefPair, ImageBeliefs, JudgedBelief
from askance.report.chart_specs import plane
from askance.server import suite_displays
from askance.server.belief_display import list_beliefs
from askance.server.chart_drawing import ChartDrawer
from askance.server.interactive_charts import interactive_spec
from askance.server.suite_cases import find_images
from askance.store import Workspace
from toy import ToyModel

from belief_world import fake_suite
from dashboard_pages import make_client

POINTS = [{"model": "a", "x": 50, "x_low": 40, "x_high": 60, "y": 50, "y_low": 40, "y_high": 60}]


@pytest.mark.parametrize("suite", ["carets", "metamorphic", "accuracy", "noise", "repeat"])
def test_the_json_has_the_rows_of_the_report(client, demo_workspace, suite):
    body = client.get("/api/suites", params={"suite": suite}).json()
    rows = [
        row for row in table_to_rows(current_metrics(Workspace.for_reading(demo_workspace))) if row["suite"] == suite
    ]
    columns = ("model", "dataset", "metric", "group", "value", "low", "high", "n", "undecided")
    assert [[row[key] for key in columns] for row in body["rows"]] == [[row[key] for key in columns] for row in rows]
    assert client.get("/suites", params={"suite": suite}).status_code == 200


def test_all_suites_are_on_the_first_page(client):
    page = client.get("/suites").text
    for suite in client.get("/api/suites").json()["suites"]:
        assert f"suite={suite}" in page
    assert 'class="heat"' in page


def test_a_figure_of_few_cases_is_marked(client):
    """One of one case is 100 %: the strongest color of the map says nothing then."""
    rows = client.get("/api/suites", params={"suite": "carets"}).json()["rows"]
    sizes = {row["n"] for row in rows if row["metric"] == "cons" and row["model"] == "builtin:blind"}
    page = client.get("/suites", params={"suite": "carets", "model": "builtin:blind"}).text
    cells = re.findall(r'<td class="heat-\d+" title="[^"]*n = ([\d,]+)">.*?(\*?)(?:</a>)?</td>', page)
    assert min(sizes) < 10
    assert {int(n.replace(",", "")) for n, _ in cells} >= {min(sizes)}
    assert all((int(n.replace(",", "")) < 10) == bool(mark) for n, mark in cells)


def test_carets_has_a_matrix_and_the_coverage_between_models(client):
    page = client.get("/suites", params={"suite": "carets", "model": "builtin:blind"}).text
    assert "heat matrix" in page
    assert '<p class="quiet">In percent. *: fewer than 10 cases.</p>' in page
    assert "right answers that the row gets right too" in page
    cells = client.get("/api/suites", params={"suite": "carets"}).json()["coverage"]
    assert {cell["of"] for cell in cells} == {"oracle", "builtin:blind", "builtin:transformer"}


def test_the_matrix_has_the_values_of_the_report(client):
    rows = client.get("/api/suites", params={"suite": "carets"}).json()["rows"]
    page = client.get("/suites", params={"suite": "carets", "model": "builtin:blind"}).text
    mine = [row for row in rows if (row["model"], row["metric"]) == ("builtin:blind", "cons")]
    tests = {row["group"] for row in mine}
    wanted = [row for row in mine if row["group"].partition("/")[0] in tests and row["group"].count("/") == 1]
    assert len(wanted) > 5
    for row in wanted:
        assert f'title="{row["group"]}: {row["value"]:.1f}' in page


def test_a_broken_family_of_questions_is_marked(client, demo_queries):
    image = find_images(demo_queries, "stickers", "metamorphic", "builtin:blind")[0]
    assert image.failures > 0
    page = client.get("/suites", params={"suite": "metamorphic", "model": "builtin:blind", "image": image.image}).text
    assert page.count('class="branch fails"') == image.failures
    assert page.count('class="branch ') == image.cases
    assert "✗" in page


def test_beliefs_about_an_image_are_drawn_with_their_contradictions(tmp_path, monkeypatch):
    askance.run(ToyModel(answering=lambda shown: "yes"), "stickers", [fake_suite(monkeypatch)], limit=2, out=tmp_path)
    client = make_client(tmp_path)
    page = client.get("/suites", params={"suite": "beliefs:draws=20", "model": "toy"}).text
    drawn = page.split('class="beliefs"')[1].split("</svg>")[0]
    assert 'class="arc"' in drawn
    assert "<style" not in drawn  # the policy of the dashboard forbids it
    address = drawn.split('href="')[1].split('"')[0].replace("&amp;", "&")
    assert client.get(address).headers["content-type"].startswith("image/")
    narrow = page.split('class="narrow-picture"')[1].split("</svg>")[0]  # a phone shows this one instead
    assert narrow.count('class="arc"') == drawn.count('class="arc"')
    assert int(re.search(r'width="(\d+)"', narrow)[1]) <= 358
    listed = page.split('class="all-beliefs"')[1].split("</details>")[0]
    beliefs, pairs = map(int, re.search(r"All (\d+) beliefs, and (\d+) contradictions?, as a list", listed).groups())
    assert listed.count("<li>") == beliefs + pairs
    assert "Image 1 of 2" in page
    assert page.count('name="image"') == 1  # the picker: another model starts with its own first image
    assert page.split('name="image"')[1].split("</select>")[0].count("<option") == 2


def test_contradictions_that_are_no_cases_are_counted_too():
    pairs = [BeliefPair("a", "b", "rule", "why")] * 10
    about = ImageBeliefs("m", "d", "d", "beliefs", "i", [JudgedBelief("a", "yes", "adversarial")], pairs, 19)
    listed = list_beliefs(about)
    assert listed.title == "All 1 belief, and 10 of 19 contradictions, as a list"
    assert listed.groups[0][0] == (
        "Both cannot be true (19 contradictions were found; at most 10 per image are stored)"
    )
    assert "1 belief, 1 false, 19 contradictions" in draw_belief_set(about, None)


def test_models_that_a_strip_has_no_room_for_are_named(client, monkeypatch):
    address = {"suite": "noise", "model": "builtin:transformer"}
    assert "Not shown:" not in client.get("/suites", params=address).text
    monkeypatch.setattr(suite_displays, "MOST_MODELS", 2)
    page = client.get("/suites", params=address | {"model": "oracle"}).text  # pages are kept by address
    assert "Not shown: <bdi>builtin:blind</bdi>. At most 2 models fit." in page
    assert "builtin:blind:</span>" not in page.split('id="strip"')[1].split("</section>")[0]


def test_the_link_to_all_cases_keeps_the_chosen_model(client):
    page = client.get("/suites", params={"suite": "carets", "model": "builtin:blind"}).text
    assert (
        'href="/cases?suite=carets&amp;dataset=stickers&amp;model=builtin%3Ablind">All cases of carets, <bdi>' in page
    )
    assert ">All cases of carets</a>" in client.get("/suites", params={"suite": "carets"}).text


def test_the_same_image_is_shown_at_each_strength(client):
    page = client.get("/suites", params={"suite": "noise", "model": "builtin:transformer"}).text
    strip = page.split("geometric/rotate</h4>")[1].split("</ol>")[0]
    labels = [part.split("</b>")[0] for part in strip.split("<b>")[1:]]
    assert [label.partition(" c")[0] for label in labels] == ["unchanged", *(f"rotated by {n}°" for n in (1, 3, 5))]
    assert strip.count('<a class="tile-case" href="/case?') == 4
    noisy = page.split("image/gaussian</h4>")[1].split("</ol>")[0]
    assert "<b>Gaussian noise, variance 0.025, draw 1</b>" in noisy
    addresses = {part.split('"')[0] for part in strip.split('src="')[1:]}
    assert len(addresses) == 4
    for address in addresses:
        assert client.get(address.replace("&amp;", "&")).headers["content-type"] == "image/webp"


def test_values_of_a_suite_have_their_interval_and_lead_to_the_metric(client):
    page = client.get("/suites", params={"suite": "carets"}).text
    rows = client.get("/api/suites", params={"suite": "carets"}).json()["rows"]
    wanted = "negation", "acc", "builtin:blind"
    row = next(row for row in rows if (row["group"], row["metric"], row["model"]) == wanted)
    assert f">{row['low']:.0f}–{row['high']:.0f}</small>" in page
    assert 'metric=carets.acc&amp;group=negation"' in page


def test_images_are_chosen_by_links(client):
    first = client.get("/suites", params={"suite": "metamorphic", "model": "builtin:blind"}).text
    address = first.split('rel="next" href="')[1].split("#")[0].replace("&amp;", "&")
    second = client.get(address).text
    assert "← previous image" in second
    assert first != second


@pytest.mark.parametrize("wrong", [{"suite": "nothing"}, {"suite": "carets", "dataset": "x"}])
def test_unknown_names_are_one_line(client, wrong):
    answer = client.get("/api/suites", params=wrong)
    assert answer.status_code == 409
    assert list(wrong.values())[-1] in answer.json()["error"]


def test_an_unknown_image_shows_the_page_without_cases(client):
    page = client.get("/suites", params={"suite": "noise", "image": "no such image"})
    assert page.status_code == 200
    assert 'class="strip"' not in page.text


@pytest.mark.parametrize("table", ["verdicts", "answers", "cases"])
def test_a_damaged_workspace_is_shown_as_far_as_it_goes(demo_workspace, tmp_path, table):
    copy = shutil.copytree(demo_workspace, tmp_path / "copy")
    for file in [path for path in (copy / table).rglob("*") if path.is_file()][::2]:
        file.write_bytes(b"\xff" * 500)
    client = make_client(copy)
    for address in ("/suites?suite=noise", "/suites?suite=metamorphic", "/suites", "/metric", "/compare"):
        answer = client.get(address)
        assert answer.status_code in (200, 409), address
        assert str(tmp_path) not in answer.text


def test_charts_are_drawn_in_another_process():
    drawer = ChartDrawer()
    spec = plane(POINTS, ["a"], "x", "y")
    svg = drawer.draw(spec, "a chart")
    assert svg is not None
    assert svg.startswith('<svg class="chart" role="img" aria-label="a chart"')
    assert "var(--model-0)" in svg
    assert drawer.draw({"mark": "no such mark", "data": {"values": []}}, "") is None
    assert drawer.draw(spec, "another label") is not None, "a chart that cannot be drawn must not end the process"


def test_a_chart_that_takes_too_long_is_not_waited_for():
    drawer = ChartDrawer(seconds=0.001)  # the process needs longer to start
    assert drawer.draw(plane(POINTS, ["a"], "x", "y"), "a chart") is None


def test_the_legend_of_an_interactive_chart_selects_models():
    spec = interactive_spec(plane(POINTS, ["a"], "x", "y"))
    assert spec["layer"][-1]["params"][0]["bind"] == "legend"
    assert all("condition" in layer["encoding"]["opacity"] for layer in spec["layer"])
    assert "#0000" not in str(spec)


def test_a_display_that_cannot_be_shown_is_an_error():
    with pytest.raises(UserError, match="kind is 'cloud'"):
        SuiteDisplay("cloud", "Title")  # type: ignore[arg-type]
    with pytest.raises(UserError, match="a matrix names its metrics"):
        SuiteDisplay("matrix", "Title")
