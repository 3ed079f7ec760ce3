"""One server: requests over kept connections, as many at once as it takes; every failure is classified."""

import asyncio
import logging
import os
import time
from typing import TYPE_CHECKING

from askance.core import UserError
from askance.core.async_models import close_with_loop
from askance.core.install_command import install_command
from askance.models.openai.address import CALLED, Address
from askance.models.openai.concurrency import ConcurrencyLimit
from askance.models.openai.failures import ServerFailure, failure_of, temporary
from askance.models.openai.gate import Gate
from askance.models.openai.secrets import Secrets

if TYPE_CHECKING:
    import httpx

CONNECTING = 10.0  # seconds
REFUSED_NOTHING = 1.0  # seconds to wait where a server takes nothing and does not say for how long


class Client:
    """Asks one server; for use on the event loop of async models only, but for `at_once`."""

    def __init__(self, address: Address, most: int, timeout: float):
        self.address, self.timeout = address, timeout
        self.limit = ConcurrencyLimit(most)
        self._gate = Gate(self.limit)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._http: httpx.AsyncClient | None = None

    @property
    def at_once(self) -> int:
        """Requests under way and some that are ready, so that no place is empty while the engine prepares others."""
        return self._gate.wanted + 1 + self._gate.wanted // 4

    async def chat(self, payload: bytes) -> tuple[bytes, float]:
        """The body of the answer to a chat request, and its latency in seconds; ServerFailure if there is none."""
        http = self._connected()
        async with self._gate.passed() as request:
            started = time.perf_counter()
            try:
                body = await self._sent(http, payload)
            except ServerFailure as failure:
                if failure.is_overload and self.limit.rejected(self._gate.rejected(request)):
                    self._gate.close_for(failure.retry_after or REFUSED_NOTHING)
                raise
            seconds = time.perf_counter() - started
            self.limit.accepted(seconds, self._gate.is_full)
            return body, seconds

    def interrupt(self) -> None:
        """Make the requests fail that wait to be sent; from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._gate.give_up)

    async def models(self) -> bytes:
        """The body of the list of models."""
        response = await self._connected().get(f"{self.address.url}/models", timeout=CONNECTING)
        return response.content

    async def _sent(self, http: "httpx.AsyncClient", payload: bytes) -> bytes:
        import httpx

        try:
            async with asyncio.timeout(self.timeout):
                response = await http.post(f"{self.address.url}{CALLED}", content=payload)
        except TimeoutError as error:
            raise ServerFailure(temporary(f"no answer within {self.timeout:g} s")) from error
        except httpx.HTTPError as error:
            raise ServerFailure(temporary(_said(error))) from error
        if response.status_code == 200:
            return response.content
        raise failure_of(response.status_code, response.headers, response.content)

    def _connected(self) -> "httpx.AsyncClient":
        """The HTTP client of the running loop; another loop, as of a later run, has another one."""
        loop = asyncio.get_running_loop()
        if self._http is None or loop is not self._loop:
            self._loop, self._http, self._gate = loop, _http_client(self.address), Gate(self.limit)
            close_with_loop(self._http.aclose)
        return self._http


def check_installed() -> None:
    """UserError where the HTTP library is missing."""
    try:
        import httpx  # noqa: F401
    except ImportError as error:
        raise UserError(f"openai: models need httpx: {install_command('openai')}") from error


def _http_client(address: Address) -> "httpx.AsyncClient":
    import httpx

    _hide_in_logs(address.secrets)
    try:
        return httpx.AsyncClient(
            params=httpx.QueryParams(address.secrets.query),
            headers={"Content-Type": "application/json", **address.secrets.headers},
            timeout=httpx.Timeout(None, connect=CONNECTING),
            limits=httpx.Limits(max_connections=None, max_keepalive_connections=None),
        )
    except (ImportError, ValueError, httpx.InvalidURL) as error:  # a proxy that httpx cannot use
        proxies = ", ".join(name for name in os.environ if name.lower().endswith("_proxy")) or "the proxy"
        needs = "pip install 'httpx[socks]', or " if isinstance(error, ImportError) else ""
        raise UserError(f"{address.name}: httpx cannot use the proxy that {proxies} names: {needs}correct it") from None


def _said(error: "httpx.HTTPError") -> str:
    """A failure of the connection in words."""
    import httpx

    if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout):
        return "cannot connect to the server"
    text = " ".join(str(error).split())
    return f"the connection was cut ({text})" if text else f"the connection was cut ({type(error).__name__})"


class _Hiding(logging.Filter):
    """Takes secrets out of what HTTP libraries log, such as URLs with parameters."""

    def __init__(self, secrets: Secrets):
        super().__init__()
        self.secrets = secrets

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = self.secrets.hide(record.getMessage()), ()
        return True


def _hide_in_logs(secrets: Secrets) -> None:
    for name in ("httpx", "httpcore.connection", "httpcore.http11", "httpcore.proxy"):
        logger = logging.getLogger(name)
        if not any(isinstance(each, _Hiding) and each.secrets is secrets for each in logger.filters):
            logger.addFilter(_Hiding(secrets))
