"""What a dashboard serves: the opened workspaces, who may see them, and the models for live questions."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from askance.core import UserError
from askance.server.opened_workspace import OpenedWorkspace

LOOPBACK = ("127.0.0.1", "::1", "localhost")


@dataclass(frozen=True, slots=True)
class Access:
    """Who may read and write: see docs/design/0040-dashboard.md."""

    host: str = "127.0.0.1"
    allowed_hosts: tuple[str, ...] = ()  # names under which a proxy or the network knows this server
    token: str = ""  # "" = no token is needed
    read_only: bool = False
    public: bool = False

    @property
    def is_loopback(self) -> bool:
        """Whether only programs of this machine can connect."""
        return self.host in LOOPBACK


@dataclass(frozen=True, slots=True)
class Dashboard:
    """The state of one server; `app.state.dashboard` in every request."""

    workspaces: tuple[OpenedWorkspace, ...]
    access: Access = Access()
    models: tuple[str, ...] = ()  # names of models for live questions; they are opened by the live view
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32))  # signs cookies and CSRF tokens

    @classmethod
    def of_folders(
        cls, folders: Sequence[Path | str], access: Access | None = None, models: Sequence[str] = ()
    ) -> "Dashboard":
        """A dashboard over workspace folders; each has the name of its folder, numbered where names repeat."""
        opened: list[OpenedWorkspace] = []
        for folder in map(Path, folders):
            name = _free_name(folder.resolve().name or "workspace", [each.name for each in opened])
            opened.append(OpenedWorkspace(name, folder))
        return cls(tuple(opened), access or Access(), tuple(models))

    def workspace(self, name: str = "") -> OpenedWorkspace:
        """The workspace of that name; "" = the first one."""
        for each in self.workspaces:
            if name in ("", each.name):
                return each
        raise UserError(f"there is no workspace {name!r}: choose one of {', '.join(w.name for w in self.workspaces)}")

    @property
    def has_several(self) -> bool:
        """Whether addresses must say which workspace they are about."""
        return len(self.workspaces) > 1


def _free_name(name: str, taken: Sequence[str]) -> str:
    names = (name, *(f"{name}-{number}" for number in range(2, len(taken) + 2)))
    return next(each for each in names if each not in taken)
