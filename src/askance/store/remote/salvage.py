"""A writer's local copy is brought to the newest manifest; answers that were not published yet are kept."""

from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from askance.store.parquet_files import is_intact, write_shard
from askance.store.remote.local_copy import ChangedMeanwhile, download, is_same, safe_path
from askance.store.remote.manifest import Manifest
from askance.store.remote.objects import ObjectStore
from askance.store.workspace_layout import JOURNAL, SHARD, list_files_matching, next_free_number

TABLES_OF_ANSWERS = ("answers", "usage")


def bring_up_to_date(objects: ObjectStore, root: Path, manifest: Manifest) -> None:
    """Download what is missing or different here; files that only this copy has stay."""
    different = []
    for name, parts in manifest.files.items():
        path = safe_path(root, name)
        if is_same(path, parts):  # a journal may have more lines here
            continue
        if JOURNAL.fullmatch(path.name) and path.exists() and path.parent.name == "answers":
            path.rename(path.with_name(f"{next_free_number(path.parent):06d}.jsonl"))  # another machine wrote this one
        different.append((name, parts))
    try:
        download(objects, root, different)
    except ChangedMeanwhile as error:  # only the writer removes objects, and that is this process
        raise AssertionError("an object of the manifest is gone") from error
    for table in TABLES_OF_ANSWERS:
        _drop_published_rows(root, table, manifest)


def _drop_published_rows(root: Path, table: str, manifest: Manifest) -> None:
    """Shards that only this copy has keep the calls that no published shard has.

    Another machine has made its own shard of the journal that this one had published, and so has the same answers.
    """
    folder = root / table
    shards = [path for path in list_files_matching(folder, SHARD) if is_intact(path)]
    own = [path for path in shards if f"{table}/{path.name}" not in manifest.files]
    published = [path for path in shards if path not in own]
    if not own or not published:
        return
    columns = ["call_key", "temporary"]
    known = pa.concat_tables([pq.read_table(path, columns=columns) for path in published])
    final = known["call_key"].filter(pc.invert(known["temporary"])).combine_chunks()
    for path in own:
        rows = pq.read_table(path)
        kept = rows.filter(pc.invert(pc.is_in(rows["call_key"], final)))
        if kept.num_rows < rows.num_rows:
            if kept.num_rows:
                write_shard(folder, next_free_number(folder), kept)
            path.unlink()
