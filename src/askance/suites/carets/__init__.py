"""Suite `carets`."""

from askance.suites.carets.suite import Carets

__all__ = ["Carets"]
