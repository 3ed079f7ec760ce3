"""Charts as SVG, drawn by another process and kept: see docs/design/0045-charts-of-the-dashboard.md."""

import json
import logging
import subprocess
import sys
import weakref
from collections import OrderedDict
from threading import Lock, Timer
from typing import Any

from askance.core import digest
from markupsafe import Markup

LOG = logging.getLogger("askance.server")
KEPT = 400  # charts
SECONDS = 30.0  # that one chart may take, the start of the process included


class ChartDrawer:
    """Draws one chart at a time in a process that is started when the first chart is needed."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds, self._lock = seconds, Lock()
        self._kept: OrderedDict[str, Markup] = OrderedDict()
        self._process: subprocess.Popen[str] | None = None

    def draw(self, spec: dict[str, Any], label: str) -> Markup | None:
        """A specification as an SVG element; None where it cannot be drawn, which the log explains."""
        request = json.dumps({"spec": spec, "label": label})
        key = digest(request.encode()).hex()
        with self._lock:
            if key not in self._kept:
                drawn = self._ask(request)
                if drawn is None:
                    return None
                self._kept[key] = drawn
                if len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(key)
            return self._kept[key]

    def _ask(self, request: str) -> Markup | None:
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        timer = Timer(self._seconds, process.kill)
        timer.daemon = True
        timer.start()
        try:
            process.stdin.write(request + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except OSError:
            line = ""
        finally:
            timer.cancel()
        if not line:
            LOG.warning("a chart could not be drawn: the process that draws charts has ended")
            _end(process)
            self._process = None
            return None
        made = json.loads(line)
        if "error" in made:
            LOG.warning("a chart could not be drawn: %s", made["error"])
            return None
        return Markup(made["svg"])

    def _running(self) -> "subprocess.Popen[str]":
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "askance.server.chart_worker"],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, encoding="utf-8",
            )  # fmt: skip
            weakref.finalize(self, _end, self._process)
        return self._process


def _end(process: "subprocess.Popen[str]") -> None:
    """End a process and its pipes."""
    process.kill()
    process.communicate()


DRAWER = ChartDrawer()
