"""How many requests a server takes at the same time, found out while it is used; time is an argument.

The limit grows while latency stays flat: it doubles per round trip until the first sign of overload, then it grows by
one. A rejection (429, 503) is a sign of overload unless the server has just accepted as many requests at once. Then the
limit falls to what was accepted, at most by half, and the next attempt to exceed it waits twice as long as the last.
"""

from collections import deque
from statistics import median

FIRST = 4  # requests at once before anything is known
FLAT, RISEN = 2.0, 3.0  # times the lowest latency: up to where the limit grows, from where it falls
ROUNDS = 20  # round trips in which the lowest latency is looked for
LONGEST_PROBE = 64  # round trips before a known ceiling is tried again
LEAST_PAUSE, LONGEST_PAUSE = 0.25, 60.0  # seconds between two requests, where even one at once is too many
RECENT = 0.5  # seconds; or two round trips, where those take longer


class ConcurrencyLimit:
    """`limit` follows what is told about requests, each with its level: how many were under way when it was sent."""

    def __init__(self, most: int):
        self.most = most
        self.limit = min(FIRST, most)
        self.pause = 0.0  # seconds between two requests
        self.latency: float | None = None  # of the last round trip
        self._is_new = True  # no sign of overload yet
        self._ceiling = most  # the highest level that was not too much
        self._round: list[float] = []  # latencies of this round trip
        self._rounds: deque[float] = deque(maxlen=ROUNDS)
        self._accepted: deque[tuple[float, int]] = deque(maxlen=4096)  # when, at which level
        self._probe_wait, self._waited = 1, 0  # round trips
        self._last_cut = float("-inf")

    def accepted(self, level: int, seconds: float, now: float) -> None:
        """A request was answered."""
        self._accepted.append((now, level))
        self.pause = self.pause * 0.8 if self.pause > LEAST_PAUSE else 0.0
        if level > self._ceiling:
            self._ceiling, self._probe_wait = level, 1
        self._round.append(seconds)
        is_used = level >= self.limit
        if self._is_new and is_used and self._is_flat(seconds):
            self._set(self.limit + 1)
        if len(self._round) >= self.limit:
            self._next_round(is_used)

    def rejected(self, level: int, now: float) -> bool:
        """A request was rejected; True if the server takes nothing at all for now, so that all should wait."""
        best = self._recently_accepted(now)
        if best >= level:
            return False  # so many were just accepted: this is not about our number
        if now - self._last_cut > (self.latency or RECENT):  # what was sent before the last cut says nothing new
            self._last_cut, self._is_new = now, False
            if self.limit <= 1:
                self.pause = min(LONGEST_PAUSE, max(LEAST_PAUSE, self.pause * 2))
            self._set(max(best, level // 2))
            self._ceiling = self.limit
            self._probe_wait, self._waited = min(LONGEST_PROBE, self._probe_wait * 2), 0
            self._round = []
        return best == 0

    def _recently_accepted(self, now: float) -> int:
        since = now - max(RECENT, 2 * (self.latency or 0.0))
        while self._accepted and self._accepted[0][0] < since:
            self._accepted.popleft()
        return max((level for _, level in self._accepted), default=0)

    def _next_round(self, is_used: bool) -> None:
        self.latency = median(self._round)
        self._rounds.append(self.latency)
        self._round = []
        if self.latency > RISEN * min(self._rounds):
            self._is_new = False
            self._set(int(self.limit * 0.9))
        elif is_used and not self._is_new and self._is_flat(self.latency):
            self._waited += 1
            if self.limit < self._ceiling or self._waited >= self._probe_wait:
                self._set(self.limit + 1)
                self._waited = 0

    def _is_flat(self, seconds: float) -> bool:
        return not self._rounds or seconds <= FLAT * min(self._rounds)

    def _set(self, limit: int) -> None:
        self.limit = max(1, min(self.most, limit))
