"""Ways to damage a folder: one change to one file, chosen by a generator."""

import random
import shutil
from collections.abc import Callable
from pathlib import Path

FOREIGN = (  # what other programs and people leave, and names that look like ours
    "notes.txt", "abc.jsonl", "x.json", ".DS_Store", "Thumbs.db", "000099.jsonl", "000099.json", "000099.parquet",
    "000001-copy.parquet", "000099-0123456789abcdef.parquet", "0123456789abcdef0123456789abcdef.json", "ünï\n.json",
    "0123456789abcdef0123456789abcdef.0123456789abcdef.parquet", ".000001-x.parquet.1.tmp",
)  # fmt: skip


def flip(path: Path, rng: random.Random) -> None:
    """Flip one bit, or a few."""
    data = bytearray(path.read_bytes())
    for _ in range(rng.choice((1, 1, 1, 1, rng.randint(2, 20)))):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    path.write_bytes(data)


def truncate(path: Path, rng: random.Random) -> None:
    """Cut the end off."""
    path.write_bytes(path.read_bytes()[: rng.randrange(path.stat().st_size)])


def zero(path: Path, rng: random.Random) -> None:
    """Zero a block, as a disk does after a power failure."""
    data = bytearray(path.read_bytes())
    start = rng.randrange(len(data))
    size = min(rng.choice((1, 16, 512, 4096)), len(data) - start)
    data[start : start + size] = bytes(size)
    path.write_bytes(data)


def append(path: Path, rng: random.Random) -> None:
    """Add bytes at the end: anything, NUL, text, or the file's own beginning."""
    data = path.read_bytes()
    more = rng.choice((rng.randbytes(rng.randint(1, 200)), bytes(64), b"\xff\xfe\n", b'{"half": ', b"foreign\n", data))
    path.write_bytes(data + more)


def swap(path: Path, rng: random.Random) -> None:
    """Exchange the file with another of its kind."""
    other = rng.choice([each for each in path.parent.iterdir() if each.is_file() and each.suffix == path.suffix])
    first, second = path.read_bytes(), other.read_bytes()
    path.write_bytes(second)
    other.write_bytes(first)


def copy(path: Path, rng: random.Random) -> None:
    """Put a copy beside the file, under a name that might be ours."""
    name = path.name.replace("000001", rng.choice(("000002", "000077")), 1)
    if name == path.name:
        name = f"{rng.randbytes(path.stem.find('.') // 2 if '.' in path.stem else 16).hex()}{path.suffix}"
    if not (path.parent / name).exists():
        shutil.copy(path, path.parent / name)


def folder(path: Path, rng: random.Random) -> None:
    """A folder where the file was."""
    path.unlink()
    path.mkdir()


def remove(path: Path, rng: random.Random) -> None:
    """Delete the file."""
    path.unlink()


def foreign(path: Path, rng: random.Random) -> None:
    """Put something beside the file that is not ours: bytes, text, JSON of others, a folder."""
    new = path.parent / rng.choice(FOREIGN)
    if new.exists():
        return
    if rng.random() < 0.25:
        new.mkdir()
    else:
        texts = (b"", b"notes\n", b'{"a": 1}', b"[]", b"null", b"\x00\xff\xfe", b'{"schema": 1}', b"[" * 100_000)
        new.write_bytes(rng.choice((*texts, path.read_bytes() if path.is_file() else b"")))


DAMAGE: dict[str, Callable[[Path, random.Random], None]] = {
    "flip": flip, "truncate": truncate, "zero": zero, "append": append, "swap": swap, "copy": copy, "folder": folder,
    "remove": remove, "foreign": foreign,
}  # fmt: skip
WEIGHTS = (40, 12, 10, 10, 8, 6, 2, 6, 6)


def damage(root: Path, other: Path, rng: random.Random) -> str:
    """Damage one file below `root`; `other` is a folder of the same kind, whose files may come here. Says what."""
    files = sorted(path for path in root.rglob("*") if path.is_file() and path.stat().st_size and path.name != "lock")
    path = rng.choice(files)
    theirs = (
        sorted(each for each in (other / path.parent.relative_to(root).parts[0]).rglob("*") if each.is_file())
        if (path.parent != root)
        else []
    )
    if theirs and rng.random() < 0.08:
        path.write_bytes(rng.choice(theirs).read_bytes())
        return f"{path.relative_to(root)}: another workspace's"
    kind = rng.choices(list(DAMAGE), WEIGHTS)[0]
    DAMAGE[kind](path, rng)
    return f"{path.relative_to(root)}: {kind}"
