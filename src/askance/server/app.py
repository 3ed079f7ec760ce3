"""The application: middleware, the routes of every view, error pages."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from typing import Any

from askance.core import UserError
from askance.server.csp_reports import CspReports
from askance.server.csp_reports import router as csp_router
from askance.server.dashboard import Dashboard
from askance.server.error_pages import CatchErrors, ErrorBody, add_error_pages
from askance.server.images import ImageShelf
from askance.server.images import router as image_router
from askance.server.kept_pages import KeptPages
from askance.server.live.open_live import open_live
from askance.server.pages import workspace_error
from askance.server.safety import Safety, check_csrf
from askance.server.static_files import router as static_router
from askance.server.view_table import START, VIEWS
from askance.version import __version__
from fastapi import Depends, FastAPI, Request
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import RedirectResponse, Response

LOG = logging.getLogger("askance.server")
STATUSES = {
    401: "The token is missing.",
    403: "The request is refused.",
    404: "Nothing has that name.",
    409: "The workspace cannot be shown.",
    413: "The request is too large.",
    422: "A parameter is not valid.",
}
ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorBody, "description": text, "content": {"text/html": {}}} for status, text in STATUSES.items()
}
SMALLEST_ZIPPED = 1024  # bytes
ZIPPED = 5  # of 9: a few percent more bytes, a third of the time


def create_app(dashboard: Dashboard) -> FastAPI:
    """The ASGI application of a dashboard."""
    app = FastAPI(
        title="Askance dashboard",
        version=__version__,
        docs_url=None,  # both fetch scripts from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
        responses=ERRORS,
        dependencies=[Depends(check_csrf)],
        lifespan=_close_at_the_end,
        middleware=[
            Middleware(CatchErrors),
            Middleware(Safety, dashboard=dashboard),
            Middleware(KeptPages, dashboard=dashboard),
            Middleware(GZipMiddleware, minimum_size=SMALLEST_ZIPPED, compresslevel=ZIPPED),
        ],
    )
    app.state.dashboard, app.state.images, app.state.csp_reports = dashboard, ImageShelf(), CspReports()
    app.state.run_watches, app.state.rendered_runs = {}, {}
    app.state.live = open_live(dashboard, app.state.images)
    add_error_pages(app)
    app.add_exception_handler(UserError, workspace_error)
    for router in (static_router, csp_router, image_router):
        app.include_router(router)
    for view in VIEWS:
        app.include_router(import_module(f"askance.server.views.{view.module}").router)
    app.add_api_route("/", _start, include_in_schema=False)
    return app


@asynccontextmanager
async def _close_at_the_end(app: FastAPI) -> AsyncIterator[None]:
    yield
    if app.state.live is not None:
        app.state.live.close()  # its threads hold the models


def _start(request: Request) -> Response:
    """The first page."""
    query = request.url.query
    return RedirectResponse(f"{START}?{query}" if query else START, 307)
