"""What a model is: a fingerprint, what it supports, and answers to queries."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

from askance.core.answer import Answer
from askance.core.image import ImageData, Pixels
from askance.core.query import Choose, Query, Score, Turns
from askance.core.scene import Scene

if TYPE_CHECKING:
    from PIL.Image import Image

BATCH = 16  # queries per call of a model that does not say
TURNS = "turns"
NOISE_SITE = "noise:"  # a feature that begins so names a site inside the model
FEATURES = frozenset({"text", "score", "choose", "draws", "temperature", "dropout", "top", "no-image", TURNS})
INPUT_KINDS = frozenset({"pixels", "scene"})  # what `needs` may contain


def unknown_features(supports: Iterable[str]) -> list[str]:
    """The names in `supports` that no suite can ask for."""
    return sorted(name for name in set(supports) - FEATURES if not name.startswith(NOISE_SITE))


class ModelInput:
    """A query with what it shows after its edits; `scene` is given only to models that need it."""

    __slots__ = ("picture", "query", "scene")
    query: Query  # the whole request: `query.readout`, `query.condition`, `query.draw` and `query.stimulus`
    picture: ImageData | None  # the image with its edits, also with its size; None: no image is shown
    scene: Scene | None  # the annotated objects, if the model's `needs` contain "scene"

    def __init__(
        self, query: Query, pixels: Pixels | None = None, scene: Scene | None = None, picture: ImageData | None = None
    ):
        self.query = query
        self.picture = picture if picture is not None else ImageData(pixels) if pixels is not None else None
        self.scene = scene

    @property
    def question(self) -> str:
        """The text that is asked."""
        return self.query.stimulus.question

    @property
    def turns(self) -> Turns:
        """Earlier questions of the conversation with the model's own answers to them, oldest first."""
        return self.query.stimulus.turns

    @property
    def pixels(self) -> Pixels | None:
        """The pixels as an array of height × width × 3 bytes, if there is a picture."""
        return None if self.picture is None else self.picture.pixels

    @property
    def image(self) -> "Image | None":
        """The picture as a Pillow image, if there is one; queries about one picture share it."""
        return None if self.picture is None else self.picture.image


class TemporaryError(Exception):
    """Raised by a model for what may go away by itself; the engine waits and asks again."""

    def __init__(self, reason: str, wait: float | None = None):
        super().__init__(reason)
        self.wait = wait


class Model(Protocol):
    """`needs` ⊆ {pixels, scene}.

    `supports` ⊆ {text, score, choose, draws, temperature, dropout, top, no-image, turns, noise:<site>}.
    """

    @property
    def name(self) -> str: ...

    @property
    def fingerprint(self) -> str: ...

    @property
    def supports(self) -> frozenset[str]: ...

    @property
    def needs(self) -> frozenset[str]: ...

    def answer(self, inputs: Sequence[ModelInput]) -> Sequence[Answer]: ...


@runtime_checkable
class HasAnswerMethod(Protocol):
    """An object with the method of a model alone; its name and fingerprint are made from its code and state."""

    def answer(self, inputs: Sequence[ModelInput]) -> Sequence[Answer]: ...


@runtime_checkable
class HasBatchSize(Protocol):
    """A model that says how many queries one call of `answer` should have; `--batch-size` wins."""

    batch_size: int


@runtime_checkable
class AllowsConcurrentBatches(Protocol):
    """A model that can be called from several threads at the same time: `at_once` batches, which may change."""

    @property
    def at_once(self) -> int: ...


@runtime_checkable
class Elastic(Protocol):
    """A model whose `at_once` follows what a server takes, up to `most_at_once`."""

    @property
    def most_at_once(self) -> int: ...


@runtime_checkable
class Interruptible(Protocol):
    """A model whose calls may wait for their turn: `interrupt` makes those that wait fail now, from any thread."""

    def interrupt(self) -> None: ...


@runtime_checkable
class Prepared(Protocol):
    """A model that connects, loads or finds out what it supports once, before the first plan of a run.

    A dry run does not call it: `name`, `fingerprint` and `supports` must be readable before, and only `supports` may
    change. `say` takes one line for the user; UserError stops the run.
    """

    def prepare(self, say: Callable[[str], None]) -> None: ...


@runtime_checkable
class CountsPreparing(Protocol):
    """A model whose `prepare` sends requests; their number so far counts against the budget of a run."""

    @property
    def preparing_requests(self) -> int: ...


@runtime_checkable
class Described(Protocol):
    """A model that says what it is, also before it is loaded: such as {"kind": "chat", "precision": "bfloat16"}."""

    def describe(self) -> Mapping[str, str]: ...


class CallReport(NamedTuple):
    """What another process reported about the calls of one batch."""

    seconds: float = 0.0  # in the model, without the way there and the loading of images
    at_fault: Mapping[str, str] = {}  # reason of a failed answer → what it is a failure of, where not of the model


class RunsElsewhere(ABC):
    """A model whose batches are answered, and the answers checked, by other processes.

    A base class, because the engine looks for it with every batch, and a look for a Protocol takes 0.1 ms.
    """

    @property
    @abstractmethod
    def at_once_each(self) -> int:
        """Batches that one of the processes takes at the same time."""

    @abstractmethod
    def take_report(self) -> CallReport:
        """What was reported since the last look, about the calls of this thread."""

    @abstractmethod
    def release(self) -> None:
        """End the processes: no more is asked, and verdicts need no GPU."""


def preferred_batch_size(model: Model) -> int:
    """The number of queries per call of a model."""
    return model.batch_size if isinstance(model, HasBatchSize) else BATCH


def max_concurrent_batches(model: Model) -> int:
    """The number of batches that a model takes at the same time, from several threads."""
    return model.at_once if isinstance(model, AllowsConcurrentBatches) else 1


def most_at_once(model: Model) -> int:
    """The number of batches that a model takes at the same time at best."""
    return model.most_at_once if isinstance(model, Elastic) else max_concurrent_batches(model)


def find_unsupported_feature(query: Query, supports: frozenset[str]) -> str | None:
    """What a query asks for that is not offered, as a reason to fail it; None if all is offered."""
    readout, condition = query.readout, query.condition
    wanted = ["score" if isinstance(readout, Score) else "choose" if isinstance(readout, Choose) else "text"]
    if condition.temperature:
        wanted.append("temperature")
    if condition.dropout:
        wanted.append("dropout")
    if query.stimulus.turns:
        wanted.append(TURNS)
    wanted += [f"{NOISE_SITE}{dict(step.args).get('site')}" for step in condition.inside]
    missing = [offer for offer in wanted if offer not in supports]
    return f"this model does not support {', '.join(missing)}" if missing else None
