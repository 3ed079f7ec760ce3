"""Batches that fit: out of memory halves the size, which is remembered and reported once; other errors stay alone."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from askance.models.hf.conditions import NotPerRow

Item = TypeVar("Item")
Result = TypeVar("Result")
# RuntimeErrors that mean that memory ran out: torch on the host, on Apple's GPUs, and cuBLAS.
FULL = ("DefaultCPUAllocator: can't allocate memory", "MPS backend out of memory", "CUBLAS_STATUS_ALLOC_FAILED")


class DoesNotFit(Exception):  # noqa: N818  a state of one query
    """A single query that does not fit in memory."""


class Batches:
    """Runs work on batches of at most `size` units; `size` shrinks when memory runs out, and stays so."""

    def __init__(self, size: int, unit: str, say: Callable[[str], None], forget: Callable[[], None] = lambda: None):
        """`forget` drops what is remembered on the device, before a smaller batch is tried."""
        self.size, self.unit, self._say, self._forget, self._is_reported = size, unit, say, forget, False

    def run(
        self,
        items: Sequence[Item],
        work: Callable[[Sequence[Item]], Sequence[Result]],
        weight: Callable[[Item], int],
        halve: Callable[[Item], Sequence[Item]],
    ) -> Iterator[tuple[Item, Result | Exception]]:
        """Items with their results, in order; a batch that fails is halved, and what fails alone gets its error."""
        waiting = deque(items)
        while waiting:
            part = self._first(waiting, weight)
            error: Exception | None = None
            try:
                results = work(part)
            except NotPerRow:
                raise
            except Exception as caught:
                error = as_outcome(caught)
            if error is None:
                yield from zip(part, results, strict=True)
                continue
            if isinstance(error, DoesNotFit):
                self._forget()
                _release()  # not before the exception is gone: its frames hold the tensors
            halves = part if len(part) > 1 else halve(part[0])
            if len(halves) == 1:
                yield part[0], error
            elif isinstance(error, DoesNotFit):
                self._shrink(sum(map(weight, part)) // 2)
                waiting.extendleft(reversed(halves))
            else:  # the size is not to blame
                middle = len(halves) // 2
                yield from self.run(halves[:middle], work, weight, halve)
                yield from self.run(halves[middle:], work, weight, halve)

    def _first(self, waiting: "deque[Item]", weight: Callable[[Item], int]) -> list[Item]:
        """The items of the next batch: one, or as many as are at most `size` together."""
        part = [waiting.popleft()]
        total = weight(part[0])
        while waiting and total + weight(waiting[0]) <= self.size:
            total += weight(waiting[0])
            part.append(waiting.popleft())
        return part

    def _shrink(self, size: int) -> None:
        self.size = max(1, min(size, self.size // 2))
        if not self._is_reported:
            self._is_reported = True
            self._say(f"out of memory: batches now have at most {self.size:,} {self.unit}, and fewer if needed")


def is_out_of_memory(error: BaseException) -> bool:
    """Whether an error means that memory ran out, on a GPU or on the host."""
    import torch

    if isinstance(error, torch.OutOfMemoryError | MemoryError):
        return True
    return isinstance(error, RuntimeError) and any(text in str(error) for text in FULL)


def as_outcome(error: Exception) -> Exception:
    """What an error means for a query that is alone: DoesNotFit if memory ran out, else itself, without its frames."""
    if is_out_of_memory(error):
        return DoesNotFit(f"out of memory: one query alone does not fit ({_first_line(error)})")
    return error.with_traceback(None)


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:200]


def _release() -> None:
    """Give cached GPU memory back, so that the smaller batch finds room."""
    import gc

    import torch

    gc.collect()
    if torch.cuda.is_available():
        torch.cuda.empty_cache()
