"""Bytes in memory as a file for Arrow, which its threads may let go of at any time."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow as pa


def arrow_file(data: bytes) -> "pa.BufferReader":
    """A file over a copy that Arrow owns: a Python object let go of by its threads at exit aborts the process."""
    import pyarrow as pa

    copy = pa.BufferOutputStream()
    copy.write(data)
    return pa.BufferReader(copy.getvalue())
