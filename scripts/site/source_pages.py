"""Pages of the site for files and folders of the repository that the docs link, such as examples and modules."""

import ast
import subprocess
from pathlib import Path

LEXERS = {".py": "python", ".sh": "sh", ".toml": "toml", ".yml": "yaml", ".cff": "yaml", ".json": "json"}
HEAD = "---\norphan: true\nnosearch: true\n---\n"


def source_page(file: Path, name: str) -> str:
    """A page with the text of a file, or with the list of files of a folder."""
    if file.is_dir():
        return f"{HEAD}\n# `{name}/`\n\n| file | what it contains |\n|---|---|\n{_files(file)}"
    text = file.read_text(encoding="utf-8")
    return f"{HEAD}\n# `{name}`\n\n````{LEXERS.get(file.suffix, 'text')}\n{text.rstrip()}\n````\n"


def _files(folder: Path) -> str:
    done = subprocess.run(["git", "ls-files", "."], cwd=folder, capture_output=True, encoding="utf-8", check=True)
    return "".join(f"| `{name}` | {_about(folder / name)} |\n" for name in done.stdout.splitlines())


def _about(file: Path) -> str:
    """The first line of a module's docstring."""
    if file.suffix != ".py":
        return ""
    said = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return said.partition("\n")[0].replace("|", "\\|")
