"""What went wrong with a request, and whose fault it is: temporary, failed with the server's words, or refused."""

import email.utils
import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import msgspec
from askance.core import Answer
from askance.models.openai.address import CALLED

LONGEST_RETRY = 300.0  # seconds
TEMPORARY_CODES = frozenset({408, 409, 425, 429})  # and all from 500 on
OVERLOAD_CODES = frozenset({429, 503, 529})
FILTERED = frozenset(
    {"content_filter", "content_policy_violation", "ResponsibleAIPolicyViolation", "invalid_prompt", "moderation"}
)
NO_MONEY = frozenset({"insufficient_quota", "billing_hard_limit_reached", "billing_not_active"})
SERVER, KEY, MODEL, MONEY, REQUEST = "server", "key", "model", "money", "request"  # causes


class ServerFailure(Exception):  # noqa: N818  it becomes an answer
    """A request without an answer; `answer` is what it means for its query."""

    def __init__(self, answer: Answer, code: int | None = None, retry_after: float | None = None):
        super().__init__()  # without the reason, which may repeat a secret until the model takes it out
        self.answer, self.code, self.retry_after = answer, code, retry_after

    def __str__(self) -> str:
        return self.answer.reason or ""

    @property
    def is_overload(self) -> bool:
        """Whether the server has too much to do."""
        return self.code in OVERLOAD_CODES and self.answer.cause != MONEY


def temporary(reason: str, wait: float | None = None) -> Answer:
    """A failure that another try may fix, after the seconds that the server asks for."""
    return Answer("failed", reason=reason, temporary=True, wait=wait or 0.0, cause=SERVER)


def failure_of(code: int, headers: Mapping[str, str], body: bytes) -> ServerFailure:
    """The failure that a status code and what the server says with it mean."""
    words, error_code = server_words(body)
    said = f"the server says {code}{f': {words}' if words else ''}"
    if error_code in FILTERED:
        return ServerFailure(Answer("refused", reason=said), code)
    if error_code in NO_MONEY or code == 402:
        return ServerFailure(Answer("failed", reason=said, temporary=True, cause=MONEY), code)
    if code in TEMPORARY_CODES or code >= 500:
        wait = retry_after(headers)
        return ServerFailure(temporary(said, wait), code, wait)
    if 300 <= code < 400:
        where = _place(headers.get("location", ""))
        moved = f"{said}: it has moved{f' to {where}' if where else ''}: correct the URL"
        return ServerFailure(Answer("failed", reason=moved, temporary=True, cause=SERVER), code)
    cause = {401: KEY, 403: KEY, 404: MODEL}.get(code, "")
    return ServerFailure(Answer("failed", reason=said, temporary=bool(cause), cause=cause), code)


def server_words(body: bytes) -> tuple[str, str]:
    """What an error body says in one line, of any length, and its own code; servers write it in several forms."""
    try:
        found: Any = msgspec.json.decode(body)
    except (ValueError, RecursionError):
        return _line(body.decode(errors="replace")), ""
    if isinstance(found, list) and found:
        found = found[0]
    error = found.get("error", found) if isinstance(found, dict) else found
    if not isinstance(error, dict):
        return _line(str(error)), ""
    words = error.get("message") or error.get("detail") or error.get("error") or ""
    words = words if isinstance(words, str) else msgspec.json.encode(words).decode()
    inner, more = error.get("innererror"), error.get("metadata")
    code = inner.get("code") if isinstance(inner, dict) else None
    if isinstance(more, dict) and more.get("reasons"):  # OpenRouter says in this way that its moderation stopped it
        code = "moderation"
    return _line(words), str(code or error.get("code") or "")


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds until the server wants to be asked again: a number, or a date."""
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        text = headers.get(name, "").strip()
        if not text:
            continue
        try:
            seconds = float(text) / unit
        except ValueError:
            try:
                seconds = email.utils.parsedate_to_datetime(text).timestamp() - time.time()
            except (TypeError, ValueError):
                continue
        if seconds >= 0:  # also false for NaN
            return min(seconds, LONGEST_RETRY)
    return None


def _line(text: str) -> str:
    return " ".join(text.split())


def _place(location: str) -> str:
    """The base URL that a redirect names, without credentials and parameters."""
    try:
        parts = urlsplit(location)
    except ValueError:
        return ""
    place = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}" if parts.netloc else ""
    return f"{place}{parts.path.removesuffix(CALLED)}"
