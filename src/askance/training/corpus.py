"""A corpus: pictures at the models' size, questions as numbers, and what scenes say, as plain arrays in a folder."""

import shutil
import signal
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt
from askance.core import Dataset, Scene, Step, UserError, digest_value, source_digest
from askance.core.atomic_files import storage_error
from askance.datasets import open_dataset
from askance.datasets.reading.question_entries import answer_type
from askance.edits import CutoutCache, donor_image_lookup, edit_image
from askance.models.builtin.image_size import SIZE, fit_scale_and_margins, resize_with_margins
from askance.models.builtin.vocabulary import SPECIAL, Vocabulary, split_words
from askance.training.corpus_key import KEY, find_damaged_corpus_file, read_corpus_key, write_corpus_key
from askance.training.samples import Sample

THINGS = 48  # of a scene, the most that are told
NAMES = 400  # of things, the most that are told; a grid of features has a score for each in each cell
CATEGORIES = ("color", "material", "pattern", "state", "pose", "action", "size", "text")
VISIBLE = 0.5
WORDS = 30_000  # of a lexicon, the most: their numbers are kept in 16 bits
CHUNK = 64
KINDS = ("other", "number", "yes/no")  # of answers; an answer that the lexicon lacks is −1, −2 or −3 by its kind
Ints = npt.NDArray[np.int64]
Pictures = npt.NDArray[np.uint8]
Things = npt.NDArray[np.int16]
PictureKey = tuple[str, tuple[Step, ...]]
CorpusProgress = Callable[[int, int], None]


class SceneLabels(msgspec.Struct, frozen=True):
    """What scenes can say: names of things and, by category, their values; the number 0 is "nothing said"."""

    names: tuple[str, ...] = ()
    values: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Corpus:
    """Arrays in step: `pictures[image[q]]` is what question q is about; questions are sorted by picture."""

    lexicon: Vocabulary
    told: SceneLabels
    pictures: Pictures  # (pictures, height, width, 3)
    tokens: npt.NDArray[np.int16]  # (questions, LENGTH)
    image: npt.NDArray[np.int32]  # (questions,)
    answer: npt.NDArray[np.int32]  # (questions,); negative = an answer that the lexicon lacks
    things: Things  # (pictures, THINGS, 3 + categories): x, y in pixels, name, values; name 0 = no thing

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of its pictures; the usual size where a model never looks."""
        height, width = self.pictures.shape[1:3]
        return (width, height) if height > 1 else SIZE


def build_vocabulary(samples: Iterable[Sample], least_word: int = 3, least_answer: int = 3) -> Vocabulary:
    """The words and answers that occur often enough, the most frequent first."""
    words: Counter[str] = Counter()
    answers: Counter[str] = Counter()
    for sample in samples:
        words.update(split_words(sample.question))
        answers[sample.answer] += 1
    return Vocabulary(
        (*SPECIAL, *_frequent_words(words, least_word)[:WORDS]), tuple(_frequent_words(answers, least_answer))
    )


def _frequent_words(counts: Counter[str], least: int) -> list[str]:
    return sorted((word for word, count in counts.items() if count >= least), key=lambda word: (-counts[word], word))


def answer_kind_index(answer: str) -> int:
    """The number of an answer's kind in KINDS."""
    return KINDS.index(answer_type((answer,)))


def collect_scene_labels(scenes: Iterable[Scene]) -> SceneLabels:
    """The names (the most frequent, if they are many) and values that some scenes use."""
    names: Counter[str] = Counter()
    values: list[set[str]] = [set() for _ in CATEGORIES]
    for scene in scenes:
        for thing in scene.things:
            if thing.part_of is None:
                names[thing.name] += 1
                for place, category in enumerate(CATEGORIES):
                    values[place].update(thing.attributes.get(category, ()))
    return SceneLabels(("", *sorted(_frequent_words(names, 1)[:NAMES])), tuple(("", *sorted(each)) for each in values))


def make_corpus(
    folder: Path,
    samples: Sequence[Sample],
    data: str,
    lexicon: Vocabulary,
    told: SceneLabels,
    workers: int,
    progress: CorpusProgress = lambda done, all_: None,
    is_seen: bool = True,
    size: tuple[int, int] = SIZE,
    say: Callable[[str], None] = lambda line: None,
) -> Corpus:
    """Write a corpus into a folder, its pictures on several processes, and open it; a complete one is taken up.

    For a model that never looks (not `is_seen`) pictures are one black pixel each, and need not be here.
    One that is damaged is made again; `say` gets a line about it.
    """
    if not samples:
        raise UserError(f"{data}: has no questions with answers to train on")
    key = _corpus_identity(samples, data, lexicon, told, is_seen, size)
    if trouble := find_damaged_corpus_file(folder):
        say(f"{trouble}: made again")
    elif read_corpus_key(folder) == key:
        return open_corpus(folder)
    drawing = partial(_write_images, data=data, told=told, size=size, workers=workers, progress=progress)
    try:
        _write_corpus_files(folder, samples, lexicon, told, drawing if is_seen else _write_black_pixels)
        write_corpus_key(folder, key)
    except OSError as error:
        raise storage_error(error, folder) from error
    return open_corpus(folder)


def _write_corpus_files(
    folder: Path,
    samples: Sequence[Sample],
    lexicon: Vocabulary,
    told: SceneLabels,
    draw: Callable[[Path, list[PictureKey]], Things],
) -> None:
    """Write all files of a corpus but its key, without which they do not count."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / KEY).unlink(missing_ok=True)
    by_picture: dict[PictureKey, list[Sample]] = defaultdict(list)
    for sample in samples:
        by_picture[sample.image, sample.edits].append(sample)
    keys = list(by_picture)
    np.save(folder / "things.npy", draw(folder / "pictures.npy", keys))
    ordered = [sample for each in by_picture.values() for sample in each]
    np.save(folder / "tokens.npy", lexicon.encode_questions([each.question for each in ordered]).astype(np.int16))
    np.save(folder / "image.npy", np.repeat(np.arange(len(keys), dtype=np.int32), list(map(len, by_picture.values()))))
    numbers = lexicon.answer_numbers
    answers = [numbers.get(each.answer, -1 - answer_kind_index(each.answer)) for each in ordered]
    np.save(folder / "answer.npy", np.array(answers, np.int32))
    (folder / "lexicon.json").write_bytes(msgspec.json.encode(lexicon))
    (folder / "told.json").write_bytes(msgspec.json.encode(told))


def _corpus_identity(
    samples: Sequence[Sample], data: str, lexicon: Vocabulary, told: SceneLabels, is_seen: bool, size: tuple[int, int]
) -> str:
    code = source_digest(
        "edits",
        "models/builtin/image_size.py",
        "models/builtin/vocabulary.py",
        "training/corpus.py",
        "training/corpus_key.py",
    )
    return digest_value((open_dataset(data).fingerprint, samples, lexicon, told, is_seen, size, code)).hex()


def open_corpus(folder: Path) -> Corpus:
    """The corpus in a folder, which was checked; its pictures stay on the disk until they are wanted."""
    lexicon = msgspec.json.decode((folder / "lexicon.json").read_bytes(), type=Vocabulary)
    told = msgspec.json.decode((folder / "told.json").read_bytes(), type=SceneLabels)
    arrays = {name: np.load(folder / f"{name}.npy") for name in ("tokens", "image", "answer", "things")}
    return Corpus(lexicon, told, np.load(folder / "pictures.npy", mmap_mode="r"), **arrays)


def _write_black_pixels(file: Path, keys: list[PictureKey]) -> Things:
    """A pixel for each picture; nothing is said of scenes."""
    np.save(file, np.zeros((len(keys), 1, 1, 3), np.uint8))
    return np.zeros((len(keys), THINGS, 3 + len(CATEGORIES)), np.int16)


def _write_images(
    file: Path,
    keys: list[PictureKey],
    data: str,
    told: SceneLabels,
    size: tuple[int, int],
    workers: int,
    progress: CorpusProgress,
) -> Things:
    """Draw or decode all pictures into a file; returns what their scenes say."""
    needed = len(keys) * size[0] * size[1] * 3
    if needed > shutil.disk_usage(file.parent).free:
        needs = f"{len(keys):,} pictures need {needed / 1e9:.1f} GB"
        raise UserError(f"{file.parent}: {needs}, more than is free there: use --limit, or name another folder")
    np.lib.format.open_memmap(file, "w+", np.uint8, (len(keys), size[1], size[0], 3)).flush()
    things = np.zeros((len(keys), THINGS, 3 + len(CATEGORIES)), np.int16)
    starts = range(0, len(keys), CHUNK)
    parts = [keys[at : at + CHUNK] for at in starts]
    draw = partial(_write_image_part, file, data, told, size)
    for at, found in zip(starts, _map_in_processes(draw, starts, parts, workers), strict=True):
        things[at : at + len(found)] = found
        progress(at + len(found), len(keys))
    return things


def _map_in_processes(
    draw: Callable[[int, list[PictureKey]], Things], starts: Sequence[int], parts: list[list[PictureKey]], workers: int
) -> Iterator[Things]:
    """In this process where there is little to do; else in new ones: a fork would copy locks that threads hold."""
    if workers < 2 or len(parts) < 2:
        yield from map(draw, starts, parts)
        return
    deaf = (signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C is for the parent to hear
    with ProcessPoolExecutor(min(workers, len(parts)), get_context("spawn"), signal.signal, deaf) as pool:
        try:
            yield from pool.map(draw, starts, parts)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _write_image_part(
    file: Path, data: str, told: SceneLabels, size: tuple[int, int], at: int, keys: list[PictureKey]
) -> Things:
    pictures, things = draw_images(data, told, keys, size)
    np.lib.format.open_memmap(file, "r+")[at : at + len(keys)] = pictures
    return things


_opened: dict[str, tuple[Dataset, CutoutCache]] = {}


def draw_images(
    data: str, told: SceneLabels, keys: list[PictureKey], size: tuple[int, int] = SIZE
) -> tuple[Pictures, Things]:
    """Some pictures and what their scenes say; runs in a worker process."""
    if data not in _opened:
        opened = open_dataset(data)
        _opened[data] = opened, CutoutCache(donor_image_lookup(opened))
    source, donors = _opened[data]
    pictures = np.empty((len(keys), size[1], size[0], 3), np.uint8)
    things = np.zeros((len(keys), THINGS, 3 + len(CATEGORIES)), np.int16)
    for place, (image, edits) in enumerate(keys):
        picture = edit_image(source.load_image(image), edits, donors)
        pictures[place] = resize_with_margins(picture.image, size)
        if picture.scene is not None and told.names:
            _fill_scene_labels(picture.scene, told, things[place], size)
    return pictures, things


def _fill_scene_labels(scene: Scene, told: SceneLabels, rows: Things, size: tuple[int, int]) -> None:
    scale, left, top = fit_scale_and_margins(scene.width, scene.height, size)
    shown = [thing for thing in scene.things if thing.part_of is None and thing.visible >= VISIBLE]
    for row, thing in zip(rows, shown, strict=False):
        if thing.name not in told.names:
            continue
        x0, y0, x1, y1 = thing.box
        row[:3] = (left + (x0 + x1) / 2 * scale, top + (y0 + y1) / 2 * scale, told.names.index(thing.name))
        for place, category in enumerate(CATEGORIES):
            value = thing.value(category)
            row[3 + place] = told.values[place].index(value) if value in told.values[place] else 0


def question_spans(image: npt.NDArray[np.int32], pictures: int) -> tuple[Ints, Ints]:
    """Where each picture's questions begin, and how many they are."""
    counts = np.bincount(image, minlength=pictures)
    return np.concatenate([[0], np.cumsum(counts)[:-1]]), counts
