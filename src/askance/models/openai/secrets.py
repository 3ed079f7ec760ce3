"""What must never be stored, logged or printed: the key, and the credentials in a URL."""

import base64
from collections.abc import Mapping

SHORTEST = 4  # letters of a text that is worth hiding; a shorter one would make every text unreadable
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
        for secret in self._texts:
            text = text.replace(secret, HIDDEN)
        return text

    def __repr__(self) -> str:
        return f"Secrets({HIDDEN})"
