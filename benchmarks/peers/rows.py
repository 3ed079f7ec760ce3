"""The rows of the race: JPEG images of 320 × 240 with one question each, in the form that each tool reads."""

import json
from pathlib import Path

import numpy as np
from PIL import Image

PLUGINS = Path(__file__).with_name("plugins")


def write_images(folder: Path, count: int, seed: int = 0) -> None:
    """Images 0.jpg … of random color fields."""
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(seed)
    for i in range(count):
        small = rng.integers(0, 255, (12, 16, 3), dtype=np.uint8)
        Image.fromarray(small).resize((320, 240)).save(folder / f"{i}.jpg", quality=85)


def write_rows(root: Path, count: int, images: str = "images") -> None:
    """The same questions for every tool; `images` is the folder that they refer to."""
    rows = [(f"q{i}", str(root / images / f"{i}.jpg"), f"Is there a dog number {i}?", "yes") for i in range(count)]
    askance = [
        {"id": name, "image": str(Path(image).relative_to(root / "images")), "question": question, "answers": [answer]}
        for name, image, question, answer in rows
    ]
    (root / "questions.json").write_text(json.dumps(askance))
    _lines(root / "inspect.jsonl", [_inspect(*row) for row in rows])
    plain = [{"id": n, "image": i, "question": q, "answer": a} for n, i, q, a in rows]
    _lines(root / "lmms.jsonl", plain)
    _lines(root / "evalscope" / "rows.jsonl", plain)
    task = root / "lmms_task"
    task.mkdir(exist_ok=True)
    for file in (PLUGINS / "lmms_task").glob("*.*"):
        (task / file.name).write_text(file.read_text().replace("RACE_ROWS", str(root)))


def _inspect(name: str, image: str, question: str, answer: str) -> dict[str, object]:
    content = [{"type": "image", "image": image}, {"type": "text", "text": question}]
    return {"id": name, "input": [{"role": "user", "content": content}], "target": answer}


def _lines(path: Path, rows: list[dict[str, object]]) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
