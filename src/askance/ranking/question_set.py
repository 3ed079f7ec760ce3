"""A basic-question data set: for every main question the best of a pool, with their scores, as Parquet in a folder.

A part holds the rows of some main questions, whole or not at all, so that a build that was cut short goes on
(files and digests: set_files.py). Another setting belongs in another folder.
Each distinct main question is ranked once; its rows stand in one part, for every place that asks it.
"""

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np
from askance.core import UserError, digest_value
from askance.core.atomic_files import storage_error
from askance.core.progress import nested_progress, send_progress_to
from askance.ranking import PART
from askance.ranking.question_files import MainQuestion
from askance.ranking.question_pool import Kind, normalised_text, prepare_pool, raw_pool
from askance.ranking.question_set_files import (
    ABOUT,
    About,
    DamagedAbout,
    Settings,
    find_intact_part,
    part_files_by_number,
    question_set_schema,
    read_about,
    read_intact_parts,
    read_part_tables,
    read_unverified_about,
    write_about,
    write_part,
)
from askance.ranking.ranker import TOP, Ranker, Ranking
from askance.version import __version__

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = [
    "About",
    "BuiltSet",
    "build_question_set",
    "prepare_pool_for",
    "question_set_digest",
    "question_set_schema",
    "read_about",
    "read_question_set",
    "worst_gap",
]

LOCK = "lock"
PACKAGES = ("numpy", "pyarrow", "wordllama", "sentence-transformers", "torch")
StageProgress = Callable[[int, int], None]
Asked = list[tuple[str, list[int]]]  # distinct main questions, each with the places that ask it


class BuiltSet(msgspec.Struct, frozen=True):
    """What a build did: the set, and how many of its parts were made now."""

    about: About
    made: int


def prepare_pool_for(given: Sequence[str], main: Sequence[str], kind: Kind = "general", raw: bool = False) -> list[str]:
    """The pool made ready for these main questions, or left as it is; one clear line where nothing is left of it."""
    pool = raw_pool(given, kind) if raw else prepare_pool(given, without=main, kind=kind)
    if pool:
        return pool
    left = prepare_pool(given, kind=kind)
    what = "yes/no question" if kind == "yes/no" else "question"
    if left:
        raise UserError(f"every {what} of the pool is a main question too ({len(left):,}): name a larger pool")
    raise UserError(f"the pool holds no {what} ({len(given):,} questions read): name another pool")


def build_question_set(
    folder: Path,
    main: Sequence[MainQuestion],
    given: Sequence[str],
    ranker: Ranker,
    *,
    kind: Kind = "general",
    raw: bool = False,
    top: int = TOP,
    block: int = PART,
    settings: Settings | None = None,
    sources: Mapping[str, str] | None = None,
    stage: Callable[[str], StageProgress] = lambda what: lambda done, total: None,
    say: Callable[[str], None] = lambda line: None,
) -> BuiltSet:
    """Write the set of these main questions and this pool, or go on with it; `settings` are told in about.json too.

    Damaged files are made again; `say` gets one line about each kind of damage.
    """
    pool = prepare_pool_for(given, [each.question for each in main], kind, raw)
    asked = _distinct_main_questions(main)
    if not asked:
        raise UserError("there is no main question with words in it: name other main questions")
    width = min(top, len(pool))
    blocks = [asked[start : start + block] for start in range(0, len(asked), block)]
    sizes = {
        "main": len(main), "without_words": len(main) - _count_main_questions(asked), "distinct": len(asked),
        "pool_given": len(given), "pool": len(pool), "width": width, "parts": len(blocks),
        "rows": _count_main_questions(asked) * width,
    }  # fmt: skip
    said = {"ranker": ranker.name} | dict(settings or {}) | {"kind": kind, "top": top, "block": block}
    said |= {"raw": "yes"} if raw else {}
    said |= {"main": digest_value(main).hex(), "pool": digest_value(pool).hex(), "fingerprint": ranker.fingerprint}
    about = About(said, sizes, dict(sources or {}), _package_versions())
    with _lock_folder(folder):
        about = _read_or_write_about(folder, about, say)
        there = part_files_by_number(folder)
        missing = [n for n in range(len(blocks)) if find_intact_part(there.get(n, ()), about.settings, n) is None]
        _report_damaged_parts(folder, [path for n in missing for path in there.get(n, ())], say)
        if missing:
            _rank_and_write_parts(
                folder, about.settings, main, pool, ranker, [(n, blocks[n]) for n in missing], width, stage
            )
    return BuiltSet(about, len(missing))


def _report_damaged_parts(folder: Path, damaged: Sequence[Path], say: Callable[[str], None]) -> None:
    if damaged:
        parts = f"{len(damaged):,} part{' is' if len(damaged) == 1 else 's are'} damaged or without a digest"
        say(f"{folder}: {parts} ({damaged[0].name}{', …' if len(damaged) > 1 else ''}): ranking again")


def question_set_digest(folder: Path | str) -> str:
    """A digest of a whole set: how it was made, and the digests of its parts, which are checked here."""
    about = read_about(folder)
    return digest_value((about.settings, [path.name for path, _ in read_intact_parts(Path(folder), about)])).hex()


def read_question_set(folder: Path | str) -> "pa.Table":
    """The whole set, by main_id and rank; one line says what to do where parts are missing or damaged."""
    import pyarrow as pa

    about = read_about(folder)
    table = pa.concat_tables(read_part_tables(Path(folder), about))
    if len(table) != about.sizes["rows"]:
        raise UserError(f"{folder}: has {len(table):,} rows, not {about.sizes['rows']:,}: remove it, and build it anew")
    return table.sort_by([("main_id", "ascending"), ("rank", "ascending")])


def worst_gap(folder: Path | str) -> float | None:
    """The largest relative duality gap that a set was left with; None where nothing is optimised."""
    import pyarrow.compute as pc

    tables = read_part_tables(Path(folder), read_about(folder), ["gap"])
    gaps = [gap for table in tables if (gap := pc.max(table["gap"]).as_py()) is not None]
    return max(gaps, default=None)


def _distinct_main_questions(main: Sequence[MainQuestion]) -> Asked:
    """The distinct main questions that have words, in the order in which they are first asked."""
    found: dict[str, list[int]] = {}
    for place, each in enumerate(main):
        if normalised_text(each.question):
            found.setdefault(" ".join(each.question.split()), []).append(place)
    return list(found.items())


def _count_main_questions(asked: Asked) -> int:
    return sum(len(places) for _, places in asked)


def _rank_and_write_parts(
    folder: Path,
    settings: Settings,
    main: Sequence[MainQuestion],
    pool: Sequence[str],
    ranker: Ranker,
    blocks: Sequence[tuple[int, Asked]],
    width: int,
    stage: Callable[[str], StageProgress],
) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    stage(f"{len(pool):,} questions made ready")
    ranks = ranker.for_pool(pool)
    texts = pa.array(pool, pa.string())
    watch, done, total = stage("main questions"), 0, sum(len(some) for _, some in blocks)
    watch(0, total)
    for number, some in blocks:
        with send_progress_to(lambda _, now, all_: watch(now, all_)), nested_progress("main questions", done, total):
            ranking = ranks.rank([question for question, _ in some], width)
        sink = pa.BufferOutputStream()
        pq.write_table(_part_table(main, some, texts, ranking, width), sink, compression="zstd")
        write_part(folder, settings, number, sink.getvalue().to_pybytes())
        done += len(some)
        watch(done, total)


def _part_table(
    main: Sequence[MainQuestion], some: Asked, texts: "pa.Array", ranking: Ranking, width: int
) -> "pa.Table":
    """One part: the rows of these questions, by main_id and rank."""
    import pyarrow as pa

    if ranking.places.shape != (len(some), width):
        raise ValueError(f"a ranking has shape {ranking.places.shape}, not {(len(some), width)}")
    ids, row = np.array(sorted((place, row) for row, (_, places) in enumerate(some) for place in places), int).T
    many = pa.array(np.repeat(np.arange(len(ids)), width))
    columns = {
        "main_id": pa.array(np.repeat(ids, width).astype(np.int32)),
        "image": pa.array([main[place].image for place in ids], pa.string()).take(many),
        "item": pa.array([main[place].item for place in ids], pa.string()).take(many),
        "main": pa.array([main[place].question for place in ids], pa.string()).take(many),
        "rank": pa.array(np.tile(np.arange(1, width + 1, dtype=np.int32), len(ids))),
        "basic": texts.take(pa.array(ranking.places[row].ravel())),
        "score": pa.array(ranking.scores[row].ravel()),
        "gap": pa.array(np.repeat(ranking.gaps[row], width), from_pandas=True),  # nan becomes null
    }
    return pa.table(columns, schema=question_set_schema())


@contextlib.contextmanager
def _lock_folder(folder: Path) -> Iterator[None]:
    """Hold the folder against a second build, and take away what a killed one left half-written."""
    from filelock import FileLock, Timeout

    lock = FileLock(folder / LOCK)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire(blocking=False)
    except Timeout as error:  # before OSError, which it is too
        raise UserError(f"another build is writing to {folder}: wait for it, or name another folder") from error
    except OSError as error:
        raise storage_error(error, folder) from error
    try:
        for temporary in folder.glob(".*.tmp"):
            temporary.unlink(missing_ok=True)
        yield
    finally:
        lock.release()


def _read_or_write_about(folder: Path, wanted: About, say: Callable[[str], None]) -> About:
    """What the folder says of itself, if it is what is wanted; written there if the folder is new or it is damaged."""
    is_there = (folder / ABOUT).exists()
    try:
        found = read_about(folder) if is_there else None
    except DamagedAbout:
        found = None
    if found is None:
        _refuse_foreign_parts(folder, wanted)
        write_about(folder, wanted)
        if is_there:
            say(f"{folder / ABOUT}: damaged or without a digest: written again")
        return wanted
    _refuse_other_settings(folder, found, wanted)
    return found


def _refuse_foreign_parts(folder: Path, wanted: About) -> None:
    """Without a sound about.json, parts must show by their digests that they are of this set."""
    parts = part_files_by_number(folder)
    settings = wanted.settings
    if not parts or any(find_intact_part(files, settings, number) is not None for number, files in parts.items()):
        return
    older = read_unverified_about(folder)
    if older is None:
        raise UserError(f"{folder}: holds parts of a set but no {ABOUT} that is whole: name another folder")
    _refuse_other_settings(folder, older, wanted)


def _refuse_other_settings(folder: Path, found: About, wanted: About) -> None:
    names = sorted({**wanted.settings, **found.settings}, key="fingerprint".__eq__)  # last: it says least
    for name in names:
        was, now = found.settings.get(name, "none"), wanted.settings.get(name, "none")
        if was != now:
            raise UserError(
                f"{folder}: its set was made {_describe_difference(name, was, now)}:"
                " give the same settings to go on, or name another folder"
            )


def _describe_difference(name: str, was: str | int | float, now: str | int | float) -> str:
    if name in ("main", "pool"):
        return f"from other {'main questions' if name == 'main' else 'questions in the pool'}"
    if name == "fingerprint":
        return "by other weights or another version of the ranker"
    if name == "until":
        return f"{'without' if was == 'none' else 'with'} --{now if was == 'none' else was}"
    return f"with {name} {was}, not {now}"


def _package_versions() -> dict[str, str]:
    found = {"askance": __version__}
    for package in PACKAGES:
        with contextlib.suppress(metadata.PackageNotFoundError):
            found[package] = metadata.version(package)
    return found
