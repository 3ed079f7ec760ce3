"""Figures of an older version of Askance stay readable beside new ones, by the reader and by SQL."""

import askance
import pyarrow.parquet as pq
from askance.store import Workspace, connect, read_derived_with_model_names
from askance.store.parquet_files import write_with_checksum
from toy import ToyData, ToyModel


def test_files_without_the_newest_column_are_read_with_the_others(tmp_path):
    for name in ("old", "new"):
        askance.run(ToyModel(name, name), ToyData(6), out=tmp_path)
    for path in (tmp_path / "metrics").glob("*.parquet"):
        table = pq.read_table(path)
        if table["model"][0].as_py() == "old":
            write_with_checksum(path, table.drop_columns(["fingerprint"]))
    space = Workspace.for_reading(tmp_path)
    (case_set,) = [case_set.id for case_set in space.case_sets()]
    found = read_derived_with_model_names(space, "metrics", [(case_set, "old", "a"), (case_set, "new", "b")])
    assert set(zip(*(found[name].to_pylist() for name in ("model", "fingerprint")), strict=True)) == {
        ("a", "old"), ("b", "new")
    }  # fmt: skip
    rows = connect(space).sql("select distinct model, fingerprint from metrics").fetchall()
    assert set(rows) == {("old", None), ("new", "new")}
