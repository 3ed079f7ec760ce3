"""Damage to files: what disks, copies and editors do to them."""

import shutil
from pathlib import Path
from random import Random


def files_of(folder: Path) -> list[str]:
    """The files below a folder, by name."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def flip_bit(data: bytearray, rng: Random) -> None:
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def change_byte(data: bytearray, rng: Random) -> None:
    data[rng.randrange(len(data))] = rng.randrange(256)


def truncate(data: bytearray, rng: Random) -> None:
    del data[rng.randrange(len(data)) :]


def zero(data: bytearray, rng: Random) -> None:
    start = rng.randrange(len(data))
    end = min(len(data), start + rng.choice((1, 16, 512, 4096)))
    data[start:end] = bytes(end - start)


def swap(data: bytearray, rng: Random) -> None:
    size = min(rng.choice((1, 4, 64)), len(data))
    one, other = (rng.randrange(len(data) - size + 1) for _ in range(2))
    data[one : one + size], data[other : other + size] = data[other : other + size], data[one : one + size]


def delete(data: bytearray, rng: Random) -> None:
    start = rng.randrange(len(data))
    del data[start : start + rng.choice((1, 7, 300))]


def insert(data: bytearray, rng: Random) -> None:
    start = rng.randrange(len(data) + 1)
    data[start:start] = rng.randbytes(rng.choice((1, 9)))


INSIDE = (flip_bit, flip_bit, flip_bit, change_byte, truncate, zero, swap, delete, insert)  # flips are the commonest


def damage(folder: Path, rng: Random, foreign: Path | None = None) -> str:
    """Damage one file of a folder; `foreign` has files that may take the place of its own; says what was done."""
    name = rng.choice(files_of(folder))
    path, kind = folder / name, rng.random()
    if kind < 0.04:
        path.unlink()
        return f"{name}: removed"
    if kind < 0.16 and foreign is not None:
        others = [each for each in files_of(foreign) if Path(each).suffix == path.suffix]
        if others:
            other = rng.choice(others)
            shutil.copyfile(foreign / other, path)
            return f"{name}: replaced by {other} of another"
    if kind < 0.24:
        others = [each for each in files_of(folder) if Path(each).suffix == path.suffix and each != name]
        if others:
            other = rng.choice(others)
            shutil.copyfile(folder / other, path)
            return f"{name}: replaced by {other}"
    data = bytearray(path.read_bytes())
    if not data:
        path.write_bytes(rng.randbytes(5))
        return f"{name}: bytes written into it"
    how = rng.choice(INSIDE)
    how(data, rng)
    path.write_bytes(data)
    return f"{name}: {how.__name__}"
