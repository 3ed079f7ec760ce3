"""Hugging Face transformers without progress bars and advice, for models and for detectors."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def silence_transformers(transformers: Any) -> Iterator[None]:
    """No bars and no advice while loading; the settings are put back."""
    logging = transformers.utils.logging
    level, bars = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(level)
        if bars:
            logging.enable_progress_bar()
