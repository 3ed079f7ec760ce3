"""The thresholds of a chain that give the highest accuracy on some questions: an exact search."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from askance.ranking.question_chain import MOST, Thresholds, questions_to_append, score_ratios
from askance.ranking.ranker import Floats

CANDIDATES = 2048  # thresholds tried an axis; where more could matter, this many in even steps of them
_PARTS = 720_720  # accuracies are fractions with small divisors: in these parts their sums are whole numbers
_NEVER = np.inf  # where it is best that nothing passes, nothing that was not seen shall pass either

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class TunedThresholds:
    """Thresholds (infinite: nothing passes), and the mean accuracy with and without them where they were found."""

    thresholds: Thresholds
    accuracy: float
    without: float


@dataclass(frozen=True, slots=True)
class _CandidateThresholds:
    """Thresholds in falling order, and the place of the first that lets each question pass (their number: none)."""

    limits: Floats
    first: Ints


def tune_thresholds(scores: Floats, right: Floats) -> TunedThresholds:
    """The thresholds with the highest mean accuracy, and among those the ones that append the fewest questions.

    `right` is (n, 4): each main question's accuracy with 0 to 3 basic questions appended.
    """
    if len(right) == 0:
        raise ValueError("thresholds cannot be tuned on no questions")
    values = score_ratios(scores)
    worth = _value_of_choices(right)
    axes = [
        _candidate_thresholds(values[:, place], worth[:, place + 1 :] - worth[:, place : place + 1])
        for place in range(MOST)
    ]
    s1, s2, s3 = (
        float(axis.limits[place])
        for axis, place in zip(axes, _search_best_thresholds(axes, np.diff(worth)), strict=True)
    )
    found = Thresholds(s1, s2, s3)
    chosen = questions_to_append(scores, found)
    return TunedThresholds(found, float(right[np.arange(len(right)), chosen].mean()), float(right[:, 0].mean()))


def _value_of_choices(right: Floats) -> Ints:
    """(n, 4) what each choice is worth: accuracy above all, and of equals the shorter chain."""
    parts = np.rint(np.asarray(right, dtype=np.float64) * _PARTS).astype(np.int64)
    return parts * (MOST * len(parts) + 1) - np.arange(MOST + 1)


def _candidate_thresholds(values: Floats, effects: Ints) -> _CandidateThresholds:
    """The thresholds that can be best: just below something that may gain, at something that may lose.

    `effects` (n, k) are all that passing this threshold may change of a question's worth.
    """
    is_defined = ~np.isnan(values)
    distinct, group = np.unique(-values[is_defined], return_inverse=True)  # falling
    if not len(distinct):
        return _CandidateThresholds(np.array([_NEVER]), np.ones(len(values), dtype=np.int64))
    gains, loses = np.zeros(len(distinct), dtype=np.bool_), np.zeros(len(distinct), dtype=np.bool_)
    np.logical_or.at(gains, group, effects[is_defined].max(axis=1) > 0)
    np.logical_or.at(loses, group, effects[is_defined].min(axis=1) < 0)
    places = np.flatnonzero(np.append(True, gains) & np.append(loses, True))  # so many groups pass
    if len(places) > CANDIDATES:
        places = places[np.linspace(0, len(places) - 1, CANDIDATES).round().astype(np.int64)]
    lowest = -distinct[-1]
    limits = np.concatenate([[_NEVER], -distinct[1:], [0.0 if lowest > 0 else np.nextafter(lowest, -np.inf)]])[places]
    first = np.full(len(values), len(places), dtype=np.int64)
    first[is_defined] = np.searchsorted(places, group, side="right")
    return _CandidateThresholds(limits, first)


def _search_best_thresholds(axes: list[_CandidateThresholds], steps: Ints) -> tuple[int, int, int]:
    """The places of the best thresholds; `steps` (n, 3) are what each further basic question is worth.

    Questions enter by the first threshold; for every second one at once, a tree keeps the best third one.
    """
    one, two, three = axes
    sums = _PrefixSums(len(three.limits), len(two.limits))
    base = np.zeros(len(two.limits), dtype=np.int64)  # by second threshold, with one or two basic questions
    best, found = None, (0, 0)
    cells, totals = _group_by_first_threshold(axes, steps)
    for place in range(len(one.limits)):
        for (_, second, third), (first_step, second_step, third_step) in zip(
            cells[place].tolist(), totals[place].tolist(), strict=True
        ):
            base += first_step
            base[second:] += second_step
            if third < len(three.limits):
                sums.add(third, second, third_step)
        worth = base + sums.highest_prefix_sums
        top = int(worth.argmax())
        if best is None or worth[top] > best:
            best, found = worth[top], (place, top)
    passed = (one.first <= found[0]) & (two.first <= found[1])
    last = np.zeros(len(three.limits) + 1, dtype=np.int64)
    np.add.at(last, three.first[passed], steps[passed, 2])
    return *found, int(last[:-1].cumsum().argmax())


def _group_by_first_threshold(axes: list[_CandidateThresholds], steps: Ints) -> tuple[list[Ints], list[Ints]]:
    """By first threshold, the questions that it lets pass anew: those alike in all places added up."""
    places = np.stack([axis.first for axis in axes], axis=1)
    cells, cell = np.unique(places, axis=0, return_inverse=True)
    totals = np.zeros((len(cells), MOST), dtype=np.int64)
    np.add.at(totals, cell.reshape(-1), steps)
    ends = np.searchsorted(cells[:, 0], np.arange(1, len(axes[0].limits)))
    inside = cells[:, 0] < len(axes[0].limits)
    return np.split(cells[inside], ends), np.split(totals[inside], ends)


class _PrefixSums:
    """Many rows of numbers at once; of each row the highest sum of its first few numbers."""

    def __init__(self, numbers: int, rows: int):
        self.leaves = 1 << (numbers - 1).bit_length()
        self._total = np.zeros((2 * self.leaves, rows), dtype=np.int64)
        self._best = np.zeros((2 * self.leaves, rows), dtype=np.int64)

    @property
    def highest_prefix_sums(self) -> Ints:
        """(rows,) the highest sum of at least one number."""
        return np.asarray(self._best[1])

    def add(self, number: int, row: int, amount: int) -> None:
        """Add to one number in this row and all that follow it."""
        total, best, node = self._total, self._best, self.leaves + number
        total[node, row:] += amount
        best[node, row:] += amount
        while node > 1:
            node //= 2
            left, right = 2 * node, 2 * node + 1
            total[node, row:] += amount
            np.add(total[left, row:], best[right, row:], out=best[node, row:])
            np.maximum(best[node, row:], best[left, row:], out=best[node, row:])
