"""The report page: every link has a target, everything is inside, hostile text is inert, and nothing is left out."""

import base64
import re
from html.parser import HTMLParser
from importlib import util
from itertools import pairwise

import pytest
from askance import report
from askance.report import chart_svg
from askance.report.metric_declarations import built_in_declarations
from askance.report.suite_warnings import SuiteWarning
from finding_rows import row

BIDI = "\u202e"


class Page(HTMLParser):
    """Elements with their attributes, and the text of each kind."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.text, self._open = [], "", []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self._open.append(tag)

    def handle_endtag(self, tag):
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data):
        if not {"style", "script"} & set(self._open):
            self.text += data

    def of(self, tag):
        return [attrs for name, attrs in self.elements if name == tag]


def sample_rows():
    """Two models by four suites, one of them ignoring negation."""
    rows = []
    for model, negated in (("good", 96.0), ("bad", 20.0)):
        rows += [
            row("accuracy", 95.0, model=model), row("accuracy", negated, "negated/yes", model=model),
            row("accuracy", 93.0, "type/yes-no", model=model),
            row("cons", 90.0, suite="carets", model=model), row("acc", 91.0, suite="carets", model=model),
            row("cons", negated, "negation", suite="carets", model=model),
            row("question_bias", 45.0, suite="bias", model=model), row("image_bias", 20.0, suite="bias", model=model),
            *(row("accuracy", 90.0 - 5 * level, f"level-{level}", suite="basic_questions", model=model)
              for level in range(8)),
        ]  # fmt: skip
    return rows


@pytest.mark.parametrize(
    ("rows", "line"),
    [
        ([row("accuracy", 40.0)], "Intervals are at 95 %."),
        (
            [row("accuracy", 90.0, f"skill/s{place}") for place in range(20)],
            r"Intervals are at 9\d\.\d %, because the sentences are chosen from many results.",
        ),
        ([row("accuracy", 90.0, f"skill/s{place}") for place in range(990)], r"Intervals are at 99\.9\d %, because"),
    ],
)
def test_the_level_of_the_intervals_is_explained_only_if_it_is_wider(rows, line):
    text = Page(report.render_report_page(rows, [], "Title")).text
    assert re.search(line, text)
    assert ("chosen from many" in text) == ("because" in line)
    assert "95.0 %" not in text


@pytest.fixture(scope="module")
def page():
    return report.render_report_page(sample_rows(), [], "Title", ["warning: be careful"])


def test_the_first_section_says_what_is_wrong_and_the_rest_follows(page):
    heads = re.findall(r"<h[12][^>]*>(.*?)</h[12]>", page)
    cards = [head for head in heads if 'class="model"' in head]  # one per model with a finding
    assert len(cards) == 1
    assert [head for head in heads if head not in cards] == [
        "What is wrong with these models?", "Leaderboard", "Where each model fails", "Suites", "Metrics"
    ]  # fmt: skip
    levels = [int(level) for level in re.findall(r"<h([1-6])", page)]
    assert all(after <= before + 1 for before, after in pairwise(levels))
    text = Page(page).text
    assert "Wrong on 80\xa0% of the questions with a negation." in text
    assert "No weakness above the noise floor:" in text
    assert "warning: be careful" in text


def test_all_headline_metrics_have_a_row_each_and_models_are_columns(page):
    """So that the table fits on a sheet of paper."""
    table = page.partition("All headline metrics")[2].partition("</table>")[0]
    assert '<th scope="col">metric</th>' in table
    assert "consistency · carets.cons ↑" in table
    assert "@media screen and (prefers-color-scheme: dark)" in page  # printed pages are light


def test_every_link_inside_the_page_has_a_target_and_nothing_is_fetched(page):
    found = Page(page)
    ids = [attrs["id"] for _, attrs in found.elements if "id" in attrs]
    assert len(ids) == len(set(ids))
    links = [attrs["href"] for attrs in found.of("a") if attrs["href"].startswith("#")]
    assert links
    assert {link[1:] for link in links} <= set(ids)
    addresses = [value for _, attrs in found.elements for name, value in attrs.items() if name in ("src", "href")]
    assert all(value.startswith(("#", "data:")) for value in addresses)
    assert "url(" not in page
    assert "@import" not in page


def test_every_row_is_in_a_table(page):
    for each in sample_rows():
        assert f"{each['suite']}.{each['metric']}" in page.replace("<wbr>", "")
        assert f">{each['group'] or 'all'}<" in page


def test_the_data_of_each_chart_can_be_saved(page):
    files = {attrs["download"]: attrs["href"] for attrs in Page(page).of("a") if "download" in attrs}
    assert "leaderboard.csv" in files
    body = base64.b64decode(files["carets-Accuracy-beside-consistency--by-test.csv"].partition(",")[2]).decode()
    head, *lines = body.splitlines()
    assert head.startswith("model,dataset,suite,metric,group,value")
    assert any(line.startswith("bad,d,carets,cons,negation,20") for line in lines)


def test_every_image_has_a_text_and_every_field_a_label(page):
    found = Page(page)
    assert all(attrs.get("aria-label") or attrs.get("aria-hidden") for attrs in found.of("svg"))
    assert found.of("html")[0]["lang"] == "en"


def test_the_warning_of_a_suite_is_beside_its_results_and_only_there():
    line = SuiteWarning.about("carets", "warning: a constant answer")
    text = report.render_report_page(sample_rows(), [], "Title", [line])
    assert text.count("warning: a constant answer") == 1
    assert text.index("<h3>carets</h3>") < text.index("warning: a constant answer") < text.index("<h3>bias</h3>")


def test_the_page_is_the_same_every_time(page):
    assert report.render_report_page(sample_rows(), [], "Title", ["warning: be careful"]) == page


def test_hostile_names_are_inert_everywhere():
    bad = f'"><script>alert(1)</script>{BIDI}{{{{7*7}}}}'
    names = {"model": bad, "dataset": bad, "suite": bad, "metric": bad, "group": bad}
    rows = [{**each, **names} for each in sample_rows()[:1]] + [{**each, "model": bad} for each in sample_rows()[:8]]
    rows += [{**each, "group": f"skill/{bad}"} for each in sample_rows()[8:9]]
    text = report.render_report_page(rows, [], bad, [bad])
    assert BIDI not in text
    assert len(Page(text).of("script")) == 1  # ours
    assert "<script>alert" not in text
    assert "49" not in re.findall(r"<h1.*?</h1>", text)[0]


def test_without_the_extra_the_page_has_tables_and_says_how_to_get_charts(monkeypatch):
    monkeypatch.setattr(util, "find_spec", lambda name: None)
    assert not chart_svg.are_charts_installed()
    text = report.render_report_page(sample_rows(), [], "Title")
    assert 'class="chart"' not in text
    assert "pip install &#x27;askance[charts]&#x27;" in text
    assert "level-7" in text
    assert 'class="dot-bar"' in text


def test_several_data_sets_are_never_mixed():
    rows = sample_rows() + [{**each, "dataset": "other", "value": 50.0} for each in sample_rows()]
    text = Page(report.render_report_page(rows, [], "Title")).text
    for title in ("carets on d", "carets on other", "accuracy on d", "accuracy on other"):
        assert title in text


def test_a_page_of_nothing_is_a_page():
    text = report.render_report_page([], [], "Title")
    assert "What is wrong" not in text
    assert text.endswith("</html>")


def test_a_metric_that_nobody_declared_has_a_section():
    text = report.render_report_page([row("rate", 40.0, suite="mine"), row("rate", 30.0, "g", suite="mine")], [], "t")
    assert "Results by group" in text
    assert built_in_declarations().get("mine") is None
