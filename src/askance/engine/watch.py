"""What an engine tells while it works; the command line shows it as a progress bar."""

from typing import Protocol

CALLS = "calls to make"


class Watch(Protocol):
    """Someone who looks on."""

    def start(self, total: int, saved: int, what: str = CALLS) -> None: ...

    def advance(self, calls: int) -> None: ...

    def say(self, message: str) -> None: ...

    def finish(self) -> None: ...


class Silent:
    """Nobody looks on."""

    def start(self, total: int, saved: int, what: str = CALLS) -> None:
        """Calls to make, and calls saved; or other things to do."""

    def advance(self, calls: int) -> None:
        """Calls made since last time."""

    def say(self, message: str) -> None:
        """Something worth a line."""

    def finish(self) -> None:
        """Nothing more to come."""
