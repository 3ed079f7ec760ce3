"""How far a benchmark can be gamed without looking: prior, language only, and language with vision (Table 2)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from askance.core import Dataset, Item, Model, ModelInput, Query, Stimulus
from askance.inverse.labelled_questions import QuestionTable
from askance.metrics.confidence_interval import clustered_rate
from askance.metrics.rate import PERCENT
from askance.wording.vqa_accuracy import vqa_accuracy

Row = dict[str, Any]
METRIC = "gameability"
PRIOR, LANGUAGE, VISION = "prior", "language", "language+vision"


def vqa_gameability_rows(
    data: Dataset, table: QuestionTable, models: Mapping[str, Sequence[Model]], limit: int, seed: int = 0
) -> list[Row]:
    """VQA accuracy of the commonest training answer, and of models by what they read (`language`, …)."""
    items = sorted((item for item in data.items(limit, seed) if item.answers), key=lambda item: item.image)
    commonest = Counter(row.answer for row in table.rows).most_common(1)[0][0]
    rows = [_accuracy_row(data, items, f"always {commonest!r}", PRIOR, [commonest] * len(items))]
    for column, several in models.items():
        rows += [_accuracy_row(data, items, model.name, column, _answers(model, data, items)) for model in several]
    return rows


def ivqa_gameability_rows(rows: Iterable[Row], columns: Mapping[str, str]) -> list[Row]:
    """The Acc@1 rows of some generators again, each under its column; columns: generator → column."""
    return [
        {**row, "metric": METRIC, "group": f"iVQA/{columns[row['model']]}"}
        for row in rows
        if row["metric"] == "acc@1" and row["model"] in columns
    ]


def _answers(model: Model, data: Dataset, items: Sequence[Item]) -> list[str | None]:
    """A model's answers; None where a call fails."""
    found: list[str | None] = []
    for item in items:
        picture = data.load_image(item.image) if "pixels" in model.needs else None
        scene = data.scene(item.image) if "scene" in model.needs else None
        shown = ModelInput(Query(Stimulus(item.image, item.question)), picture=picture, scene=scene)
        (reply,) = model.answer([shown])
        found.append(reply.text if reply.status == "ok" else None)
    return found


def _accuracy_row(data: Dataset, items: Sequence[Item], model: str, column: str, answers: Sequence[str | None]) -> Row:
    decided = [(item, text) for item, text in zip(items, answers, strict=True) if text is not None]
    rate = clustered_rate(
        [vqa_accuracy(text, item.answers) for item, text in decided], np.array([item.image for item, _ in decided])
    )
    return {
        "model": model,
        "dataset": data.name,
        "suite": "inverse",
        "metric": METRIC,
        "group": f"VQA/{column}",
        "value": rate.value * PERCENT,
        "low": rate.low * PERCENT,
        "high": rate.high * PERCENT,
        "n": rate.n,
        "undecided": len(items) - rate.n,
    }
