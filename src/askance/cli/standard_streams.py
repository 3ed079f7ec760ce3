"""stdout and stderr while a model's code runs: what it closes, replaces or prints does not spoil the output."""

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import TextIO

from askance.core.duplicate_stream import duplicate_stream

OUT, ERR = 1, 2  # file descriptors


@contextlib.contextmanager
def protect_streams(only_json: bool = False) -> Iterator[None]:
    """Keep the streams of the command; with `only_json` all that is printed inside goes to stderr, also from C code."""
    out, err = sys.stdout, sys.stderr
    sys.stdout = sys.stderr = duplicate_stream(err)  # a model that closes a stream closes a copy
    if not only_json:
        sys.stdout = duplicate_stream(out)
    saved = _duplicate_descriptors()
    _flush(out)
    if only_json and ERR in saved and OUT in saved:
        os.dup2(ERR, OUT)
    try:
        yield
    finally:
        _flush(sys.stdout)
        _flush(sys.stderr)
        sys.stdout, sys.stderr = out, err
        for descriptor, copy in saved.items():
            os.dup2(copy, descriptor)
            os.close(copy)


def _duplicate_descriptors() -> dict[int, int]:
    """Copies of the descriptors of stdout and stderr, as far as these are open."""
    copies = {}
    for descriptor in (OUT, ERR):
        with contextlib.suppress(OSError):
            copies[descriptor] = os.dup(descriptor)
    return copies


def _flush(stream: TextIO | None) -> None:
    with contextlib.suppress(OSError, ValueError, AttributeError):
        if stream is not None:
            stream.flush()
