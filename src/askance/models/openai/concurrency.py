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
ROUNDS = 200  # round trips in which the lowest latency is looked for
LAST, MANY, PROBED = 8, 4, 3  # of the last eight outcomes, four rejections are overload; three above a known ceiling
FIRST_PROBE, LONGEST_PROBE = 1, 4  # round trips before a known ceiling is tried again
APART = 128  # requests between two such tries, at least, where the last one was in vain
LEAST_PAUSE, LONGEST_PAUSE = 0.25, 60.0  # seconds between two requests, where even one at once is too many


class ConcurrencyLimit:
    """`limit` follows what becomes of the requests that are sent."""

    def __init__(self, most: int):
        self.most = most
        self.limit = min(FIRST, most)
        self.pause = 0.0  # seconds between two requests
        self.latency: float | None = None  # of the last round trip: the median
        self.slowest: float | None = None  # of the last round trip
        self._is_new = True  # no sign of overload yet
        self._ceiling = most  # the highest limit that was not too much
        self._round: list[float] = []  # latencies of this round trip
        self._size = self.limit  # requests of a round trip: the limit when it began
        self._rounds: deque[float] = deque(maxlen=ROUNDS)
        self._rejections: deque[bool] = deque(maxlen=LAST)  # of the last outcomes
        self._probe_wait, self._waited = FIRST_PROBE, 0  # round trips
        self._shrunk: tuple[int, float] | None = None  # limit and latency where it began to fall for the latency

    def accepted(self, seconds: float, is_used: bool) -> None:
        """A request was answered; `is_used`: there were as many as the limit allows."""
        self._rejections.append(False)
        self.pause = self.pause * 0.8 if self.pause > LEAST_PAUSE else 0.0
        self._round.append(seconds)
        if self._is_new and is_used and self._is_flat(seconds):
            self._set(self.limit + 1)
        if len(self._round) >= self._size:
            self._next_round(is_used)
            self._size = self.limit

    def rejected(self, working: int) -> bool:
        """A request was rejected while the server worked on others; True if it takes none, so that all should wait."""
        self._rejections.append(True)
        was_probe = self.limit > self._ceiling
        if sum(self._rejections) < min(self.limit, PROBED if was_probe else MANY):
            return False
        if working < self.limit or self.limit == 1:
            self._is_new = False
            if self.limit == 1:
                self.pause = min(LONGEST_PAUSE, max(LEAST_PAUSE, self.pause * 2))
            self._set(self._ceiling if was_probe else working)
            self._ceiling = self.limit
            self._rejections.clear()  # they are dealt with
            self._probe_wait, self._waited = min(LONGEST_PROBE, self._probe_wait * 2) if was_probe else FIRST_PROBE, 0
            self._round, self._size = [], self.limit
        return not working

    def _next_round(self, is_used: bool) -> None:
        self.latency, self.slowest = median(self._round), max(self._round)
        self._rounds.append(self.latency)
        self._round = []
        if self.limit > self._ceiling:  # a whole round trip above what was known
            self._ceiling, self._probe_wait = self.limit, 1
        lowest = min(self._rounds)
        if self.latency > max(RISEN * lowest, lowest + 2 * JITTER):
            self._shrink(self.latency)
            return
        self._shrunk = None
        if is_used and not self._is_new and self._is_flat(self.latency):
            self._waited += 1
            if self.limit < self._ceiling or self._is_probe_due():
                self._set(self.limit + 1)
                self._waited = 0

    def _shrink(self, latency: float) -> None:
        """Less for a server that queues; where that does not help, the questions are longer, and not the queue."""
        self._is_new = False
        limit, before = self._shrunk = self._shrunk or (self.limit, latency)
        if self.limit <= 0.6 * limit and latency > 0.85 * before:
            self._rounds.clear()
            self._shrunk = None
            self._set(limit)
        else:
            self._set(int(self.limit * 0.9))

    def _is_probe_due(self) -> bool:
        apart = APART if self._probe_wait == LONGEST_PROBE else 0
        return self._waited >= self._probe_wait and self._waited * self.limit >= apart

    def _is_flat(self, seconds: float) -> bool:
        lowest = min(self._rounds, default=seconds)
        return seconds <= max(FLAT * lowest, lowest + JITTER)

    def _set(self, limit: int) -> None:
        self.limit = max(1, min(self.most, limit))
