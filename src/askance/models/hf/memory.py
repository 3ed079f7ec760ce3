"""Batches that fit: out of memory halves the size, which is remembered and reported once."""

from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


class DoesNotFit(Exception):  # noqa: N818  a state of one query
    """A single query that does not fit in memory."""


class Batches:
    """Runs work on batches of at most `size` items; `size` shrinks when memory runs out, and stays so."""

    def __init__(self, size: int, say: Callable[[str], None]):
        self.size, self._say, self._is_reported = size, say, False

    def run(
        self, items: Sequence[Item], work: Callable[[Sequence[Item]], Sequence[Result]], weight: Callable[[Item], int]
    ) -> list[Result | DoesNotFit]:
        """One result per item, in order; an item that does not fit alone gets DoesNotFit."""
        found: list[Result | DoesNotFit] = []
        start = 0
        while start < len(items):
            end = self._end(items, start, weight)
            part = items[start:end]
            try:
                found += work(part)
                start = end
            except Exception as error:
                if not is_out_of_memory(error):
                    raise
                error.__traceback__ = None  # its frames hold the tensors
                _release()
                total = sum(map(weight, part))
                if len(part) == 1:
                    found.append(DoesNotFit(f"out of memory: one query alone does not fit ({_first(error)})"))
                    start = end
                else:
                    self._shrink(max(1, total // 2))
        return found

    def _end(self, items: Sequence[Item], start: int, weight: Callable[[Item], int]) -> int:
        """Where a batch ends that starts here: it has one item, or at most `size` in weight."""
        end, total = start + 1, weight(items[start])
        while end < len(items) and total + weight(items[end]) <= self.size:
            total += weight(items[end])
            end += 1
        return end

    def _shrink(self, size: int) -> None:
        if size < self.size:
            self.size = size
        else:  # the batch was one heavy item and another: only one of them fits
            self.size = max(1, self.size // 2)
        if not self._is_reported:
            self._is_reported = True
            self._say(f"out of memory: batches now have at most {self.size} queries, and fewer if that is too many")


def is_out_of_memory(error: BaseException) -> bool:
    """Whether an error means that memory ran out, on a GPU or on the host."""
    import torch

    if isinstance(error, torch.OutOfMemoryError | MemoryError):
        return True
    return isinstance(error, RuntimeError) and "DefaultCPUAllocator: can't allocate memory" in str(error)


def _first(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:200]


def _release() -> None:
    """Give cached GPU memory back, so that the smaller batch finds room."""
    import gc

    import torch

    gc.collect()
    if torch.cuda.is_available():
        torch.cuda.empty_cache()
