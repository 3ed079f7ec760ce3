"""Copies the pages of the docs into one folder that Sphinx reads: links changed, lists of pages added."""

import re
import shutil
from pathlib import Path, PurePosixPath

from scripts.site.link_rewriting import rewrite_links
from scripts.site.navigation import ROOT_PREFIX, START, Entry, read_navigation
from scripts.site.notebook_page import notebook_page
from scripts.site.source_pages import source_page

ROOT = Path(__file__).resolve().parent.parent.parent
DOCS = ROOT / "docs"
SOURCE = "source"  # folder of the pages with source files
NOT_PAGES = ("README.md",)  # of the root: the start page takes its place
_FENCE = re.compile(r"^```(?:sh)?\n(?=\$ )", re.MULTILINE)
_INDENTED = re.compile(r"(?<=\n\n)(?:    (?:askance|pip install|make) [^\n]*\n(?:    [^\n]*\n)*)")
_DUNDER = re.compile(r"^#.*__.*$", re.MULTILINE)  # a heading in which __ would make text bold


class Stage:
    """One copy of the docs for Sphinx."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.wanted: dict[PurePosixPath, Path] = {}  # pages with source files, found while links are changed

    def write(self) -> None:
        """Write all pages; the folder must be empty or missing."""
        shutil.copytree(DOCS, self.folder, ignore=shutil.ignore_patterns("*.md", "*.ipynb", "*.toml"))
        pages = _pages()
        sections = read_navigation(DOCS / "navigation.toml", list(pages))
        entries = {entry.page: entry for section in sections for entry in section.entries}
        for name, file in pages.items():
            here = _address(name)
            text = rewrite_links(_markdown(file), file, self.address_of, here)
            text = _DUNDER.sub(lambda found: found[0].replace("__", r"\_\_"), text)
            text = _FENCE.sub("```console\n", _INDENTED.sub(_fenced, text))
            if name == START:
                text += "".join(_toctree(section.title, section.entries) for section in sections)
            elif entries.get(name, Entry(name)).below:
                text += _toctree("", tuple(map(Entry, entries[name].below)))
            self._put(here, text)
        for address, file in self.wanted.items():
            self._put(address, source_page(file, file.relative_to(ROOT).as_posix()))

    def address_of(self, file: Path) -> PurePosixPath:
        """Where a file or folder of the repository is in the site."""
        if file.is_dir() and (file / "README.md").exists() and file != ROOT:
            file = file / "README.md"
        if file == DOCS / "design":
            return PurePosixPath("design.md")
        if file == ROOT / "README.md":
            return PurePosixPath(START)
        if file.suffix == ".ipynb":
            return PurePosixPath(file.relative_to(DOCS).with_suffix(".md"))
        if file.is_relative_to(DOCS) and file.is_file() and file.suffix != ".toml":
            return PurePosixPath(file.relative_to(DOCS))
        if file.parent == ROOT and file.suffix == ".md":
            return PurePosixPath(file.name)
        address = PurePosixPath(SOURCE, f"{file.relative_to(ROOT)}.md")
        self.wanted[address] = file
        return address

    def _put(self, address: PurePosixPath, text: str) -> None:
        path = self.folder / address
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def _pages() -> dict[str, Path]:
    """Every page, by the name that it has in docs/navigation.toml."""
    docs = [*DOCS.rglob("*.md"), *DOCS.rglob("*.ipynb")]
    root = [file for file in ROOT.glob("*.md") if file.name not in NOT_PAGES]
    named = {file.relative_to(DOCS).as_posix(): file for file in docs if ".ipynb_checkpoints" not in file.parts}
    return named | {f"{ROOT_PREFIX}{file.name}": file for file in root}


def _address(name: str) -> PurePosixPath:
    return PurePosixPath(name.removeprefix(ROOT_PREFIX)).with_suffix(".md")


def _markdown(file: Path) -> str:
    return notebook_page(file) if file.suffix == ".ipynb" else file.read_text(encoding="utf-8")


def _fenced(found: re.Match[str]) -> str:
    """An indented block of commands as a marked one, so that all commands look the same."""
    return f"```sh\n{re.sub('^    ', '', found[0], flags=re.MULTILINE)}```\n"


def _toctree(caption: str, entries: tuple[Entry, ...]) -> str:
    """A hidden list of pages, which the theme shows in the side bar."""
    lines = "".join(f"/{_address(entry.page).with_suffix('')}\n" for entry in entries)
    return f"\n```{{toctree}}\n:hidden:\n:titlesonly:\n{f':caption: {caption}' if caption else ''}\n\n{lines}```\n"
