"""Tidy rows in JSON: the same columns as everywhere else."""

from pydantic import BaseModel


class TidyRow(BaseModel):
    """One result: a metric of one model, data set, suite and group."""

    model: str
    dataset: str
    suite: str
    metric: str
    group: str
    value: float | None
    low: float | None
    high: float | None
    n: int | None
    undecided: int | None
    partial: bool | None = None
    judged: int | None = None
    wanted: int | None = None
    limit: int | None = None
    seed: int | None = None
    sample: str | None = None
    fingerprint: str | None = None
    images: int | None = None
    stopped: str | None = None
