"""Tidy rows for tests of findings."""

import math


def row(metric, value, group="", *, model="m", suite="accuracy", n=400, interval=None, dataset="d"):
    """One row; the interval is that of n independent cases where none is given."""
    low, high = interval or wilson(value, n)
    return {
        "model": model, "dataset": dataset, "suite": suite, "metric": metric, "group": group, "value": value,
        "low": low, "high": high, "n": n, "undecided": 0, "partial": False, "judged": n, "wanted": n, "limit": n,
        "seed": 0, "sample": "s", "fingerprint": model,
    }  # fmt: skip


def wilson(percent, n, z=1.959964):
    p = percent / 100
    shrink = 1 / (1 + z**2 / n)
    half = z * math.sqrt(p * (1 - p) / n + (z / (2 * n)) ** 2) * shrink
    centre = (p + z**2 / (2 * n)) * shrink
    return 100 * max(0.0, centre - half), 100 * min(1.0, centre + half)
