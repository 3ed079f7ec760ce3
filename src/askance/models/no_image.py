"""A model that is not shown the picture: what it gets right all the same, it gets from the question."""

from collections import OrderedDict
from collections.abc import Sequence

import numpy as np
from askance.core import Answer, ImageData, Model, ModelInput, Query, Stimulus, UserError, find_unsupported_feature
from askance.core.async_models import await_batch
from askance.core.coerce_answers import coerce_answers
from askance.core.model import preferred_batch_size
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
        self.model = model
        self.name = f"{model.name}{SUFFIX}"
        self.supports = frozenset(offer for offer in model.supports if not offer.startswith("noise:vision"))
        self.batch_size = preferred_batch_size(model)
        self._known: OrderedDict[Query, Answer] = OrderedDict()

    @property
    def fingerprint(self) -> str:
        """That of the model, told apart."""
        return f"{self.model.fingerprint}:{OFFER}"

    def answer(self, shown: Sequence[ModelInput]) -> list[Answer]:
        """One answer a query, in order."""
        queries = [remove_image(one.query) for one in shown]
        here = {
            query: Answer(status="failed", reason=why)
            for query in queries
            if (why := find_unsupported_feature(query, self.supports))
        }
        asked = [query for query in dict.fromkeys(queries) if query not in self._known and query not in here]
        picture = None if OFFER in self.model.supports else ImageData(GREY)
        given = self.model.answer([ModelInput(query, picture=picture) for query in asked]) if asked else []
        given = coerce_answers(await_batch(given), asked)  # checked as the engine does: what is kept here is counted
        here |= zip(asked, given, strict=True)
        answers = [here[query] if query in here else self._known[query] for query in queries]
        self._known.update((query, answer) for query, answer in here.items() if not answer.temporary)
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        return answers


def is_without_image(fingerprint: str) -> bool:
    """Whether a model of this fingerprint was asked without images."""
    return fingerprint.endswith(f":{OFFER}")


def remove_image(query: Query) -> Query:
    """The same query with its picture withheld."""
    return replace(query, stimulus=Stimulus(None, query.stimulus.question, turns=query.stimulus.turns))
