"""Askance cross-examines vision-language models: one thing asked in many ways, the answers checked together."""

from typing import TYPE_CHECKING, Any

from askance.version import __version__

if TYPE_CHECKING:
    from askance.engine import Run, run

__all__ = ["Run", "__version__", "run"]


def __getattr__(name: str) -> Any:
    # Loaded on first use: importing the package must cost nothing.
    if name in ("Run", "run"):
        import askance.engine as package

        return getattr(package, name)
    raise AttributeError(f"module 'askance' has no attribute {name!r}")
