"""The pool that a data set's basic questions are taken from."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from askance.core import Dataset, UserError, digest
from askance.datasets import DATASETS, open_dataset
from askance.ranking.noise_levels import NEEDED
from askance.ranking.question_pool import Kind, prepare_pool, raw_pool

MOST = 200_000  # items whose questions are a pool; the paper's has 186,027 questions
STICKERS_TRAIN = "stickers:train"
STICKERS_FILE = Path(__file__).parent / "stickers_train_questions.tsv"  # made by scripts/basic_questions_pool.py


def question_pool_for(
    data: Dataset, main: Sequence[str], named: str = "", kind: Kind = "general", raw: bool = False
) -> list[str]:
    """The distinct questions, none of them a main one: of a file or data set if one is named, else the data's own.

    `raw`: as they are, repetitions and main questions included.
    """
    given = list(_questions_for_pool(data, named))
    pool = raw_pool(given, kind) if raw else prepare_pool(given, without=main, kind=kind)
    if len(pool) < NEEDED:
        raise _small_pool_error(named or data.name, len(pool), kind, prepare_pool(given, kind=kind))
    return pool


def _small_pool_error(name: str, found: int, kind: Kind, every: Sequence[str]) -> UserError:
    """The error of a pool with too few questions; fewer main questions leave enough only where there are enough."""
    what = "" if kind == "general" else f"{kind} "
    fewer = "ask about fewer items (--limit), or " if len(every) > NEEDED else ""
    return UserError(
        f"the pool of {name} has {found} {what}questions that are not main questions of this run, but basic questions"
        f" need {NEEDED}: {fewer}name a larger pool: the option pool={STICKERS_TRAIN} goes with any data set,"
        " pool=FILE names your own questions"
    )


def _questions_for_pool(data: Dataset, named: str) -> Iterable[str]:
    if named:
        return questions_of_named_pool(named)
    is_stickers = data.name.partition(":")[0] == "stickers"
    return questions_of_dataset(open_dataset(STICKERS_TRAIN) if is_stickers else data)


def questions_of_dataset(data: Dataset) -> Iterable[str]:
    """The questions of a data set, of a large one a sample."""
    if data.name == STICKERS_TRAIN:
        return STICKERS_FILE.read_text(encoding="utf-8").splitlines()[1:]
    return (item.question for item in data.items(MOST))


def questions_of_named_pool(name: str) -> Iterable[str]:
    """The questions of a file, or of a data set such as vqa2:FOLDER#train."""
    if _is_dataset_name(name):
        return questions_of_dataset(open_dataset(name))
    from askance.ranking.question_files import read_questions

    return read_questions(Path(name))


def named_pool_fingerprint(name: str) -> str:
    """What a named pool's questions depend on: a file's content, or a data set's fingerprint."""
    if _is_dataset_name(name):
        return open_dataset(name).fingerprint
    try:
        return digest(Path(name).read_bytes()).hex()
    except OSError as error:
        raise UserError(f"pool {name}: {error.strerror}: name a file of questions or a data set") from error


def _is_dataset_name(name: str) -> bool:
    return name.partition(":")[0] in DATASETS and not Path(name).exists()
