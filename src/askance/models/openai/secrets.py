"""What must never be stored, logged or printed: the key, and the credentials in a URL."""

import base64
from collections.abc import Iterable, Mapping

from askance.core import Answer
from msgspec.structs import replace

SHORTEST = 4  # letters of a text that is worth hiding; a shorter one would make every text unreadable
UNMISTAKABLE = 16  # letters of a secret that no model says by chance: it is hidden in answers, too
LONGEST_REASON = 300  # characters of a reason
HIDDEN = "***"


class Secrets:
    """Headers and URL parameters for requests; `hide` takes every secret out of a text."""

    __slots__ = ("_texts", "headers", "query")

    def __init__(self, key: str = "", user: str = "", password: str = "", query: str = ""):
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        basic = ""
        if user or password:
            basic = base64.b64encode(f"{user}:{password}".encode()).decode()
            headers = {"Authorization": f"Basic {basic}"}
        self.headers: Mapping[str, str] = headers
        self.query = query
        values = [part.partition("=")[2] for part in query.split("&")]
        texts = {key, basic, password, query, *values, *([user] if not password else [])}
        self._texts = sorted((text for text in texts if len(text) >= SHORTEST), key=len, reverse=True)

    def hide(self, text: str) -> str:
        """The text without any of the secrets."""
        return _without(text, self._texts)

    def hide_in(self, answer: Answer) -> Answer:
        """The answer without any of the secrets; the reason is cut after that, so that no part of a secret is left."""
        reason = None if answer.reason is None else _cut(self.hide(answer.reason))
        long = [secret for secret in self._texts if len(secret) >= UNMISTAKABLE]
        texts = [answer.text or "", answer.thinking or "", *(text for text, _ in answer.top)]
        if not any(secret in text for secret in long for text in texts):
            return replace(answer, reason=reason)
        text, thinking, *top = (_without(text, long) for text in texts)
        return replace(
            answer,
            reason=reason,
            text=None if answer.text is None else text,
            thinking=thinking or None,
            top=tuple(zip(top, (share for _, share in answer.top), strict=True)),
        )

    def __repr__(self) -> str:
        return f"Secrets({HIDDEN})"


def _without(text: str, secrets: Iterable[str]) -> str:
    for secret in secrets:
        text = text.replace(secret, HIDDEN)
    return text


def _cut(line: str) -> str:
    return line if len(line) <= LONGEST_REASON else f"{line[:LONGEST_REASON]}…"
