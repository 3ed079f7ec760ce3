"""Askance cross-examines vision-language models: one thing asked in many ways, the answers checked together."""

from typing import TYPE_CHECKING, Any

from askance.version import __version__

if TYPE_CHECKING:
    from askance.engine import Run, run
    from askance.engine.merge_workspaces import merge
    from askance.models.callable_identity import fingerprint
    from askance.report.check_function import check
    from askance.report.compare_models import compare
    from askance.report.open_run import open_run
    from askance.report.power import power
    from askance.report.reduce_function import reduce

__all__ = ["Run", "__version__", "check", "compare", "fingerprint", "merge", "open_run", "power", "reduce", "run"]

_HOMES = {
    "Run": "askance.engine",
    "check": "askance.report.check_function",
    "compare": "askance.report.compare_models",
    "fingerprint": "askance.models.callable_identity",
    "merge": "askance.engine.merge_workspaces",
    "open_run": "askance.report.open_run",
    "power": "askance.report.power",
    "reduce": "askance.report.reduce_function",
    "run": "askance.engine",
}


def __getattr__(name: str) -> Any:
    # Loaded on first use: importing the package must cost nothing.
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'askance' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
