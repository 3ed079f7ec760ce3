"""A shard: the part of a run that one of several jobs makes, such as 2/8."""

import re
from dataclasses import dataclass

from askance.core.errors import UserError

LARGEST = 1_000_000


@dataclass(frozen=True, slots=True)
class Shard:
    """Part `number` (from 1) of `count` parts; all queries about one image are in the same part."""

    number: int
    count: int

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"


def parse_shard(text: str) -> Shard:
    """The shard that a text such as 2/8 names."""
    found = re.fullmatch(r"(\d{1,7})/(\d{1,7})", text.strip(), re.ASCII)
    if found is None:
        raise UserError(f"--shard {text}: write NUMBER/COUNT, such as 2/8 for the second of 8 parts")
    shard = Shard(int(found[1]), int(found[2]))
    if not 1 <= shard.count <= LARGEST:
        raise UserError(f"--shard {text}: the count must be from 1 to {LARGEST:,}")
    if not 1 <= shard.number <= shard.count:
        raise UserError(f"--shard {text}: the number must be from 1 to {shard.count}; shards are counted from 1")
    return shard
