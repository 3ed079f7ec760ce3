"""askance generate --format tasks: questions for human annotators, with gold questions."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from askance.cli.export_files import save_images, write_then_move
from askance.core import Case, Dataset

GOLD_ITEMS = 5000  # items among which gold questions are looked for


def write_annotation_tasks(
    cases: Iterable[Case], data: Dataset, name: str, gold: str | None, output: Path, pictures: Path | None,
    pairs: int | None, seed: int,
) -> dict[str, Any]:  # fmt: skip
    """Write one line per question; returns the counts that the command prints. `name`: how the data set is opened."""
    from askance.datasets import open_dataset
    from askance.report.annotation_tasks import ANNOTATIONS, PAIRS, make_annotation_tasks

    known = open_dataset(gold) if gold is not None else data
    made = make_annotation_tasks(cases, known.items(GOLD_ITEMS, seed), pairs or PAIRS, seed, known.name)
    for record in made.records:
        record["data"] = gold if record["gold"] is not None and gold is not None else name
    lines = [json.dumps(record, ensure_ascii=False) for record in made.records]
    write_then_move(output, lambda path: path.write_text("\n".join(lines) + "\n", encoding="utf-8"))
    if pictures is not None:
        shown = {
            name: (known if is_gold else data, image, edits) for name, (is_gold, image, edits) in made.pictures.items()
        }
        save_images(shown, pictures)
    golden = sum(record["gold"] is not None for record in made.records)
    return {
        "tasks": made.tasks, "pairs": made.pairs, "questions": len(made.records) - golden, "gold": golden,
        "annotations": ANNOTATIONS, "file": str(output),
    }  # fmt: skip
