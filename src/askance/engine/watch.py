"""The names under which the engine knows the progress protocol of `core.progress`."""

from askance.core.progress import CALLS
from askance.core.progress import NoProgress as Silent
from askance.core.progress import Progress as Watch
from askance.core.progress import WorkProgress as Dealing

__all__ = ["CALLS", "Dealing", "Silent", "Watch"]
