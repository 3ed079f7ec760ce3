"""`python -m scripts.extras_table`: the tables of docs/extras.md from benchmarks/results.json."""

import json
import tomllib
from typing import Any

from askance.cli.doctor_command import EXTRAS
from scripts.extra_proofs import PROOFS
from scripts.findings_table import write_between
from scripts.fresh_environment import ROOT

PAGE = ROOT / "docs" / "extras.md"


def size_table(found: dict[str, Any]) -> str:
    """One line per extra: size, start-up, proof."""
    requirements = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    lines = ["| extra | for | adds, MB | import, s | `askance --help`, s | proof, s |", "|---|---|---|---|---|---|"]
    for name in ["core", *sorted(set(found) - {"core"})]:
        each = found[name]
        if name == "core":
            size = f"{each['megabytes']:,.0f} in total ({each['without_bytecode']:,.0f} without bytecode)"
            lines.append(f"| none | everything that needs no extra | {size} | | {_seconds(each['help'])} | |")
        elif name in requirements:
            cells = [
                f"{each['megabytes'] - found['core']['megabytes']:,.0f}",
                *(_seconds(each[key]) for key in ("import", "help", "proof")),
            ]
            lines.append(f"| `{name}` | {EXTRAS[name][1]} | {' | '.join(cells)} |")
    return "\n".join(lines)


def proofs() -> str:
    """The lines that prove each extra; long Python lines are named, not shown."""
    blocks = []
    for name, proof in PROOFS.items():
        lines = "\n".join(line if len(line) < 160 else f"{line[:100]} …" for line in proof.lines)
        blocks.append(f"`{name}`\n\n```bash\n{lines}\n```")
    return "\n\n".join(blocks)


def _seconds(found: dict[str, float]) -> str:
    return f"{found['processor_seconds']:.2f}"


def with_tables(page: str) -> str:
    """The page with both parts."""
    found = json.loads((ROOT / "benchmarks" / "results.json").read_text())["package"]["extras"]
    return write_between(write_between(page, "extras", f"\n{size_table(found)}\n"), "proofs", f"\n{proofs()}\n")


def main() -> None:
    """Write the page."""
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
