"""The human study: generated questions as tasks for people, their scores read back, and how metrics agree with them."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from askance.annotation.annotate import read_queue_state
from askance.annotation.annotation_rows import annotation_rows
from askance.core import UserError
from askance.core.input_files import decode_json_input, read_input_file
from askance.inverse.evaluate import Evaluation

SAMPLES = 300  # images with an answer, as in the paper
SCORE = "score"  # the kind of queue
MODELS = "models"  # the tag that names the models that asked a question; the page does not show it
LEAST_MODELS = 3  # with two, every correlation is 1 or −1
HUMAN = "human"
Row = dict[str, Any]


class ScoreRow(msgspec.Struct, frozen=True):
    """One score, as an export of `askance annotations` has it."""

    score: int | str
    tags: dict[str, str]


def study_tasks(found: Sequence[Evaluation], data: str, number: int = SAMPLES, seed: int = 0) -> list[dict[str, Any]]:
    """Tasks for `askance annotations --make score`: a sample of pools, with each model's question; equal ones once."""
    pools = found[0].pools
    chosen = np.sort(np.random.default_rng(seed).permutation(len(pools))[:number])
    asked: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for place in chosen:
        for one in found:
            if question := one.best[place]:
                asked[pools[place].image, pools[place].answer, question].append(one.model)
    return [
        {"question": question, "image": image, "data": data, "answer": answer, "tags": {MODELS: json.dumps(models)}}
        for (image, answer, question), models in asked.items()
    ]


def read_human_scores(source: str) -> dict[str, list[int]]:
    """The scores of each model: from a JSON-lines export of `askance annotations`, or from a queue DIR#QUEUE."""
    folder, _, queue = source.rpartition("#")
    found: dict[str, list[int]] = defaultdict(list)
    for where, row in _queue_rows(Path(folder), queue) if folder and queue else _file_rows(Path(source)):
        try:
            score, models = int(row.score), json.loads(row.tags[MODELS])
        except (KeyError, ValueError) as error:
            made = "make the queue from the file of `askance inverse eval --tasks`"
            raise UserError(f"{where}: has no score or no models: {made}") from error
        if not 0 <= score <= 4:
            raise UserError(f"{where}: field score: {score} is not from 0 to 4")
        for model in models:
            found[model].append(score)
    if not found:
        raise UserError(f"{source}: has no scores yet")
    return dict(found)


def _queue_rows(root: Path, name: str) -> Iterable[tuple[str, ScoreRow]]:
    lines: list[str] = []
    queue, state = read_queue_state(root, name, lines.append)
    if queue.kind != SCORE:
        raise UserError(f"{root}: queue {name} contains {queue.kind} tasks: name a queue of the kind {SCORE}")
    for row in annotation_rows(queue, state):
        yield f"{root}: queue {name}", msgspec.convert(row, ScoreRow)


def _file_rows(path: Path) -> Iterable[tuple[str, ScoreRow]]:
    data = read_input_file(path, "name a file of `askance annotations DIR -o FILE.jsonl`, or DIR#QUEUE")
    decoder = msgspec.json.Decoder(ScoreRow)
    for number, line in enumerate(data.splitlines(), 1):
        if line.strip():
            where = f"{path}: line {number}"
            yield where, decode_json_input(line, decoder, where, "export the queue again")


def pearson(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Pearson's correlation; None where one side does not vary."""
    left, right = (np.asarray(side, dtype=np.float64) - np.mean(side) for side in (first, second))
    norm = float(np.linalg.norm(left) * np.linalg.norm(right))
    return float(left @ right) / norm if norm > 1e-12 else None


def human_rows(scores: Mapping[str, Sequence[int]], rows: Sequence[Row]) -> list[Row]:
    """The mean score of each model, and the correlation of every metric with it over the models."""
    models = [model for model in dict.fromkeys(row["model"] for row in rows) if model in scores]
    if not models:
        raise UserError(f"the scores are about {', '.join(sorted(scores))}: name these generators with -g")
    means = {model: float(np.mean(scores[model])) for model in models}
    about = {"dataset": rows[0]["dataset"], "suite": rows[0]["suite"], "low": None, "high": None, "undecided": 0}
    found = [
        {"model": model, **about, "metric": HUMAN, "group": "", "value": means[model], "n": len(scores[model])}
        for model in models
    ]
    if len(models) < LEAST_MODELS:
        return found
    for metric in dict.fromkeys(row["metric"] for row in rows if not row["group"]):
        values = {row["model"]: row["value"] for row in rows if row["metric"] == metric and not row["group"]}
        if all(model in values for model in models):
            value = pearson([means[model] for model in models], [values[model] for model in models])
            row = {"model": "", **about, "metric": "human_correlation", "group": metric, "value": value}
            found.append({**row, "n": len(models)})
    return found
