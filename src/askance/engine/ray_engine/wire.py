"""What driver and workers send each other: queries there, answers back, as JSON like that of the journal."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import msgspec
from askance.core import Answer, ImageData, ModelInput, Query, Scene, TemporaryError
from askance.core.coerce_answers import NotAnAnswer, WrongNumber, describe_exception
from askance.core.error_place import own_error_place
from askance.core.image import ImageFile, Pixels
from askance.engine.model_call import CallTimeout, ModelHung
from askance.engine.model_source import ModelSource


@dataclass(frozen=True, slots=True)
class WorkerSpec:
    """What a worker is to load; it travels by pickle."""

    name: str
    fingerprint: str
    source: ModelSource | bytes  # bytes: the pickled model
    data: str | bytes | None  # a name; a pickled data set; None: the driver sends all images
    data_fingerprint: str
    folder: str  # the current folder of the driver, for relative names
    path: tuple[str, ...]  # where the driver finds modules
    at_once: int  # batches under way in one worker
    timeout: float | None = None
    memory: int | None = None  # bytes of decoded images; None: a share of the worker's machine


class ModelFacts(msgspec.Struct, frozen=True, tag="facts"):
    """What a worker found out when it loaded its model."""

    name: str
    fingerprint: str
    supports: frozenset[str]
    batch_size: int
    at_once: int
    reads_images: bool
    version: str  # of Askance
    requests: int = 0  # that preparing took
    said: tuple[str, ...] = ()


class LoadFailure(msgspec.Struct, frozen=True, tag="failure"):
    """Why a worker cannot load its model: one line."""

    reason: str


class Raised(msgspec.Struct, frozen=True):
    """An exception of a call."""

    kind: Literal["temporary", "timeout", "hung", "count", "raised"]
    text: str
    wait: float | None = None


class Reply(msgspec.Struct, frozen=True):
    """What came of a batch: answers by number, images that the worker cannot read, or an exception."""

    answers: dict[int, Answer] = {}
    unread: tuple[int, ...] = ()
    raised: Raised | None = None  # of the queries without an answer
    seconds: float = 0.0  # in the model
    said: tuple[str, ...] = ()


Sent = tuple[Pixels, tuple[str, bytes] | None]  # pixels, and the type and bytes of the file they came from


@dataclass(frozen=True, slots=True)
class Attached:
    """Images and scenes that go with a batch; queries about one image share it."""

    pictures: list[Sent] = field(default_factory=list)
    picture_of: list[int | None] = field(default_factory=list)  # an index for each query
    scenes: list[Scene | None] = field(default_factory=list)


_json = msgspec.json.Encoder()
_queries = msgspec.json.Decoder(list[Query])
_loaded: msgspec.json.Decoder[ModelFacts | LoadFailure] = msgspec.json.Decoder(ModelFacts | LoadFailure)
_reply = msgspec.json.Decoder(Reply)
encode = _json.encode
decode_queries = _queries.decode
decode_loaded = _loaded.decode
decode_reply = _reply.decode


def attach(shown: Sequence[ModelInput]) -> Attached | None:
    """The images and scenes of a batch, each once; None where there are none."""
    if all(each.picture is None and each.scene is None for each in shown):
        return None
    places: dict[int, int] = {}
    pictures: list[Sent] = []
    picture_of: list[int | None] = []
    for picture in (each.picture for each in shown):
        if picture is not None and id(picture) not in places:
            places[id(picture)] = len(pictures)
            file = picture.file
            pictures.append((picture.pixels, None if file is None else (file.mime, file.data)))
        picture_of.append(None if picture is None else places[id(picture)])
    return Attached(pictures, picture_of, [each.scene for each in shown])


def attached_inputs(queries: Sequence[Query], attached: Attached) -> list[ModelInput]:
    """The queries with what was sent along."""
    made = [ImageData(pixels, file=None if file is None else ImageFile(*file)) for pixels, file in attached.pictures]
    return [
        ModelInput(query, None, scene, None if place is None else made[place])
        for query, place, scene in zip(queries, attached.picture_of, attached.scenes, strict=True)
    ]


def describe_raised(error: BaseException) -> Raised:
    """An exception of a call in a worker, so that `raise_again` has the same effect in the driver."""
    text = describe_exception(error)
    plain = text.removeprefix(f"{type(error).__name__}: ")
    if isinstance(error, TemporaryError):
        is_number = isinstance(error.wait, int | float)
        return Raised("temporary", plain, float(error.wait) if is_number and error.wait is not None else None)
    if isinstance(error, CallTimeout):
        return Raised("timeout", plain)
    if isinstance(error, ModelHung):
        return Raised("hung", plain)
    if isinstance(error, WrongNumber):
        return Raised("count", text)
    return Raised("raised", f"{text}{own_error_place(error)}")


class RemoteFailure(NotAnAnswer):
    """An exception of a worker; its text is the description of the first one."""


def raise_again(raised: Raised) -> None:
    """Raise in the driver what a call raised in a worker."""
    if raised.kind == "temporary":
        raise TemporaryError(raised.text, raised.wait)
    if raised.kind == "timeout":
        raise CallTimeout(raised.text)
    if raised.kind == "hung":
        raise ModelHung(raised.text)
    raise WrongNumber(raised.text) if raised.kind == "count" else RemoteFailure(raised.text)
