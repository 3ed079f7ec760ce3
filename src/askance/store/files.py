"""Shards: tables as Parquet files whose names tell whether they are whole."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from askance.core import digest
from askance.core.files import write_atomic


def parquet_bytes(table: pa.Table) -> bytes:
    """The table as one Parquet file in memory."""
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, compression="zstd", compression_level=1)
    return sink.getvalue().to_pybytes()  # type: ignore[no-any-return]


def write_shard(folder: Path, number: int, table: pa.Table) -> Path:
    """Write one shard; its name carries the digest of its bytes, so that damage is seen."""
    data = parquet_bytes(table)
    path = folder / f"{number:06d}-{digest(data).hex()[:16]}.parquet"
    write_atomic(path, data)
    return path


def is_whole(path: Path) -> bool:
    """Whether a shard's bytes still have the digest in its name."""
    return digest(path.read_bytes()).hex()[:16] == path.stem.partition("-")[2]
