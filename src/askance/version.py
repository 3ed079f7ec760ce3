"""The version of this package; apart from `askance` itself, so that every room may import it."""

__version__ = "0.4.0"
