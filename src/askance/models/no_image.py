"""A model that is not shown the picture: what it gets right all the same, it gets from the question."""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Event, Lock

import numpy as np
from askance.core import Answer, ImageData, Model, ModelInput, Query, Stimulus, UserError, find_unsupported_feature
from askance.core.async_models import await_batch
from askance.core.coerce_answers import coerce_answers
from askance.core.fixed_answers import MatchesDataset
from askance.core.model import max_concurrent_batches, most_at_once, preferred_batch_size
from askance.core.usage import HasParameters, HasPrice
from msgspec.structs import replace

SUFFIX = " (no image)"
OFFER = "no-image"  # a model that offers this can be asked without any picture; others are shown an even grey
GREY = np.full((240, 320, 3), 128, dtype=np.uint8)
KEPT = 4096  # answers


class NoImage:
    """Puts every query to another model without its picture, its edits and its scene; the same query only once."""

    needs: frozenset[str] = frozenset()

    def __init__(self, model: Model):
        if "scene" in model.needs:
            raise UserError(f"{model.name} answers from the scene itself: --no-image would leave it nothing to look at")
        if isinstance(model, MatchesDataset):
            raise UserError(f"{model.name} has answers about the images: leave out --no-image")
        self.model = model
        self.name = f"{model.name}{SUFFIX}"
        self.supports = frozenset(offer for offer in model.supports if not offer.startswith("noise:vision"))
        self.batch_size = preferred_batch_size(model)
        self.parameters = model.parameters if isinstance(model, HasParameters) else None
        self.price = model.price if isinstance(model, HasPrice) else None
        self._known: OrderedDict[Query, Answer] = OrderedDict()
        self._under_way: dict[Query, Event] = {}  # asked by one thread; others wait for it
        self._lock = Lock()
        self._given = self._sent = 0

    @property
    def unsent(self) -> int:
        """Answers so far for which nothing was sent, because the question had been asked already."""
        return max(0, self._given - self._sent)

    @property
    def at_once(self) -> int:
        """As many batches as the model itself takes."""
        return max_concurrent_batches(self.model)

    @property
    def most_at_once(self) -> int:
        """As many batches as the model itself takes at best."""
        return most_at_once(self.model)

    @property
    def fingerprint(self) -> str:
        """That of the model, told apart."""
        return f"{self.model.fingerprint}:{OFFER}"

    def answer(self, shown: Sequence[ModelInput]) -> list[Answer]:
        """One answer a query, in order."""
        queries = [remove_image(one.query) for one in shown]
        found = {
            query: Answer(status="failed", reason=why)
            for query in queries
            if (why := find_unsupported_feature(query, self.supports))
        }
        while left := [query for query in dict.fromkeys(queries) if query not in found]:
            with self._lock:
                found |= {query: self._known[query] for query in left if query in self._known}
                others = [self._under_way[query] for query in left if query in self._under_way]
                mine = [query for query in left if query not in found and query not in self._under_way]
                self._under_way |= {query: Event() for query in mine}
            found |= self._asked(mine)
            for event in others:
                event.wait()
        with self._lock:
            self._given += len(queries)
        return [found[query] for query in queries]

    def _asked(self, queries: list[Query]) -> dict[Query, Answer]:
        """The answers to queries that no other thread is asking, kept for those that will."""
        picture = None if OFFER in self.model.supports else ImageData(GREY)
        found: dict[Query, Answer] = {}
        try:
            given = self.model.answer([ModelInput(query, picture=picture) for query in queries]) if queries else []
            # Checked as the engine does: what is kept here is counted.
            found = dict(zip(queries, coerce_answers(await_batch(given), queries), strict=True))
        finally:
            with self._lock:
                self._known.update(
                    (query, replace(answer, usage=None))  # what is not asked takes and costs nothing
                    for query, answer in found.items()
                    if not answer.temporary
                )
                while len(self._known) > KEPT:
                    self._known.popitem(last=False)
                self._sent += len(queries)
                for query in queries:
                    self._under_way.pop(query).set()
        return found


def is_without_image(fingerprint: str) -> bool:
    """Whether a model of this fingerprint was asked without images."""
    return fingerprint.endswith(f":{OFFER}")


def remove_image(query: Query) -> Query:
    """The same query with its picture withheld."""
    return replace(query, stimulus=Stimulus(None, query.stimulus.question, turns=query.stimulus.turns))
