"""The order of suites in every report, which does not depend on which command ran last."""

from askance.suites import SUITES

_PLACES = {name: place for place, name in enumerate(SUITES)}
SuitePlace = tuple[int, str]


def suite_place(suite: str) -> SuitePlace:
    """Sort key: the built-in suites as `askance list suites` prints them, then others by name; options do not count."""
    return _PLACES.get(suite.partition(":")[0], len(_PLACES)), suite
