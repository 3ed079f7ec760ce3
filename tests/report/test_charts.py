"""Charts: valid Vega-Lite, colors of the page, one text for readers, and nothing slow before a chart is drawn."""

import subprocess
import sys
import xml.etree.ElementTree as ET

import pytest
from askance.report import chart_specs
from askance.report.chart_svg import render_svg
from askance.report.suite_charts import split_number

MODELS = ["a", 'b"<&']


def curve_points(panels):
    return [
        {"panel": panel, "model": model, "x": x, "value": 90.0 - x, "low": 80.0, "high": 95.0}
        for panel in panels for model in MODELS for x in range(3)
    ]  # fmt: skip


def plane_points():
    ends = {"x": 40.0, "x_low": 30.0, "x_high": 50.0, "y": 20.0, "y_low": 10.0, "y_high": 30.0}
    return [{"model": model, **ends} for model in MODELS]


def reliability_points():
    return [{"model": model, "confidence": 80.0, "value": 60.0, "low": 40.0, "high": 70.0} for model in MODELS]


SPECS = {
    "curve": lambda: chart_specs.curves(curve_points([""]), MODELS, "level", "accuracy"),
    "panels": lambda: chart_specs.curves(curve_points(["p", "q"]), MODELS, "strength", "accuracy"),
    "plane": lambda: chart_specs.plane(plane_points(), MODELS, "x", "y"),
    "reliability": lambda: chart_specs.reliability(reliability_points(), MODELS),
}


@pytest.mark.parametrize("name", SPECS)
def test_specifications_are_valid_and_drawn_in_the_colors_of_the_page(name):
    import altair

    spec = SPECS[name]()
    altair.Chart.from_dict(spec, validate=True)
    svg = render_svg(spec, 'a "chart"')
    root = ET.fromstring(svg)
    assert root.attrib["aria-label"] == 'a "chart"'
    assert "var(--soft)" in svg
    assert "#0000" not in svg
    assert render_svg(spec, 'a "chart"') == svg


@pytest.mark.parametrize(
    ("prefix", "group", "found"),
    [("level-", "level-3", ("", 3.0)), ("level-", "level-3/number", None), ("*/", "rotate/0.5", ("rotate", 0.5)),
     ("*/", "type/yes-no", None), ("level-", "", None)],
)  # fmt: skip
def test_the_number_of_a_group(prefix, group, found):
    assert split_number(prefix, group) == found


def test_nothing_slow_is_imported_before_a_chart_is_drawn():
    code = "import sys, askance.report, askance.report.html_page; print({'altair', 'vl_convert'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
