"""Async models: coroutines run on one event loop in a thread of its own, so that clients keep connections open."""

import asyncio
import contextlib
import inspect
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any

from askance.core.coerce_answers import error_answer

PATIENCE = 1.0  # seconds
_lock = threading.Lock()
_users = 0
_running: tuple[asyncio.AbstractEventLoop, threading.Thread] | None = None
_closers: dict[asyncio.AbstractEventLoop, list[Callable[[], Awaitable[object]]]] = {}


def await_values(values: Sequence[Any]) -> list[Any]:
    """Await all awaitable values concurrently and return all values; raises the first error."""
    results = _awaited(values)
    for _, error in results:
        if error is not None:
            raise error
    return [value for value, _ in results]


def settled_each(values: Sequence[Any]) -> list[Any]:
    """As `settled`, but an error is the failed answer of its own query: the others are answered, and stay so."""
    return [value if error is None else error_answer(error) for value, error in _awaited(values)]


def await_batch(given: Any) -> Any:
    """The result that a model returned for a batch, awaited; a list of awaitables is awaited element by element."""
    [batch] = await_values([given])
    return settled_each(batch) if type(batch) in (list, tuple) else batch


def _awaited(values: Sequence[Any]) -> list[tuple[Any, BaseException | None]]:
    """What comes of each value, or the error that it raises."""
    if not any(map(inspect.isawaitable, values)):
        return [(value, None) for value in values]
    future = asyncio.run_coroutine_threadsafe(_gather_with_errors(values), _shared_event_loop())
    try:
        return future.result()
    except BaseException:
        future.cancel()  # Ctrl-C: the answers are no longer needed
        raise


@contextlib.contextmanager
def keep_event_loop_during_run() -> Iterator[None]:
    """Keep the shared event loop during a run; it stops after the last run that uses it."""
    global _running, _users
    with _lock:
        _users += 1
    try:
        yield
    finally:
        with _lock:
            _users -= 1
            ended = None if _users else _running
            _running = _running if _users else None
        if ended is not None:
            _stop_event_loop(*ended)


def close_with_loop(closer: Callable[[], Awaitable[object]]) -> None:
    """Called on the loop: await `closer()` before it ends, so that a client closes its connections."""
    _closers.setdefault(asyncio.get_running_loop(), []).append(closer)


async def _close(closers: Sequence[Callable[[], Awaitable[object]]]) -> None:
    for closer in closers:
        with contextlib.suppress(Exception):  # a connection that is broken is as good as closed
            await closer()


def _stop_event_loop(loop: asyncio.AbstractEventLoop, thread: threading.Thread) -> None:
    if (closers := _closers.pop(loop, None)) and thread.is_alive():
        with contextlib.suppress(TimeoutError):
            asyncio.run_coroutine_threadsafe(_close(closers), loop).result(PATIENCE)
    if thread.is_alive():
        loop.call_soon_threadsafe(loop.stop)
        thread.join(PATIENCE)
    if not thread.is_alive():  # else a call that blocks it was given up: its thread is left behind, as for other models
        loop.close()


def _shared_event_loop() -> asyncio.AbstractEventLoop:
    """The event loop that all async models of this process share; started when first needed, and again in a fork."""
    global _running
    with _lock:
        if _running is None or not _running[1].is_alive():
            loop = asyncio.new_event_loop()
            thread = threading.Thread(target=loop.run_forever, name="async-models", daemon=True)
            thread.start()
            _running = loop, thread
        return _running[0]


async def _gather_with_errors(values: Sequence[Any]) -> list[tuple[Any, BaseException | None]]:
    return await asyncio.gather(*map(_await_and_catch, values))


async def _await_and_catch(value: Any) -> tuple[Any, BaseException | None]:
    """Await one value and return (result, error); raising SystemExit here would stop the loop for all others."""
    try:
        return (await _await_value(value) if inspect.isawaitable(value) else value), None
    except BaseException as error:
        return None, error


async def _await_value(value: Awaitable[Any]) -> Any:
    return await value
