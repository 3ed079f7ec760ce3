"""Applies the package, module, class, function and constant rows of scripts/rename_map.tsv to a source tree.

Usage: python scripts/rename_apply.py ROOT [--write]. Without --write it only counts. Rows of the other kinds (members,
parameters, words) need types or a reader: they are listed at the end. Afterwards run `ruff check --fix --select I`,
`ruff format` and `mypy`, and look through `git diff`.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from rename_map import NOTE, exists, names_in, rows

FOLDERS = ("src", "tests", "scripts", "benchmarks", "examples")
TEXTS = ("*.md", "docs/**/*.md", "pyproject.toml", "Makefile")
OWN = ("rename_map.py", "rename_apply.py")
TYPE = re.compile(r"[A-Z_]\w*|\w+(?: \| \w+)+|\w+\[[\w\[\], |.]+\]|[a-z_]+")  # a name, a union, or a generic type
Edit = tuple[int, int, int, str]  # line, first byte, last byte, new text


class Plan:
    """Where modules go, and what the names in them become."""

    def __init__(self, root: Path):
        self.source = root / "src"
        wanted = [row for row in rows() if exists(row)]
        self.modules = {row.old: row.new for row in wanted if row.kind == "module"}
        self.packages = {row.old: row.new for row in wanted if row.kind == "package"}
        kinds = ("class", "function", "constant")
        self.names = {tuple(row.old.split(":")): row.new for row in wanted if row.kind in kinds}
        self.by_hand = [row for row in wanted if row.kind in ("method", "attribute", "parameter", "word")]
        self._trees: dict[str, dict[str, ast.stmt]] = {}

    def module(self, name: str) -> str:
        """The new path of a module."""
        if name in self.modules:
            return self.modules[name]
        for old, new in self.packages.items():
            if name == old or name.startswith(f"{old}."):
                return new + name.removeprefix(old)
        return name

    def file(self, module: str) -> Path | None:
        """The file of a module, as it is today."""
        path = self.source.joinpath(*module.split("."))
        return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.exists()), None)

    def defined(self, module: str) -> dict[str, ast.stmt]:
        """The names of a module, as it is today."""
        if module not in self._trees:
            file = self.file(module)
            self._trees[module] = names_in(ast.parse(file.read_text()).body) if file else {}
        return self._trees[module]

    def is_module(self, package: str, name: str) -> bool:
        """Whether `from package import name` gives a module: a name that the package itself binds comes first."""
        return self.file(f"{package}.{name}") is not None and name not in self.defined(package)

    def name(self, module: str, name: str) -> str:
        """The new name of what a module defines, or imports from where it is defined."""
        if (module, name) in self.names:
            return self.names[module, name]
        node = self.defined(module).get(name)
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("askance"):
            original = next(alias.name for alias in node.names if (alias.asname or alias.name) == name)
            renamed = self.name(node.module, original)
            return name if renamed == original or original != name else renamed
        return name


class Rewriter(ast.NodeVisitor):
    """Collects the edits of one file; a name is renamed only where its innermost binding is the renamed thing."""

    def __init__(self, plan: Plan, module: str, tree: ast.Module):
        self.plan, self.module, self.edits = plan, module, list[Edit]()
        self.imports: list[tuple[ast.ImportFrom, str]] = []
        self.is_type = False
        self.scopes: list[dict[str, str | None]] = [
            {}
        ]  # name → new name; "module:…" for a module; None: something else
        self.bind(tree.body)
        for name in names_in(tree.body):
            if (module, name) in plan.names:
                self.scopes[0][name] = plan.names[module, name]
        self.visit_all(tree.body)

    def bind(self, body: Iterable[ast.stmt], arguments: Iterable[str] = ()) -> None:
        """Enter what a scope binds: arguments, assignments, definitions, imports; not what inner functions bind."""
        scope = self.scopes[-1]
        scope.update(dict.fromkeys(arguments))
        stack: list[ast.AST] = list(body)
        while stack:
            node = stack.pop()
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    scope[alias.asname or alias.name] = self.imported(node.module or "", alias)
                continue
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                scope.setdefault(node.name, None)
                continue
            if isinstance(node, ast.Lambda):
                continue
            if isinstance(node, (ast.Global, ast.Nonlocal)):
                for name in node.names:
                    scope.pop(name, None)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                scope.setdefault(node.id, None)
            if isinstance(node, ast.ExceptHandler) and node.name:
                scope.setdefault(node.name, None)
            stack += list(ast.iter_child_nodes(node))

    def imported(self, module: str, alias: ast.alias) -> str | None:
        """What an imported name is here from now on."""
        if not module.startswith("askance"):
            return None
        if self.plan.is_module(module, alias.name):
            return f"module:{module}.{alias.name}"
        return None if alias.asname else self.plan.name(module, alias.name)

    def found(self, name: str) -> str | None:
        """What the innermost scope that binds a name makes of it."""
        return next((scope[name] for scope in reversed(self.scopes) if name in scope), None)

    def visit_all(self, nodes: Iterable[ast.AST | None]) -> None:
        """Visit each."""
        for node in nodes:
            if node is not None:
                self.visit(node)

    def visit_types(self, nodes: Iterable[ast.AST | None]) -> None:
        """Visit places where a text in quotes is a name: types and __all__. Elsewhere a text is data and stays."""
        self.is_type = True
        self.visit_all(nodes)
        self.is_type = False

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """A typed assignment."""
        self.visit_types([node.annotation])
        self.visit_all([node.target, node.value])

    def visit_Assign(self, node: ast.Assign) -> None:
        """An assignment; that of __all__ has names in quotes."""
        is_all = any(isinstance(each, ast.Name) and each.id == "__all__" for each in node.targets)
        self.visit_all(node.targets)
        (self.visit_types if is_all else self.visit_all)([node.value])

    def replace(self, node: ast.expr | ast.stmt, start: int, old: str, new: str) -> None:
        """Replace an identifier that begins at a byte of a node's first line."""
        self.edits.append((node.lineno, start, start + len(old.encode()), new))

    def visit_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """A function: decorators, defaults and types outside, the body in a scope of its own."""
        self.rename_definition(node, "async def " if isinstance(node, ast.AsyncFunctionDef) else "def ")
        every = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg]
        present = [each for each in every if each is not None]
        self.visit_all([*node.decorator_list, *node.args.defaults, *node.args.kw_defaults])
        self.visit_types([*(each.annotation for each in present), node.returns])
        self.scopes.append({})
        self.bind(node.body, [each.arg for each in present])
        self.visit_all(node.body)
        self.scopes.pop()

    visit_FunctionDef = visit_AsyncFunctionDef = visit_function  # noqa: N815

    def rename_definition(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, keyword: str) -> None:
        """The name behind `def` or `class`, at the top of its module."""
        new = self.plan.names.get((self.module, node.name)) if len(self.scopes) == 1 else None
        if new:
            self.replace(node, node.col_offset + len(keyword), node.name, new)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """A class: its body sees the module, and methods do not see its names."""
        self.rename_definition(node, "class ")
        self.visit_all([*node.decorator_list, *node.bases, *(each.value for each in node.keywords)])
        self.scopes.append({})
        own = set(names_in(node.body))
        for each in node.body:
            if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)):
                self.scopes[-1] = {}
            else:
                self.scopes[-1] = dict.fromkeys(own)
            self.visit(each)
        self.scopes.pop()

    def visit_Lambda(self, node: ast.Lambda) -> None:
        """A lambda: its arguments hide names."""
        every = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg]
        self.visit_all([*node.args.defaults, *node.args.kw_defaults])
        self.scopes.append({each.arg: None for each in every if each is not None})
        self.visit(node.body)
        self.scopes.pop()

    def visit_Name(self, node: ast.Name) -> None:
        """A use of a name."""
        new = self.found(node.id)
        if new and new.startswith("module:"):
            old = new.removeprefix("module:")
            new = self.plan.module(old).rpartition(".")[2] if old.endswith(f".{node.id}") else node.id
        if new and new != node.id:
            self.replace(node, node.col_offset, node.id, new)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """An attribute of a module."""
        self.visit(node.value)
        base = self.found(node.value.id) if isinstance(node.value, ast.Name) else None
        if base and base.startswith("module:") and node.end_col_offset is not None:
            new = self.plan.name(base.removeprefix("module:"), node.attr)
            if new != node.attr:
                end = node.end_col_offset
                self.edits.append((node.end_lineno or node.lineno, end - len(node.attr.encode()), end, new))

    def visit_Constant(self, node: ast.Constant) -> None:
        """A type in quotes, or a name in __all__; text with other characters is prose."""
        if not self.is_type or not isinstance(node.value, str) or node.lineno != node.end_lineno:
            return
        if not TYPE.fullmatch(node.value):
            return
        for word in re.finditer(r"[A-Za-z_]\w*", node.value):
            new = self.found(word[0])
            if new and not new.startswith("module:") and new != word[0]:
                self.replace(node, node.col_offset + 1 + word.start(), word[0], new)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """An import, written again with the new paths and names."""
        if not (node.module or "").startswith("askance"):
            return
        parts: dict[str, list[str]] = {}
        for alias in node.names:
            path = f"{node.module}.{alias.name}"
            is_module = self.plan.is_module(str(node.module), alias.name)
            where, _, leaf = (
                self.plan.module(path).rpartition(".") if is_module else (self.plan.module(str(node.module)), "", "")
            )
            name = leaf if is_module else self.plan.name(str(node.module), alias.name)
            parts.setdefault(where, []).append(name + (f" as {alias.asname}" if alias.asname else ""))
        pad = "\n" + " " * node.col_offset
        self.imports.append(
            (node, pad.join(f"from {where} import ({', '.join(names)})" for where, names in parts.items()))
        )


def rewritten(text: str, plan: Plan, module: str) -> str:
    """A source text with the new names."""
    found = Rewriter(plan, module, ast.parse(text))
    lines = text.splitlines(keepends=True)
    for line, start, end, new in sorted(set(found.edits), reverse=True):
        raw = lines[line - 1].encode()
        lines[line - 1] = (raw[:start] + new.encode() + raw[end:]).decode()
    for node, new in sorted(found.imports, key=lambda each: -each[0].lineno):
        last = lines[(node.end_lineno or node.lineno) - 1]
        rest = last.encode()[node.end_col_offset :].decode()
        lines[node.lineno - 1 : node.end_lineno] = [lines[node.lineno - 1][: node.col_offset] + new + rest]
    return "".join(lines)


def repathed(text: str, plan: Plan) -> str:
    """A text in which dotted module paths and file paths are the new ones."""

    def dotted(found: re.Match[str]) -> str:
        parts = found[0].split(".")
        for count in range(len(parts), 1, -1):
            module = ".".join(parts[:count])
            if plan.file(module) is not None:
                rest = parts[count:]
                names = [plan.name(module, rest[0]), *rest[1:]] if rest else []
                return ".".join([plan.module(module), *names])
        return found[0]

    def path(found: re.Match[str]) -> str:
        return plan.module(found[1].replace("/", ".")).replace(".", "/") + ".py"

    return re.sub(r"\b(askance/[\w/]+)\.py\b", path, re.sub(r"\baskance(?:\.\w+)+", dotted, text))


def main(root: Path, is_written: bool) -> None:
    """Rewrite, then move."""
    plan, changed = Plan(root), 0
    made: dict[Path, str] = {}
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*.py")):
            module = ".".join(file.relative_to(plan.source).with_suffix("").parts) if folder == "src" else ""
            text = file.read_text()
            new = text if file.name in OWN else repathed(rewritten(text, plan, module.removesuffix(".__init__")), plan)
            if new != text:
                made[file] = new
    for glob in TEXTS:
        for file in root.glob(glob):
            text = file.read_text()
            new = text if file.name == NOTE.name else repathed(text, plan)
            if new != text:
                made[file] = new
    changed = len(made)
    if is_written:
        for file, text in made.items():
            file.write_text(text)
        move(root, plan)
    print(f"{changed} files changed, {len(plan.modules)} modules moved; by hand: {len(plan.by_hand)} rows")
    for row in plan.by_hand:
        print(f"  {row.kind} {row.old} → {row.new} {row.where}")


def move(root: Path, plan: Plan) -> None:
    """Move every file of the package to where its module is now."""
    for file in sorted((plan.source / "askance").rglob("*")):
        if not file.is_file() or file.suffix == ".pyc":
            continue
        relative = file.relative_to(plan.source)
        is_code = file.suffix == ".py" and file.name != "__init__.py"
        module = ".".join(relative.with_suffix("").parts if is_code else relative.parent.parts)
        base = plan.source.joinpath(*plan.module(module).split("."))
        target = base.with_suffix(".py") if is_code else base / file.name
        if target != file:
            target.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run(["git", "mv", file, target], cwd=root, check=True)
    reading = plan.source / "askance" / "datasets" / "reading"
    if reading.exists() and not (reading / "__init__.py").exists():
        (reading / "__init__.py").write_text('"""What several data sets share: files, records, images and checks."""\n')


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), "--write" in sys.argv)
