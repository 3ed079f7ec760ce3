"""Figures of one part of a suite's cases: the mean value over their trials, by the rest of the group path."""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from askance.metrics.rate import PERCENT, Row, image_cluster_codes, make_groupings, rates, tidy_table


def rates_within_part(
    verdicts: pa.Table, part: str, metric: str, *, lost: bool = False, by: Sequence[str] = ()
) -> pa.Table:
    """One row in total and one a group below `part`: the mean value, or (`lost`) what it lacks to 1, in percent."""
    chosen = _cases_of_part(verdicts, part)
    if lost:
        value = pc.subtract(1.0, chosen["value"])
        chosen = chosen.set_column(chosen.column_names.index("value"), "value", value)
    return rates(chosen, metric, of="value", by=by)


def bias_within_part(
    verdicts: pa.Table, part: str, metric: str, *, lost: bool = False, by: Sequence[str] = ()
) -> pa.Table:
    """As rates_within_part: the mean bias of the values, in points, without interval; null where none is estimated."""
    chosen = _cases_of_part(verdicts, part)
    bias = np.asarray(chosen["bias"].fill_null(np.nan), dtype=np.float64) * (-PERCENT if lost else PERCENT)
    is_known, images = ~np.isnan(bias), image_cluster_codes(chosen)
    rows: dict[str, Row] = {}
    for grouping in make_groupings(chosen, by):
        for code, name in enumerate(grouping.names):
            inside = grouping.codes == code
            known = inside & is_known
            n = int(known.sum())
            counts = (n, int(inside.sum()) - n, len(np.unique(images[known])))
            rows.setdefault(name, (float(bias[known].mean()) if n else None, None, None, *counts))
    return tidy_table(metric, rows)


def _cases_of_part(verdicts: pa.Table, part: str) -> pa.Table:
    """The verdicts whose group path starts with `part`, with the rest of the path as group."""
    inside = pc.match_substring_regex(verdicts["group"], f"^{part}(/|$)")
    chosen = verdicts.filter(pc.fill_null(inside, False))
    rest = pc.replace_substring_regex(chosen["group"], f"^{part}/?", "")
    return chosen.set_column(chosen.column_names.index("group"), "group", rest)
