"""The user, password and keys in the URL of a server are used, but never printed."""

import re
from urllib.parse import unquote

from askance.models.openai.secrets import HIDDEN, Secrets

_USERINFO = re.compile(r"(?<=://)[^\s'\"<>]*@")
_KEY = re.compile(
    r"(?i)(?<=[?&])([\w.-]*(?:token|key|secret|password|signature|sig|credential))=[^&#\s'\"<>]*[^&#\s'\"<>:]"
)


def without_credentials(url: str) -> str:
    """A URL without the user and password before its host, and without the keys among its parameters."""
    start, userinfo, host = _split(url)
    return _without_keys(f"{start}{HIDDEN}@{host}" if userinfo else url)


def hide_credentials(text: str, server: str) -> str:
    """A text without the user, password and keys of any URL, nor the user and password of a server in another form."""
    shown = _USERINFO.sub(f"{HIDDEN}@", text.replace(server, without_credentials(server)) if server else text)
    user, _, password = _split(server)[1].partition(":")
    for form in (str, unquote):
        shown = Secrets(user=form(user), password=form(password)).hide(shown)
    return _without_keys(shown)


def _without_keys(text: str) -> str:
    return _KEY.sub(rf"\1={HIDDEN}", text)


def _split(url: str) -> tuple[str, str, str]:
    """Scheme, userinfo and the rest; all up to the last @ may be a password that is not encoded."""
    scheme, mark, rest = url.partition("://") if "://" in url else ("", "", url)
    userinfo, _, host = rest.rpartition("@")
    return f"{scheme}{mark}", userinfo, host
