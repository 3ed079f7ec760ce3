"""What models get right together: the coverage matrix of pairs."""

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
from askance.metrics.pairs import ROLES
from askance.metrics.rate import TIDY, rates

METRIC = "pair_coverage"
COVERAGE = pa.schema([("model", pa.string()), ("of", pa.string()), *TIDY])

Floats = npt.NDArray[np.float64]


def coverage_matrix(verdicts: pa.Table) -> pa.Table:
    """For all models i (`model`) and j (`of`): the percentage of j's right pairs that i gets right too, by group.

    `n` counts j's right pairs that i answered, `undecided` those that it did not; null where there are none.
    """
    models = sorted(set(verdicts["model"].to_pylist()))
    codes = np.asarray(verdicts["case_key"].combine_chunks().dictionary_encode().indices, dtype=np.int64)
    cases, firsts = np.unique(codes, return_index=True)
    right = np.full((len(models), len(cases)), np.nan)
    places = np.array([models.index(name) for name in verdicts["model"].to_pylist()], dtype=np.int64)
    right[places, codes] = pair_is_right(verdicts)
    shown = verdicts.select(["group", "image"]).take(pa.array(firsts))
    parts = [COVERAGE.empty_table()]
    for j, of in enumerate(models):
        is_right = right[j] == 1
        mine = shown.filter(pa.array(is_right))
        for i, model in enumerate(models):
            values = pa.array(right[i][is_right], pa.float64(), from_pandas=True)  # not a number becomes null
            found = rates(mine.append_column("value", values), METRIC, of="value")
            names = {"model": pa.array([model] * len(found)), "of": pa.array([of] * len(found))}
            parts.append(pa.table({**names, **{name: found[name] for name in TIDY.names}}, schema=COVERAGE))
    return pa.concat_tables(parts)


def pair_is_right(verdicts: pa.Table) -> Floats:
    """1 where both halves are wholly right, 0 where one is not, not a number where one was not answered."""
    halves = [
        np.asarray(pc.map_lookup(verdicts["scores"], role, "first").fill_null(np.nan), dtype=np.float64)
        for role in ROLES
    ]
    lowest = np.minimum(*halves)  # not a number wins
    return np.where(np.isnan(lowest), np.nan, (lowest >= 1).astype(np.float64))
