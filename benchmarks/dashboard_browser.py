"""Filters in Chromium at 24 million verdicts: from the change of a filter to the new list on the screen.

ASKANCE_MADE_WORKSPACE names a folder in which the large workspace is kept, as for `dashboard_queries`.
"""

import os
import random
import shutil
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.dashboard_queries import LARGE
from benchmarks.dashboard_server import serving

ROUNDS = 15
TARGET = 250  # ms, 95th percentile
START_TARGET, OVERVIEW_TARGET = 3.0, 1.0  # seconds
CHANGE = """(change) => new Promise((done) => {
  const form = document.getElementById("filters");
  const began = performance.now();
  const painted = () => requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
  new MutationObserver((_, seen) => { seen.disconnect(); painted(); })
    .observe(document.getElementById("list"), { childList: true });
  for (const [name, value] of Object.entries(change)) {
    const fields = [...form.querySelectorAll(`[name="${name}"]`)];
    const box = fields.find((each) => each.type === "checkbox" && each.value === value);
    if (box) box.checked = true;
    else fields.find((each) => each.type !== "checkbox").value = value;
  }
  form.requestSubmit();
})"""
CLEAR = """() => new Promise((done) => {
  const form = document.getElementById("filters");
  new MutationObserver((_, seen) => { seen.disconnect(); setTimeout(done, 300); })
    .observe(document.getElementById("list"), { childList: true });
  for (const each of form.elements) {
    if (each.type === "checkbox") each.checked = false;
    else if (each.type !== "hidden") each.value = "";
  }
  form.requestSubmit();
})"""


def _changes(rng: random.Random, models: list[str], datasets: list[str]) -> dict[str, dict[str, str]]:
    from benchmarks.made_verdicts import NOUNS

    word = rng.choice(NOUNS).split()[0]
    low = rng.randrange(0, 150) / 200
    return {
        "model": {"model": rng.choice(models)},
        "data set": {"dataset": rng.choice(datasets)},
        "outcome": {"verdict": rng.choice(["holds", "fails", "undecided"])},
        "value range": {"low": str(low), "high": str(round(low + 0.2, 3))},  # as the sliders: steps of 1/200
        "tag": {"tag": f"skill=skill-{rng.randrange(12)}"},
        "word": {"words": word},
        "model and word": {"model": rng.choice(models), "words": word},
        "data set, outcome, range": {"dataset": rng.choice(datasets), "verdict": "fails", "low": str(low)},
    }


def measure() -> dict[str, Any]:
    """Milliseconds of every kind of change, and the start of the server with its first page."""
    import numpy as np
    from askance.server.index_open import QuerySource
    from playwright.sync_api import sync_playwright

    from benchmarks.made_verdicts import write_made_workspace

    with tempfile.TemporaryDirectory() as made:
        folder = Path(os.environ.get("ASKANCE_MADE_WORKSPACE") or made)
        if not (folder / "runs").is_dir():
            write_made_workspace(folder, **LARGE)
        names = QuerySource(folder).wait().names  # builds the index if there is none
        found: dict[str, list[float]] = {}
        with serving(folder) as server, sync_playwright() as play:
            program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
            page = play.chromium.launch(executable_path=program, args=["--no-sandbox"]).new_page()
            page.goto(f"{server.address}cases")
            for number in range(ROUNDS + 1):
                some = _changes(random.Random(number), list(names.model), list(names.dataset))
                for kind, change in some.items():
                    taken = page.evaluate(CHANGE, change)
                    if number:  # the first round fills caches
                        found.setdefault(kind, []).append(taken)
                    page.evaluate(CLEAR)
    every = [each for some in found.values() for each in some]
    return {
        "verdicts": LARGE["models"] * LARGE["datasets"] * LARGE["cases"],
        "start_seconds": round(server.start_seconds, 2),
        "overview_seconds": round(server.overview_seconds, 2),
        "p50_ms": round(float(np.percentile(every, 50)), 1),
        "p95_ms": round(float(np.percentile(every, 95)), 1),
        "p95_ms_by_filter": {kind: round(float(np.percentile(some, 95)), 1) for kind, some in found.items()},
        "targets": {"p95_ms": TARGET, "start_seconds": START_TARGET, "overview_seconds": OVERVIEW_TARGET},
        "load_average": round(os.getloadavg()[0], 1),
    }
