"""What a server answered, as answers: text, reasoning, refusal, probabilities, tokens."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from askance.core import Answer, Choose, Price, Query, Score, Usage
from askance.models.openai.failures import ServerFailure, failure_of, temporary
from askance.models.openai.token_paths import Token, chosen_option, path_probability, text_probabilities, tokens_of

REFUSING = frozenset({"content_filter", "refusal", "safety"})  # finish reasons
_CLOSED = re.compile(r"^(?:\s*<think(?:ing)?>)?(.*)</think(?:ing)?>\s*", re.DOTALL)
_OPEN = re.compile(r"^\s*<think(?:ing)?>(.*)", re.DOTALL)


class Reply(msgspec.Struct):
    """The parts of a chat completion that are used; anything else is ignored."""

    choices: list[dict[str, Any]]
    usage: dict[str, Any] | None = None


def decoded(body: bytes) -> Reply:
    """The reply in a body; ServerFailure where there is none, or an error in its place."""
    try:
        reply = msgspec.json.decode(body, type=Reply)
    except (ValueError, RecursionError) as error:
        found = _error_in(body)
        raise found or ServerFailure(temporary(f"the server sent no chat completion ({_short(error)})")) from error
    if not reply.choices:
        raise ServerFailure(temporary("the server sent a chat completion without any choice"))
    return reply


def _error_in(body: bytes) -> ServerFailure | None:
    """Some gateways answer 200 with an error inside."""
    try:
        error = msgspec.json.decode(body, type=dict[str, Any]).get("error")
    except (ValueError, RecursionError):
        return None
    if error is None:
        return None
    code = error.get("code") if isinstance(error, Mapping) else None
    return failure_of(code if isinstance(code, int) and 400 <= code < 600 else 500, {}, body)


def answers_of(reply: Reply, queries: Sequence[Query], seconds: float, price: Price | None) -> list[Answer]:
    """One answer per query: the choices are its draws; tokens are shared out among them."""
    if len(reply.choices) < len(queries):
        raise ServerFailure(temporary(f"the server sent {len(reply.choices)} of {len(queries)} choices"))
    usage = _usage(reply.usage or {}, len(queries), seconds, price)
    return [
        msgspec.structs.replace(_answer(choice, query), usage=usage)
        for choice, query in zip(reply.choices, queries, strict=False)
    ]


def _usage(given: Mapping[str, Any], share: int, seconds: float, price: Price | None) -> Usage:
    prompt, completion = (_count(given.get(name)) for name in ("prompt_tokens", "completion_tokens"))
    is_known = prompt is not None and completion is not None
    usd = price.usd(prompt or 0, completion or 0) / share if price is not None and is_known else None
    parts = [None if count is None else round(count / share) for count in (prompt, completion)]
    return Usage(parts[0], parts[1], seconds, usd)


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _answer(choice: Mapping[str, Any], query: Query) -> Answer:
    message = choice.get("message")
    message = message if isinstance(message, Mapping) else {}
    content, thinking = split_thinking(_text(message.get("content")))
    before = _text(message.get("reasoning_content") or message.get("reasoning"))
    answer = _said(choice, message, content, query)
    return msgspec.structs.replace(answer, thinking="\n".join(filter(None, (before, thinking))) or None)


def _said(choice: Mapping[str, Any], message: Mapping[str, Any], content: str, query: Query) -> Answer:
    """The answer in the content of a message, or why there is none."""
    finish = str(choice.get("finish_reason") or "")
    if refusal := _text(message.get("refusal")).strip():
        return Answer("refused", reason=refusal)
    if finish in REFUSING:
        return Answer("refused", reason=f"the server stopped the answer ({finish})")
    if content.strip():
        return _read(content.strip(), tokens_of(choice.get("logprobs"), content), query)
    if finish == "length":
        reason = "no answer within max_new_tokens, which reasoning counts against: --model-args max_new_tokens=…"
        return Answer("failed", reason=reason, temporary=True, cause="length")
    return Answer("refused", reason="the server sent an empty answer")


def _read(text: str, tokens: Sequence[Token], query: Query) -> Answer:
    """The readout that the query asks for."""
    readout = query.readout
    if isinstance(readout, Score):
        if not tokens:
            return Answer("failed", reason="the server sent no log-probabilities with this answer")
        found = path_probability(tokens, readout.answer)
        reason = None if found else f"{readout.answer!r} is not among the server's most probable answers"
        return Answer(text=text, score=found, reason=reason)
    if isinstance(readout, Choose):
        top = tuple((option, path_probability(tokens, option)) for option in readout.options) if tokens else ()
        option = chosen_option(text, top, readout.options)
        if option is None:
            return Answer("failed", reason=f"the answer {text[:80]!r} is none of the options")
        return Answer(text=option, top=tuple(sorted(top, key=lambda pair: -pair[1])))
    return Answer(text=text, top=text_probabilities(tokens, text))


def split_thinking(text: str) -> tuple[str, str]:
    """The answer, and the reasoning in tags before it; reasoning that never ends leaves no answer."""
    if found := _CLOSED.match(text):
        return text[found.end() :], found[1].strip()
    if found := _OPEN.match(text):
        return "", found[1].strip()
    return text, ""


def _text(content: object) -> str:
    """Text, or the text of all parts."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "".join(_text(part.get("text")) for part in content if isinstance(part, Mapping))
    return ""


def _short(error: Exception) -> str:
    return " ".join(str(error).split())[:80]
