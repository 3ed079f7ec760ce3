"""What follows from an answer: an implied question with the answer that it must get, and the card of its rule."""

from dataclasses import dataclass
from typing import Literal, get_args

Kind = Literal[
    "equivalence", "exclusion", "necessary", "premise", "negation", "hypernym", "count", "inverse", "antonym"
]
KINDS: tuple[str, ...] = get_args(Kind)


@dataclass(frozen=True, slots=True)
class Implication:
    """A question that follows from an answer, and what its answer must be: "yes", "no", or a count ("0", ">=1")."""

    rule: str  # the name of the rule's card
    kind: str  # one of KINDS
    question: str
    expected: str
    because: str  # a short sentence for a reader


@dataclass(frozen=True, slots=True)
class Rule:
    """The card of a rule: what it concludes from what, where it holds for every image, and where it asks nothing."""

    name: str
    kind: str  # one of KINDS
    premise: str  # the question and answer that it starts from
    conclusion: str  # the implied question and the answer that it must get
    holds: str  # why, or where, this is true of every image
    not_asked: str  # where nothing is asked
    examples: tuple[str, str, str]

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"kind {self.kind!r} of rule {self.name} is not one of {', '.join(KINDS)}")
