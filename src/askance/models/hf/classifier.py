"""Models that choose from a fixed list of answers, such as ViLT."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property

from askance.core import Answer
from askance.models.builtin.answers_from_scores import TOP, answers_from_scores
from askance.models.builtin.vocabulary import Vocabulary
from askance.models.hf.loading import Loaded
from askance.models.hf.rows import Row, stack
from askance.wording.normalise_answers import normalise_answer


class Labels(Vocabulary, frozen=True, dict=True):
    """The answers of a classifier, found by their normalised text."""

    @cached_property
    def answer_numbers(self) -> dict[str, int]:
        """Answer → number; of equal ones the first."""
        return {normalise_answer(answer): number for number, answer in reversed(list(enumerate(self.answers)))}


def labels_of(loaded: Loaded) -> Labels:
    """The answers in the order of a classifier's outputs."""
    names = loaded.model.config.id2label
    return Labels((), tuple(str(names[number]) for number in range(len(names))))


@contextmanager
def _order(row: Row, loaded: Loaded) -> Iterator[None]:
    """The same order of patches each time: ViLT shuffles them, and sums round otherwise. Dropout has its own seed."""
    import torch

    if row.query.condition.dropout:
        yield
        return
    with torch.random.fork_rng(devices=[loaded.device] if loaded.device.type == "cuda" else []):
        torch.manual_seed(0)
        yield


def classify(loaded: Loaded, labels: Labels, rows: Sequence[Row], top: int) -> list[Answer]:
    """The answers to some rows of equal shape, each with the `top` most probable ones; 0: a few."""
    import torch

    with torch.inference_mode(), _order(rows[0], loaded):
        scores = loaded.model(**stack(list(rows), 0, loaded.device)).logits.float().cpu().numpy()
    return answers_from_scores([row.query for row in rows], scores, labels, top or TOP)
