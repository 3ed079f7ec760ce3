"""Two models that each have cases of their own, such as beliefs: the shares of both on each image."""

import duckdb
import numpy as np
from askance.core.case_score import CaseScore, Floats
from askance.metrics.paired_sums import PERCENT, PairedSums
from askance.report.undecided_cases import OTHER, UndecidedCases
from askance.report.verdict_sources import quoted


def create_own_cases(connection: duckdb.DuckDBPyConnection, table: str, a: str, b: str, columns: list[str]) -> None:
    """The cases of both models below each other, in a table with the column `side`; of images that both were asked."""
    names = ", ".join(["cluster", "part", "status", *columns])
    sides = (
        f"select '{side}' as side, {names} from {mine} semi join {other} using (cluster)"
        for side, mine, other in (("a", a, b), ("b", b, a))
    )
    connection.execute(f"create temp table {table} as {' union all '.join(sides)}")


def own_case_sums(
    connection: duckdb.DuckDBPyConnection, table: str, dataset: str, score: str, inside: str
) -> PairedSums | None:
    """The sums and the numbers of decided cases by image; None unless both models have some."""
    made = connection.sql(
        "select code, "
        + ", ".join(
            f"coalesce({of} filter (side = '{side}'), 0)::double as {side}{place}"
            for side in "ab"
            for place, of in enumerate((f"sum({score})", f"count({score})"))
        )
        + f" from {table} join images on images.image = cluster"
        f" where {inside} and {score} is not null and images.dataset = '{quoted(dataset)}' group by code order by code"
    ).to_arrow_table()
    columns = {name: np.asarray(made[name], dtype=np.float64) for name in ("a0", "a1", "b0", "b1")}
    if not columns["a1"].sum() or not columns["b1"].sum():
        return None
    a, b = (np.stack([columns[f"{side}0"], columns[f"{side}1"]], axis=1) for side in "ab")
    images = np.asarray(made["code"], dtype=np.int64)
    return PairedSums(
        images, np.zeros(len(images), dtype=np.int64), a[:, 1] + b[:, 1], a, b, ((b - a) ** 2).sum(axis=1), _share,
        are_shares=True,
    )  # fmt: skip


def _share(means: Floats) -> Floats:
    """(..., 2) means of sums and of numbers → (...) shares in percent; 0 where there is no case."""
    return np.asarray(PERCENT * means[..., 0] / np.maximum(means[..., 1], 1e-300))


def own_undecided(connection: duckdb.DuckDBPyConnection, table: str, score: str, inside: str) -> UndecidedCases:
    """How many of the cases of A and of B are undecided, and why; none is lost to the other model."""
    rows = connection.execute(
        f"select side, {score} is null, status, count(*) from {table} where {inside} group by all"
    ).fetchall()
    a, b = ({status or OTHER: n for of, lost, status, n in rows if of == side and lost} for side in "ab")
    return UndecidedCases(sum(row[-1] for row in rows), a, b, 0)


def is_of_own_cases(score: CaseScore) -> bool:
    """Whether the metric is the share of each model's own cases."""
    return score.is_of_own_cases and len(score.scores) == 1 and score.transform is None and not score.item
