"""How many cases were decided at all, and why the others were not."""

import numpy as np
import pyarrow as pa
from askance.metrics.confidence_interval import grouped_rates
from askance.metrics.rate import Bools, Row, encode_column, image_cluster_codes, percent_rows, tidy_table

REASONS = ("refused", "failed", "unreadable")


def coverage_rows(verdicts: pa.Table) -> pa.Table:
    """The percentage of all cases that are decided (group ""), and that are not, by reason."""
    undecided: Bools = np.asarray(verdicts["holds"].is_null(), dtype=np.bool_)
    status = encode_column(verdicts["status"])
    clusters = image_cluster_codes(verdicts)
    everything = np.zeros(len(verdicts), dtype=np.int64)
    rows: dict[str, Row] = {}
    for name in ("", *REASONS, *(set(status.names) - {*REASONS})):
        code = status.names.index(name) if name in status.names else len(status.names)
        counted = undecided & (status.codes == code) if name else undecided
        share = counted if name else ~undecided
        found = grouped_rates(share.astype(np.float64), clusters, everything, 1)
        rows.update(percent_rows([name], found, [int(counted.sum())]))
    return tidy_table("coverage", rows)
