"""Part of law 9: every relative link in a Markdown page leads to a file, and every anchor to a heading."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
OUTSIDE = ("http:", "https:", "mailto:")


def text_of(page: Path) -> str:
    """A page without its code, where brackets mean other things."""
    return re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(), flags=re.DOTALL)


def links(page: Path) -> list[str]:
    """The relative links and images of a page."""
    found = re.findall(r"\]\(\s*<?([^)\s>]+)>?[^)]*\)", text_of(page))
    return [link for link in found if not link.startswith(OUTSIDE)]


def anchors(page: Path) -> set[str]:
    """The anchors that GitHub gives the headings of a page."""
    heads = re.findall(r"^#+ (.+)$", re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-") for head in heads}


def broken(page: Path) -> list[str]:
    """The links of a page that lead nowhere."""
    wrong = []
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        is_wrong_anchor = bool(anchor) and target.suffix == ".md" and target.exists() and anchor not in anchors(target)
        if not target.exists() or not target.is_relative_to(ROOT) or is_wrong_anchor:
            wrong.append(link)
    return wrong


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_relative_links_resolve(page):
    assert broken(page) == []


def test_the_pages_of_the_root_are_checked():
    assert {"ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "THIRD_PARTY.md"} <= {page.name for page in PAGES}
    assert "askance-run" in anchors(ROOT / "docs" / "cli.md")


def test_a_page_with_broken_links_fails(tmp_path, monkeypatch):
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    page, other = tmp_path / "a.md", tmp_path / "b.md"
    other.write_text("# One heading\n")
    page.write_text(
        "[a](b.md) [b](b.md#one-heading) [c](gone.md) [d](b.md#two) `[e](f.md)` [g](../out.md) [h](https://x.y)"
    )
    assert broken(page) == ["gone.md", "b.md#two", "../out.md"]
