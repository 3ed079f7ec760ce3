"""The gate before a server: requests pass as the limit allows, in order; used on one event loop.

The limit is about requests that the server works on. A request that hangs is not one of them, but looks like one until
it is overdue. Therefore each request counts with the chance that the server works on it: at first the share of the time
that earlier requests did not hang. A rejection tells that the server is full: then the chances are raised until they
add up to the limit, so that the next request waits until an answer makes room.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator

from askance.models.openai.concurrency import ConcurrencyLimit
from askance.models.openai.failures import ServerFailure, temporary

OVERDUE = 1.2  # times the slowest answer of the last round trip: then a request no longer counts as work of the server
LEAST_OVERDUE = 0.5  # seconds
REMEMBERED = 0.99  # of the time that earlier requests hung, with each further one: about the last hundred count
ROOM = 0.9  # of a request that must be free below the limit: 1 leaves places empty, less is rejected more often

Request = asyncio.Future[None]  # set when the request may pass


class Gate:
    """Counts the requests under way. One that hangs makes room for another, within the maximum."""

    def __init__(self, limit: ConcurrencyLimit):
        self.limit = limit
        self.under_way = self.overdue = 0
        self._chances: dict[Request, float] = {}  # that the server works on a request; without those that are overdue
        self._held = self._hung = 0.0  # seconds that requests counted, and of these the seconds of requests that hung
        self._closed_until = self._last = float("-inf")
        self._waiting: deque[Request] = deque()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def wanted(self) -> int:
        """Requests that should be ready to be sent, so that none of the places is empty."""
        return min(self.limit.most, self.limit.limit + self.overdue)

    @property
    def is_full(self) -> bool:
        """Whether there are as many requests under way as the limit allows."""
        return not self._has_room()

    @contextlib.asynccontextmanager
    async def passed(self) -> AsyncIterator[Request]:
        """Wait for a place for a request; it is taken back at the end."""
        loop = asyncio.get_running_loop()
        turn: Request = loop.create_future()
        if self._waiting or not self._is_open(loop.time()):
            self._waiting.append(turn)
            self._look_again(loop)
            try:
                await turn
            except BaseException:
                if turn in self._chances:
                    self._leave(turn)  # the place was given, and is not used
                raise
        else:
            self._enter(turn, loop.time())
        entered, is_overdue = loop.time(), False

        def late() -> None:
            nonlocal is_overdue
            is_overdue = True
            self.overdue += 1
            self._count(turn, loop.time() - entered, has_hung=True)
            self._let_in()

        slowest = self.limit.slowest
        timer = None if slowest is None else loop.call_later(max(LEAST_OVERDUE, OVERDUE * slowest), late)
        try:
            yield turn
        finally:
            if timer is not None:
                timer.cancel()
            self.overdue -= is_overdue
            if not is_overdue:
                self._count(turn, loop.time() - entered, has_hung=False)
            self._leave(turn)

    def rejected(self, request: Request) -> int:
        """The server rejected a request, so it is full; the number of others that it was expected to work on."""
        self._chances.pop(request, None)
        working = sum(self._chances.values())
        if 0 < working < self.limit.limit:
            more = self.limit.limit / working
            self._chances = {each: min(1.0, chance * more) for each, chance in self._chances.items()}
        return round(working)

    def close_for(self, seconds: float) -> None:
        """Let nothing pass for some time: the server says that it takes nothing."""
        loop = asyncio.get_running_loop()
        self._closed_until = max(self._closed_until, loop.time() + seconds)
        self._look_again(loop)

    def give_up(self) -> None:
        """Make all requests fail that wait for a place."""
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_exception(ServerFailure(temporary("not sent: the run stopped")))

    def _is_open(self, now: float) -> bool:
        return self.under_way < self.limit.most and self._has_room() and now >= self._opens()

    def _has_room(self) -> bool:
        return sum(self._chances.values()) <= self.limit.limit - ROOM

    def _opens(self) -> float:
        return max(self._closed_until, self._last + self.limit.pause)

    def _enter(self, request: Request, now: float) -> None:
        self.under_way += 1
        self._chances[request] = 1.0 - self._hung / self._held if self._held else 1.0
        self._last = now

    def _leave(self, request: Request) -> None:
        self.under_way -= 1
        self._chances.pop(request, None)
        self._let_in()

    def _count(self, request: Request, seconds: float, has_hung: bool) -> None:
        """The request no longer counts; whether it hung tells what to expect of later ones."""
        self._chances.pop(request, None)
        self._held = REMEMBERED * self._held + seconds
        self._hung = REMEMBERED * self._hung + seconds * has_hung

    def _let_in(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting and self._is_open(loop.time()):
            turn = self._waiting.popleft()
            if not turn.done():  # else it was cancelled
                self._enter(turn, loop.time())
                turn.set_result(None)
        self._look_again(loop)

    def _look_again(self, loop: asyncio.AbstractEventLoop) -> None:
        """Look again when the time comes, where time alone keeps the gate closed."""
        if self._waiting and self._timer is None and self._opens() > loop.time():
            self._timer = loop.call_at(self._opens(), self._on_time)

    def _on_time(self) -> None:
        self._timer = None
        self._let_in()
