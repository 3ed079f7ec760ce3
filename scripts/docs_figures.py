"""Recomputes the marked tables of figures in docs/: `python -m scripts.docs_figures [--check]`.

A marked table stands between two comments, the first of which says how it is made:

    <!-- figures: data=stickers suite=carets limit=300 seed=0 -->
    | model | cons:negation | cacc: |
    |---|---|---|
    | oracle | 100.0 | 100.0 |
    <!-- /figures -->

A column is metric:group; a group is empty for the total. tests/laws/test_docs_figures.py checks all tables.
"""

import re
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import askance

DOCS = Path(__file__).parent.parent / "docs"
_TABLE = re.compile(r"<!-- figures: (?P<how>[^>]*?) -->\n(?P<table>.*?)<!-- /figures -->", re.DOTALL)
MISSING = "–"


@dataclass(frozen=True)
class FigureTable:
    """One marked table: where it is, how it is made, its columns and its rows as written."""

    path: Path
    how: str
    columns: tuple[str, ...]
    rows: dict[str, tuple[str, ...]]  # model → cells

    @property
    def options(self) -> dict[str, str]:
        """The settings of the run."""
        return dict(part.split("=", 1) for part in self.how.split())


def tables(folder: Path = DOCS) -> Iterator[FigureTable]:
    """Every marked table in the docs."""
    for path in sorted(folder.rglob("*.md")):
        for found in _TABLE.finditer(path.read_text(encoding="utf-8")):
            head, _, *body = (_cells(line) for line in found["table"].strip().split("\n"))
            rows = {model.strip("`"): tuple(cells) for model, *cells in body}
            yield FigureTable(path, found["how"], tuple(cell.strip("`") for cell in head[1:]), rows)


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def recomputed(table: FigureTable, out: Path) -> dict[str, tuple[str, ...]]:
    """The table's rows by a run of its models."""
    options = table.options
    run = askance.run(
        list(table.rows), options["data"], [options["suite"]],
        limit=int(options["limit"]), seed=int(options.get("seed", 0)), out=out,
    )  # fmt: skip
    found = {(row["model"], row["metric"], row["group"]): row["value"] for row in run.metrics.to_pylist()}
    return {
        model: tuple(_said(found.get((model, *column.split(":", 1)))) for column in table.columns)
        for model in table.rows
    }


def _said(value: float | None) -> str:
    return MISSING if value is None else f"{value:.1f}"


def rewrite(path: Path, made: dict[str, dict[str, tuple[str, ...]]]) -> None:
    """Write new figures into a page; `made`: how a table is made → its rows."""

    def replaced(found: re.Match[str]) -> str:
        head, rule, *_ = found["table"].strip().split("\n")
        lines = [f"| `{model}` | {' | '.join(cells)} |" for model, cells in made[found["how"]].items()]
        return "\n".join([f"<!-- figures: {found['how']} -->", head, rule, *lines, "<!-- /figures -->"])

    path.write_text(_TABLE.sub(replaced, path.read_text(encoding="utf-8")), encoding="utf-8")


def main(check: bool) -> int:
    """Rewrite all marked tables, or only say which are stale."""
    made: dict[Path, dict[str, dict[str, tuple[str, ...]]]] = {}
    stale = 0
    for table in tables():
        with tempfile.TemporaryDirectory() as folder:
            rows = recomputed(table, Path(folder))
        made.setdefault(table.path, {})[table.how] = rows
        if rows != table.rows:
            stale += 1
            print(f"{table.path}: {table.how}: was {table.rows}, is {rows}")
    if not check:
        for path, found in made.items():
            rewrite(path, found)
    return stale if check else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv))
