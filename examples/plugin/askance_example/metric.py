"""A metric that is added to every suite: the share of images on which no case fails."""

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from askance.core import Metric
from askance.core.metric import AddedMetric
from askance.metrics import TIDY, clustered_rate


def all_right(verdicts):
    decided = verdicts.filter(pc.is_valid(verdicts["holds"]))
    images = decided.group_by("image").aggregate([("holds", "all")])
    rate = clustered_rate(images["holds_all"].to_numpy().astype(float), np.arange(len(images)))
    row = {"metric": "images_all_right", "group": "", "n": len(images), "undecided": len(verdicts) - len(decided)}
    row["images"] = len(images)
    figures = {"value": 100 * rate.value, "low": 100 * rate.low, "high": 100 * rate.high} if len(images) else {}
    return pa.Table.from_pylist([row | figures], schema=TIDY)


ALL_RIGHT = AddedMetric(Metric("images_all_right", "share of images on which no case fails", better="up"), all_right)
