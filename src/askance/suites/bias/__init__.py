"""Suite `bias`: does the model look at the picture, and does it listen to the question?"""

from askance.suites.bias.suite import Bias

__all__ = ["Bias"]
