"""What a server can do, found out by one short question; a parameter that it rejects is left out and named."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any

from askance.models.openai.failures import ServerFailure
from askance.models.openai.replies import Reply, content_of, decoded, is_cut
from askance.models.openai.token_paths import has_tokens
from askance.models.thinking import closes_unopened_thinking, split_thinking

MOST_ALTERNATIVES = 20  # per token, as the protocol allows
PROBED_TOKENS = 16
THINKING_TOKENS = 512  # in which a model that reasons about ASKED comes to its answer
ASKED = "Is ice cold? Answer yes or no."
TRIES = 8  # parameters that one server may reject, and then some

Send = Callable[[dict[str, Any]], Awaitable[bytes]]


@dataclass(frozen=True, slots=True)
class Capabilities:
    """The parameters that a server accepts; as the protocol has them until it is asked."""

    alternatives: int = MOST_ALTERNATIVES  # per token; 0: no log-probabilities
    has_seed: bool = True
    has_temperature: bool = True
    length: str = "max_tokens"  # OpenAI's newer models take max_completion_tokens
    opens_thinking: bool = False  # the prompt opens the reasoning, so that only its end is in the answer

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
        try:
            reply = await _asked(send, can, PROBED_TOKENS)
        except ServerFailure as failure:
            less = _without(can, failure)
            if less is None:
                raise
            can = less
            continue
        can = can if has_tokens(reply.choices[0].get("logprobs")) else replace(can, alternatives=0)
        return replace(can, opens_thinking=await _opens_thinking(send, can, reply))
    return can


async def _asked(send: Send, can: Capabilities, tokens: int) -> Reply:
    messages = [{"role": "user", "content": ASKED}]
    return decoded(await send({"messages": messages} | can.parameters(tokens, 0.0, 0, MOST_ALTERNATIVES)))


async def _opens_thinking(send: Send, can: Capabilities, reply: Reply) -> bool:
    """Whether answers begin inside reasoning; an answer that was cut cannot tell, and is asked for in full."""
    content = content_of(reply.choices[0])
    if content.strip() and is_cut(reply.choices[0]) and split_thinking(content) == (content, ""):
        try:
            content = content_of((await _asked(send, can, THINKING_TOKENS)).choices[0])
        except ServerFailure:  # such as a context that is too short for this
            return False
    return closes_unopened_thinking(content)


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
