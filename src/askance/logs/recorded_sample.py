"""What the log of another tool says about one question: what was asked, and what the model answered."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Self

from askance.core import digest

CONTENT = "blake2b:"  # as data sets name images by content
EMPTY, NO_ANSWER = "the answer is empty", "the log has no answer to it"  # why a recorded call failed


class RecordedAnswer(NamedTuple):
    """One answer; `text` is None where the call failed, and `reason` says why."""

    text: str | None
    reason: str = ""
    thinking: str = ""
    epoch: int = 0  # answers to the same question are repetitions in the order of their epochs

    @classmethod
    def of_text(cls, text: str, thinking: str = "", epoch: int = 0) -> Self:
        """An answer; an empty one is a failed call, as tools write it after the last try."""
        return cls(text, "", thinking, epoch) if text.strip() else cls(None, EMPTY, thinking, epoch)


class RecordedSample(NamedTuple):
    """One question of a log with its answers, in the order of their repetitions."""

    id: str
    asked: str  # the prompt, or the question where the log has no prompt
    answers: tuple[RecordedAnswer, ...]
    targets: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    row: int | None = None  # the number of its row in the data, where the log says it
    image: str = ""  # the content name of its image, where the log has the image
    image_path: str = ""  # how the log names an image that it does not contain: which questions share one


class Read(NamedTuple):
    """A sample as it is read, with the bytes of its image, which are not kept with it."""

    sample: RecordedSample
    image: bytes | None = None


@dataclass(frozen=True, slots=True)
class LogFormat:
    """The log format of one tool."""

    tool: str
    read: Callable[[Path], Iterator[Read]]
    model: Callable[[Path], str]  # the name of the model, "" where the log does not say
    repeats: bool = False  # whether an id that comes again is a repetition, and not a copy


def content_name(image: bytes | None) -> str:
    """The name of an image's bytes, without the version of any decoder; "" where there is none."""
    return f"{CONTENT}{digest(image).hex()}" if image else ""
