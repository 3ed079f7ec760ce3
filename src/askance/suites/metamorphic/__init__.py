"""Suite `metamorphic`."""

from askance.suites.metamorphic.suite import Metamorphic

__all__ = ["Metamorphic"]
