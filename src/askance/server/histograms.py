"""Histograms and tables of counts over selected verdicts."""

import numpy as np
import numpy.typing as npt
from askance.server.filter_ids import RIGHT, UNDECIDED, WRONG, FilterIds
from askance.server.index_schema import MODELS_PER_PACK, STEPS
from askance.server.query_results import Bin, TwoByTwo
from askance.server.selection import Selection, fitting_cases
from askance.server.verdict_columns import SuiteCases, VerdictColumns

BARS = 40


def histogram_of_bins(by_bin: npt.NDArray[np.int64]) -> tuple[Bin, ...]:
    """The bars of values between 0 and 1, from the number of verdicts by bin + 1."""
    width = 2 * STEPS // BARS
    inside = by_bin[1 : 2 * STEPS + 2]
    counts = [int(inside[n * width : (n + 1) * width].sum()) for n in range(BARS)]
    counts[-1] += int(inside[-1])  # the last bar includes 1
    return tuple(Bin(n / BARS, (n + 1) / BARS, counts[n]) for n in range(BARS))


def wide_histogram(selected: Selection, low: float, high: float) -> tuple[Bin, ...]:
    """The bars of values that are not all between 0 and 1."""
    edges = np.linspace(low, high, BARS + 1)
    counts = sum(np.histogram(values, edges)[0] for values in selected.values())
    return tuple(Bin(float(edges[n]), float(edges[n + 1]), int(np.broadcast_to(counts, BARS)[n])) for n in range(BARS))


def two_by_two(columns: VerdictColumns, ids: FilterIds, a: int, b: int) -> TwoByTwo:
    """How two models do on the cases that they share and that a filter selects, whatever it says about verdicts."""
    total = np.zeros(16, dtype=np.int64)
    for cases in {id(block.cases): block.cases for block in columns.blocks}.values():
        if ids.has_cases(cases):
            mask = fitting_cases(ids, cases) & cases.is_first
            total += np.bincount((4 * _outcomes(cases, a) + _outcomes(cases, b))[mask], minlength=16)
    at = total.reshape(4, 4)
    return TwoByTwo(
        both_right=int(at[RIGHT, RIGHT]),
        only_a=int(at[RIGHT, WRONG]),
        only_b=int(at[WRONG, RIGHT]),
        both_wrong=int(at[WRONG, WRONG]),
        undecided=int(at[UNDECIDED, 1:].sum() + at[1:, UNDECIDED].sum() - at[UNDECIDED, UNDECIDED]),
    )


def _outcomes(cases: SuiteCases, model: int) -> npt.NDArray[np.uint8]:
    pack = cases.packs[model // MODELS_PER_PACK]
    return ((pack >> (2 * (model % MODELS_PER_PACK))) & 3).astype(np.uint8)
