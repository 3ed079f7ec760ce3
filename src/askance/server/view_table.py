"""The table of views: the navigation and the routes come from here."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class View:
    """One view: `askance.server.views.<module>` has its `router`."""

    module: str
    title: str = ""  # in the navigation; "" = the view is reached from other views only
    needs_models: bool = False  # it is in the navigation only of a dashboard with loaded models

    @property
    def path(self) -> str:
        """The address of its page."""
        return f"/{self.module}"


# In the order of the navigation: Overview, Metrics, Cases, Suites, Compare, Live, Running, Annotate.
VIEWS: tuple[View, ...] = (
    View("overview", "Overview"),
    View("metric", "Metrics"),
    View("cases", "Cases"),
    View("case"),
    View("suites", "Suites"),
    View("compare", "Compare"),
    View("live", "Live", needs_models=True),
    View("running", "Running"),
    View("annotate", "Annotate"),
)
START = "/overview"
