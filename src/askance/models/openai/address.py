"""The name behind `openai:`, and what the environment adds: which model, at which URL, with which key."""

import os
import re
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from askance.core import UserError
from askance.models.openai.secrets import Secrets

PUBLIC = "https://api.openai.com/v1"
KEY_ENV, BASE_ENV = "OPENAI_API_KEY", "OPENAI_BASE_URL"
CALLED = "/chat/completions"
_FORM = "write openai:MODEL@BASE_URL, such as openai:Qwen/Qwen2.5-VL-7B-Instruct@http://localhost:8000/v1"
_SECRET = re.compile(r"key|token|secret|pass|pwd|auth|sig|code|cred|user", re.IGNORECASE)  # names of parameters
_NO_SCHEME = "the URL behind @ has no scheme: begin it with http:// or https://"
_HOST = re.compile(r"localhost\b|[\w.-]+:\d+|[\w.-]+/")  # a URL without its scheme


@dataclass(frozen=True, slots=True)
class Address:
    """A model of a server; the URL has no credentials and no parameters, of which `open_query` has the open ones."""

    model: str
    url: str
    secrets: Secrets
    key_env: str = KEY_ENV
    has_key: bool = False
    open_query: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name in tables and messages."""
        return f"openai:{self.model}" if self.url == PUBLIC else f"openai:{self.model}@{self.url}"


def parse_address(rest: str, key_env: str = "") -> Address:
    """The address that a name gives; UserError says what is wrong with it, without any credentials."""
    model, at, behind = _split(rest)
    if not model:
        raise UserError(f"openai: names no model: {_FORM}")
    url, user, password, query = _url(f"{at}{behind}" if at else os.environ.get(BASE_ENV) or PUBLIC, bool(at))
    key = os.environ.get(key_env or KEY_ENV, "").strip()
    if key_env and not key:
        raise UserError(f"--model-args key_env={key_env}: the environment variable {key_env} is not set: set it")
    if key_env and (user or password):
        raise UserError(f"openai:{model}: give either key_env or user:password in the URL, not both")
    if not key and url == PUBLIC:
        raise UserError(f"openai:{model}: {PUBLIC} needs a key: set {KEY_ENV}, or name another server: {_FORM}")
    if not key.isascii() or any(letter.isspace() for letter in key):
        raise UserError(f"the environment variable {key_env or KEY_ENV} is not a key: it contains spaces or symbols")
    secrets = Secrets(key, user, password, query)
    return Address(model, url, secrets, key_env or KEY_ENV, bool(key), _open_parameters(query))


def _split(rest: str) -> tuple[str, str, str]:
    """Model, the beginning of the URL, and its rest; a model's name may contain @, and so may a URL."""
    found = re.search(r"@(https?://)", rest, re.IGNORECASE)
    if found:
        return rest[: found.start()], found[1].lower(), rest[found.end() :]
    model, _, behind = rest.rpartition("@")
    if model and _HOST.match(behind):
        raise UserError(f"openai:{model.partition('@')[0]}: {_NO_SCHEME}")
    if found := re.search(r"@[^@]*:[^@]*@", rest):  # user:password@host
        raise UserError(f"openai:{rest[: found.start()]}: {_NO_SCHEME}")
    return rest, "", ""


def _open_parameters(query: str) -> tuple[str, ...]:
    """The parameters that may decide which model answers, such as deployment=A; not those that look like secrets."""
    parts = [part for part in query.split("&") if part]
    return tuple(sorted(part for part in parts if not _SECRET.search(part.partition("=")[0])))


def _url(text: str, is_named: bool) -> tuple[str, str, str, str]:
    """The plain URL, and what is secret about it: user, password, parameters."""
    where = "the URL behind @" if is_named else f"the environment variable {BASE_ENV}"
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise UserError(f"openai: {where} is no URL: {_FORM}") from error
    if parts.scheme not in ("http", "https") or not host:
        raise UserError(f"openai: {where} is no URL: {_FORM}")
    host = f"[{host}]" if ":" in host else host
    place = host if port is None else f"{host}:{port}"
    path = parts.path.rstrip("/").removesuffix(CALLED).rstrip("/")
    return f"{parts.scheme}://{place}{path}", unquote(parts.username or ""), unquote(parts.password or ""), parts.query
