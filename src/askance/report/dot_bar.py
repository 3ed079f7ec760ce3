"""An estimate as a dot on a bar with its interval: SVG that takes its colors from the page."""

from dataclasses import dataclass
from typing import Any

from askance.core.metric import PERCENT, POINTS, Metric
from askance.core.rounded_text import rounded_text

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class DotBar:
    """One estimate, ready for the template: positions are percentages of the bar's width."""

    text: str  # the value
    label: str  # value, interval and n in words, for readers that see no chart
    dot: str = ""  # empty: there is no value
    start: str = ""  # empty: there is no interval
    width: str = ""
    zero: str = ""  # of a scale that has negative values
    metric: str = ""
    interval: str = ""  # its ends, rounded
    row: Row | None = None  # the tidy row that is shown


def make_dot_bar(row: Row | None, metric: Metric, name: str = "", mark: str = "") -> DotBar:
    """The dot and bar of one tidy row, on the scale of its metric; `mark` is written behind the value."""
    if row is None or row["value"] is None:
        return DotBar(f"–{mark}", f"no result{mark}", metric=name)
    low, high = _scale(metric, row)
    is_percent = metric.unit in (PERCENT, POINTS)
    decimals = 1 if is_percent else 2
    value = rounded_text(row["value"], decimals)
    place = _position(row["value"], low, high)
    zero = f"{_position(0.0, low, high):.2f}" if low < 0 else ""
    if row["low"] is None:
        label = f"{value}, n = {row['n']:,}{mark}"
        return DotBar(f"{value}{mark}", label, f"{place:.2f}", zero=zero, metric=name, row=row)
    start, end = _position(row["low"], low, high), _position(row["high"], low, high)
    interval = f"{rounded_text(row['low'], decimals)} to {rounded_text(row['high'], decimals)}"
    ends = _short_interval(row["low"], row["high"], 0 if is_percent else 2)
    return DotBar(
        f"{value}{mark}", f"{value}, 95 % interval {interval}, n = {row['n']:,}{mark}",
        f"{place:.2f}", f"{start:.2f}", f"{max(0.0, end - start):.2f}", zero, name, ends, row,
    )  # fmt: skip


def _short_interval(low: float, high: float, decimals: int) -> str:
    start, end = rounded_text(low, decimals), rounded_text(high, decimals)
    return f"{start}{' to ' if start.startswith('-') else '–'}{end}"


def _scale(metric: Metric, row: Row) -> tuple[float, float]:
    """The metric's bounds; where one is missing, the least range that contains the estimate."""
    low, high = metric.bounds
    ends = [end for end in (row["value"], row["low"], row["high"]) if end is not None]
    least, most = min(0.0, *ends) if low is None else low, max(1.0, *ends) if high is None else high
    return least, most


def _position(value: float, low: float, high: float) -> float:
    return 100 * min(1.0, max(0.0, (value - low) / (high - low)))
