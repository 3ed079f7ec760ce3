"""The Live view: from the move of a slider to the answer of builtin:transformer, as the browser receives it."""

import os
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

MOVES = 60  # of each slider
MODEL = "builtin:transformer"
TARGET = 150  # ms, 95th percentile


def measure() -> dict[str, Any]:
    """Milliseconds from the request to its JSON: checks, edit of a 480 × 360 image, model, JSON; every move is new."""
    import numpy as np
    from askance.engine import run
    from askance.server.app import create_app
    from askance.server.dashboard import Dashboard
    from askance.server.live.sliders import SLIDERS
    from starlette.testclient import TestClient

    with TemporaryDirectory() as folder:
        run(["oracle"], "stickers", ["accuracy"], limit=4, out=Path(folder) / "w")
        app = create_app(Dashboard.of_folders([Path(folder) / "w"], models=[MODEL]))
        client = TestClient(app, base_url="http://127.0.0.1")
        page = client.get("/live").text
        headers = {"x-csrf-token": page.split('data-csrf="')[1].split('"')[0]}
        image = client.get("/api/live/images").json()["images"][0]["image"]
        asked = {
            "image": image,
            "data": "stickers",
            "question": "What color is the dog?",
            "model": MODEL,
            "session": "benchmark",
        }

        def ask(**sliders: float) -> tuple[float, float]:
            started, worked = time.perf_counter(), time.process_time()
            answer = client.post("/api/live/answers", json={**asked, "sliders": sliders}, headers=headers)
            taken, worked = time.perf_counter() - started, time.process_time() - worked
            assert answer.json()["status"] == "ok", answer.text
            assert not answer.json()["remembered"]
            return 1000 * taken, 1000 * worked

        ask(blur=0.125)  # the first answer loads the image
        client.post("/api/live/variants", json=asked, headers=headers)  # waits until the word tagger is loaded
        found: dict[str, Any] = {}
        for slider in SLIDERS:
            moves = np.linspace(slider.low, slider.high, MOVES + 2)[1:-1]
            found[slider.name] = [ask(**{slider.name: float(value)}) for value in moves if value]
        every = {slider.name: slider.high / 3 for slider in SLIDERS}
        found["all five"] = [ask(**{**every, "blur": float(value)}) for value in np.linspace(1, 11, MOVES)]
    times = [taken for some in found.values() for taken, _ in some]
    processor = [worked for some in found.values() for _, worked in some]
    return {
        "model": MODEL,
        "moves": len(times),
        "p50_ms": round(float(np.percentile(times, 50)), 1),
        "p95_ms": round(float(np.percentile(times, 95)), 1),
        "p95_ms_by_slider": {
            name: round(float(np.percentile([taken for taken, _ in some], 95)), 1) for name, some in found.items()
        },
        "p95_processor_ms": round(
            float(np.percentile(processor, 95)), 1
        ),  # of this process alone, without other work on the machine
        "target_p95_ms": TARGET,
        "has_real_time_priority": os.sched_getscheduler(0) != os.SCHED_OTHER,  # `chrt -r 1`: on a busy machine
        "load_average": round(os.getloadavg()[0], 1),  # of other work on the machine while it was measured
    }
