"""What the metric view is about: one metric of a suite on a data set, for some models and cases."""

from dataclasses import dataclass

from askance.core import Metric


@dataclass(frozen=True, slots=True)
class MetricChoice:
    """A metric that can be chosen, as SUITE.METRIC."""

    suite: str
    metric: Metric

    @property
    def key(self) -> str:
        """The name in an address."""
        return f"{self.suite}.{self.metric.name}"


@dataclass(frozen=True, slots=True)
class MetricState:
    """What an address chooses, completed by what is usual."""

    dataset: str
    chosen: MetricChoice
    group: str
    models: tuple[str, ...]
    tag: str = ""  # the cases are also split by this tag
    instead_of: str = ""  # the metric of the address, which has no result on the chosen data set


@dataclass(frozen=True, slots=True)
class MetricChoices:
    """What the boxes of the page offer."""

    datasets: list[str]
    metrics: dict[str, list[MetricChoice]]  # by suite
    groups: list[str]
    models: list[str]
