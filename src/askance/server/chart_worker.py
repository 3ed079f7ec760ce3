"""A process that draws charts: vl-convert keeps Python's lock while it draws, and the server must go on meanwhile.

It reads one JSON object per line (`spec`, `label`) and answers each with one line (`svg`, or `error`).
`python -m askance.server.chart_worker --bundle FILE` writes the bundle of Vega, Vega-Lite and Vega-Embed to a file.
"""

import json
import sys
from pathlib import Path

SNIPPET = "window.vegaEmbed = vegaEmbed;"


def answer_requests() -> None:
    """Draw until the server closes the pipe."""
    from askance.report.chart_svg import render_svg

    for line in sys.stdin:
        wanted = json.loads(line)
        try:
            made = {"svg": str(render_svg(wanted["spec"], wanted["label"]))}
        except Exception as error:  # of any kind: the next chart must be drawn
            made = {"error": f"{type(error).__name__}: {error}"}
        sys.stdout.write(json.dumps(made) + "\n")
        sys.stdout.flush()


def write_bundle(path: Path) -> None:
    """Write the scripts that draw charts in a browser."""
    import vl_convert

    path.write_text(vl_convert.javascript_bundle(SNIPPET), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--bundle"]:
        write_bundle(Path(sys.argv[2]))
    else:
        answer_requests()
