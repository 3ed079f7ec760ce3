"""What a run may use: requests and dollars, counted from every thread that asks a model."""

import threading
from collections.abc import Iterable, Mapping

from askance.core import Answer

NOTHING: Mapping[str, int] = {}


class Budget:
    """Requests are taken before they are sent; dollars are known only when the answer is there.

    While no cost of a model is known, one of its calls is sent alone; then each call under way is taken to cost the
    mean of its model.
    """

    def __init__(self, requests: int | None = None, usd: float | None = None, sent: int = 0):
        self.requests, self.usd = requests, usd
        self.sent, self.spent = sent, 0.0
        self._costs: dict[str, tuple[float, int]] = {}  # by model: dollars, and answers whose cost is known
        self._lock = threading.Lock()

    def take(self, wanted: int, model: str = "", under_way: Mapping[str, int] = NOTHING, is_priced: bool = True) -> int:
        """How many of the wanted first requests may be sent now; they count as sent. `under_way`: calls by model."""
        with self._lock:
            granted = wanted if self.requests is None else max(0, min(wanted, self.requests - self.sent))
            if self.usd is not None and is_priced:
                granted = min(granted, self._affordable(model, under_way))
            self.sent += granted
            return granted

    def take_again(self, wanted: int) -> bool:
        """Whether another request for each of some queries may be sent; if so, they count as sent."""
        with self._lock:
            if self.requests is not None and self.sent + wanted > self.requests:
                return False
            if self.usd is not None and self.spent >= self.usd:
                return False
            self.sent += wanted
            return True

    def _mean(self, model: str) -> float | None:
        usd, count = self._costs.get(model, (0.0, 0))
        return usd / count if count else None

    def _affordable(self, model: str, under_way: Mapping[str, int]) -> int:
        assert self.usd is not None
        left = self.usd - self.spent - sum(count * (self._mean(each) or 0.0) for each, count in under_way.items())
        mean = self._mean(model)
        if mean is None:
            return int(left > 0 and not under_way.get(model))
        return max(0, int(left / mean)) if mean else 2**31

    def pay(self, answers: Iterable[Answer], model: str = "", is_priced: bool = False) -> bool:
        """Add what answers cost and the requests for them; False where no cost of a model with a price is known."""
        with self._lock:
            for answer in answers:
                usage = answer.usage
                self.sent += usage.requests - 1 if usage is not None else 0  # one was taken
                if usage is not None and usage.usd is not None:
                    spent, count = self._costs.get(model, (0.0, 0))
                    self._costs[model] = spent + usage.usd, count + 1
                    self.spent += usage.usd
                elif self.usd is not None and is_priced and answer.status == "ok":
                    mean = self._mean(model)
                    if mean is None:
                        return False
                    self.spent += mean if usage is not None else 0.0  # else it was known, and not asked
        return True
