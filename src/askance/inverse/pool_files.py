"""Pools in a file: JSON lines, one pool each."""

from collections.abc import Iterable
from pathlib import Path

import msgspec
from askance.core import UserError
from askance.core.input_files import decode_json_input, read_input_file
from askance.inverse.question_pools import QuestionPool


def encode_pools(pools: Iterable[QuestionPool]) -> bytes:
    """The content of a file."""
    return b"".join(msgspec.json.encode(pool) + b"\n" for pool in pools)


def read_pools(path: Path) -> list[QuestionPool]:
    """The pools of a file, checked."""
    decoder = msgspec.json.Decoder(QuestionPool)
    found = []
    for number, line in enumerate(read_input_file(path, "name a file of `askance inverse pools`").splitlines(), 1):
        where = f"{path}: line {number}"
        pool = decode_json_input(line, decoder, where, "write the file with `askance inverse pools`")
        if len(pool.questions) != len(pool.kinds) or "GT" not in pool.kinds or not pool.references:
            raise UserError(f"{where}: needs one kind per question, a question of the kind GT, and references")
        found.append(pool)
    if not found:
        raise UserError(f"{path}: has no pools: write it with `askance inverse pools`")
    return found
