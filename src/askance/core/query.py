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

    image: str | None
    question: str
    edits: tuple[Step, ...] = msgspec.field(default_factory=partial(tuple))  # as `= ()`, none would be left out too
    turns: Turns = ()


class Condition(msgspec.Struct, frozen=True):
    """How the model is run; `inside` is noise at a named site such as vision.out or text.in."""

    temperature: float = 0.0
    dropout: bool = False
    inside: tuple[Step, ...] = ()


class Text(msgspec.Struct, frozen=True, tag="text"):
    """Observe the answer as text."""


class Score(msgspec.Struct, frozen=True, tag="score"):
    """Observe the probability of a given answer."""

    answer: str


class Choose(msgspec.Struct, frozen=True, tag="choose"):
    """Observe which of the options is chosen."""

    options: tuple[str, ...]


Readout = Text | Score | Choose
Addressee = Literal["subject", "writer", "judge"]
TEXT = Text()
PLAIN = Condition()


class Query(msgspec.Struct, frozen=True, gc=False):  # frozen values hold no cycles, and millions are made
    """One thing to learn; `draw` distinguishes repetitions of the same query."""

    stimulus: Stimulus
    readout: Readout = TEXT
    condition: Condition = PLAIN
    draw: int = 0
    to: Addressee = "subject"


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
