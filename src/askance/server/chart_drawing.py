"""Charts as SVG, drawn by another process and kept: see docs/design/0045-charts-of-the-dashboard.md."""

import json
import logging
import subprocess
import sys
import time
import weakref
from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from threading import Lock, Timer
from typing import Any

from askance.core import digest
from markupsafe import Markup

LOG = logging.getLogger("askance.server")
KEPT = 400  # charts
SECONDS = 60.0  # that one chart may take, the start of the process included
PATIENCE = 1.5  # seconds that a page waits for its charts: it shows the rest as tables


class ChartDrawer:
    """Draws one chart at a time in a process that is started when the first chart is needed."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds, self._lock = seconds, Lock()
        self._kept: OrderedDict[str, Future[Markup | None]] = OrderedDict()
        self._queue = ThreadPoolExecutor(1, thread_name_prefix="charts")
        self._process: subprocess.Popen[str] | None = None

    def draw(self, spec: dict[str, Any], label: str, deadline: float | None = None) -> Markup | None:
        """A specification as an SVG element; None where it cannot be drawn (the log explains it) before the deadline.

        A chart that comes too late is kept for the next request. The deadline is a time of `time.monotonic`.
        """
        request = json.dumps({"spec": spec, "label": label})
        key = digest(request.encode()).hex()
        with self._lock:
            if key not in self._kept:
                self._kept[key] = self._queue.submit(self._ask, request)
                if len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(key)
            drawn = self._kept[key]
        try:
            return drawn.result(None if deadline is None else max(0.0, deadline - time.monotonic()))
        except NotYet:
            return None

    def start(self) -> None:
        """Start the process, and let it draw an empty chart: the first chart takes seconds, the others do not."""
        self.draw({"mark": "point", "data": {"values": []}}, "", deadline=0.0)

    def _ask(self, request: str) -> Markup | None:
        """The answer of the process; only the one thread of the queue calls this."""
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
            end_process(process)
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
            weakref.finalize(self, end_process, self._process)
        return self._process


def end_process(process: "subprocess.Popen[str]") -> None:
    """End a process and its pipes."""
    process.kill()
    process.communicate()


DRAWER = ChartDrawer()
