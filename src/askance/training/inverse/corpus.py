"""What a generator is trained on: image features and objects, and every question with its answer as numbers."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from askance.core import UserError
from askance.inverse.question_words import LENGTH, PAD, SPECIAL, QuestionVocabulary, split_question
from askance.training.corpus import answer_kind_index
from askance.training.inverse.concepts import Slots
from askance.training.samples import Sample
from torch import Tensor

ANSWERS = 2000  # the most frequent ones, as in the paper
FEATURE_BATCH = 128
CELLS = 2  # rows and columns of features that are joined into one for the attention baseline


@dataclass(frozen=True, slots=True)
class QuestionRows:
    """Arrays in step, one row per question."""

    vocabulary: QuestionVocabulary
    image: npt.NDArray[np.int32]
    answer: npt.NDArray[np.int32]
    tokens: npt.NDArray[np.int16]  # (rows, LENGTH + 2)


def build_question_vocabulary(samples: Iterable[Sample], least: int = 3) -> QuestionVocabulary:
    """The words and answers that occur often enough, the most frequent first."""
    words: Counter[str] = Counter()
    answers: Counter[str] = Counter()
    for sample in samples:
        words.update(split_question(sample.question))
        answers[sample.answer] += 1
    known = [sorted((each for each in count if count[each] >= least), key=lambda each, c=count: (-c[each], each))  # type: ignore[misc]
             for count in (words, answers)]  # fmt: skip
    return QuestionVocabulary((*SPECIAL, *known[0]), tuple(known[1][:ANSWERS]))


def question_rows(vocabulary: QuestionVocabulary, samples: Sequence[Sample], images: Sequence[str]) -> QuestionRows:
    """The rows of all samples that the vocabulary and the length allow; images are numbered in the order given."""
    place = {image: number for number, image in enumerate(images)}
    numbers = vocabulary.answer_numbers
    kept = [
        sample
        for sample in samples
        if sample.answer in numbers and not sample.edits and len(split_question(sample.question)) <= LENGTH
    ]
    if not kept:
        raise UserError("no question with a frequent answer to train on: raise --limit, or use other data")
    return QuestionRows(
        vocabulary,
        np.array([place[sample.image] for sample in kept], np.int32),
        np.array([numbers[sample.answer] for sample in kept], np.int32),
        vocabulary.encode([sample.question for sample in kept]).astype(np.int16),
    )


def answer_word_table(vocabulary: QuestionVocabulary) -> Tensor:
    """(answers, t): the words of each answer, for the baseline that reads them; the table has its own numbers."""
    split = [answer.split() or [""] for answer in vocabulary.answers]
    known = {word: number for number, word in enumerate(sorted({word for each in split for word in each}), 1)}
    table = torch.full((len(split), max(map(len, split))), PAD)
    for row, words in zip(table, split, strict=True):
        row[: len(words)] = torch.tensor([known[word] for word in words])
    return table


def answer_type_table(vocabulary: QuestionVocabulary) -> Tensor:
    """(answers,): the type of each answer."""
    return torch.tensor([answer_kind_index(answer) for answer in vocabulary.answers])


@torch.no_grad()
def encode_pictures(eye: torch.nn.Module, pictures: npt.NDArray[np.uint8], device: torch.device) -> Tensor:
    """(images, cells, size) features in half precision, on the device."""
    found: Tensor | None = None
    for at in range(0, len(pictures), FEATURE_BATCH):
        part = torch.from_numpy(np.array(pictures[at : at + FEATURE_BATCH])).to(device)
        grid = eye.encode_image(part.permute(0, 3, 1, 2).float() / 255).half()  # type: ignore[operator]
        if found is None:
            found = torch.empty((len(pictures), *grid.shape[1:]), dtype=torch.float16, device=device)
        found[at : at + len(grid)] = grid
    assert found is not None
    return found


def coarse_cells(features: Tensor, grid: tuple[int, int]) -> Tensor:
    """Features with two by two cells joined into their mean."""
    i, _, size = features.shape
    rows, columns = grid[0] // CELLS * CELLS, grid[1] // CELLS * CELLS
    whole = features.reshape(i, *grid, size)[:, :rows, :columns]
    return whole.reshape(i, rows // CELLS, CELLS, columns // CELLS, CELLS, size).mean((2, 4)).flatten(1, 2)


def take_slots(slots: Slots, images: Tensor) -> Slots:
    """The slots of some images, in full precision."""
    certainty, values, place, mean = (each[images].float() for each in slots[1:])
    return Slots(slots.name[images].long(), certainty, values, place, mean)


def epoch_batches(rows: int, size: int, seed: int, epoch: int) -> Iterator[npt.NDArray[np.int64]]:
    """Row numbers of every batch of one epoch, drawn from the seed and the epoch's number only."""
    order = np.random.default_rng([seed, epoch]).permutation(rows)
    for at in range(0, max(1, rows - size + 1), size):
        yield order[at : at + size]
