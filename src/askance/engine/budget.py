"""What a run may use: requests and dollars, counted from every thread that asks a model."""

import threading
from collections.abc import Iterable

from askance.core import Answer


class Budget:
    """Requests are taken before they are sent; dollars are known only when the answer is there.

    While no price of an answer is known, one call is sent alone; then each call under way is taken to cost the mean.
    """

    def __init__(self, requests: int | None = None, usd: float | None = None, sent: int = 0):
        self.requests, self.usd = requests, usd
        self.sent, self.spent = sent, 0.0
        self._priced = 0  # answers whose cost is known
        self._lock = threading.Lock()

    def take(self, wanted: int, under_way: int = 0, is_priced: bool = True) -> int:
        """How many of the wanted first requests may be sent now; they count as sent."""
        with self._lock:
            granted = wanted if self.requests is None else max(0, min(wanted, self.requests - self.sent))
            if self.usd is not None and is_priced:
                granted = min(granted, self._affordable(under_way))
            self.sent += granted
            return granted

    def take_again(self, wanted: int) -> bool:
        """Whether another request for each of some queries may be sent; they count as sent."""
        with self._lock:
            if self.requests is not None and self.sent + wanted > self.requests:
                return False
            self.sent += wanted
            return self.usd is None or self.spent < self.usd

    def _affordable(self, under_way: int) -> int:
        assert self.usd is not None
        if not self._priced:
            return 0 if under_way else 1
        mean = self.spent / self._priced
        return max(0, int((self.usd - self.spent) / mean) - under_way) if mean else 2**31

    def pay(self, answers: Iterable[Answer]) -> None:
        """Add what answers cost, and the requests that a model sent for them beside the one that was taken."""
        with self._lock:
            for usage in (answer.usage for answer in answers if answer.usage is not None):
                self.sent += max(0, usage.requests - 1)
                if usage.usd is not None:
                    self.spent += usage.usd
                    self._priced += 1
