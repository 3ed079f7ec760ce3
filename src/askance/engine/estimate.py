"""What the calls that are left will take: tokens, money and time, from what a model's answers took so far."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from askance.core import Model, Price
from askance.core.model import Elastic, most_at_once
from askance.core.plural import plural
from askance.core.usage import HasPrice
from askance.engine.plan import Call
from askance.store import Workspace, connect

PROBED = 8  # calls of each model
PER_IMAGE = 2  # of these, so that they are about several images
_SQL = """
select count(*), avg(prompt_tokens), avg(completion_tokens), avg(coalesce(latency, seconds))
from answers left join (from usage where not temporary) as usage using (call_key)
where answers.fingerprint = ? and answers.status <> 'failed'
"""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What the calls of one model that are left will take; None where nothing is known yet."""

    model: str
    calls: int
    known_calls: int  # answers that the estimate rests on
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    usd: float | None = None
    seconds: float | None = None  # at best: with as many calls at once as the model may take

    def __str__(self) -> str:
        if not self.known_calls:
            return f"{self.model}: no answer yet to estimate tokens, cost and time from: --probe makes {PROBED} calls"
        parts = [f"at least {_duration(self.seconds)}"] if self.seconds is not None else []
        if self.prompt_tokens is not None and self.completion_tokens is not None:
            parts.append(f"{self.prompt_tokens:,} tokens in, {self.completion_tokens:,} tokens out")
        if self.usd is not None:
            parts.append(f"{self.usd:,.2f} USD")
        known = plural(self.known_calls, "answer")
        taken = ", ".join(parts) or "nothing known"
        return f"{self.model}: {plural(self.calls, 'call')}: {taken} (estimated from {known})"


def estimates(space: Workspace, models: Sequence[Model], left: Sequence[int]) -> Iterator[Estimate]:
    """One estimate per model that has calls left, and answers or a price or a server."""
    connection = connect(space, [], tables=("answers", "usage"))
    for model, calls in zip(models, left, strict=False):
        if not calls:
            continue
        ((count, prompt, completion, seconds),) = connection.execute(_SQL, [model.fingerprint]).fetchall()
        price = model.price if isinstance(model, HasPrice) else None
        if not count and price is None and not isinstance(model, Elastic):
            continue
        yield Estimate(
            model.name,
            calls,
            count,
            _total(prompt, calls),
            _total(completion, calls),
            _cost(price, prompt, completion, calls),
            None if seconds is None else seconds * calls / most_at_once(model),
        )


def _total(mean: float | None, calls: int) -> int | None:
    return None if mean is None else round(mean * calls)


def _cost(price: Price | None, prompt: float | None, completion: float | None, calls: int) -> float | None:
    if price is None or prompt is None or completion is None:
        return None
    return price.usd(prompt, completion) * calls


def some_calls(calls: Iterable[Call], models: int) -> Iterator[Call]:
    """A few calls of each model, about several images."""
    taken: Counter[int] = Counter()
    about: Counter[tuple[int, str | None]] = Counter()
    for call in calls:
        if taken[call.model] < PROBED and about[call.model, call.image] < PER_IMAGE:
            taken[call.model] += 1
            about[call.model, call.image] += 1
            yield call
        if sum(taken.values()) == PROBED * models:
            return


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
