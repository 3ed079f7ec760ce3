"""Bytes in memory as an Arrow file object that is safe when Arrow's threads release it late."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow as pa


def arrow_buffer_reader(data: bytes) -> "pa.BufferReader":
    """An Arrow reader over a copy that Arrow owns: a Python buffer released by its threads at exit would abort."""
    import pyarrow as pa

    copy = pa.BufferOutputStream()
    copy.write(data)
    return pa.BufferReader(copy.getvalue())
