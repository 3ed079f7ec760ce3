"""What a model with a fixed list of answers may add: it is matched with a data set, and says what it cannot answer."""

from typing import Protocol, runtime_checkable

from askance.core.dataset import Dataset
from askance.core.model import Model
from askance.core.query import Query


@runtime_checkable
class MatchesDataset(Protocol):
    """A model whose answers belong to questions of a data set: `match_dataset` gives the model for that data."""

    def match_dataset(self, data: Dataset) -> Model: ...


@runtime_checkable
class HasFixedAnswers(Protocol):
    """A model that has answers to some queries only: `missing_answer` says why it has none to this kind of query.

    A suite with such a query is skipped before the first call. A question of the data set that merely has no answer
    is no reason: it is undecided.
    """

    def missing_answer(self, query: Query) -> str | None: ...
