"""How fast a run makes its calls, and how long the others take: over some minutes, so that the time left is steady."""

import math
from collections import deque

WINDOW = 300.0  # seconds over which the rate is measured; a young run has its whole time
SMOOTHING = 60.0  # seconds in which the shown rate follows two thirds of a change
LEAST_TIME = 1.0  # seconds of a run before it has a rate


class CallRate:
    """The rate of one round of calls; `began` and the times of `note` are of one clock."""

    def __init__(self, began: float):
        self._past: deque[tuple[float, int]] = deque([(began, 0)])
        self._shown: float | None = None
        self._last = began

    def note(self, now: float, made: int) -> float | None:
        """Calls per second after `made` calls; None before the first ones."""
        past = self._past
        while len(past) > 1 and now - past[1][0] >= WINDOW:
            past.popleft()  # the first one that is left is the window old, or the beginning
        then, before = past[0]
        if now > past[-1][0]:
            past.append((now, made))
        if now - then < LEAST_TIME:
            return self._shown
        measured = (made - before) / (now - then)
        if measured <= 0:  # no answer in the whole window: when the next one comes, nobody knows
            self._shown = None
            return None
        share = 1.0 if self._shown is None else 1.0 - math.exp(-max(0.0, now - self._last) / SMOOTHING)
        self._shown = measured if self._shown is None else self._shown + share * (measured - self._shown)
        self._last = now
        return self._shown
