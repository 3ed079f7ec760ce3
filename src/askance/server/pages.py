"""Pages: what every page needs (navigation, workspace, CSRF token, links that keep the workspace), with an ETag."""

from contextlib import suppress
from datetime import UTC, datetime
from typing import Annotated, Any

from askance.core import UserError, digest
from askance.core.plural import plural
from askance.server.dashboard import Dashboard
from askance.server.error_pages import address_before, error_response, note_error, wants_json
from askance.server.html_templates import render_template
from askance.server.kept_pages import keep_for_nobody_else
from askance.server.links import WORKSPACE, navigation_values
from askance.server.links import Links as Links  # views import both from here
from askance.server.links import Parameter as Parameter
from askance.server.opened_workspace import OpenedWorkspace
from askance.server.running_queries import figures_read_at
from askance.server.safety import csrf_token
from askance.server.view_table import VIEWS
from askance.server.workspace_results import WorkspaceResults
from fastapi import Depends, HTTPException, Query, Request
from starlette.responses import HTMLResponse, Response

MOST_NOTICES = 5  # lines about damage at the top of a page; the log has all
LEAST_SAVED = 0.005  # share of calls: less is shown as nothing


def dashboard_of(request: Request) -> Dashboard:
    """The dashboard of a request."""
    dashboard: Dashboard = request.app.state.dashboard
    return dashboard


def chosen_workspace(
    request: Request, w: Annotated[str, Query(description="Name of the workspace, if several are served.")] = ""
) -> OpenedWorkspace:
    """The workspace that an address names."""
    try:
        return dashboard_of(request).workspace(w)
    except UserError as error:
        raise HTTPException(404, str(error)) from error


ChosenWorkspace = Annotated[OpenedWorkspace, Depends(chosen_workspace)]


def links_of(request: Request, opened: OpenedWorkspace) -> Links:
    """The links of a page about a workspace."""
    return Links(opened.name if dashboard_of(request).has_several else "")


def render_page(request: Request, template: str, opened: OpenedWorkspace, view: str, **values: Any) -> Response:
    """A page of a view; the browser asks again and gets 304 where nothing has changed."""
    dashboard = dashboard_of(request)
    is_shared = any(each.is_shared for each in VIEWS if each.module == view)
    page = render_template(
        template,
        view=view,
        **navigation_values(dashboard, opened),
        summary=describe_workspace(opened),
        notices=opened.notices[:MOST_NOTICES],
        more_notices=max(0, len(opened.notices) - MOST_NOTICES),
        results_as_of=_results_as_of(opened) if is_shared else "",
        csrf_token="" if is_shared else csrf_token(request, dashboard),
        read_only=dashboard.access.read_only,
        **values,
    )
    return html_with_etag(request, page)


def _results_as_of(opened: OpenedWorkspace) -> str:
    """When the shown results were read, while a run writes newer ones; else ""."""
    if opened.writer() is None:
        return ""
    try:
        return datetime.fromtimestamp(figures_read_at(opened), UTC).strftime("%H:%M:%S UTC")
    except UserError:
        return ""


def html_with_etag(request: Request, page: str) -> Response:
    """HTML that is checked again on every visit, and sent again only if it is another."""
    etag = f'W/"{digest(page.encode()).hex()}"'
    headers = {"ETag": etag, "Cache-Control": "no-cache, private"}
    if request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers=headers)
    return HTMLResponse(page, headers=headers)


def describe_workspace(opened: OpenedWorkspace) -> str:
    """Data sets, models and calls in a few words; empty where the workspace cannot be read."""
    try:
        results = WorkspaceResults.of(opened)
    except UserError:
        return ""
    if not results.rows:
        return "no finished results yet"
    datasets, models = results.datasets, results.models
    parts = [", ".join(datasets) if len(datasets) < 3 else plural(len(datasets), "data set")]
    parts.append(plural(len(models), "model"))
    saved = f", {100 * results.saved:.0f} % of them cached" if results.saved >= LEAST_SAVED else ""
    parts += [f"{plural(results.calls, 'call')}{saved}"] if results.calls else []
    return " · ".join(parts)


def workspace_error(request: Request, error: Exception) -> Response:
    """What a view cannot read, such as a workspace of a newer version: one line, with the navigation around it."""
    line = str(error)
    for each in dashboard_of(request).workspaces:
        line = each.without_paths(line)
    if wants_json(request):
        return error_response(request, 409, line)
    line, number = note_error(request, 409, line)
    opened = dashboard_of(request).workspaces[0]
    with suppress(UserError):
        opened = dashboard_of(request).workspace(request.query_params.get(WORKSPACE, ""))
    view = next((each.module for each in VIEWS if each.path == request.url.path), VIEWS[0].module)
    keep_for_nobody_else(request)  # the way back is this visitor's
    title, back = "This page cannot be shown", address_before(request)
    # 200: a browser would log an error for a page that says all there is to say.
    return render_page(request, "unreadable.html", opened, view, title=title, line=line, number=number, back=back)
