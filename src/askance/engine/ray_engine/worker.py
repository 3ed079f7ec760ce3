"""A worker: one process with one model, which loads the images of its batches itself where it can."""

import os
import pickle
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from askance.core import Dataset, Model, ModelInput, Query, UserError
from askance.core.coerce_answers import describe_exception
from askance.core.interface_checks import check_dataset
from askance.core.memory import default_image_memory_bytes
from askance.core.model import (
    CountsPreparing,
    Interruptible,
    Prepared,
    max_concurrent_batches,
    most_at_once,
    preferred_batch_size,
)
from askance.datasets import open_dataset
from askance.engine.image_pieces import ImagePieces
from askance.engine.model_call import ModelCaller
from askance.engine.ray_engine.wire import (
    Attached,
    LoadFailure,
    ModelFacts,
    Reply,
    WorkerSpec,
    attached_inputs,
    decode_queries,
    describe_raised,
    encode,
)
from askance.version import __version__

THREADS = 4  # that load images


class ModelWorker:
    """Loads a model and answers batches, several at a time; every result is bytes, no exception leaves it."""

    def __init__(self, spec: WorkerSpec):
        self._spec = spec
        self._caller = ModelCaller(spec.timeout)
        self._said: list[str] = []
        self._model: Model | None = None
        self._images: ImagePieces | None = None
        self._turns = threading.Semaphore()

    def load(self) -> bytes:
        """Load the model and open the data set; facts, or the one line that says why not."""
        try:
            return encode(self._load())
        except UserError as error:
            return encode(LoadFailure(str(error)))
        except BaseException as error:  # a model may raise anything, also SystemExit
            return encode(LoadFailure(f"{self._spec.name}: cannot be loaded: {describe_exception(error)}"))

    def _load(self) -> ModelFacts:
        spec = self._spec
        sys.path += [folder for folder in spec.path if folder and folder not in sys.path]
        if Path(spec.folder).is_dir():
            os.chdir(spec.folder)
            self._caller = ModelCaller(spec.timeout)  # which keeps the current folder
        model: Model = pickle.loads(spec.source) if isinstance(spec.source, bytes) else spec.source.open()
        if model.fingerprint != spec.fingerprint:
            raise UserError(
                f"{spec.name}: a worker has another version of the model (fingerprint {model.fingerprint}, here"
                f" {spec.fingerprint}): give all machines the same files"
            )
        if isinstance(model, Prepared):
            model.prepare(self._said.append)
        self._turns = threading.Semaphore(most_at_once(model))
        if model.needs == {"pixels"} and (data := _open_data(spec)) is not None:
            memory = default_image_memory_bytes() if spec.memory is None else spec.memory
            self._images = ImagePieces(data, THREADS, memory, spec.at_once)
        self._model = model
        return ModelFacts(
            model.name,
            model.fingerprint,
            frozenset(model.supports),
            preferred_batch_size(model),
            max_concurrent_batches(model),
            self._images is not None,
            __version__,
            model.preparing_requests if isinstance(model, CountsPreparing) else 0,
            self._take_said(),
        )

    def answer(self, queries: bytes, attached: Attached | None) -> bytes:
        """The reply to a batch."""
        asked = decode_queries(queries)
        reply = Reply()
        for inputs, unread in self._inputs(asked, attached):
            reply = self._add_answers(reply, inputs, unread)
            if reply.raised is not None:
                break
        return encode(reply)

    def interrupt(self) -> None:
        """Make calls that wait for their turn fail now."""
        if isinstance(self._model, Interruptible):
            self._model.interrupt()

    def _inputs(
        self, asked: Sequence[Query], attached: Attached | None
    ) -> Iterator[tuple[dict[int, ModelInput], tuple[int, ...]]]:
        """The inputs of a batch by number, and those whose images cannot be read here; in pieces that fit in memory."""
        assert self._model is not None
        if attached is not None:
            yield dict(enumerate(attached_inputs(asked, attached))), ()
            return
        plain, wanted = {}, {}
        for number, query in enumerate(asked):
            if "pixels" in self._model.needs and query.stimulus.image is not None:
                wanted[number] = query
            else:
                plain[number] = ModelInput(query)
        if self._images is None or not wanted:
            yield plain, tuple(wanted)
            return
        for piece in self._images.pieces(wanted):
            shown = {n: ModelInput(asked[n], picture=each.picture) for n, each in piece.items() if not each.load_error}
            yield plain | shown, tuple(n for n, each in piece.items() if each.load_error)
            plain = {}

    def _add_answers(self, reply: Reply, inputs: dict[int, ModelInput], unread: tuple[int, ...]) -> Reply:
        """A reply with the answers to one more piece."""
        assert self._model is not None
        numbers = sorted(inputs)
        answers, raised, seconds = reply.answers, None, 0.0
        with self._turns:
            started = time.perf_counter()
            try:
                given = self._caller.call(self._model, [inputs[n] for n in numbers]) if numbers else []
                answers = answers | dict(zip(numbers, given, strict=True))
            except BaseException as error:  # a model may raise anything
                raised = describe_raised(error)
            seconds = time.perf_counter() - started
        said = (*reply.said, *self._take_said())
        return Reply(answers, (*reply.unread, *unread), raised, reply.seconds + seconds, said)

    def _take_said(self) -> tuple[str, ...]:
        return tuple(self._said.pop(0) for _ in range(len(self._said)))


def _open_data(spec: WorkerSpec) -> Dataset | None:
    """The data set, if it is on this machine and the same; else the driver sends its images."""
    try:
        data = pickle.loads(spec.data) if isinstance(spec.data, bytes) else open_dataset(spec.data or "")
        return data if check_dataset(data).fingerprint == spec.data_fingerprint else None
    except Exception:  # missing files, or code of another package
        return None
