"""Two models on the same cases, added up by image: all that swapping the models image by image needs."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from askance.core.case_score import Floats, Transform

Codes = npt.NDArray[np.int64]
PERCENT = 100.0


@dataclass(frozen=True, slots=True)
class PairedSums:
    """One metric of models A and B; a cell is one image in one test (a pooled metric has one test)."""

    images: Codes  # of each cell: the code of its image, shared by all metrics of a comparison
    tests: Codes  # of each cell, from 0 on
    cases: Floats  # of each cell: the number of cases
    a: Floats  # (cells, columns) sums of A's scores
    b: Floats  # (cells, columns)
    squares: Floats  # of each cell: the sum over cases and columns of (B - A)²
    transform: Transform | None = None  # None: the metric is the mean of the first column in percent
    are_shares: bool = False  # columns: the sum over a model's own cases of an image, and their number

    @property
    def case_count(self) -> int:
        """The number of cases that both models have."""
        return int(self.cases.sum())

    @property
    def image_count(self) -> int:
        """The number of images with such cases."""
        return len(np.unique(self.images))

    @property
    def cases_by_test(self) -> Floats:
        """The number of cases of each test."""
        return np.bincount(self.tests, weights=self.cases).astype(np.float64)

    @property
    def squares_by_test(self) -> Floats:
        """The sum of (B - A)² of each test."""
        return np.bincount(self.tests, weights=self.squares).astype(np.float64)

    @property
    def differing_images(self) -> int:
        """The number of images with any case on which the scores differ."""
        return len(np.unique(self.images[self.squares > 0]))

    def means(self) -> tuple[Floats, Floats]:
        """(columns,) the mean scores of A and of B; every test has one vote."""
        n = self.cases_by_test
        found = []
        for each in (self.a, self.b):
            total = np.zeros((len(n), each.shape[1]))
            np.add.at(total, self.tests, each)
            found.append((total[n > 0] / n[n > 0, None]).mean(axis=0))
        return found[0], found[1]

    def to_values(self, means: Floats) -> Floats:
        """(..., columns) means → (...) values of the metric."""
        return PERCENT * means[..., 0] if self.transform is None else self.transform(means)

    def values(self) -> tuple[float, float]:
        """The metric of A and of B."""
        first, second = self.means()
        return float(self.to_values(first)), float(self.to_values(second))


def sums_of_cases(
    images: npt.ArrayLike, a: npt.ArrayLike, b: npt.ArrayLike, tests: npt.ArrayLike | None = None
) -> PairedSums:
    """The sums of single cases: one image, one score of A and one of B for each."""
    of_image = np.asarray(images, dtype=np.int64)
    of_test = np.zeros(len(of_image), dtype=np.int64) if tests is None else np.asarray(tests, dtype=np.int64)
    first, second = (np.asarray(each, dtype=np.float64) for each in (a, b))
    span = int(of_test.max(initial=0)) + 1
    cells, cell = np.unique(of_image * span + of_test, return_inverse=True)
    count = len(cells)

    def add(values: Floats) -> Floats:
        return np.bincount(cell, weights=values, minlength=count).astype(np.float64)[:, None]

    return PairedSums(
        images=cells // span,
        tests=cells % span,
        cases=np.bincount(cell, minlength=count).astype(np.float64),
        a=add(first),
        b=add(second),
        squares=np.bincount(cell, weights=(second - first) ** 2, minlength=count).astype(np.float64),
    )
