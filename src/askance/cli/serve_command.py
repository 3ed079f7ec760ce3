"""askance serve: the dashboard in a browser."""

import os
import secrets
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import click
from askance.cli.console import json_option, print_json, print_text
from askance.cli.workspace_type import WORKSPACE
from askance.core.errors import UserError
from askance.core.install_command import install_command
from askance.core.remote_address import is_remote, parse_address

if TYPE_CHECKING:
    import socket
    from collections.abc import Sequence

    from askance.server.dashboard import Access, Dashboard
    from fastapi import FastAPI

PORT = 8477
TOKEN_BYTES = 24
NICENESS = 7  # a run that writes the workspace comes first, but readers beside it must not starve
KEEP_ALIVE = 30  # seconds that a connection stays open: a reader looks at a page before the next request


@click.command("serve")
@click.argument("folders", nargs=-1, required=True, type=WORKSPACE)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="Port; 0 chooses a free one."
)
@click.option("--token", default="", help="Token that visitors need. Without it, a host other than loopback makes one.")
@click.option("--read-only", is_flag=True, help="Refuse every change, such as annotations.")
@click.option("--public", is_flag=True, help="With --read-only: let everybody on the network read without a token.")
@click.option(
    "--allow-host",
    "allowed",
    multiple=True,
    metavar="NAME",
    help="Name under which a proxy or the network knows this server. Repeat it for several names.",
)
@click.option("-m", "--model", "models", multiple=True, help="Model for live questions. Repeat it for several models.")
@click.option("--open/--no-browser", "opens", default=None, help="Open the dashboard in a browser, or do not.")
@json_option
def command(
    folders: tuple[Path | str, ...], host: str, port: int, token: str, read_only: bool, public: bool,
    allowed: tuple[str, ...], models: tuple[str, ...], opens: bool | None, as_json: bool,
) -> None:  # fmt: skip
    """Show the workspaces FOLDERS in a browser, also while a run writes to them."""
    from askance.store import Workspace

    _check_installed()
    from askance.server.dashboard import Access, Dashboard

    # One line where it is not a workspace, or a newer one; a workspace on an object store has a local copy.
    roots = [Workspace.for_reading(folder, say=lambda line: None).root for folder in folders]
    access = Access(host, allowed, token, read_only, public)
    if public and not read_only:
        raise UserError("--public goes with --read-only: anybody on the network could write")
    if not access.is_loopback and not token and not public:
        access = Access(host, allowed, secrets.token_urlsafe(TOKEN_BYTES), read_only, public)
    with _bound_socket(host, port) as listening:
        app = _create_app(Dashboard.of_folders(roots, access, models))  # loads the models, which may take a while
        address = _address(access, int(listening.getsockname()[1]))
        if as_json:
            print_json({"address": address, "workspaces": [str(folder) for folder in folders]})
        else:
            print_text(f"Askance dashboard: {address}\nPress Ctrl-C to stop it.")
        _keep_up_to_date(folders)
        if opens:
            click.launch(address)
        _serve(app, listening)


def _keep_up_to_date(folders: "Sequence[Path | str]") -> None:
    """Refresh the local copies of workspaces on an object store while the server runs."""
    from askance.store.remote.reading import MirrorRefresher

    for folder in folders:
        if is_remote(folder):
            MirrorRefresher(parse_address(folder)).start()


def _check_installed() -> None:
    from importlib.util import find_spec

    if any(find_spec(name) is None for name in ("fastapi", "uvicorn", "python_multipart")):
        raise UserError(f"`askance serve` is not installed: {install_command('serve')}")


def _bound_socket(host: str, port: int) -> "socket.socket":
    """A listening socket, so that a taken port is noticed before anything is printed."""
    import socket

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(128)
    except OSError as error:
        listening.close()
        reason = error.strerror or str(error)
        raise UserError(f"cannot listen on {host} port {port}: {reason}: choose another --port or --host") from error
    return listening


def _address(access: "Access", port: int) -> str:
    """The address to open, with the token that it needs."""
    name = "127.0.0.1" if access.host in ("0.0.0.0", "", "::") else access.host
    named = f"[{name}]" if ":" in name else name
    return f"http://{named}:{port}/" + (f"?token={access.token}" if access.token else "")


def _create_app(dashboard: "Dashboard") -> "FastAPI":
    """The application with its models loaded; a UserError where a model cannot be loaded."""
    from askance.server.app import create_app

    return create_app(dashboard)


def _prepare(dashboard: "Dashboard") -> None:
    """Compute the first page's results before somebody asks for it; what is wrong is said on the page."""
    from askance.server.html_templates import load_templates
    from askance.server.workspace_results import WorkspaceResults

    for opened in dashboard.workspaces:
        with suppress(Exception):
            _ = WorkspaceResults.of(opened).weaknesses
    load_templates()


def _lower_priority() -> None:
    if hasattr(os, "nice"):  # not on Windows
        with suppress(OSError):
            os.nice(NICENESS)


def _serve(app: "FastAPI", listening: "socket.socket") -> None:
    """Answer requests until Ctrl-C, which is the usual end."""
    import uvicorn

    settings = uvicorn.Config(
        app, access_log=False, log_level="warning", server_header=False,
        timeout_graceful_shutdown=2, timeout_keep_alive=KEEP_ALIVE, proxy_headers=True,
    )  # fmt: skip
    if not app.state.dashboard.models:  # who loads models wants their answers at once
        _lower_priority()
    Thread(target=_prepare, args=[app.state.dashboard], daemon=True).start()
    with suppress(KeyboardInterrupt):
        uvicorn.Server(settings).run(sockets=[listening])
