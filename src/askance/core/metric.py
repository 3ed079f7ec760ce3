"""What a metric is: its meaning, its unit, its bounds, and which direction is better."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from askance.core.errors import UserError

if TYPE_CHECKING:
    import pyarrow as pa

PERCENT, POINTS = "%", "points"  # points: a difference of two percentages
LONGEST_LABEL = 24  # characters
Better = Literal["up", "down"]
ARROWS: dict[Better | None, str] = {"up": " ↑", "down": " ↓", None: ""}  # shown behind a metric's name


@dataclass(frozen=True, slots=True)
class Metric:
    """One figure of a suite; a board ranks models by it only where a direction is declared."""

    name: str
    meaning: str
    unit: str = PERCENT
    bounds: tuple[float | None, float | None] = (0.0, 100.0)  # None: no bound on that side
    better: Better | None = None  # None: a diagnosis, where neither direction is better
    label: str = ""  # a few plain words for the head of a column (at most 24 characters); empty: the name

    def __post_init__(self) -> None:
        if self.better not in ("up", "down", None):
            raise UserError(f'metric {self.name}: better is {self.better!r}: write "up", "down" or None')
        if (length := len(self.label)) > LONGEST_LABEL:
            raise UserError(
                f"metric {self.name}: label {self.label!r} has {length} characters: use at most {LONGEST_LABEL}"
            )
        low, high = self.bounds
        if low is not None and high is not None and not low < high:
            raise UserError(f"metric {self.name}: bounds are {self.bounds}: write (least, most), None for no bound")


@dataclass(frozen=True, slots=True)
class AddedMetric:
    """A metric of an outside package, added to suites that it did not write; `suites` empty: to every suite."""

    metric: Metric
    compute: "Callable[[pa.Table], pa.Table]"  # the verdicts of one model → tidy rows (askance.metrics.TIDY)
    suites: frozenset[str] = frozenset()  # by name, without options


def to_metric(suite: str, given: Any) -> Metric:
    """A metric as declared; a plain pair (name, meaning) is one without a direction."""
    if isinstance(given, Metric):
        return given
    if isinstance(given, tuple | list) and len(given) == 2 and all(isinstance(part, str) for part in given):
        return Metric(*given)
    raise UserError(f'suite {suite}: {given!r} is no metric: write Metric(name, meaning, better="up")')
