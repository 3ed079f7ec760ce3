"""Tidy rows as a workspace gives them, for tests of boards."""


def row(value, model="m", *, dataset="d", suite="accuracy", metric="accuracy", group="", n=9, **more):
    """One row; it rests on a finished sample of nine cases unless told otherwise."""
    rests_on = {"partial": False, "judged": 9, "wanted": 9, "limit": 9, "seed": 0, "sample": "aaa"}
    named = {"model": model, "dataset": dataset, "suite": suite, "metric": metric, "group": group}
    low, high = (None, None) if value is None else (value - 1, value + 1)
    return {**named, "value": value, "low": low, "high": high, "n": n, "undecided": 0, **rests_on, **more}
