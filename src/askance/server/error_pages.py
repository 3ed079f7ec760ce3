"""Errors as a page or as JSON: one line and an id; the log has the rest under the same id."""

import logging
import secrets
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from askance.core import UserError
from askance.core.control_characters import escape_controls
from askance.server.dashboard import Dashboard
from askance.server.host_names import is_own_origin
from askance.server.html_templates import render_template, sentence_case
from askance.server.links import WORKSPACE, navigation_values
from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOG = logging.getLogger("askance.server")
API = "/api/"
LONGEST = 300  # characters of a line
LET_IN = "is_let_in"  # in the state of a request that `Safety` has let in: its error may name the workspaces


class ErrorBody(BaseModel):
    """What went wrong, and the id under which the server's log has more."""

    error: str
    id: str


def error_response(request: Request, status: int, line: str, headers: dict[str, str] | None = None) -> Response:
    """One line and an id, as JSON below /api/ and as a page elsewhere."""
    line, number = note_error(request, status, line)
    more = {"Cache-Control": "no-store", **(headers or {})}
    if wants_json(request):
        return JSONResponse(ErrorBody(error=line, id=number).model_dump(), status, more)
    title = HTTPStatus(status).phrase if status in {each.value for each in HTTPStatus} else "Error"
    page = render_template(
        "error.html",
        title=title,
        line=sentence_case(line),
        number=number,
        is_ours=status >= 500,
        needs_token=status == 401,
        back=address_before(request),
        **_frame(request),
    )
    return HTMLResponse(page, status, more)


def _frame(request: Request) -> dict[str, Any]:
    """What surrounds an error; without the navigation for a request that must not learn of the workspaces."""
    frame: dict[str, Any] = {"view": "", "summary": "", "notices": (), "more_notices": 0, "results_as_of": ""}
    frame |= {"csrf_token": "", "navigation": (), "workspace": "", "workspaces": ()}
    dashboard: Dashboard = request.app.state.dashboard
    if not dashboard.workspaces or not getattr(request.state, LET_IN, False):
        return frame
    try:
        opened = dashboard.workspace(request.query_params.get(WORKSPACE, ""))
    except UserError:
        opened = dashboard.workspaces[0]
    return frame | navigation_values(dashboard, opened)


def address_before(request: Request) -> str:
    """The page of this dashboard that the reader comes from, as a path; "" where it is another site or this page."""
    dashboard: Dashboard = request.app.state.dashboard
    try:
        before = urlsplit(request.headers.get("referer", ""))
    except ValueError:  # such as a bracket without its other one
        return ""
    origin = f"{before.scheme}://{before.netloc}"
    if not before.netloc or not is_own_origin(origin, request.headers.get("host", ""), dashboard.access):
        return ""
    path = "/" + before.path.lstrip("/")  # two slashes would be the name of a host
    address = f"{path}?{before.query}" if before.query else path
    here = f"{request.url.path}?{request.url.query}" if request.url.query else request.url.path
    return "" if address == here else address


def note_error(request: Request, status: int, line: str) -> tuple[str, str]:
    """Log an error; returns the line as it can be shown, and the id that names it."""
    number = secrets.token_hex(4)
    line = escape_controls(" ".join(line.split()))[:LONGEST]
    LOG.log(logging.ERROR if status >= 500 else logging.INFO, "[%s] %s %s: %s", number, status, request.url.path, line)
    return line, number


def wants_json(request: Request) -> bool:
    """Whether an error is sent as JSON: to programs, and to methods that no link or form has."""
    return request.url.path.startswith(API) or request.method not in ("GET", "HEAD", "POST")


def add_error_pages(app: FastAPI) -> None:
    """Register the handlers of everything that a view may raise."""

    async def http_error(request: Request, error: Exception) -> Response:
        assert isinstance(error, StarletteHTTPException)
        lines = {404: "there is no such page", 405: "this address does not support that method"}
        is_plain = error.detail in {each.phrase for each in HTTPStatus}
        line = lines.get(error.status_code, error.detail) if is_plain else str(error.detail)
        return error_response(request, error.status_code, line, dict(error.headers or {}))

    async def invalid(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return error_response(request, 422, "; ".join(_describe(each) for each in error.errors()[:3]))

    app.add_exception_handler(StarletteHTTPException, http_error)
    app.add_exception_handler(HTTPException, http_error)
    app.add_exception_handler(RequestValidationError, invalid)


def _describe(error: Any) -> str:
    place = " ".join(str(part) for part in error["loc"][1:])
    return f"{place}: {error['msg']}"


class CatchErrors:
    """Middleware: an error of ours becomes a page with an id; its traceback goes to the log."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, whatever happens."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        has_begun = False

        async def noting_send(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self.app(scope, receive, noting_send)
        except Exception as error:
            request = Request(scope)
            LOG.exception("%s %s", request.method, request.url.path)
            if has_begun:
                raise
            line = f"the dashboard could not answer ({type(error).__name__})"
            await error_response(request, 500, line)(scope, receive, send)
