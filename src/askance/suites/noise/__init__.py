"""Suite `noise`: does the answer stay the same under noise that changes nothing for a person?"""

from askance.suites.noise.suite import Noise

__all__ = ["Noise"]
