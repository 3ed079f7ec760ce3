"""Suite `beliefs`: what a model believes about an image, and whether that is true."""

from askance.suites.beliefs.suite import Beliefs

__all__ = ["Beliefs"]
