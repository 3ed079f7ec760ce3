"""Tidy rows from a table of verdicts."""

import time

import numpy as np
import pyarrow as pa
import pytest
from askance.metrics import TIDY, clustered_rate, coverage_rows, rates
from hypothesis import given
from hypothesis import strategies as st

SCHEMA = pa.schema([
    ("case", pa.binary(16)), ("image", pa.string()), ("holds", pa.bool_()), ("value", pa.float64()),
    ("status", pa.string()), ("tags", pa.map_(pa.string(), pa.string())), ("group", pa.string()),
])  # fmt: skip


Record = dict[str, object]


def row(holds: bool | None, group: str = "", image: str | None = "1", status: str | None = None, **tags: str) -> Record:
    value = None if holds is None else float(holds)
    return {"case": b"0" * 16, "image": image, "holds": holds, "value": value, "status": status,
            "tags": list(tags.items()), "group": group}  # fmt: skip


def table(*rows: Record) -> pa.Table:
    return pa.Table.from_pylist(list(rows), schema=SCHEMA)


def by_group(found: pa.Table) -> dict[str, Record]:
    return {str(record["group"]): record for record in found.to_pylist()}


FOUR = table(
    row(True, "negation/Q1", "1", type="yes/no"),
    row(False, "negation/Q2", "2", type="number"),
    row(True, "color", "3", type="number"),
    row(None, "negation/Q1", "4", "refused", type="yes/no"),
)


def test_every_prefix_of_a_path_is_a_group() -> None:
    found = rates(FOUR, "cons")
    groups = by_group(found)
    assert found.schema == TIDY
    assert list(groups) == ["", "color", "negation", "negation/Q1", "negation/Q2"]
    assert groups["negation"]["value"] == 50.0
    assert [record["n"] for record in groups.values()] == [3, 1, 2, 1, 1]
    assert [record["undecided"] for record in groups.values()] == [1, 0, 1, 1, 0]
    assert {record["metric"] for record in groups.values()} == {"cons"}


def test_tags_and_masks_are_groups() -> None:
    masks = {"first": np.array([True, False, False, False])}
    groups = by_group(rates(FOUR, "acc", by=("type", "absent"), groups=masks))
    assert (groups["type/yes-no"]["value"], groups["type/yes-no"]["undecided"]) == (100.0, 1)
    assert groups["type/number"]["value"] == 50.0
    assert groups["first"]["n"] == 1
    assert not any(name.startswith("absent") for name in groups)


def test_measures() -> None:
    half = FOUR.set_column(3, "value", pa.array([0.3, 0.6, 0.9, None]))
    assert by_group(rates(half, "acc", of="value"))[""]["value"] == pytest.approx(60.0)
    assert by_group(rates(half, "error", of="fails"))[""]["value"] == pytest.approx(100 / 3)


def test_a_group_of_undecided_cases_has_no_value() -> None:
    only = by_group(rates(table(row(None, "color", status="failed")), "cons"))["color"]
    assert (only["value"], only["low"], only["high"], only["n"], only["undecided"]) == (None, None, None, 0, 1)


def test_no_cases_at_all() -> None:
    empty = SCHEMA.empty_table()
    assert rates(empty, "cons", by=("type",)).to_pylist()[0]["value"] is None
    assert by_group(coverage_rows(empty))[""]["n"] == 0


def test_cases_without_image_are_clusters_of_their_own() -> None:
    values = [True, False, True, True]
    alone = by_group(rates(table(*(row(value, image=None) for value in values)), "cons"))[""]
    assert alone["low"] == pytest.approx(100 * clustered_rate(values, np.arange(4)).low)


def test_coverage_says_why() -> None:
    rows = (row(True), row(False), row(None, status="refused"), row(None, status="unreadable"))
    found = by_group(coverage_rows(table(*rows)))
    assert {name: record["value"] for name, record in found.items()} == {
        "": 50.0, "failed": 0.0, "refused": 25.0, "unreadable": 25.0,
    }  # fmt: skip
    assert found[""]["undecided"] == 2
    assert found["refused"]["n"] == 4


ROWS = st.lists(
    st.builds(row, st.sampled_from([True, False, None]), st.sampled_from(["", "a", "a/b"]), st.sampled_from("123")),
    min_size=1,
    max_size=25,
)


@given(ROWS, st.randoms(use_true_random=False))
def test_order_does_not_matter_and_bounds_hold(rows: list[Record], random: object) -> None:
    shuffled = list(rows)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    first, second = (rates(table(*some), "cons").to_pylist() for some in (rows, shuffled))
    for one, other in zip(first, second, strict=True):
        assert one == pytest.approx(other, abs=1e-10)
        if one["n"]:
            assert 0 <= one["low"] <= one["value"] <= one["high"] <= 100


def test_each_group_is_a_clustered_rate_of_its_own() -> None:
    generator = np.random.default_rng(3)
    holds = generator.random(200) < 0.6
    groups, images = generator.integers(3, size=200), generator.integers(20, size=200)
    rows = [row(bool(one), f"g{group}", str(image)) for one, group, image in zip(holds, groups, images, strict=True)]
    for name, found in by_group(rates(table(*rows), "cons")).items():
        inside = groups >= 0 if name == "" else groups == int(name[1:])
        expected = clustered_rate(holds[inside], images[inside])
        assert [found["value"], found["low"], found["high"]] == pytest.approx([100 * part for part in expected[:3]])


def test_many_rows_are_quick() -> None:
    generator = np.random.default_rng(1)
    count = 100_000
    verdicts = pa.table({
        "image": pa.array(generator.integers(0, 10_000, count)).cast(pa.string()),
        "holds": generator.random(count) < 0.7,
        "group": pa.array(generator.integers(0, 100, count)).cast(pa.string()),
    })  # fmt: skip
    begin = time.process_time()
    assert len(rates(verdicts, "cons")) == 101
    assert time.process_time() - begin < 2.0  # 0.1 s on an idle machine; a million rows in about a second
