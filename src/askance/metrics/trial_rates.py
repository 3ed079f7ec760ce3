"""Figures of one part of a suite's cases: the mean value over their trials, by the rest of the group path."""

from collections.abc import Sequence

import pyarrow as pa
import pyarrow.compute as pc
from askance.metrics.rate import rates


def rates_within_part(
    verdicts: pa.Table, part: str, metric: str, *, lost: bool = False, by: Sequence[str] = ()
) -> pa.Table:
    """One row in total and one a group below `part`: the mean value, or (`lost`) what it lacks to 1, in percent."""
    inside = pc.match_substring_regex(verdicts["group"], f"^{part}(/|$)")
    chosen = verdicts.filter(pc.fill_null(inside, False))
    rest = pc.replace_substring_regex(chosen["group"], f"^{part}/?", "")
    chosen = chosen.set_column(chosen.column_names.index("group"), "group", rest)
    if lost:
        value = pc.subtract(1.0, chosen["value"])
        chosen = chosen.set_column(chosen.column_names.index("value"), "value", value)
    return rates(chosen, metric, of="value", by=by)
