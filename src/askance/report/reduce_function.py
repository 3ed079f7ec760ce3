"""`askance.reduce`: a named reducer over the answers in a workspace, as an object that shows itself."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
from askance.core.dataset import VARIANT
from askance.core.html_table import html_lines
from askance.metrics.reducers import Reducer
from askance.report.board import Board
from askance.report.board_text import to_html, to_text
from askance.report.model_versions import target_text
from askance.report.reduce_workspace import Row, open_reducer, reduce_workspace, reduction_board, reduction_notes
from askance.report.reducer_input import SUITE, Reduction
from askance.store import Workspace

if TYPE_CHECKING:
    from askance.engine import Run

SCHEMA = pa.schema([
    ("model", pa.string()), ("dataset", pa.string()), ("suite", pa.string()), ("metric", pa.string()),
    ("group", pa.string()), ("value", pa.float64()), ("low", pa.float64()), ("high", pa.float64()), ("n", pa.int64()),
    ("undecided", pa.int64()), ("images", pa.int64()),
])  # fmt: skip


@dataclass(frozen=True, slots=True)
class ReducedScores:
    """The scores of one reducer, for every model and data set."""

    reducer: Reducer
    rows: tuple[Row, ...]
    notes: tuple[str, ...]  # what to know before believing a score

    @property
    def table(self) -> pa.Table:
        """One row per model, data set, metric and group; the columns are those of tidy rows."""
        return pa.Table.from_pylist(list(self.rows), schema=SCHEMA)

    @property
    def legend(self) -> str:
        """How to read a cell."""
        return (
            f"A cell shows: value [95 % interval] n = number of {self.reducer.unit}. ↑ higher is better, ↓ lower is"
            " better."
        )

    def board(self) -> Board:
        """Models as rows, metrics as columns."""
        board = reduction_board(self.rows, self.reducer)
        return Board(board.columns, board.rows, f"{self.reducer.name} ({self.reducer.source})")

    @property
    def text(self) -> str:
        """The table and the notes as plain text."""
        return "\n".join([to_text(self.board()), self.legend, *self.notes]) + "\n"

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return to_html(self.board()) + html_lines([self.legend, *self.notes], "small")


def reduce(
    name: str,
    folder: "str | Path | Run",
    *,
    models: Sequence[str] | str = (),
    group: str = "group",
    variant: str = VARIANT,
    by: str = "",
    baseline: str = "",
    suite: str = SUITE,
) -> ReducedScores:
    """Compute the score NAME, such as "all-correct" or "pope", from the answers in a workspace.

    `group`: the field `group` of the data, "image", or a tag. `variant`: the tag that names the variants of a question.
    `by`: a tag; each of its values gets a row. `baseline`: with "mce", the model that the others are compared with.
    """
    reducer, space = open_reducer(name), Workspace.for_reading(target_text(folder))
    chosen = [models] if isinstance(models, str) else models
    wanted = Reduction(reducer, group, variant, by, baseline, suite)
    rows = reduce_workspace(space, wanted, chosen)
    return ReducedScores(reducer, tuple(rows), tuple(reduction_notes(space, wanted)))
