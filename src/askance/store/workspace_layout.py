"""The file names that a workspace uses; all other files in the folder are left alone."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

MARK = "askance.json"
LOCK, LOCK_OWNER = "lock", "lock.pid"  # held by the engine that writes; which process that is
STATUS = "running.json"  # what that engine is doing
SHARD = re.compile(r"(\d{6})-([0-9a-f]{16})\.parquet")  # number, digest of the bytes
JOURNAL = re.compile(r"(\d{6})\.jsonl")
RUN = re.compile(r"(\d{6})\.json")
DECK = re.compile(r"[0-9a-f]{32}\.json")
DERIVED = re.compile(r"[^.]+\.[0-9a-f]{16}\.parquet")  # case set, digest of the fingerprint
TEMPORARY = re.compile(r"\..+\.\d+\.tmp")

INDEX = "index"  # the folder of the dashboard's index, which can be deleted: it is built again
NEEDED_TABLES = ("cases", "asks", "queries")  # one folder per case set, with as many shards each
CASE_SET_TABLES = (*NEEDED_TABLES, "image_files")
DERIVED_TABLES = ("readings", "verdicts", "metrics")
FOLDERS: dict[str, tuple[re.Pattern[str], ...]] = {
    "answers": (SHARD, JOURNAL),
    "usage": (SHARD,),  # numbered as the answers
    "decks": (DECK,),
    "runs": (RUN,),
    **dict.fromkeys(DERIVED_TABLES, (DERIVED,)),
}
FILE_MANAGER_FILES = ("thumbs.db", "desktop.ini")  # what file managers leave, beside names that begin with a dot


def list_files_matching(folder: Path, *patterns: re.Pattern[str]) -> list[Path]:
    """The files of a folder whose whole names fit one of the patterns, in order."""
    try:
        with os.scandir(folder) as entries:
            found = [entry.name for entry in entries if matches_any_pattern(entry.name, patterns) and entry.is_file()]
    except (FileNotFoundError, NotADirectoryError):
        return []
    return [folder / name for name in sorted(found)]


def matches_any_pattern(name: str, patterns: tuple[re.Pattern[str], ...]) -> bool:
    """Whether a whole name fits one of the patterns."""
    return any(pattern.fullmatch(name) for pattern in patterns)


def next_free_number(folder: Path) -> int:
    """One more than any number that begins a name here, whatever has it."""
    try:
        names = os.listdir(folder)  # noqa: PTH208  names are all that is needed
    except (FileNotFoundError, NotADirectoryError):
        return 1
    return max((int(name[:6]) for name in names if re.match(r"\d{6}", name, re.ASCII)), default=0) + 1


def looks_like_workspace(root: Path) -> bool:
    """Whether a folder is laid out as a workspace, whatever its mark says."""
    return any(list_files_matching(root / folder, *patterns) for folder, patterns in FOLDERS.items())


def misplaced_entries(root: Path) -> Iterator[Path]:
    """What has a name of ours and is of another kind: a folder called as a file, a file called as a folder."""
    if (root / MARK).is_dir():
        yield root / MARK
    for folder in (*FOLDERS, *CASE_SET_TABLES, "scenes", INDEX):
        if (root / folder).exists() and not (root / folder).is_dir():
            yield root / folder
    for folder, patterns in FOLDERS.items():
        for path in _list_folder(root / folder):
            if matches_any_pattern(path.name, patterns) and not path.is_file():
                yield path
    for table in CASE_SET_TABLES:
        for path in _list_folder(root / table):
            if matches_any_pattern(f"{path.name}.json", (DECK,)) and not path.is_dir():
                yield path
            for shard in _list_folder(path):
                if matches_any_pattern(shard.name, (SHARD,)) and not shard.is_file():
                    yield shard


def foreign_entries(root: Path) -> list[Path]:
    """Files and folders of others in ours, but for the litter of file managers."""
    found = [
        path
        for folder, patterns in FOLDERS.items()
        for path in _list_folder(root / folder)
        if not matches_any_pattern(path.name, (*patterns, TEMPORARY)) and not is_file_manager_file(path.name)
    ]
    for table in CASE_SET_TABLES:
        for case_set in _list_folder(root / table):
            shards = _list_folder(case_set)
            if not case_set.is_dir() and not is_file_manager_file(case_set.name):
                found.append(case_set)
            found += [
                path
                for path in shards
                if not matches_any_pattern(path.name, (SHARD, TEMPORARY)) and not is_file_manager_file(path.name)
            ]
    return found


def is_file_manager_file(name: str) -> bool:
    """Whether a name is one that file managers leave everywhere."""
    return name.startswith(".") or name.lower() in FILE_MANAGER_FILES


def _list_folder(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []
