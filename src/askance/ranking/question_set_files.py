"""The files of a basic-question set; each carries a digest, which is checked whenever it is read.

about.json                            what the set was made from and how; its last field is its digest
part-00000-0123456789abcdef.parquet   rows; the digest in the name is of the settings, the part's number and its bytes
So a part that is damaged, or that belongs to another set or another number, is noticed.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from askance.core import UserError, digest
from askance.core.arrow_buffer import arrow_buffer_reader
from askance.core.atomic_files import write_atomic
from askance.core.digest import canonical_bytes
from askance.core.self_checking_json import DamagedJson, MissingDigest, decode_and_verify_digest, encode_with_digest

if TYPE_CHECKING:
    import pyarrow as pa

ABOUT = "about.json"
AGAIN = "run the same askance questions build again"
MISMATCH = "its digest does not match"
Settings = Mapping[str, str | int | float]
_PART = re.compile(r"part-(\d{5,})(?:-([0-9a-f]{16}))?\.parquet")  # sets of older versions have no digest


class About(msgspec.Struct, frozen=True):
    """What a set was made from and how; the settings are what two sets must share to be one."""

    settings: dict[str, str | int | float]
    sizes: dict[str, int]
    sources: dict[str, str]
    versions: dict[str, str]


class DamagedAbout(UserError):  # noqa: N818  a state of the file
    """about.json is damaged, or has no digest; a build with the same settings writes it again."""


def question_set_schema() -> "pa.Schema":
    """A row is one basic question of one main question; main_id is the main question's place, rank begins at 1."""
    import pyarrow as pa

    names = {"main_id": pa.int32(), "image": pa.string(), "item": pa.string(), "main": pa.string()}
    return pa.schema(
        names | {"rank": pa.int32(), "basic": pa.string(), "score": pa.float64(), "gap": pa.float64()}
    )  # image and item are null where they are not known, gap where nothing is optimised


def write_about(folder: Path, about: About) -> None:
    """Write about.json with its digest."""
    write_atomic(folder / ABOUT, encode_with_digest(ABOUT, msgspec.to_builtins(about)))


def read_about(folder: Path | str) -> About:
    """What a set was made from and how."""
    path = Path(folder) / ABOUT
    try:
        return msgspec.convert(decode_and_verify_digest(ABOUT, path.read_bytes()), About)
    except FileNotFoundError as error:
        raise UserError(
            f"{folder}: is no basic-question data set (it has no {ABOUT}): make one with askance questions build"
        ) from error
    except OSError as error:
        raise UserError(f"{path}: cannot be read ({error.strerror})") from error
    except MissingDigest as error:
        raise DamagedAbout(f"{path}: has no digest (an older askance wrote it, or it is damaged): {AGAIN}") from error
    except (DamagedJson, msgspec.ValidationError) as error:
        raise DamagedAbout(f"{path}: damaged ({error}): {AGAIN}") from error


def read_unverified_about(folder: Path) -> About | None:
    """What about.json says where it has no digest; None where it says nothing that can be understood."""
    try:
        return msgspec.json.decode((folder / ABOUT).read_bytes(), type=About)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None


def part_files_by_number(folder: Path) -> dict[int, list[Path]]:
    """Part number → the files that claim to be that part; usually one."""
    found: dict[int, list[Path]] = {}
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if match := _PART.fullmatch(path.name):
            found.setdefault(int(match[1]), []).append(path)
    return found


def write_part(folder: Path, settings: Settings, number: int, data: bytes) -> None:
    """Write a part under the name that carries its digest, and remove what was there in its place."""
    path = folder / f"part-{number:05d}-{_part_digest(settings, number, data)}.parquet"
    old = part_files_by_number(folder).get(number, [])
    write_atomic(path, data)
    for each in old:
        if each != path:
            each.unlink(missing_ok=True)


def find_intact_part(files: Iterable[Path], settings: Settings, number: int) -> tuple[Path, bytes] | None:
    """The file that is this part of the set, and its bytes; None if no file has the digest in its name."""
    for path in files:
        match = _PART.fullmatch(path.name)
        try:
            data = path.read_bytes()
        except OSError:
            continue
        if match and match[2] == _part_digest(settings, number, data):
            return path, data
    return None


def read_intact_parts(folder: Path, about: About) -> Iterator[tuple[Path, bytes]]:
    """The parts of a set, each checked; one line says what to do where one is missing or damaged."""
    there = part_files_by_number(folder)
    _refuse_missing_parts(folder, about, there)
    for number in range(about.sizes["parts"]):
        found = find_intact_part(there[number], about.settings, number)
        if found is None:
            raise UserError(f"{there[number][0]}: damaged ({MISMATCH}): {AGAIN}")
        yield found


def read_part_tables(folder: Path, about: About, columns: Sequence[str] | None = None) -> "Iterator[pa.Table]":
    """The tables of a set's parts."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    for path, data in read_intact_parts(folder, about):
        try:
            yield pq.read_table(arrow_buffer_reader(data), columns=columns, schema=question_set_schema())
        except (OSError, pa.ArrowException) as error:  # another version of Arrow wrote it
            reason = " ".join(str(error).split())
            raise UserError(f"{path}: cannot be read ({reason}): remove it, and {AGAIN}") from error


def _refuse_missing_parts(folder: Path, about: About, there: Mapping[int, list[Path]]) -> None:
    total = about.sizes["parts"]
    missing = [number for number in range(total) if number not in there]
    if missing:
        raise UserError(f"{folder}: {len(missing):,} of {total:,} parts are missing (part {missing[0]:,}, …): {AGAIN}")


def _part_digest(settings: Settings, number: int, data: bytes) -> str:
    return digest(canonical_bytes((settings, number)) + data).hex()[:16]
