"""The user and password in the URL of a server are used, but never printed."""

import re
from urllib.parse import unquote

from askance.models.openai.secrets import HIDDEN, Secrets

_USERINFO = re.compile(r"(?<=://)[^\s'\"<>]*@")


def without_userinfo(url: str) -> str:
    """A URL without the user and password before its host."""
    start, userinfo, host = _split(url)
    return f"{start}{HIDDEN}@{host}" if userinfo else url


def hide_credentials(text: str, server: str) -> str:
    """A text without the user and password of any URL, nor those of a server in another form."""
    shown = _USERINFO.sub(f"{HIDDEN}@", text.replace(server, without_userinfo(server)) if server else text)
    user, _, password = _split(server)[1].partition(":")
    for form in (str, unquote):
        shown = Secrets(user=form(user), password=form(password)).hide(shown)
    return shown


def _split(url: str) -> tuple[str, str, str]:
    """Scheme, userinfo and the rest; all up to the last @ may be a password that is not encoded."""
    scheme, mark, rest = url.partition("://") if "://" in url else ("", "", url)
    userinfo, _, host = rest.rpartition("@")
    return f"{scheme}{mark}", userinfo, host
