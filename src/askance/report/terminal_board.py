"""The leaderboard for a terminal: as many metrics as fit beside each other, each model on two lines."""

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from askance.core.control_characters import escape_controls
from askance.core.metric import ARROWS, Metric
from askance.core.plural import plural
from askance.report.board import (
    Leaderboard,
    column_heading,
    format_interval,
    format_value,
    label_of,
    lowest_coverage,
    metrics_of_undecided,
    rank_leaderboard,
)
from askance.report.metric_declarations import Declarations, built_in_declarations, find_suite
from askance.report.sample_notes import result_key
from askance.report.usage import SHOWN, usage_cell

Row = dict[str, Any]
GAP = 2  # characters between columns
WIDEST_NAME = 18  # characters of a name on one line: a model has two lines anyway
WIDEST_HEAD = 12  # characters of a metric's name on one line
NAMES = ("model", "data")  # columns of names
NOISE_FLOOR = ("noise", "floor ↓")
UNKNOWN_NOISE = (
    "The noise floor is not measured: the suite repeat shows how often a repeated question gets another answer."
)


@dataclass(frozen=True, slots=True)
class Column:
    """A head of some lines, and a cell of two lines for each place of the leaderboard."""

    name: str
    head: tuple[str, ...]
    cells: list[tuple[str, str]]
    label: str = ""  # plain words for the head

    def labelled(self) -> "Column":
        """The same column with its plain words above its head, on lines that are as wide as the column."""
        return replace(self, head=(*textwrap.wrap(self.label, self.width, break_long_words=False), *self.head))

    @property
    def width(self) -> int:
        """Characters of the widest line."""
        return max(len(line) for lines in (self.head, *self.cells) for line in lines)


class TerminalLeaderboard:
    """What rich prints: the first metric of every suite first, then others, until the width is used up."""

    def __init__(
        self,
        rows: Sequence[Row],
        title: str,
        declared: Declarations | None = None,
        usage: Sequence[Row] = (),
        more: str = "--wide",
        only: Sequence[str] = (),  # headings of the columns
    ) -> None:
        self.declared = declared or built_in_declarations()
        self.rows, self.title, self.usage, self.more = list(rows), escape_controls(title), usage, more
        self.only = only
        self.ranked = rank_leaderboard(rows, self.declared, only)

    def __rich_console__(self, console: Any, options: Any) -> Iterator[Any]:
        from rich.text import Text

        names = self._name_columns()
        floor, metrics = [] if self.only else self._noise_floor(), [*self._metric_columns(), *self._usage_columns()]
        chosen, left = _fit_with_labels(metrics, options.max_width - sum(map(_room, (*names, *floor))))
        yield _make_table(self.title, [*names, *chosen, *floor])
        yield from map(Text, self.notes(left, bool(floor)))

    def notes(self, left: Sequence[Column], has_floor: bool) -> list[str]:
        """What the reader of the table must know."""
        lines = ["↑ higher is better, ↓ lower is better. Below each value: its 95 % interval."]
        if self.ranked.has_averages:
            lines.append("The mean over data sets gives each data set one vote.")
        coverage = self._coverage_note()
        lines += [coverage] if coverage else []
        lines += [] if has_floor or self.only else [UNKNOWN_NOISE]
        if left:
            lines.append(f"{plural(len(left), 'more column')}: {self.more}")
        return lines

    def _coverage_note(self) -> str:
        lowest = {(dataset, model): lowest_coverage(self.rows, model, dataset) for dataset, model in self.ranked.places}
        some = {place: text for place, text in lowest.items() if not text.startswith(("100.0", "–"))}
        if not some:
            return ""
        parts = [f"{model} {text}" for (_, model), text in some.items()]
        counted = metrics_of_undecided(self.rows, self.ranked.columns)
        also = f" n of {', '.join(counted)} includes undecided cases, such as unreadable answers." if counted else ""
        return f"Lowest share of decided cases, in percent: {', '.join(parts)}.{also}"

    def _name_columns(self) -> list[Column]:
        ranked = self.ranked
        models = Column("model", ("model",), [_broken(model) for _, model in ranked.places])
        if not ranked.has_several_datasets:
            return [models]
        return [models, Column("data", ("data",), [_broken(dataset) for dataset, _ in ranked.places])]

    def _metric_columns(self) -> list[Column]:
        """The first headline metric of every suite, then the second ones, and so on.

        The noise floor has a column of its own; its metric is shown too if there is no other one.
        """
        if self.only:
            return [self._metric_column(name, metric) for name, metric in self.ranked.columns.items()]
        turn: dict[str, int] = {}
        order = []
        for place, name in enumerate(self.ranked.columns):
            suite = name.rpartition(".")[0]
            turn[suite] = turn.get(suite, -1) + 1
            order.append((turn[suite], place, name))
        floors = {self._noise_floor_metric(name.rpartition(".")[0]) for name in self.ranked.columns}
        names = [name for *_, name in sorted(order)]
        chosen = [name for name in names if name not in floors] or names
        return [self._metric_column(name, self.ranked.columns[name]) for name in chosen]

    def _noise_floor_metric(self, suite: str) -> str:
        """The heading of the suite's metric that is the noise floor; empty where it has none."""
        known = find_suite(self.declared, suite)
        return f"{suite}.{known.noise_floor}" if known and known.noise_floor else ""

    def _metric_column(self, name: str, metric: Metric) -> Column:
        suite, _, short = name.rpartition(".")
        rows = [self.ranked.at[place].get(name) for place in self.ranked.places]
        counts = {row["n"] for row in rows if row is not None and row["value"] is not None}
        shared = f"n={counts.pop():,}" if len(counts) == 1 else ""
        cells = [_cell(row, metric, self.ranked, shared) for row in rows]
        head = (*_broken_head(suite), *_broken_head(f"{short}{ARROWS[metric.better]}"), *([shared] if shared else []))
        return Column(name, head, cells, escape_controls(label_of(name, metric)))

    def _usage_columns(self) -> list[Column]:
        known = {(row["dataset"], row["model"]): row for row in self.usage}
        found = [known.get(place, {}) for place in self.ranked.places]
        return [
            Column(head, (head,), [(usage_cell(name, row), "") for row in found])
            for name, head in SHOWN.items()
            if any(row[name] is not None for row in self.usage)
        ]

    def _noise_floor(self) -> list[Column]:
        """How often a repeated question gets another answer, where a suite measures it."""
        found: dict[tuple[str, str], tuple[str, str]] = {}
        for row in self.rows:
            is_floor = column_heading(row) == self._noise_floor_metric(row["suite"])
            if is_floor and row["group"] == "" and row["value"] is not None:
                interval = "" if row["low"] is None else f"[{100 - row['high']:.0f}–{100 - row['low']:.0f}]"
                found[row["dataset"], row["model"]] = f"{100 - row['value']:.1f}", interval
        if not found:
            return []
        return [Column("noise floor", NOISE_FLOOR, [found.get(place, ("–", "")) for place in self.ranked.places])]


def _fit_with_labels(columns: Sequence[Column], room: int) -> tuple[list[Column], list[Column]]:
    """The columns that fit, with plain words in their heads unless fewer would fit then; and the others."""
    with_words, left = _fit([column.labelled() for column in columns], room)
    chosen, fewer_left = _fit(columns, room)
    return (with_words, left) if len(left) == len(fewer_left) else (chosen, fewer_left)


def _fit(columns: Sequence[Column], room: int) -> tuple[list[Column], list[Column]]:
    """The columns that fit, in order, and the others; at least one is shown."""
    chosen, left = [*columns[:1]], []
    room -= sum(map(_room, chosen))
    for column in columns[1:]:
        if _room(column) <= room:
            room -= _room(column)
            chosen.append(column)
        else:
            left.append(column)
    return chosen, left


def _broken_head(text: str) -> list[str]:
    """A metric's name on two lines where it is long."""
    place = text.find("_") + 1
    return [text[:place], text[place:]] if len(text) > WIDEST_HEAD and place else [text]


def _room(column: Column) -> int:
    return column.width + GAP


def _broken(name: str) -> tuple[str, str]:
    """A name on two lines where it is long; the break is behind a separator where there is one."""
    text = escape_controls(name)
    if len(text) <= WIDEST_NAME:
        return text, ""
    breaks = (max(text.rfind(letter, 1, WIDEST_NAME) for letter in letters) + 1 for letters in (":/@", "-_, "))
    place = next((each for each in breaks if each > 1), WIDEST_NAME)
    return text[:place], text[place:]


def _cell(row: Row | None, metric: Metric, ranked: Leaderboard, shared: str) -> tuple[str, str]:
    """The value with its marks, and below it the interval and the number of cases where models differ in it."""
    if row is None or row["value"] is None:
        return "–", ""
    mark = ranked.marks.get(result_key(row), "")
    count = "" if shared else f" n={row['n']:,}"
    return f"{format_value(row, metric)}{mark}", f"{format_interval(row, metric)}{count}".strip()


def _make_table(title: str, columns: Sequence[Column]) -> Any:
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(title) if title else None, title_justify="left", box=None, padding=(0, GAP, 0, 0))
    tallest = max(len(column.head) for column in columns)
    for column in columns:
        empty = [""] * (tallest - len(column.head))
        head = Text("\n".join([*empty, *column.head]), style="bold")
        table.add_column(head, justify="left" if column.name in NAMES else "right", no_wrap=True)
    for place in range(len(columns[0].cells)):
        lines = [column.cells[place] for column in columns]
        styles = ["" if column.name in NAMES else "dim" for column in columns]
        texts = [Text.assemble(one, "\n", (two, style)) for (one, two), style in zip(lines, styles, strict=True)]
        table.add_row(*texts)
    return table
