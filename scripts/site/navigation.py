"""The order of the pages in the site: reads docs/navigation.toml and checks that every page is in one place."""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

ROOT_PREFIX = "ROOT/"
START = "index.md"


@dataclass(frozen=True)
class Entry:
    """A page, and the pages below it."""

    page: str
    below: tuple[str, ...] = ()


@dataclass(frozen=True)
class Section:
    """A titled list of pages."""

    title: str
    entries: tuple[Entry, ...]


def read_navigation(file: Path, pages: Sequence[str]) -> tuple[Section, ...]:
    """The sections of the site; `pages`: every page there is, as the file names them."""
    written = tomllib.loads(file.read_text(encoding="utf-8"))["section"]
    named = {line for section in written for line in _lines(section) if "*" not in line}
    free = [page for page in sorted(pages) if page not in named and page != START]
    sections = tuple(_section(section, free) for section in written)
    placed = [page for section in sections for entry in section.entries for page in (entry.page, *entry.below)]
    wrong = {
        "is named but does not exist": sorted(set(placed) - set(pages)),
        "is in two places": sorted({page for page in placed if placed.count(page) > 1}),
        "is in no section": free,
    }
    said = [f"{page} {what}" for what, found in wrong.items() for page in found]
    if said:
        raise ValueError(f"{file}: {'; '.join(said)}; edit the file")
    return sections


def _lines(section: dict[str, Any]) -> Iterator[str]:
    yield from [section["first"]] if "first" in section else []
    for line in section["pages"]:
        if isinstance(line, str):
            yield line
        else:
            yield line["page"]
            yield from line["below"]


def _section(section: dict[str, Any], free: list[str]) -> Section:
    entries: list[Entry] = [Entry(section["first"])] if "first" in section else []
    for line in section["pages"]:
        if isinstance(line, str):
            entries += [Entry(page) for page in _matching(line, free)]
        else:
            below = tuple(page for pattern in line["below"] for page in _matching(pattern, free))
            entries.append(Entry(line["page"], below))
    return Section(section["title"], tuple(entries))


def _matching(pattern: str, free: list[str]) -> list[str]:
    """The pages of a line; a pattern takes pages of its own folder that are still free."""
    if "*" not in pattern:
        return [pattern]
    found = [page for page in free if fnmatchcase(page, pattern) and page.count("/") == pattern.count("/")]
    free[:] = [page for page in free if page not in found]
    return found
