"""The models of `askance serve --model`: each is opened once, has a queue, and remembers its last answers."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass

import numpy as np
from askance.core import Answer, ImageData, Model, ModelInput, Query, Stimulus, UserError
from askance.core.coerce_answers import error_answer
from askance.core.model import Prepared, most_at_once
from askance.core.query import call_key, query_key
from askance.core.usage import HasParameters
from askance.engine.model_call import ModelCaller
from askance.engine.resolve_names import resolve_model
from askance.server.live.compute_once import ComputeOnce
from askance.server.live.latest_wins import LatestWins, Superseded
from askance.server.live.live_answers import LiveAnswer, LiveQuestion
from askance.server.live.live_images import LiveImages
from askance.server.live.sliders import Edits

REMEMBERED = 1_000  # answers of each model
AT_ONCE = 4  # questions per call of a test of several questions
MOST_THREADS = 4  # that call one model, if it allows so many


@dataclass(frozen=True, slots=True)
class _Known:
    answer: Answer
    seconds: float


class LoadedModel:
    """One model of the Live view; all calls of a model that is not safe for threads come from one thread."""

    def __init__(self, model: Model, images: LiveImages):
        self.model, self.name = model, model.name
        self._images = images
        self._known: ComputeOnce[bytes, _Known] = ComputeOnce(REMEMBERED)
        self._caller = ModelCaller()
        self.queue = LatestWins(model.name, min(MOST_THREADS, max(1, most_at_once(model))))

    def prepare(self, say: Callable[[str], None]) -> None:
        """Load the model, in the thread that will call it; UserError if it cannot be used."""
        if isinstance(self.model, Prepared):
            prepared = self.model
            self.queue.submit("prepare", lambda: prepared.prepare(say)).result()
        if isinstance(self.model, HasParameters):  # a network on this machine: its first call takes longest
            grey = ImageData(np.full((64, 64, 3), 127, np.uint8))
            first = ModelInput(Query(Stimulus("warm-up", "Is there a dog?")), picture=grey)
            self.queue.submit("warm-up", lambda: self._caller.call(self.model, [first]))

    def ask(self, session: str, asked: LiveQuestion) -> "Future[LiveAnswer]":
        """The answer to a live question; an older one of this session that still waits fails with Superseded."""
        edits = self._images.slider_edits(asked)
        known = self._recall(asked.query(edits), asked.data)
        if known is not None:
            self.queue.supersede(session)
            done: Future[LiveAnswer] = Future()
            done.set_result(LiveAnswer(self.name, known.answer, known.seconds, True))
            return done
        return self.queue.submit(session, lambda: self.answer_all(asked, [asked.text])[0])

    def answer_all(self, asked: LiveQuestion, questions: Sequence[str]) -> list[LiveAnswer]:
        """The answers to several questions about one edited image, in the calling thread: one of the queue's own."""
        edits = self._images.slider_edits(asked)
        queries = [asked.query(edits, question) for question in questions]
        known = [self._recall(query, asked.data) for query in queries]
        new = list(dict.fromkeys(query for query, found in zip(queries, known, strict=True) if found is None))
        made = dict(zip(new, self._call(asked, edits, new), strict=True)) if new else {}
        return [
            LiveAnswer(self.name, found.answer, found.seconds, True)
            if found is not None
            else LiveAnswer(self.name, made[query].answer, made[query].seconds)
            for query, found in zip(queries, known, strict=True)
        ]

    def ask_all(self, session: str, asked: LiveQuestion, questions: Sequence[str]) -> "Future[list[LiveAnswer]]":
        """The answers to several questions, a few per call, so that other work of the model gets its turn between."""
        done: Future[list[LiveAnswer]] = Future()
        answers: list[LiveAnswer] = []

        def ask_next() -> None:
            some = questions[len(answers) : len(answers) + AT_ONCE]
            self.queue.submit(session, lambda: self.answer_all(asked, some)).add_done_callback(received)

        def received(some: "Future[list[LiveAnswer]]") -> None:
            try:
                answers.extend(some.result())
                if len(answers) == len(questions):
                    done.set_result(answers)
                elif self.queue.has_newer(session):
                    raise Superseded
                else:
                    ask_next()
            except BaseException as error:
                done.set_exception(error)

        ask_next()
        return done

    def _call(self, asked: LiveQuestion, edits: Edits, queries: Sequence[Query]) -> list[_Known]:
        """One call of the model; what it raises becomes a failed answer to each query."""
        picture = self._images.edited(asked.image, edits, asked.data)
        scene = picture.scene if "scene" in self.model.needs else None
        inputs = [ModelInput(query, scene=scene, picture=picture) for query in queries]
        started = time.perf_counter()
        try:
            answers = self._caller.call(self.model, inputs)
        except Exception as error:  # a model may raise anything
            answers = [error_answer(error)] * len(queries)
        seconds = (time.perf_counter() - started) / len(queries)
        made = [_Known(answer, seconds) for answer in answers]
        for query, known in zip(queries, made, strict=True):
            if not known.answer.temporary:
                self._known.put(self._memory_key(query, asked.data), known)
        return made

    def _recall(self, query: Query, data: str) -> _Known | None:
        return self._known.known(self._memory_key(query, data))

    def _memory_key(self, query: Query, data: str) -> bytes:
        """Two data sets may annotate one image in two ways, which a model that reads scenes answers differently."""
        return call_key(query_key(query), data)


def open_models(names: Sequence[str], images: LiveImages, say: Callable[[str], None]) -> tuple[LoadedModel, ...]:
    """The models of some names, opened as `askance run` opens them; UserError for a name that is given twice."""
    found: dict[str, LoadedModel] = {}
    for name in names:
        model = resolve_model(name)
        if model.name in found:
            raise UserError(f"--model {name}: two models are called {model.name!r}: leave one out")
        found[model.name] = LoadedModel(model, images)
        found[model.name].prepare(say)
    return tuple(found.values())
