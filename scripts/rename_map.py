"""Checks scripts/rename_map.tsv: which old names are left, and which new names would collide.

Columns: kind, old, new, where. A module is a dotted path. A name is `module:name`, a member `module:Class.name`, a
parameter `module:function(name)`; all in today's paths. A `package` row moves every module below it that has no row of
its own. A `word` row renames a whole identifier in the files that `where` names (globs, relative to src/askance).
"""

import ast
import sys
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import NamedTuple

SCRIPTS = Path(__file__).parent
SOURCE = SCRIPTS.parent / "src"
NOTE = SCRIPTS.parent / "docs" / "design" / "0025-rename-map.md"


class Row(NamedTuple):
    """One rename."""

    kind: str
    old: str
    new: str
    where: str

    @property
    def module(self) -> str:
        """The module that the old name is in, or is."""
        return self.old.partition(":")[0]


def rows() -> list[Row]:
    """All rows, in file order."""
    lines = (SCRIPTS / "rename_map.tsv").read_text().splitlines()
    return [Row(*line.split("\t")) for line in lines[1:] if line]


def file_of(module: str) -> Path | None:
    """The source file of a module or package, if there is one."""
    path = SOURCE.joinpath(*module.split("."))
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.exists()), None)


@cache
def tree(file: Path) -> ast.Module:
    """A file, parsed."""
    return ast.parse(file.read_text())


def names_in(body: list[ast.stmt]) -> dict[str, ast.stmt]:
    """The names that a module or class body defines or imports."""
    found: dict[str, ast.stmt] = {}
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found[node.name] = node
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            found |= {(alias.asname or alias.name).partition(".")[0]: node for alias in node.names}
        else:
            targets = [
                each for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
            ]
            found |= {target.id: node for target in targets}
    return found


def attributes(node: ast.ClassDef) -> set[str]:
    """Everything a class defines, `self.x = …` and __slots__ included."""
    stored = {
        each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store)
    }
    texts = {each.value for each in ast.walk(node) if isinstance(each, ast.Constant) and isinstance(each.value, str)}
    return set(names_in(node.body)) | stored | texts


def exists(row: Row) -> bool:
    """Whether the old name is still there."""
    file = file_of(row.module)
    if row.kind == "word":
        return any(row.old in identifiers(path) for path in files(row))
    if file is None or ":" not in row.old:
        return file is not None
    name, _, parameter = row.old.partition(":")[2].rstrip(")").partition("(")
    owner, _, member = name.partition(".")
    node = names_in(tree(file).body).get(owner)
    if node is None or isinstance(node, (ast.Import, ast.ImportFrom)):
        return False
    if member and not (isinstance(node, ast.ClassDef) and member in attributes(node)):
        return False
    return not parameter or any(isinstance(each, ast.arg) and each.arg == parameter for each in ast.walk(node))


def files(row: Row) -> list[Path]:
    """The files that a word row applies to."""
    return [path for glob in row.where.split() for path in sorted((SOURCE / "askance").glob(glob))]


@cache
def identifiers(file: Path) -> frozenset[str]:
    """Every local name and parameter of a file; attributes have rows of their own."""
    nodes = list(ast.walk(tree(file)))
    return frozenset(
        [each.id for each in nodes if isinstance(each, ast.Name)]
        + [each.arg for each in nodes if isinstance(each, ast.arg)]
    )


def collisions(wanted: list[Row]) -> list[str]:
    """One line for each new name that is already taken, or taken twice."""
    lines: list[str] = []
    modules = [row for row in wanted if row.kind == "module"]
    moved = {row.old for row in modules}
    for row in modules:
        if file_of(row.new) is not None and row.new not in moved:
            lines.append(f"{row.old} → {row.new}: such a module exists")
    lines += [f"{new}: {count} modules" for new, count in Counter(row.new for row in modules).items() if count > 1]
    renamed: defaultdict[str, dict[str, str]] = defaultdict(dict)  # module → top-level name → new name
    for row in wanted:
        if row.kind in ("class", "function", "constant"):
            renamed[row.module][row.old.partition(":")[2]] = row.new
    for module, names in renamed.items():
        file = file_of(module)
        assert file is not None
        staying = set(names_in(tree(file).body)) - set(names)
        lines += [f"{module}:{old} → {new}: taken in that module" for old, new in names.items() if new in staying]
        lines += [f"{module}: {new} twice" for new, count in Counter(names.values()).items() if count > 1]
    lines += import_collisions(renamed)
    for row in wanted:
        if row.kind == "word":
            lines += [
                f"{path.relative_to(SOURCE)}: has both {row.old} and {row.new}"
                for path in files(row)
                if {row.old, row.new} <= identifiers(path)
            ]
    return lines


def import_collisions(renamed: dict[str, dict[str, str]]) -> list[str]:
    """Files that import a renamed name beside another thing of the new name."""
    lines = []
    for file in sorted(SOURCE.rglob("*.py")):
        own = names_in(tree(file).body)
        final: Counter[str] = Counter()
        module = ".".join(file.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
        for name, node in own.items():
            source = node.module if isinstance(node, ast.ImportFrom) and node.module else module
            final[renamed_in(source, name, renamed)] += 1
        lines += [
            f"{file.relative_to(SOURCE)}: {name} would mean two things" for name, count in final.items() if count > 1
        ]
    return lines


def renamed_in(source: str, name: str, renamed: dict[str, dict[str, str]]) -> str:
    """The new name of what is imported from a module, also through a package that passes it on."""
    if name in renamed.get(source, {}):
        return renamed[source][name]
    file = file_of(source)
    node = names_in(tree(file).body).get(name) if file is not None else None
    if isinstance(node, ast.ImportFrom) and node.module and node.module != source:
        return renamed_in(node.module, name, renamed)
    return name


def write_tables(every: list[Row]) -> None:
    """Write the tables of the design note: one per package."""
    head = NOTE.read_text().partition("## Tables\n")[0]
    groups: defaultdict[str, list[Row]] = defaultdict(list)
    for row in every:
        known = row.kind in ("word", "package")
        groups["Packages and words" if known else row.module.removeprefix("askance.").split(".")[0]].append(row)
    parts = [f"{head}## Tables\n"]
    for title, group in groups.items():
        parts.append(f"\n### {title}\n\n| old | new | kind |\n|---|---|---|\n")
        parts += [f"| `{short(row.old)}` | `{short(row.new)}` | {row.kind} |\n" for row in group]
    NOTE.write_text("".join(parts))


def short(name: str) -> str:
    """A name without the package that all share."""
    return name.removeprefix("askance.")


def main(arguments: list[str]) -> int:
    """Print what is left and what collides; 1 if anything collides."""
    every = rows()
    if arguments == ["--write"]:
        write_tables(every)
    wanted = [row for row in every if exists(row)]
    for row in every:
        if row not in wanted:
            print(f"gone: {row.kind} {row.old}")
    found = collisions(wanted)
    for line in found:
        print(f"collision: {line}")
    print(f"{len(every)} rows, {len(wanted)} to apply, {len(found)} collisions")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
