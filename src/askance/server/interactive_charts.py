"""Specifications of the report's charts for a browser: the legend selects models, and points show their values."""

import json
from typing import Any

from askance.report.chart_svg import CONFIG, with_page_colors

Spec = dict[str, Any]
CHOSEN = "chosen"  # the name of the selection: the models whose marks are not faded
FADED = 0.08  # opacity


def interactive_spec(spec: Spec) -> Spec:
    """The same chart with a selection by its legend and tooltips; its colors are variables of the page."""
    made: Spec = json.loads(json.dumps(spec))
    inner = made.get("spec", made)  # a chart with panels has its layers one level below
    layers = inner.get("layer", [inner])
    if any("color" in layer.get("encoding", {}) for layer in layers):
        layers[-1]["params"] = [{"name": CHOSEN, "select": {"type": "point", "fields": ["model"]}, "bind": "legend"}]
        for layer in layers:
            mark = layer["mark"] if isinstance(layer["mark"], dict) else {"type": layer["mark"]}
            shown = {"condition": {"param": CHOSEN, "value": mark.get("opacity", 1)}, "value": FADED}
            layer["encoding"] = {**layer.get("encoding", {}), "opacity": shown}
    for layer in layers:
        mark = layer["mark"] if isinstance(layer["mark"], dict) else {"type": layer["mark"]}
        layer["mark"] = {**mark, "tooltip": {"content": "data"}} if mark["type"] == "point" else mark
    made["config"] = {**CONFIG, "legend": {**CONFIG["legend"], "symbolOpacity": 1}}
    return dict(json.loads(with_page_colors(json.dumps(made))))
