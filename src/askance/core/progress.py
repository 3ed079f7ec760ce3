"""How far a long piece of work has come, told to whoever looks on, however deep in calls it is done."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial

Told = Callable[[str, int, int], None]  # what is being done, how much of it is done, and of how much


def _nobody(what: str, done: int, total: int) -> None:
    """Nobody looks on."""


_LOOKS_ON: ContextVar[Told] = ContextVar("looks_on", default=_nobody)


def tell(what: str, done: int, total: int) -> None:
    """Tell whoever looks on; who wants the work to stop raises."""
    _LOOKS_ON.get()(what, done, total)


def teller(what: str) -> Callable[[int, int], None]:
    """A function that tells of some work from any thread, such as one begun later."""
    return partial(_LOOKS_ON.get(), what)


@contextmanager
def told_to(told: Told) -> Iterator[None]:
    """Within it, `told` looks on."""
    token = _LOOKS_ON.set(told)
    try:
        yield
    finally:
        _LOOKS_ON.reset(token)


@contextmanager
def part_of(what: str, done: int, total: int) -> Iterator[None]:
    """What is told within it is part of a larger work, of which so much is done; its end is told outside."""
    outer = _LOOKS_ON.get()
    with told_to(lambda _, more, __: outer(what, min(done + more, total - 1), total)):
        yield
