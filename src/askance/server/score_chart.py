"""Histograms of scores as SVG with links: one bar per model and bin, drawn without any script."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from askance.server.query_results import DistributionBar

COLORS = 8  # variables --model-0 … --model-7 of the style sheet
NICE_STEPS = (1, 2, 5, 10, 20, 25, 50, 100)  # percent between two lines of the vertical axis
MOST_LINES = 5
GAP = 0.16  # of a bin that stays empty beside its bars


@dataclass(frozen=True, slots=True)
class ShownBar:
    """One bar; lengths are percentages of the chart's width and height."""

    x: float
    width: float
    height: float
    color: int
    label: str  # model, range, count and percent in words
    address: str  # of the cases behind it; "" = they cannot be listed


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark of an axis: where it is, in percent of the axis, and its text."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Histogram:
    """A chart that is ready for the template."""

    bars: tuple[ShownBar, ...]
    lines: tuple[Tick, ...]  # of the vertical axis: percent of cases
    ticks: tuple[Tick, ...]  # of the horizontal axis: scores
    label: str


@dataclass(frozen=True, slots=True)
class Axes:
    """What charts that are compared by eye have in common."""

    top: float  # the largest percent of the vertical axis
    is_split: bool  # every score is 0 or 1: there are two bins only
    models: frozenset[str]  # each has its place in every bin


def is_yes_or_no(bars: Sequence[DistributionBar]) -> bool:
    """Whether every score is 0 or 1: such a distribution has two bins only."""
    return all(bar.low == 0 or bar.high == 1 for bar in bars)


def make_histogram(
    bars: Sequence[DistributionBar],
    colors: Mapping[str, int],
    addresses: Mapping[DistributionBar, str],
    ends: tuple[str, str],
    axes: Axes,
    label: str,
) -> Histogram:
    """The bars of one group; `ends`: the names of score 0 and score 1.

    `colors`: model → the number of its color, in the order of the bars.
    """
    models = [name for name in colors if name in axes.models]
    is_split, top = axes.is_split, axes.top
    count = 2 if is_split else round(1 / (bars[0].high - bars[0].low))
    room = (1 - GAP) / max(1, len(models))
    shown = []
    for bar in bars:
        place = (0 if bar.low == 0 else 1) if is_split else round(bar.low * count)
        index = models.index(bar.model)
        shown.append(
            ShownBar(
                x=100 * (place + GAP / 2 + index * room) / count,
                width=100 * room / count,
                height=100 * bar.percent / top,
                color=colors[bar.model],
                label=_describe_bar(bar, ends, is_split),
                address=addresses.get(bar, ""),
            )
        )
    ticks = (Tick(25, ends[0]), Tick(75, ends[1])) if is_split else _score_ticks()
    return Histogram(tuple(shown), _percent_lines(top), ticks, label)


def shared_axes(bars: Sequence[DistributionBar]) -> Axes:
    """The axes of all groups of a distribution: their charts are compared by eye."""
    return Axes(axis_top(bars), is_yes_or_no(bars), frozenset(bar.model for bar in bars))


def axis_top(bars: Sequence[DistributionBar]) -> float:
    """A round percentage that no bar exceeds."""
    most = max((bar.percent for bar in bars), default=100.0)
    return next((float(end) for end in (5, 10, 20, 25, 50, 75, 100) if most <= end), 100.0)


def range_text(bar: DistributionBar) -> str:
    """The scores of a bar in percent."""
    return f"{100 * bar.low:g} to {100 * bar.high:g} %"


def _describe_bar(bar: DistributionBar, ends: tuple[str, str], is_split: bool) -> str:
    where = (ends[0] if bar.low == 0 else ends[1]) if is_split else f"score {range_text(bar)}"
    cases = "case" if bar.count == 1 else "cases"
    return f"{bar.model}, {where}: {bar.count:,} {cases}, {bar.percent:.1f} %"


def _percent_lines(top: float) -> tuple[Tick, ...]:
    step = next(each for each in NICE_STEPS if top / each <= MOST_LINES)
    return tuple(Tick(100 * value / top, f"{value:g} %") for value in range(0, int(top) + 1, step))


def _score_ticks() -> tuple[Tick, ...]:
    return tuple(Tick(float(at), f"{at}") for at in (0, 25, 50, 75, 100))
