"""How much memory there is, and sizes as people write them."""

import os
import re
from pathlib import Path

from askance.core.errors import UserError

UNITS = {"": 1, "B": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}
SHARE = 16  # decoded images may take 1/16 of the memory
LEAST, MOST = 256 * 2**20, 2**30  # bytes, unless the user says otherwise
SMALLEST = 2**20
LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")  # version 2, version 1


def parse_byte_size(text: str, option: str) -> int:
    """The bytes that 512MB, 2G or 1.5 GiB mean (K, M, G and T are powers of 1,024)."""
    found = re.fullmatch(r"\s*([0-9]+(?:\.[0-9]+)?)\s*([KMGT]?)(?:i?B)?\s*", text, re.IGNORECASE)
    size = round(float(found[1]) * UNITS[found[2].upper()]) if found else 0
    if size < SMALLEST:
        raise UserError(f"{option} {text}: not a size of 1 MB or more: write it as 512MB or 2GB")
    return size


def available_memory_bytes(limits: tuple[str, ...] = LIMITS) -> int:
    """The bytes of memory that this process may use: those of the machine, or of its container if that has fewer."""
    try:
        found = [os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")]
    except (AttributeError, ValueError, OSError):  # not a POSIX system
        found = []
    for limit in map(Path, limits):
        try:
            text = limit.read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError):
            continue
        found += [int(text)] if text.isdigit() else []  # "max": no limit
    return min(found, default=LEAST * SHARE)


def default_image_memory_bytes() -> int:
    """The default memory for decoded images: a share of the machine's or container's, within bounds."""
    return min(MOST, max(LEAST, available_memory_bytes() // SHARE))
