"""What is asked: steps, stimuli, conditions, readouts, queries and their keys."""

from collections.abc import Iterable
from functools import partial
from typing import Literal, Self

import msgspec
from askance.core.digest import canonical_bytes, digest

Scalar = str | int | float | bool | None
Turns = tuple[tuple[str, str], ...]  # questions asked before and the model's own answers, oldest first


class Step(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One operation with literal arguments; nothing random is left in it (a seed is an argument)."""

    name: str
    args: tuple[tuple[str, Scalar], ...] = ()
    version: int = 1

    @classmethod
    def of(cls, name: str, version: int = 1, **args: Scalar) -> Self:
        """A step with its arguments in canonical (sorted) order."""
        return cls(name, tuple(sorted(args.items())), version)


def step_texts(steps: Iterable[Step]) -> list[str]:
    """Steps as people and annotation files write them: mask(color=1,2,3, keep=…)."""
    return [f"{step.name}({', '.join(f'{key}={value}' for key, value in step.args)})" for step in steps]


class Stimulus(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What is shown and asked; `image` names content, never a path. It knows no model.

    Turns stand in the request only where there are some, so that a query without any has the key it always had.
    """

    image: str | None  # the name of the image in its data set; None: no image is shown
    question: str  # the text that is asked
    # A default `= ()` would leave out empty edits too.
    edits: tuple[Step, ...] = msgspec.field(default_factory=partial(tuple))  # image edits, applied in this order
    turns: Turns = ()  # earlier questions of the conversation with the model's own answers, oldest first


class Condition(msgspec.Struct, frozen=True):
    """How the model is run; `inside` is noise at a named site such as vision.out or text.in."""

    temperature: float = 0.0  # above 0: sample the answer at this temperature
    dropout: bool = False  # answer with dropout switched on
    inside: tuple[Step, ...] = ()  # noise inside the model: each step has an argument `site`


class Text(msgspec.Struct, frozen=True, tag="text"):
    """Observe the answer as text."""


class Score(msgspec.Struct, frozen=True, tag="score"):
    """Observe the probability of a given answer."""

    answer: str  # the answer whose probability is asked for


class Choose(msgspec.Struct, frozen=True, tag="choose"):
    """Observe which of the options is chosen."""

    options: tuple[str, ...]  # the text of the answer must be one of them


Readout = Text | Score | Choose
Addressee = Literal["subject", "writer", "judge"]
TEXT = Text()
PLAIN = Condition()


class Query(msgspec.Struct, frozen=True, gc=False):  # frozen values hold no cycles, and millions are made
    """One thing to learn; `draw` distinguishes repetitions of the same query."""

    stimulus: Stimulus  # the image with its edits, the question, and earlier turns
    readout: Readout = TEXT  # what is wanted: a text, the score of an answer, or one of some options
    condition: Condition = PLAIN  # how the model is run: temperature, dropout, noise inside the model
    draw: int = 0  # the number of the repetition, for random answers
    to: Addressee = "subject"  # who answers: the tested model, a model that writes questions, or a judge


_decoder = msgspec.json.Decoder(Query)


def encode_query(query: Query) -> bytes:
    """The whole frozen request; the key is the digest of these bytes and of nothing else."""
    return canonical_bytes(query)


def query_key(query: Query) -> bytes:
    """The key of a query."""
    return digest(canonical_bytes(query))


def decode_query(request_bytes: bytes) -> Query:
    """The query that a stored request describes."""
    return _decoder.decode(request_bytes)


def call_key(query: bytes, fingerprint: str) -> bytes:
    """The key of a call: a query's key put to the model with this fingerprint."""
    return digest(query + fingerprint.encode())
