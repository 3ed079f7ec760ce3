"""Suite `implications`: does the model answer what follows from its own answers?"""

from askance.suites.implications.suite import Implications

__all__ = ["Implications"]
