"""Checks the built site: every internal link and image leads to a file, every anchor to an id; nothing is fetched."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

FETCHED = {"src", "srcset", "data", "poster"}  # attributes that a browser loads at once


@dataclass
class Page(HTMLParser):
    """The ids of a page, what it links, and what it loads."""

    ids: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    loaded: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note one element."""
        for name, value in attrs:
            if name in ("id", "name") and value:
                self.ids.add(value)
            if tag == "link" and name == "href":
                self.loaded.append(value or "")
            elif name == "href":
                self.links.append(value or "")
            elif name in FETCHED:
                self.loaded.append(value or "")


@cache
def read_page(path: Path) -> Page:
    """One page of the site."""
    page = Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page


def check_site(site: Path) -> tuple[int, list[str]]:
    """The number of internal links, and one line for each that is broken or that loads something from elsewhere."""
    count, wrong = 0, []
    for path in sorted(site.rglob("*.html")):
        page = read_page(path)
        name = path.relative_to(site)
        wrong += [f"{name}: loads {link}" for link in page.loaded if _is_outside(link)]
        for link in {*page.links, *page.loaded}:
            if link and not _is_outside(link) and not link.startswith(("data:", "mailto:")):
                count += 1
                wrong += [f"{name}: {link}: {what}" for what in _problems(site, path, link)]
    return count, wrong


def _is_outside(link: str) -> bool:
    return link.startswith(("http:", "https:", "//"))


def _problems(site: Path, page: Path, link: str) -> Iterator[str]:
    parts = urlsplit(link)
    target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
    if not target.is_relative_to(site.resolve()) or not target.is_file():
        yield "no such file"
    elif parts.fragment and target.suffix == ".html" and unquote(parts.fragment) not in read_page(target).ids:
        yield "no such anchor"
