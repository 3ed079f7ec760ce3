"""What a server can do, found out by one short question; a parameter that it rejects is left out and named."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any

from askance.models.openai.failures import ServerFailure
from askance.models.openai.replies import decoded
from askance.models.openai.token_paths import has_tokens

MOST_TOKENS = 20  # alternatives per token that the protocol allows
PROBED_TOKENS = 16
ASKED = "Is ice cold? Answer yes or no."
TRIES = 8  # parameters that one server may reject, and then some

Send = Callable[[dict[str, Any]], Awaitable[bytes]]


@dataclass(frozen=True, slots=True)
class Capabilities:
    """The parameters that a server accepts; as the protocol has them until it is asked."""

    alternatives: int = MOST_TOKENS  # per token; 0: no log-probabilities
    has_seed: bool = True
    has_temperature: bool = True
    length: str = "max_tokens"  # OpenAI's newer models take max_completion_tokens

    def parameters(self, tokens: int, temperature: float, seed: int, alternatives: int) -> dict[str, Any]:
        """The parameters of a request."""
        found: dict[str, Any] = {self.length: tokens}
        if self.has_temperature:
            found["temperature"] = temperature
        if self.has_seed:
            found["seed"] = seed
        if self.alternatives:
            found |= {"logprobs": True, "top_logprobs": min(alternatives, self.alternatives)}
        return found

    def missing(self) -> str:
        """What is not available, in words; "" if nothing."""
        lines = [
            *(["log-probabilities (score, top)"] if not self.alternatives else []),
            *(["seed (draws cannot be repeated)"] if not self.has_seed else []),
            *(["temperature (answers are sampled as the server likes)"] if not self.has_temperature else []),
        ]
        return ", ".join(lines)


async def probed(send: Send) -> Capabilities:
    """What the server can do; ServerFailure where it answers nothing at all."""
    can = Capabilities()
    for _ in range(TRIES):
        messages = [{"role": "user", "content": ASKED}]
        try:
            reply = decoded(await send({"messages": messages} | can.parameters(PROBED_TOKENS, 0.0, 0, MOST_TOKENS)))
        except ServerFailure as failure:
            less = _without(can, failure)
            if less is None:
                raise
            can = less
            continue
        return can if has_tokens(reply.choices[0].get("logprobs")) else replace(can, alternatives=0)
    return can


def _without(can: Capabilities, failure: ServerFailure) -> Capabilities | None:
    """The same without the parameter that a server rejects; None where the failure is about something else."""
    if failure.code not in (400, 422):
        return None
    words = (failure.answer.reason or "").lower()
    if "max_completion_tokens" in words and can.length == "max_tokens":
        return replace(can, length="max_completion_tokens")
    if "logprobs" in words and can.alternatives:
        return replace(can, alternatives=5 if can.alternatives > 5 and "top_logprobs" in words else 0)
    if "seed" in words and can.has_seed:
        return replace(can, has_seed=False)
    if "temperature" in words and can.has_temperature:
        return replace(can, has_temperature=False)
    # A server that does not say which parameter it means: the least common one first.
    if can.alternatives:
        return replace(can, alternatives=0)
    return replace(can, has_seed=False) if can.has_seed else None
