"""Metamorphic at the paper's size: the tests of Table 4 from 10,000 scenes, generated, written and planned."""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from askance.core import Scene, SceneObject

from benchmarks.made_scenes import HEIGHT, WIDTH, MadeScenes

SCENES = 10_000
CLASSES = 80
COLUMNS, ROWS = 5, 4
KINDS, OF_A_KIND = (3, 6), (1, 4)  # COCO has 3.5 classes and 7.7 instances an image
OVERLAPPING = 0.25  # of the things reach into their neighbours


class TwoSources(MadeScenes):
    """A fine scene of GQA's density, and a coarse one of COCO's whose boxes rarely overlap; without pictures."""

    masks = True  # they would have them

    def coarse_scene(self, image: str) -> Scene:
        """A coarse scene that depends on its name alone."""
        dice = Random(f"coarse:{image}")
        names = dice.choices(self.names[:CLASSES], self.weights[:CLASSES], k=dice.randint(*KINDS))
        things = [name for name in names for _ in range(dice.randint(*OF_A_KIND))]
        cells = dice.sample(range(COLUMNS * ROWS), COLUMNS * ROWS)
        placed = enumerate(zip(things, cells, strict=False))
        made = tuple(self._thing(str(number), name, cell, dice) for number, (name, cell) in placed)
        return Scene(image, WIDTH, HEIGHT, made)

    def _thing(self, id_: str, name: str, cell: int, dice: Random) -> SceneObject:
        wide, high = WIDTH // COLUMNS, HEIGHT // ROWS
        x, y = cell % COLUMNS * wide, cell // COLUMNS * high
        x0, y0 = x + dice.randrange(2, wide // 3), y + dice.randrange(2, high // 3)
        reach = 1.4 if dice.random() < OVERLAPPING else 0.95
        x1, y1 = x + round(wide * dice.uniform(0.6, reach)), y + round(high * dice.uniform(0.6, reach))
        values = dice.sample(self.looks[name], min(len(self.looks[name]), dice.randint(0, 2)))
        return SceneObject(id_, name, (x0, y0, min(WIDTH, x1), min(HEIGHT, y1)), {"": tuple(values)})


def _vocabulary() -> Path:
    root = Path(__file__).parent.parent.parent / "shared" / "data"
    return Path(os.environ.get("ASKANCE_TEST_DATA", root)) / "vocabulary"


def run(scenes: int = SCENES) -> dict[str, Any]:
    """In this process: seconds of each stage, and the most memory it took."""
    from askance.engine.case_generation import describe_case_set
    from askance.engine.plan import plan_calls
    from askance.models import open_model
    from askance.store import Workspace, connect, write_case_set
    from askance.suites import open_suite

    predicates = json.loads((_vocabulary() / "gqa_predicates.json").read_text())[:40]
    looks = json.loads((_vocabulary() / "gqa_obj2attribute.json").read_text())
    data, suite, model = TwoSources("two", scenes, looks, predicates), open_suite("metamorphic"), open_model("oracle")
    with tempfile.TemporaryDirectory() as folder:
        space = Workspace.for_writing(folder)
        started, spent = time.perf_counter(), time.process_time()
        case_set = write_case_set(space, describe_case_set(suite, data, None, 0), next(suite.rounds(data, None, 0)))
        written = time.perf_counter()
        view = connect(space)
        plan = plan_calls(view, [model], [[case_set.id]])
        planned, cpu = time.perf_counter(), time.process_time() - spent
        by_relation = view.execute("select split_part(\"group\", '/', 1), count(*) from cases group by 1 order by 1")
        relations = dict(by_relation.fetchall())
        space.close()
    return {
        "scenes": scenes,
        "tests": case_set.cases,
        "by_relation": relations,
        "calls_wanted": plan.asks,
        "calls_planned": plan.left,
        "generate_and_write_seconds": round(written - started, 1),
        "plan_seconds": round(planned - written, 1),
        "seconds": round(planned - started, 1),
        "cpu_seconds": round(cpu, 1),  # the machine that wrote the results was shared
        "target_seconds": 300,
        "memory_gb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6, 2),
        "target_gb": 6,
    }


def measure() -> dict[str, Any]:
    """In a fresh process, so that the memory is its own."""
    if not _vocabulary().is_dir():
        return {"skipped": f"needs the vocabularies in {_vocabulary()} (ASKANCE_TEST_DATA)"}
    code = "import json; from benchmarks.metamorphic import run; print(json.dumps(run()))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return dict(json.loads(done.stdout))
