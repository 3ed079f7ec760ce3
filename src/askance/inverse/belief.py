"""A belief: a question about an image, and the answer that a model gives to it."""

import msgspec


class Belief(msgspec.Struct, frozen=True):
    """`answer` is the normalised answer; `confidence` is the probability that the model gives it, where known."""

    question: str
    answer: str
    confidence: float | None = None


class Contradiction(msgspec.Struct, frozen=True):
    """Two beliefs about one image that cannot both be true, and the rule that says why."""

    first: Belief
    second: Belief
    rule: str  # the name of the rule, such as `negation`, `exclusive-value`, `two-counts`, `part-without-whole`
    why: str  # one sentence for a reader
