"""The figures of one part of a suite's cases."""

import pyarrow as pa
import pytest
from askance.metrics import TIDY, rates_within_part
from askance.store import TABLES


def verdicts(*rows):
    return pa.Table.from_pylist(
        [
            {
                "case_key": number.to_bytes(16, "big"), "group": group, "image": image, "value": value,
                "holds": None if value is None else value == 1, "tags": [("type", kind)],
            }
            for number, (group, image, value, kind) in enumerate(rows)
        ],
        schema=TABLES["verdicts"],
    )  # fmt: skip


TABLE = verdicts(
    ("image/gaussian", "a", 1.0, "yes/no"),
    ("image/gaussian", "b", 1 / 3, "other"),
    ("image/poisson", "c", 2 / 3, "other"),
    ("image/poisson", "c", None, "other"),
    ("geometric/shift/8", "a", 0.0, "yes/no"),
    ("imagery", "a", 0.0, "yes/no"),
)


def test_a_part_is_told_from_the_others_and_grouped_by_the_rest_of_the_path():
    made = rates_within_part(TABLE, "image", "robustness", by=("type",))
    assert made.schema == TIDY
    found = {row["group"]: (row["value"], row["n"], row["undecided"]) for row in made.to_pylist()}
    assert found == {
        "": (pytest.approx(200 / 3), 3, 1),
        "gaussian": (pytest.approx(200 / 3), 2, 0),
        "poisson": (pytest.approx(200 / 3), 1, 1),
        "type/other": (pytest.approx(50), 2, 1),
        "type/yes-no": (pytest.approx(100), 1, 0),
    }


def test_every_depth_of_the_path_has_a_row():
    rows = rates_within_part(TABLE, "geometric", "robustness").to_pylist()
    assert [(row["group"], row["value"]) for row in rows] == [("", 0), ("shift", 0), ("shift/8", 0)]


def test_what_is_lost_is_one_less_the_value():
    kept = {row["group"]: row for row in rates_within_part(TABLE, "image", "m").to_pylist()}
    for row in rates_within_part(TABLE, "image", "m", lost=True).to_pylist():
        other = kept[row["group"]]
        assert row["value"] == pytest.approx(100 - other["value"])
        assert (row["low"], row["high"]) == pytest.approx((100 - other["high"], 100 - other["low"]))
        assert (row["n"], row["undecided"]) == (other["n"], other["undecided"])


def test_a_part_without_cases_has_a_row_without_a_value():
    assert [(row["value"], row["n"]) for row in rates_within_part(TABLE, "feature", "m").to_pylist()] == [(None, 0)]
