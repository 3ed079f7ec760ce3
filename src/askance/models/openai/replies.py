"""What a server answered, as answers: text, reasoning, refusal, probabilities, tokens."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from askance.core import Answer, Choose, Price, Query, Score, Usage
from askance.models.cut_answers import CUT, CUT_REASON, NOTHING_BUT_REASONING
from askance.models.openai.failures import ServerFailure, failure_of, temporary
from askance.models.openai.token_paths import (
    Token,
    chosen_option,
    option_probabilities,
    path_probability,
    text_probabilities,
    tokens_of,
)
from askance.models.thinking import split_thinking
from msgspec.structs import replace

REFUSING = frozenset({"content_filter", "refusal", "safety"})  # finish reasons


class Reply(msgspec.Struct):
    """The parts of a chat completion that are used; anything else is ignored."""

    choices: list[dict[str, Any]]
    usage: dict[str, Any] | None = None


def decoded(body: bytes) -> Reply:
    """The reply in a body; ServerFailure where there is none, or an error in its place."""
    try:
        reply = msgspec.json.decode(body, type=Reply)
    except (ValueError, RecursionError) as error:
        raise error_in(body) or ServerFailure(temporary(f"the server sent no chat completion ({error})")) from error
    if not reply.choices:
        raise error_in(body) or ServerFailure(temporary("the server sent a chat completion without any choice"))
    return reply


def content_of(choice: Mapping[str, Any]) -> str:
    """The text of a choice as the server sent it."""
    message = choice.get("message")
    return _text(message.get("content")) if isinstance(message, Mapping) else ""


def is_cut(choice: Mapping[str, Any]) -> bool:
    """Whether the most tokens that were asked for ended a choice."""
    return choice.get("finish_reason") == CUT


def error_in(body: bytes) -> ServerFailure | None:
    """The failure in a body or a choice: some gateways answer 200 with an error inside."""
    try:
        error = msgspec.json.decode(body, type=dict[str, Any]).get("error")
    except (ValueError, RecursionError):
        return None
    if not error:
        return None
    code = error.get("code") if isinstance(error, Mapping) else None
    return failure_of(code if isinstance(code, int) and 400 <= code < 600 else 500, {}, body)


def answers_of(
    reply: Reply, queries: Sequence[Query], seconds: float, price: Price | None, opens_thinking: bool = False
) -> list[Answer]:
    """One answer per query: the choices are its draws; tokens are shared out among them, the request is the first's.

    `opens_thinking`: the server's prompt opens the reasoning, so that an answer that is cut may be nothing else.
    """
    if len(reply.choices) < len(queries):
        raise ServerFailure(temporary(f"the server sent {len(reply.choices)} of {len(queries)} choices"))
    usage = _usage(reply.usage or {}, len(queries), seconds, price)
    return [
        replace(_answer(choice, query, opens_thinking), usage=replace(usage, requests=int(i == 0)))
        for i, (choice, query) in enumerate(zip(reply.choices, queries, strict=False))
    ]


def _usage(given: Mapping[str, Any], share: int, seconds: float, price: Price | None) -> Usage:
    prompt, completion = (_count(given.get(name)) for name in ("prompt_tokens", "completion_tokens"))
    is_known = prompt is not None and completion is not None
    usd = price.usd(prompt or 0, completion or 0) / share if price is not None and is_known else None
    parts = [None if count is None else round(count / share) for count in (prompt, completion)]
    return Usage(parts[0], parts[1], seconds, usd)


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _answer(choice: Mapping[str, Any], query: Query, opens_thinking: bool) -> Answer:
    message = choice.get("message")
    message = message if isinstance(message, Mapping) else {}
    before = _text(message.get("reasoning_content") or message.get("reasoning"))
    is_open = opens_thinking and is_cut(choice) and not before
    content, thinking = split_thinking(_text(message.get("content")), is_open)
    answer = _said(choice, message, content, query)
    return replace(answer, thinking="\n".join(filter(None, (before, thinking))) or None)


def _said(choice: Mapping[str, Any], message: Mapping[str, Any], content: str, query: Query) -> Answer:
    """The answer in the content of a message, or why there is none."""
    finish = str(choice.get("finish_reason") or "")
    if finish == "error" or choice.get("error"):
        failure = error_in(msgspec.json.encode({"error": choice.get("error")}))
        return failure.answer if failure else temporary("the server stopped the answer with an error")
    if refusal := _text(message.get("refusal")).strip():
        return Answer("refused", reason=refusal)
    if finish in REFUSING:
        return Answer("refused", reason=f"the server stopped the answer ({finish})")
    if content.strip():
        answer = _read(content.strip(), tokens_of(choice.get("logprobs"), content), query)
        return replace(answer, reason=CUT_REASON) if is_cut(choice) and not answer.reason else answer
    if is_cut(choice):
        return Answer("failed", reason=NOTHING_BUT_REASONING, temporary=True, cause=CUT)
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
        top = option_probabilities(tokens, readout.options) if tokens else ()
        option = chosen_option(text, top, readout.options)
        if option is None:
            return Answer("failed", reason=f"none of the options is the answer {text!r}")
        return Answer(text=option, top=tuple(sorted(top, key=lambda pair: -pair[1])))
    return Answer(text=text, top=text_probabilities(tokens, text))


def _text(content: object) -> str:
    """Text, or the text of all parts."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "".join(_text(part.get("text")) for part in content if isinstance(part, Mapping))
    return ""
