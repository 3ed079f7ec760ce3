"""What a suite is: a card, rounds of cases, and metrics over its verdicts."""

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from askance.core.answer import Answer
from askance.core.case import Case
from askance.core.dataset import Dataset
from askance.core.metric import Metric, as_metric

METHOD = "method"  # the tag of a case that is one way among several to ask the same


@dataclass(frozen=True, slots=True)
class Card:
    """What a suite is about, so that a reader can check us."""

    name: str
    version: int
    paper: str
    claim: str
    deviations: str
    cost: str  # calls per item or pair, in words
    expected: str  # figures known from the paper or from the oracle
    metrics: tuple[Metric, ...] = ()  # a pair (name, meaning) becomes a metric without a direction
    headline: tuple[str, ...] = ()  # the metrics that a leaderboard shows; it is ranked by the first with a direction
    needs: frozenset[str] = frozenset()  # what a model must offer
    optional: tuple[tuple[str, str], ...] = ()  # an offer that some cases need, and the metric that is theirs alone
    methods: tuple[tuple[str, frozenset[str]], ...] = ()  # ways to ask and what each needs, the best first: a model
    # is asked in the first that it can serve, by the cases whose tag `method` names it
    adaptive: bool = False  # rounds depend on the model's own answers
    variant_of: str = ""  # the suite that it differs from in one setting; a demonstration shows that one alone

    def __post_init__(self) -> None:
        object.__setattr__(self, "metrics", tuple(as_metric(self.name, given) for given in self.metrics))


Answers = Mapping[bytes, Answer]  # query key → answer, for the one model that an adaptive suite examines
Rounds = Generator[Iterable[Case], Answers, None]


class Suite(Protocol):
    """A static suite yields one round of cases; an adaptive one is sent the answers and yields again."""

    card: Card

    def rounds(self, data: Dataset, limit: int | None, seed: int) -> Rounds: ...

    def metrics(self, verdicts: Any) -> Any: ...  # Arrow table in, Arrow table of tidy rows out


@runtime_checkable
class NotedSuite(Protocol):
    """A suite that has something to say about its figures: one line each, shown after a run and with a report."""

    def notes(self, verdicts: Any) -> list[str]: ...  # the verdicts of one model
