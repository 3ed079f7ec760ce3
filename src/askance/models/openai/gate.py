"""The gate before a server: requests pass as the limit allows, in order; used on one event loop."""

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator

from askance.models.openai.concurrency import ConcurrencyLimit

OVERDUE = 1.5  # times the slowest answer of the last round trip: then a request no longer counts as work of the server
LEAST_OVERDUE = 0.5  # seconds


class Gate:
    """Counts the requests under way. One that is overdue may hang: it makes room for another, within the maximum."""

    def __init__(self, limit: ConcurrencyLimit):
        self.limit = limit
        self.under_way = self.overdue = 0
        self._closed_until = self._last = float("-inf")
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def wanted(self) -> int:
        """Requests that should be ready to be sent, so that none of the places is empty."""
        return min(self.limit.most, self.limit.limit + self.overdue)

    @property
    def working(self) -> int:
        """Requests that the server is working on, beside one that it has just rejected."""
        return max(0, self.under_way - self.overdue - 1)

    @property
    def is_full(self) -> bool:
        """Whether there are as many requests under way as the limit allows."""
        return self.under_way - self.overdue >= self.limit.limit

    @contextlib.asynccontextmanager
    async def passed(self) -> AsyncIterator[None]:
        """Wait for a place for a request; it is taken back at the end."""
        loop = asyncio.get_running_loop()
        if self._waiting or not self._is_open(loop.time()):
            turn = loop.create_future()
            self._waiting.append(turn)
            self._look_again(loop)
            try:
                await turn
            except BaseException:
                if turn.done() and not turn.cancelled():
                    self._leave()  # the place was given, and is not used
                raise
        else:
            self._enter(loop.time())
        is_overdue = False

        def late() -> None:
            nonlocal is_overdue
            is_overdue = True
            self.overdue += 1
            self._let_in()

        slowest = self.limit.slowest
        timer = None if slowest is None else loop.call_later(max(LEAST_OVERDUE, OVERDUE * slowest), late)
        try:
            yield
        finally:
            if timer is not None:
                timer.cancel()
            self.overdue -= is_overdue
            self._leave()

    def close_for(self, seconds: float) -> None:
        """Let nothing pass for some time: the server says that it takes nothing."""
        loop = asyncio.get_running_loop()
        self._closed_until = max(self._closed_until, loop.time() + seconds)
        self._look_again(loop)

    def _is_open(self, now: float) -> bool:
        has_room = self.under_way < self.limit.most and self.under_way - self.overdue < self.limit.limit
        return has_room and now >= self._opens()

    def _opens(self) -> float:
        return max(self._closed_until, self._last + self.limit.pause)

    def _enter(self, now: float) -> None:
        self.under_way += 1
        self._last = now

    def _leave(self) -> None:
        self.under_way -= 1
        self._let_in()

    def _let_in(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting and self._is_open(loop.time()):
            turn = self._waiting.popleft()
            if not turn.done():  # else it was cancelled
                self._enter(loop.time())
                turn.set_result(None)
        self._look_again(loop)

    def _look_again(self, loop: asyncio.AbstractEventLoop) -> None:
        """Look again when the time comes, where time alone keeps the gate closed."""
        if self._waiting and self._timer is None and self._opens() > loop.time():
            self._timer = loop.call_at(self._opens(), self._on_time)

    def _on_time(self) -> None:
        self._timer = None
        self._let_in()
