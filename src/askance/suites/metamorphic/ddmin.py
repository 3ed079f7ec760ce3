"""Delta debugging: which few of many objects a failure needs, asked one subset at a time."""

from collections.abc import Generator
from typing import TypeVar

Atom = TypeVar("Atom")
Kept = tuple[Atom, ...]
Search = Generator[Kept[Atom], bool, Kept[Atom]]  # yields what to keep, is sent whether that still fails


def ddmin(atoms: Kept[Atom], least: int = 0) -> Search[Atom]:
    """The atoms without which the failure goes, at least so many; all of them are known to fail (Zeller 2002)."""
    known: dict[Kept[Atom], bool] = {atoms: True}

    def fails(kept: Kept[Atom]) -> Generator[Kept[Atom], bool, bool]:
        if kept not in known:
            known[kept] = yield kept
        return known[kept]

    if not least and atoms and (yield from fails(())):
        return ()
    chunks = 2
    while len(atoms) > max(1, least):
        parts = _split_evenly(atoms, min(chunks, len(atoms)))
        tries = [part for part in parts if len(part) >= least]
        tries += [tuple(atom for atom in atoms if atom not in part) for part in parts]
        for kept in tries:
            if least <= len(kept) < len(atoms) and (yield from fails(kept)):
                chunks = max(2, chunks - 1) if kept not in parts else 2
                atoms = kept
                break
        else:
            if chunks >= len(atoms):
                break
            chunks *= 2
    return atoms


def _split_evenly(atoms: Kept[Atom], count: int) -> list[Kept[Atom]]:
    """So many runs of about the same length, none empty."""
    size = len(atoms)
    return [atoms[size * place // count : size * (place + 1) // count] for place in range(count)]
