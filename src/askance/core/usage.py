"""What answers take and cost: tokens, seconds and money per answer; parameters and prices per model."""

from typing import Protocol, runtime_checkable

import msgspec


class Usage(msgspec.Struct, frozen=True, gc=False):
    """What one answer took, as far as the model knows it; None is unknown. It is stored beside the answer."""

    prompt_tokens: int | None = None  # image tokens included
    completion_tokens: int | None = None  # reasoning included
    seconds: float | None = None  # latency: from the question to its whole answer
    usd: float | None = None
    requests: int = 1  # requests that the model sent for this answer; the engine adds those of earlier tries


class Price(msgspec.Struct, frozen=True):
    """US dollars per million tokens."""

    prompt: float
    completion: float

    def usd(self, prompt_tokens: float, completion_tokens: float) -> float:
        """What a number of tokens costs."""
        return (prompt_tokens * self.prompt + completion_tokens * self.completion) / 1e6


@runtime_checkable
class HasParameters(Protocol):
    """A model that knows the number of its parameters (weights); None where it turns out to be unknown."""

    @property
    def parameters(self) -> int | None: ...


@runtime_checkable
class HasPrice(Protocol):
    """A model whose tokens may cost money; None where they cost nothing, or no price is given."""

    @property
    def price(self) -> Price | None: ...


def is_priced(model: object) -> bool:
    """Whether the answers of a model cost money that is counted."""
    return isinstance(model, HasPrice) and model.price is not None
