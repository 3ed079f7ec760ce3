"""VQA v2's val at its size: 214,354 questions with ten answers each, made, then loaded whole in a fresh process."""

import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

QUESTIONS, PICTURES, PEOPLE = 214_354, 40_504, 10
WORDS = ("dog", "cat", "bus", "kite", "bench", "pizza", "zebra", "clock", "man", "woman", "umbrella", "train")
ASKED = (
    "What color is the {}?",
    "How many {}s are there in the picture?",
    "Is the {} behind the {}?",
    "Where is the {}?",
)
TYPES = (("what color is the", "other"), ("how many", "number"), ("is the", "yes/no"), ("where is the", "other"))
SAID = (("red", "blue", "dark brown"), ("1", "2", "4"), ("yes", "no"), ("on the street", "table", "in the park"))


def make(folder: Path) -> None:
    """The two official files, with all their fields."""
    rng = random.Random(0)
    questions, annotations = [], []
    for number in range(QUESTIONS):
        image = 42 + 14 * (number % PICTURES)
        key, kind = image * 1000 + number // PICTURES, rng.randrange(len(ASKED))
        question = ASKED[kind].format(rng.choice(WORDS), rng.choice(WORDS))
        said = [rng.choice(SAID[kind]) for _ in range(PEOPLE)]
        answers = [{"answer": one, "answer_confidence": "yes", "answer_id": i} for i, one in enumerate(said, 1)]
        questions.append({"image_id": image, "question": question, "question_id": key})
        annotations.append(
            {
                "question_type": TYPES[kind][0],
                "multiple_choice_answer": said[0],
                "answers": answers,
                "image_id": image,
                "answer_type": TYPES[kind][1],
                "question_id": key,
            }
        )
    head = {"info": {"version": "2.0"}, "data_type": "mscoco", "data_subtype": "val2014"}
    for name, key, rows in (
        ("v2_OpenEnded_mscoco_val2014_questions.json", "questions", questions),
        ("v2_mscoco_val2014_annotations.json", "annotations", annotations),
    ):
        (folder / name).write_text(json.dumps(head | {key: rows}))


def run(folder: str) -> dict[str, Any]:
    """In this process: seconds to the fingerprint and to every item in memory, and the most memory that took."""
    started = time.perf_counter()
    from askance.datasets import open_dataset

    data = open_dataset(f"vqa2:{folder}")
    assert data.fingerprint
    known = time.perf_counter()
    items = list(data.items(QUESTIONS))
    loaded = time.perf_counter()
    sample = list(data.items())
    return {
        "questions": len(items),
        "answers": sum(len(item.answers) for item in items),
        "megabytes": round(sum(path.stat().st_size for path in Path(folder).iterdir()) / 1e6),
        "fingerprint_seconds": round(known - started, 2),
        "items_seconds": round(loaded - known, 2),
        "seconds": round(loaded - started, 2),
        "target_seconds": 15,
        "processor_seconds": round(time.process_time(), 2),
        "sample": len(sample),
        "sample_seconds": round(time.perf_counter() - loaded, 2),
        "memory_gb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6, 2),
        "target_gb": 2,
    }


def measure() -> dict[str, Any]:
    """In a fresh process, so that the memory is its own."""
    with tempfile.TemporaryDirectory() as folder:
        make(Path(folder))
        code = f"import json; from benchmarks.loaders import run; print(json.dumps(run({folder!r})))"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        return dict(json.loads(done.stdout))
