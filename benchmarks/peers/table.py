"""`python -m benchmarks.peers.table`: the tables of docs/peers.md from results.json."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scripts.findings_table import write_between

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "peers.md"
Tools = dict[str, dict[str, Any]]
OURS = "askance"


def speed_table(tools: Tools) -> str:
    """Processor time, memory and size; in brackets the ratio to Askance."""
    heads = [f"{name} {tool['installed']['version']}" for name, tool in tools.items()]
    lines = [f"| | {' | '.join(heads)} |", "|---|" + "---|" * len(tools)]
    for kind, says in (("untouched", "image not opened"), ("decoded", "image decoded")):
        for count in tools[OURS]["rows"]:
            row = f"{int(count):,} rows, {says}: ms per sample"
            lines.append(_line(tools, row, lambda tool, c=count, k=kind: tool["rows"][c][k]["processor_ms_per_sample"]))
        lines.append(_line(tools, f"each further row, {says}: ms", lambda tool, k=kind: _further(tool, k)))
        row = f"10,000 rows, {says}: memory, MB"
        lines.append(_line(tools, row, lambda tool, k=kind: tool["rows"]["10000"][k]["memory_mb"]))
    for name, says in (("help", "`--help`, s"), ("import", "import, s"), ("one_row", "run of one row, s")):
        lines.append(_line(tools, says, lambda tool, n=name: tool["start"][n]["processor_seconds"]))
    lines.append(_line(tools, "installed, MB", lambda tool: tool["installed"]["megabytes"]))
    lines.append(_line(tools, "installed without bytecode, MB", lambda tool: tool["installed"]["without_bytecode"]))
    return "\n".join(lines)


def _further(tool: dict[str, Any], kind: str) -> float:
    """Without the start-up: what 9,999 rows more than one take, per row, in milliseconds."""
    more = tool["rows"]["10000"][kind]["processor_seconds"] - tool["start"]["one_row"]["processor_seconds"]
    return float(more / 9_999 * 1000)


def safety_table(tools: Tools) -> str:
    """What a kill and a changed image cost."""
    lines = ["| tool | killed at call 500 of 1,000: how it is resumed | calls repeated |", "|---|---|---|"]
    for name, tool in tools.items():
        lines += [f"| {name} | {way['how']} | {way['calls_repeated']} |" for way in tool["resume"]]
    lines += [
        "",
        "| tool | image replaced, same file name | other file, same text | nothing changed |",
        "|---|---|---|---|",
    ]
    for name, tool in tools.items():
        found = tool["stale"]
        counts = [f"{found[key]} of 20" for key in ("same_file_name", "other_file_name", "nothing_changed")]
        lines.append(f"| {name} | {' | '.join(counts)} |")
    return "\n".join(lines)


def wall_table(tools: Tools) -> str:
    """Wall clock and load, for those who want to see how much the machine was disturbed."""
    lines = ["| tool | 10,000 rows, image not opened: s | image decoded: s | load average |", "|---|---|---|---|"]
    for name, tool in tools.items():
        one, other = (tool["rows"]["10000"][kind] for kind in ("untouched", "decoded"))
        lines.append(f"| {name} | {one['seconds']:.1f} | {other['seconds']:.1f} | {one['load']}, {other['load']} |")
    return "\n".join(lines)


def _line(tools: Tools, says: str, value: Callable[[dict[str, Any]], float]) -> str:
    values = {name: value(tool) for name, tool in tools.items()}
    ours = values[OURS]
    cells = [_number(found) + (f" ({_ratio(found / ours)}×)" if name != OURS else "") for name, found in values.items()]
    return f"| {says} | {' | '.join(cells)} |"


def _ratio(value: float) -> str:
    return f"{value:.0f}" if value >= 10 else f"{value:.1f}"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def with_tables(page: str, races: list[dict[str, Any]]) -> str:
    """The page with the tables of both races."""
    for number, race in enumerate(races, 1):
        tools = {name: race["tools"][name] for name in sorted(race["tools"], key=lambda name: name != OURS)}
        machine = race["machine"]
        where = f"{race['started'][:16].replace('T', ' ')} UTC, {machine['processor']}, {machine['cores']} cores, "
        where += f"{machine['memory_gb']} GB, Python {machine['python']}, {machine['system']}."
        text = "\n\n".join([where, speed_table(tools), safety_table(tools), wall_table(tools)])
        page = write_between(page, f"race-{number}", f"\n{text}\n")
    return page


def stored_races() -> list[dict[str, Any]]:
    """What `python -m benchmarks.peers` kept."""
    return list(json.loads((ROOT / "benchmarks" / "results.json").read_text())["peers"]["races"])


def main() -> None:
    """Write the page."""
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8"), stored_races()), encoding="utf-8")


if __name__ == "__main__":
    main()
