"""Suite `bias`: does the answer depend on the image, and on the question?"""

from askance.suites.bias.suite import Bias

__all__ = ["Bias"]
