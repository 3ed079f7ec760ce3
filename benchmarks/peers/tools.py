"""The tools of the race: what is installed, and the commands that run the rows, resume a killed run and use a cache."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.peers.rows import PLUGINS


@dataclass(frozen=True)
class Place:
    """Where one run happens: environment of the tool, rows, output, cache."""

    bin: Path
    rows: Path
    out: Path
    cache: Path | None = None


Command = Callable[[Place], list[str]]


@dataclass(frozen=True)
class Resume:
    """A documented way to continue a killed run: what to type, and whether the first run needs a cache."""

    says: str
    cache: bool
    command: Command


@dataclass(frozen=True)
class Tool:
    """One tool; `run` takes the cache of the place if there is one."""

    name: str
    package: str
    help: Command
    imports: str
    run: Command
    resumes: tuple[Resume, ...]
    without: tuple[str, ...] = ()  # requirements that cannot be installed here, with the reason in `note`
    note: str = ""
    decoded: Command | None = None  # if another command is needed for a model that receives pixels


def _askance(model: str) -> Command:
    return lambda place: [
        str(place.bin / "askance"), "run", "-m", f"python:race_askance:{model}", "-d", f"folder:{place.rows}",
        "-s", "accuracy", "--out", str(place.cache or place.out),
    ]  # fmt: skip


def _inspect(place: Place) -> list[str]:
    cache = ["--cache", "1W"] if place.cache else []
    task = [f"{PLUGINS / 'race_inspect.py'}@race", "--model", "race/constant"]
    return [str(place.bin / "inspect"), "eval", *task, "--display", "none", "--log-dir", str(place.out), *cache]


def _inspect_retry(place: Place) -> list[str]:
    logs = sorted(place.out.glob("*.eval"))
    return [str(place.bin / "inspect"), "eval-retry", str(logs[-1]), "--display", "none", "--log-dir", str(place.out)]


def _lmms(place: Place) -> list[str]:
    cache = ["--use_cache", str(place.cache)] if place.cache else []
    task = ["--tasks", "race", "--include_path", str(place.rows / "lmms_task")]
    written = ["--output_path", str(place.out), "--log_samples"]
    return [str(place.bin / "lmms-eval"), "--model", "race_constant", *task, "--batch_size", "1", *written, *cache]


def _evalscope(place: Place) -> list[str]:
    return [str(place.bin / "python"), str(PLUGINS / "race_evalscope.py")]


TOOLS = {
    tool.name: tool
    for tool in (
        Tool(
            "askance",
            "askance",
            lambda place: [str(place.bin / "askance"), "--help"],
            "askance",
            _askance("Untouched"),
            (Resume("the same command", False, _askance("Untouched")),),
            decoded=_askance("decoded"),
        ),
        Tool(
            "inspect_ai",
            "inspect-ai",
            lambda place: [str(place.bin / "inspect"), "--help"],
            "inspect_ai",
            _inspect,
            (
                Resume("`inspect eval-retry LOG`", False, _inspect_retry),
                Resume("the same command, both with `--cache`", True, _inspect),
            ),
        ),
        Tool(
            "lmms-eval",
            "lmms-eval",
            lambda place: [str(place.bin / "lmms-eval"), "--help"],
            "lmms_eval",
            _lmms,
            (Resume("the same command, both with `--use_cache`", True, _lmms),),
            without=("torchvision", "timm"),
            note="torch is the CPU build; torchvision and timm, which this path does not import, are left out: "
            "no torchvision for the CPU build can be had here",
        ),
        Tool(
            "evalscope",
            "evalscope",
            lambda place: [str(place.bin / "evalscope"), "--help"],
            "evalscope",
            _evalscope,
            (Resume("the same call, with `use_cache=` the folder of the first", False, _evalscope),),
        ),
    )
}
