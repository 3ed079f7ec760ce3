"""A model whose copies run in workers: the engine asks it like any other, many batches at a time."""

import threading
from collections import Counter
from collections.abc import Callable, Sequence

from askance.core import Answer, Model, ModelInput, Query, UserError
from askance.core.model import CallReport, RunsElsewhere, max_concurrent_batches, preferred_batch_size
from askance.core.usage import HasParameters, HasPrice
from askance.engine.image_pieces import ImagePieces
from askance.engine.model_call import RunCannotContinue
from askance.engine.ray_engine.replicas import Replicas
from askance.engine.ray_engine.wire import ModelFacts, Reply, attach, encode, raise_again


class RemoteModel(RunsElsewhere):
    """The same model for the rest of the engine; only the workers load it."""

    def __init__(
        self,
        model: Model,
        start: Callable[[Callable[[str], None]], Replicas],
        images: Callable[[], ImagePieces],
        at_once: Callable[[], int],
    ):
        self.model, self.name, self.fingerprint = model, model.name, model.fingerprint
        # Workers load images themselves; scenes, of which a cache or a detector may be the source, are sent.
        self.needs: frozenset[str] = frozenset(model.needs) if "scene" in model.needs else frozenset()
        self.price = model.price if isinstance(model, HasPrice) else None
        self._start, self._images, self._at_once = start, images, at_once
        self._replicas: Replicas | None = None
        self._facts: ModelFacts | None = None
        self._say: Callable[[str], None] = lambda line: None
        self._said: Counter[str] = Counter()
        self._mine = threading.local()
        self._known: dict[Query, Answer] = {}  # of batches that were answered in part

    @property
    def parameters(self) -> int | None:
        """The number of parameters, as the driver's files have them."""
        return self.model.parameters if isinstance(self.model, HasParameters) else None

    @property
    def supports(self) -> frozenset[str]:
        """What the loaded model supports, once there is one."""
        return frozenset(self.model.supports) if self._facts is None else self._facts.supports

    @property
    def batch_size(self) -> int:
        """Queries per call, on the device of the workers."""
        return preferred_batch_size(self.model) if self._facts is None else self._facts.batch_size

    @property
    def at_once(self) -> int:
        """Batches under way at all workers of the run."""
        return max(2, self._at_once())

    @property
    def at_once_each(self) -> int:
        """Batches that the model takes at the same time in one process."""
        return max_concurrent_batches(self.model) if self._facts is None else self._facts.at_once

    @property
    def preparing_requests(self) -> int:
        """Requests that all workers send to find out what a server supports."""
        return 0 if self._facts is None or self._replicas is None else self._facts.requests * self._replicas.count

    def prepare(self, say: Callable[[str], None]) -> None:
        """Start the workers and wait for the first; the others join when their model is loaded."""
        self._say = say
        self._replicas = self._start(self._say_once)
        try:
            self._facts = self._replicas.wait_until_ready()
        except RunCannotContinue as error:
            raise UserError(str(error)) from error

    def interrupt(self) -> None:
        """Make calls that wait for their turn in a worker fail now."""
        if self._replicas is not None:
            self._replicas.interrupt()

    def take_report(self) -> CallReport:
        """What the workers reported about the calls of this thread."""
        seconds, at_fault = self._mine.__dict__.pop("seconds", 0.0), self._mine.__dict__.pop("at_fault", {})
        return CallReport(seconds, at_fault)

    def release(self) -> None:
        """End the workers: no more is asked."""
        if self._replicas is not None:
            self._replicas.close()

    def answer(self, shown: Sequence[ModelInput]) -> list[Answer]:
        """One answer per query, in order; raises what the model raises in a worker."""
        found = self._take_known(shown) if self._known else {}
        left = {i: each for i, each in enumerate(shown) if i not in found}
        unread = self._ask(left, found) if left else []
        for piece in self._images().pieces({i: shown[i].query for i in unread}) if unread else ():
            at_fault = self._mine.__dict__.setdefault("at_fault", {})
            sent: dict[int, ModelInput] = {}
            for i, image in piece.items():
                if image.load_error:
                    found[i] = Answer(status="failed", reason=image.load_error, temporary=True)
                    at_fault[image.load_error] = image.at_fault
                else:
                    sent[i] = ModelInput(shown[i].query, picture=image.picture)
            if sent:
                self._ask(sent, found)
        return [found[i] for i in range(len(shown))]

    def _take_known(self, shown: Sequence[ModelInput]) -> dict[int, Answer]:
        known = ((i, self._known.pop(each.query, None)) for i, each in enumerate(shown))
        return {i: answer for i, answer in known if answer is not None}

    def _ask(self, some: dict[int, ModelInput], found: dict[int, Answer]) -> list[int]:
        """Add the answers of a worker to `found`; returns the queries whose images it cannot read."""
        assert self._replicas is not None
        numbers, inputs = list(some), list(some.values())
        reply = self._replicas.ask(encode([each.query for each in inputs]), attach(inputs), len(inputs))
        found |= {numbers[place]: answer for place, answer in reply.answers.items()}
        self._note(reply)
        if reply.raised is not None:
            # The engine asks again for all that it sent: what has an answer keeps it.
            self._known |= {each.query: found[i] for i, each in some.items() if i in found}
            raise_again(reply.raised)
        return [numbers[place] for place in reply.unread]

    def _note(self, reply: Reply) -> None:
        mine = self._mine.__dict__
        mine["seconds"] = mine.get("seconds", 0.0) + reply.seconds
        for line in reply.said:
            self._say_once(line)

    def _say_once(self, line: str) -> None:
        self._said[line] += 1
        if self._said[line] == 1:
            self._say(line)
