"""Who may talk to the dashboard: Host, Origin and token of every request; a CSRF token for every write; CSP.

See docs/design/0040-dashboard.md.
"""

import hashlib
import hmac
import secrets
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, urlencode

from askance.server.dashboard import Dashboard
from askance.server.error_pages import LET_IN, error_response
from askance.server.host_names import host_names, is_known_host, is_own_origin
from fastapi import HTTPException, Request
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

CSP_REPORTS = "/csp-report"
CSP = "; ".join(
    (
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:",
        "font-src 'self'", "connect-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
        f"report-uri {CSP_REPORTS}",
    )
)  # fmt: skip
HEADERS = {
    "Content-Security-Policy": CSP,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
LIVE = "/api/live/"
READS = ("GET", "HEAD", "OPTIONS")
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
CSRF_FIELD, CSRF_HEADER = "csrf_token", "x-csrf-token"
VISITOR = "askance_visitor"  # cookie: a random name of the browser, which its CSRF token belongs to
MAX_BODY = 32 * 2**20  # bytes of a request


class Safety:
    """Middleware: refuses what does not come from a page of this dashboard, and adds the headers."""

    def __init__(self, app: ASGIApp, dashboard: Dashboard):
        self.app, self.dashboard = app, dashboard
        self.hosts = host_names(dashboard.access)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check one request."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return  # there are no web sockets here
        request = Request(scope)
        visitor = read_cookies(request.headers).get(VISITOR, "")
        if not is_visitor_name(visitor):
            visitor = ""
        scope.setdefault("state", {})["visitor"] = visitor or secrets.token_hex(16)
        answer = self._refusal(request) or self._login(request)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if not visitor and headers.get("content-type", "").startswith("text/html"):
                    headers.append("Set-Cookie", cookie(VISITOR, scope["state"]["visitor"], request, "Strict"))
            await send(message)

        if answer is not None:
            await answer(scope, receive, send_with_headers)
            return
        scope["state"][LET_IN] = True
        asked = {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope  # the server leaves the body out
        await self.app(asked, capped(receive), send_with_headers)

    def _refusal(self, request: Request) -> Response | None:
        """The answer to a request that is refused; None if it may go on."""
        access, headers, method = self.dashboard.access, request.headers, request.method
        if not is_known_host(headers.get("host", ""), access, self.hosts):
            return error_response(request, 403, "unknown host name: add --allow-host NAME to `askance serve`")
        origin = headers.get("origin")
        if origin is not None and not is_own_origin(origin, headers.get("host", ""), access):
            return error_response(request, 403, "this request comes from another site")
        is_write = method not in READS and request.url.path != CSP_REPORTS
        if is_write and headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return error_response(request, 403, "this request comes from another site")
        if is_write and access.read_only and not self._is_live_question(request):
            return error_response(request, 403, "this dashboard is read-only")
        if headers.get("content-length", "0").isdigit() and int(headers.get("content-length", "0")) > MAX_BODY:
            return error_response(request, 413, f"a request has at most {MAX_BODY >> 20} MB")
        if is_write and not is_form(headers) and not has_csrf_header(request, self.dashboard):
            return error_response(request, 403, f"a write needs the header {CSRF_HEADER}: reload the page")
        return None

    def _is_live_question(self, request: Request) -> bool:
        """Whether a request only asks loaded models: that changes nothing in a workspace."""
        return bool(self.dashboard.models) and request.url.path.startswith(LIVE)

    def _login(self, request: Request) -> Response | None:
        """None if the request has the token; a token in the address becomes a cookie."""
        token = self.dashboard.access.token
        if not token:
            return None
        name, value = session_cookie(token)
        given = request.query_params.get("token")
        if given is not None and same(given, token) and request.method in READS:
            pairs = [pair for pair in parse_qsl(request.url.query, keep_blank_values=True) if pair[0] != "token"]
            address = request.url.path + (f"?{urlencode(pairs)}" if pairs else "")
            answer = RedirectResponse("/" + address.lstrip("/"), 303)
            answer.headers.append("Set-Cookie", cookie(name, value, request, "Lax"))
            return answer
        if same(read_cookies(request.headers).get(name, ""), value) or has_bearer(request, self.dashboard):
            return None
        return error_response(request, 401, "this dashboard needs a token: open the address that `askance serve` shows")


async def check_csrf(request: Request) -> None:
    """Dependency of every route: a form that writes carries the CSRF token; other writes are checked before."""
    dashboard: Dashboard = request.app.state.dashboard
    if request.method in READS or request.url.path == CSP_REPORTS or has_csrf_header(request, dashboard):
        return
    form = await request.form()
    given = form.get(CSRF_FIELD)
    if not isinstance(given, str) or not same(given, csrf_token(request, dashboard)):
        await form.close()
        raise HTTPException(403, "the form is out of date: reload the page and send it again")


def has_csrf_header(request: Request, dashboard: Dashboard) -> bool:
    """Whether a script of our pages, or a program that has the token, sends the request."""
    return same(request.headers.get(CSRF_HEADER, ""), csrf_token(request, dashboard)) or has_bearer(request, dashboard)


def has_bearer(request: Request, dashboard: Dashboard) -> bool:
    """Whether a program sends the token itself, which no other site can make a browser do."""
    kind, _, given = request.headers.get("authorization", "").partition(" ")
    token = dashboard.access.token
    return bool(token) and kind.lower() == "bearer" and same(given.strip(), token)


def is_form(headers: Headers) -> bool:
    """Whether the body is an HTML form, whose fields are read later."""
    return headers.get("content-type", "").lower().startswith(FORMS)


def csrf_token(request: Request, dashboard: Dashboard) -> str:
    """The token that writes of this browser carry."""
    visitor: str = request.state.visitor
    return hmac.new(dashboard.secret, visitor.encode(), hashlib.sha256).hexdigest()


def session_cookie(token: str) -> tuple[str, str]:
    """Name and value of the cookie that stands for a token: two dashboards on one machine have two cookies."""
    value = hmac.new(token.encode(), b"askance session", hashlib.sha256).hexdigest()
    return f"askance_{hashlib.sha256(value.encode()).hexdigest()[:8]}", value


def cookie(name: str, value: str, request: Request, same_site: str) -> str:
    """A Set-Cookie header that scripts cannot read."""
    secure = "; Secure" if request.url.scheme == "https" else ""
    return f"{name}={value}; Path=/; HttpOnly; SameSite={same_site}{secure}"


def read_cookies(headers: Headers) -> dict[str, str]:
    """The cookies of a request; none where the header cannot be read."""
    try:
        return {name: morsel.value for name, morsel in SimpleCookie(headers.get("cookie", "")).items()}
    except CookieError:
        return {}


def is_visitor_name(text: str) -> bool:
    """Whether a cookie has the form that this server gives it."""
    return len(text) == 32 and all(letter in "0123456789abcdef" for letter in text)


def same(given: str, wanted: str) -> bool:
    """Equality that takes the same time wherever the texts differ."""
    return hmac.compare_digest(given.encode(errors="replace"), wanted.encode(errors="replace"))


def capped(receive: Receive) -> Receive:
    """Receives at most MAX_BODY bytes, also of a request that does not say its length."""
    received = 0

    async def receive_capped() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > MAX_BODY:
            raise HTTPException(413, f"a request has at most {MAX_BODY >> 20} MB")
        return message

    return receive_capped
