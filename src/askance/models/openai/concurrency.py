"""How many requests a server takes at the same time, found out while it is used; time is an argument.

The limit grows while latency stays flat: it doubles per round trip until the first sign of overload, then it grows by
one. Rejections (429, 503) are a sign of overload where they come in numbers, since a server may reject single requests
for reasons of its own. The limit then falls to the number of requests that the server is working on, and the next
attempt to exceed it waits twice as long as the last one.
"""

from collections import deque
from statistics import median

FIRST = 4  # requests at once before anything is known
FLAT, RISEN = 2.0, 3.0  # times the lowest latency: up to where the limit grows, from where it falls
JITTER = 0.25  # seconds that a busy client adds to any latency
ROUNDS = 20  # round trips in which the lowest latency is looked for
LAST, MANY = 8, 4  # of the last eight requests, four rejected ones are overload
FIRST_PROBE, LONGEST_PROBE = 2, 16  # round trips before a known ceiling is tried again
LEAST_PAUSE, LONGEST_PAUSE = 0.25, 60.0  # seconds between two requests, where even one at once is too many


class Sent:
    """A request on its way."""

    __slots__ = ("is_rejected",)

    def __init__(self) -> None:
        self.is_rejected = False


class ConcurrencyLimit:
    """`limit` follows what becomes of the requests that are sent."""

    def __init__(self, most: int):
        self.most = most
        self.limit = min(FIRST, most)
        self.pause = 0.0  # seconds between two requests
        self.latency: float | None = None  # of the last round trip
        self._is_new = True  # no sign of overload yet
        self._ceiling = most  # the highest limit that was not too much
        self._round: list[float] = []  # latencies of this round trip
        self._rounds: deque[float] = deque(maxlen=ROUNDS)
        self._last: deque[Sent] = deque(maxlen=LAST)
        self._probe_wait, self._waited = 1, 0  # round trips

    def sent(self) -> Sent:
        """A request is sent."""
        self._last.append(Sent())
        return self._last[-1]

    def accepted(self, seconds: float, is_used: bool) -> None:
        """A request was answered; `is_used`: there were as many as the limit allows."""
        self.pause = self.pause * 0.8 if self.pause > LEAST_PAUSE else 0.0
        self._round.append(seconds)
        if self._is_new and is_used and self._is_flat(seconds):
            self._set(self.limit + 1)
        if len(self._round) >= self.limit:
            self._next_round(is_used)

    def rejected(self, request: Sent, working: int) -> bool:
        """A request was rejected while the server worked on others; True if it takes none, so that all should wait."""
        request.is_rejected = True
        if sum(each.is_rejected for each in self._last) < min(MANY, self.limit):
            return False
        if working < self.limit or self.limit == 1:
            self._is_new = False
            if self.limit == 1:
                self.pause = min(LONGEST_PAUSE, max(LEAST_PAUSE, self.pause * 2))
            was_probe = self.limit > self._ceiling
            self._set(working)
            self._ceiling = self.limit
            self._probe_wait, self._waited = min(LONGEST_PROBE, self._probe_wait * 2) if was_probe else FIRST_PROBE, 0
            self._round = []
        return not working

    def _next_round(self, is_used: bool) -> None:
        self.latency = median(self._round)
        self._rounds.append(self.latency)
        self._round = []
        lowest = min(self._rounds)
        if self.limit > self._ceiling:  # a whole round trip above what was known
            self._ceiling, self._probe_wait = self.limit, 1
        if self.latency > max(RISEN * lowest, lowest + 2 * JITTER):
            self._is_new = False
            self._set(int(self.limit * 0.9))
        elif is_used and not self._is_new and self._is_flat(self.latency):
            self._waited += 1
            if self.limit < self._ceiling or self._waited >= self._probe_wait:
                self._set(self.limit + 1)
                self._waited = 0

    def _is_flat(self, seconds: float) -> bool:
        lowest = min(self._rounds, default=seconds)
        return seconds <= max(FLAT * lowest, lowest + JITTER)

    def _set(self, limit: int) -> None:
        self.limit = max(1, min(self.most, limit))
