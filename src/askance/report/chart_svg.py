"""Vega-Lite specifications as SVG whose colors and fonts are those of the page, in light and dark."""

import re
from typing import Any

from markupsafe import Markup

# Pages are read on other machines: no paths of this one, as install_command() has them.
HOW_TO_INSTALL = "Charts are not installed: pip install 'askance[charts]'. The tables contain the same results."
# Colors that a specification uses → the variable of the style sheet that they become.
INK, SOFT, LINE, ACCENT, BAD, PANEL = (f"#00000{digit}" for digit in range(1, 7))
MODELS = tuple(f"#0000{number}" for number in range(11, 19))  # one per model, then again
_VARIABLES = {INK: "ink", SOFT: "soft", LINE: "line", ACCENT: "accent", BAD: "bad", PANEL: "panel"} | {
    color: f"model-{index}" for index, color in enumerate(MODELS)
}
_COLOR = re.compile("|".join(_VARIABLES))
CONFIG: dict[str, Any] = {
    "background": None,
    "font": "sans-serif",
    "view": {"stroke": None},
    "axis": {
        "labelColor": SOFT, "titleColor": SOFT, "gridColor": LINE, "domainColor": LINE, "tickColor": LINE,
        "labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": "normal", "labelLimit": 190,
    },
    "header": {"labelColor": INK, "titleColor": SOFT, "labelFontSize": 13, "labelFontWeight": "bold", "title": None},
    "legend": {"labelColor": INK, "titleColor": SOFT, "labelFontSize": 12, "labelLimit": 220, "title": None},
    "text": {"color": INK, "fontSize": 12},
}  # fmt: skip


def are_charts_installed() -> bool:
    """Whether the extra `charts` is installed; nothing slow is imported."""
    from importlib.util import find_spec

    return find_spec("altair") is not None and find_spec("vl_convert") is not None


def render_svg(spec: dict[str, Any], label: str) -> Markup:
    """A specification as an SVG element with a text for readers that do not see it."""
    import vl_convert
    from askance.report.html_escape import escape_html_attribute

    drawn = vl_convert.vegalite_to_svg({**spec, "config": CONFIG}, allowed_base_urls=[])
    svg = with_page_colors(drawn[drawn.index("<svg") :])
    svg = re.sub(r' (?:role|aria-[a-z]+)="[^"]*"', "", svg)  # the whole has one text; marks need none
    head = f'<svg class="chart" role="img" aria-label="{escape_html_attribute(label)}"'
    return Markup(svg.replace('<svg class="marks"', head, 1) if '<svg class="marks"' in svg else _mark(svg, head))


def with_page_colors(text: str) -> str:
    """SVG or JSON in which the colors of specifications are variables of the page."""
    return _COLOR.sub(lambda found: f"var(--{_VARIABLES[found[0]]})", text)


def _mark(svg: str, head: str) -> str:
    return svg.replace("<svg", head, 1).replace(' class="marks"', "", 1)
