"""Two models' verdicts on the cases that both have, side by side; the models may be in two workspaces."""

from collections.abc import Iterator
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc
from askance.report.current_results import CurrentResult
from askance.report.derived_tables import read_or_rejudge_tables
from askance.store import Workspace


@dataclass(frozen=True, slots=True)
class PairedCases:
    """The verdicts of two models on the same cases, in the same order, and the number of cases of only one model."""

    first: pa.Table
    second: pa.Table
    only_first: int
    only_second: int

    def __len__(self) -> int:
        return int(self.first.num_rows)


@dataclass(frozen=True, slots=True)
class ModelResult:
    """The result of one model on one suite and data set, and the workspace that contains it."""

    space: Workspace
    result: CurrentResult

    def verdicts(self) -> pa.Table:
        """One row per judged case."""
        return read_or_rejudge_tables(self.space, "verdicts", [self.result])


def pair_results(first: ModelResult, second: ModelResult) -> PairedCases:
    """The cases that both models have, of one suite and data set."""
    return pair_cases(first.verdicts(), second.verdicts())


def pair_cases(first: pa.Table, second: pa.Table) -> PairedCases:
    """The rows of two tables of verdicts that have the same case, in the order of the first table.

    A case is the same where its key is: the key is the digest of its questions, images, edits and relation.
    """
    keys = second["case_key"].combine_chunks()
    index = pc.index_in(first["case_key"].combine_chunks(), keys)
    is_shared = index.is_valid()
    shared = int(pc.sum(is_shared).as_py() or 0)
    return PairedCases(
        first.filter(is_shared), second.take(index.drop_null()), len(first) - shared, len(second) - shared
    )


def data_changes(first: ModelResult, second: ModelResult) -> Iterator[str]:
    """One line if the data set changed between the two runs: equal cases may then show different images."""
    data = first.result.data, second.result.data
    if None not in data and data[0] != data[1]:
        yield (
            f"{first.result.dataset} changed between the two runs: the paired cases may show different images;"
            " run both models on the same data"
        )
