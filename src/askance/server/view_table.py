"""The table of views: the navigation and the routes come from here."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class View:
    """One view: `askance.server.views.<module>` has its `router`."""

    module: str
    title: str = ""  # in the navigation; "" = the view is reached from other views only
    needs_models: bool = False  # it is in the navigation only of a dashboard with loaded models
    is_shared: bool = True  # its pages only show results, and are the same for every visitor

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
    View("live", "Live", needs_models=True, is_shared=False),
    View("running", "Running", is_shared=False),
    View("annotate", "Annotate", is_shared=False),
)
START = "/overview"
