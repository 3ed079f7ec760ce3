"""The names of this server: what Host and Origin headers may say."""

import ipaddress
import socket
from collections.abc import Iterable
from functools import cache
from urllib.parse import urlsplit

from askance.server.dashboard import LOOPBACK, Access

WILDCARDS = ("0.0.0.0", "::", "")


@cache
def host_names(access: Access) -> frozenset[str]:
    """The names that a Host header may have."""
    names = {*LOOPBACK, access.host, *access.allowed_hosts}
    if access.host in WILDCARDS:
        names |= {socket.gethostname(), socket.getfqdn()}
    return frozenset(name.lower() for name in names)


def is_known_host(host: str, access: Access, names: Iterable[str]) -> bool:
    """Whether a Host header names this server; a foreign name here means DNS rebinding."""
    name = host_name(host)
    if name is None:
        return False
    if name in names:
        return True
    # A site that rebinds its name has a name: an address is only known to somebody who connects to it.
    return not access.is_loopback and _is_address(name)


def is_own_origin(origin: str, host: str, access: Access) -> bool:
    """Whether an Origin header is that of this server's pages."""
    try:
        parts = urlsplit(origin)
        named = (parts.hostname or "").lower()
    except ValueError:
        return False
    if parts.scheme not in ("http", "https"):
        return False  # also "null"
    return parts.netloc.lower() == host.lower() or named in {name.lower() for name in access.allowed_hosts}


def host_name(host: str) -> str | None:
    """The name in a Host header without its port; None where it is malformed."""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port  # raises where it is not a number
    except ValueError:
        return None
    is_plain = parts.path == "" and parts.query == "" and parts.fragment == "" and parts.username is None
    return parts.hostname.lower() if is_plain and parts.hostname else None


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
