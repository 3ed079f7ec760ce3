"""Boards: the leaderboard, one metric by group, and the figures that neither shows; data sets are never mixed."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from askance.core.metric import ARROWS, PERCENT, POINTS, Metric
from askance.report.dataset_average import dataset_averages
from askance.report.metric_declarations import Declarations, built_in_declarations, headline_index, metric_of_row
from askance.report.sample_notes import Marks, cell_marks, result_key
from askance.report.suite_order import suite_place

Row = dict[str, Any]

COVERAGE = "coverage"
_ARROWS_AND_COUNTS = (
    "↑ higher is better, ↓ lower is better. A cell shows: value{interval} n = number of cases that the metric counts."
    " Some metrics also count undecided cases: unreadable answers as inconsistent, for example."
    " n=300/150 means 300 cases about 150 images."
)
LEGEND = _ARROWS_AND_COUNTS.format(interval=" [95 % interval]")
BREAKDOWN_LEGEND = _ARROWS_AND_COUNTS.format(interval="")  # groups are shown without intervals


@dataclass(frozen=True, slots=True)
class Board:
    """Columns and rows of text, ready for any format."""

    columns: list[str]
    rows: list[list[str]]
    title: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)  # column → plain words for its head, where there are any

    def labelled(self, column: str, between: str) -> str:
        """The head of a column with its plain words first, where there is room for both."""
        return between.join(part for part in (self.labels.get(column, ""), column) if part)


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The headline totals before they are laid out: who is ranked where, the columns, and the rows behind the cells."""

    places: list[tuple[str, str]]  # data set and model, the best first; averages above the data sets behind them
    columns: dict[str, Metric]  # by heading
    at: dict[tuple[str, str], dict[str, Row]]  # data set and model → heading → row
    marks: Marks
    averages: frozenset[tuple[str, str]] = frozenset()  # the places that are means over data sets

    @property
    def has_several_datasets(self) -> bool:
        """Whether a column must say which data set a row is about."""
        return len({dataset for dataset, _ in self.places}) > 1

    @property
    def has_averages(self) -> bool:
        """Whether some rows are means over data sets."""
        return any(place in self.averages for place in self.places)


def rank_leaderboard(
    rows: Sequence[Row], declared: Declarations | None = None, only: Sequence[str] = ()
) -> Leaderboard:
    """The headline totals of every suite, the models of each data set ranked by the first metric with a direction.

    `only`: the headings of the columns, in order; any metric may be one.
    """
    declared = declared or built_in_declarations()
    if only:
        chosen = [row for row in rows if row["group"] == "" and column_heading(row) in only]
        in_order = sorted(chosen, key=lambda row: only.index(column_heading(row)))
    else:
        chosen = [
            row
            for row in rows
            if row["group"] == "" and row["metric"] != COVERAGE and headline_index(declared, row) is not None
        ]
        in_order = sorted(chosen, key=lambda row: (suite_place(row["suite"]), headline_index(declared, row)))
    columns = {column_heading(row): metric_of_row(declared, row) for row in in_order}
    at: dict[tuple[str, str], dict[str, Row]] = {}
    averages = dataset_averages(chosen)
    for row in (*chosen, *averages):
        at.setdefault((row["dataset"], row["model"]), {})[column_heading(row)] = row
    means = frozenset((row["dataset"], row["model"]) for row in averages)
    return Leaderboard(_rank_models(at, columns, means), columns, at, cell_marks(rows), means)


def make_leaderboard(rows: Sequence[Row], declared: Declarations | None = None, only: Sequence[str] = ()) -> Board:
    """The leaderboard as text, every cell with its interval; `only`: the headings of its columns, without coverage."""
    ranked = rank_leaderboard(rows, declared, only)
    several = ranked.has_several_datasets
    lines = [
        [
            model,
            *([dataset] if several else []),
            *(format_cell(ranked.at[dataset, model].get(name), declared, ranked.marks) for name in ranked.columns),
            *([] if only else [lowest_coverage(rows, model, dataset)]),
        ]
        for dataset, model in ranked.places
    ]
    heads = {f"{name}{ARROWS[metric.better]}": label_of(name, metric) for name, metric in ranked.columns.items()}
    return Board(["model", *(["data"] if several else []), *heads, *([] if only else [COVERAGE])], lines, labels=heads)


def label_of(heading: str, metric: Metric) -> str:
    """The plain words for a metric's column; empty where its name says the same."""
    return "" if metric.label == heading.rpartition(".")[2].replace("_", " ") else metric.label


def _rank_models(
    table: dict[tuple[str, str], dict[str, Row]], columns: dict[str, Metric], means: frozenset[tuple[str, str]]
) -> list[tuple[str, str]]:
    """The best model first; with means over data sets a model's mean, then its data sets, else data set by data set.

    Models are ordered by name where no metric has a direction.
    """
    datasets = list(dict.fromkeys(dataset for dataset, _ in table))
    by, sign = next(
        ((name, -1 if metric.better == "up" else 1) for name, metric in columns.items() if metric.better), ("", 0)
    )
    mean_of = {model: (dataset, model) for dataset, model in means}

    def quality(key: tuple[str, str]) -> tuple[bool, float]:
        row = table[key].get(by)
        value = None if row is None else row["value"]
        return value is None, sign * (value or 0.0)

    def place(key: tuple[str, str]) -> tuple[Any, ...]:
        dataset, model = key
        if not means:
            return datasets.index(dataset), *quality(key), model
        best = quality(mean_of[model]) if model in mean_of else (True, 0.0)
        return *best, model, key not in means, datasets.index(dataset)

    return sorted(table, key=place)


def lowest_coverage(rows: Sequence[Row], model: str, dataset: str) -> str:
    """The lowest share of decided cases over the suites, and of which suite where they differ."""
    found = {
        row["suite"]: row["value"]
        for row in rows
        if (row["model"], row["dataset"], row["metric"], row["group"]) == (model, dataset, COVERAGE, "")
        and row["value"] is not None
    }
    if not found:
        return "–"
    least = min(found, key=lambda suite: found[suite])
    is_same = len(found) > 1 and len(set(found.values())) == 1
    return f"{found[least]:.1f}" + ("" if is_same else f" ({least})")


def metrics_of_undecided(rows: Sequence[Row], headings: Collection[str]) -> list[str]:
    """The metrics, of those named, that also count cases without a verdict, such as unreadable answers."""
    decided = {
        result_key(row): row["n"] - row["undecided"] for row in rows if row["metric"] == COVERAGE and row["group"] == ""
    }
    found = {
        column_heading(row)
        for row in rows
        if row["group"] == "" and row["value"] is not None and row["n"] > decided.get(result_key(row), row["n"])
    }
    return [heading for heading in headings if heading in found]


def column_heading(row: Row) -> str:
    """The head of a metric's column."""
    return f"{row['suite']}.{row['metric']}"


def rows_under_heading(rows: Sequence[Row], name: str) -> list[Row]:
    """All rows of the suite whose metric is named as in a column's head."""
    return [row for row in rows if f"{row['suite']}.{name.rpartition('.')[2]}" == name]


def format_cell(row: Row | None, declared: Declarations | None = None, marked: Marks | None = None) -> str:
    """A value with its interval, n and marks; a dash where there is none."""
    if row is None:
        return "–"
    metric = metric_of_row(declared or built_in_declarations(), row)
    mark = (marked or {}).get(result_key(row), "")
    return f"{format_value(row, metric)}{format_interval(row, metric)}{_format_count(row)}{mark}"


def format_value(row: Row, metric: Metric) -> str:
    """The value alone; a dash where there is none."""
    return "–" if row["value"] is None else f"{row['value']:.{1 if _is_percent(metric) else 2}f}"


def format_interval(row: Row, metric: Metric) -> str:
    """The interval with a space before it; empty where there is none."""
    if row["low"] is None:
        return ""
    decimals = 0 if _is_percent(metric) else 2
    dash = "–" if row["low"] >= 0 else " – "
    return f" [{row['low']:.{decimals}f}{dash}{row['high']:.{decimals}f}]"


def _is_percent(metric: Metric) -> bool:
    return metric.unit in (PERCENT, POINTS)


def _format_count(row: Row) -> str:
    """The number of cases, and of the images that they are about where that is another number."""
    images = row.get("images")  # rows that an older Askance wrote have none
    if row["value"] is None:
        return ""
    return f" n={row['n']:,}" + (f"/{images:,}" if images is not None and images != row["n"] else "")


def make_breakdowns(rows: Sequence[Row], name: str, declared: Declarations | None = None) -> list[Board]:
    """One metric by group (rows) and model (columns), a board for each data set."""
    declared = declared or built_in_declarations()
    chosen = [row for row in rows if column_heading(row) == name]
    marked, boards = cell_marks(rows), []
    for dataset, mine in _group_by_dataset(chosen):
        models = list(dict.fromkeys(row["model"] for row in mine))
        groups = list(dict.fromkeys(row["group"] for row in mine))
        at = {(row["group"], row["model"]): row for row in mine}
        heads = [f"{model}{marked[model, dataset, mine[0]['suite']]}" for model in models]
        lines = [
            [group or "all", *(_format_short_cell(at.get((group, model)), declared) for model in models)]
            for group in groups
        ]
        boards.append(
            Board([f"{name}{_direction_arrow(mine[0], declared)}", *heads], lines, _board_title(name, dataset, rows))
        )
    return boards


def _direction_arrow(row: Row, declared: Declarations) -> str:
    # Groups of coverage are the shares refused, failed and unreadable, of which less is better.
    return "" if row["metric"] == COVERAGE else ARROWS[metric_of_row(declared, row).better]


def _format_short_cell(row: Row | None, declared: Declarations) -> str:
    """A value and its n, where there are too many for intervals."""
    return "–" if row is None else f"{format_value(row, metric_of_row(declared, row))}{_format_count(row)}"


def make_totals_boards(
    rows: Sequence[Row], declared: Declarations | None = None, shown: Collection[str] = ()
) -> list[Board]:
    """The totals that neither the leaderboard nor a board `shown` has, a board per data set; models are columns."""
    declared = declared or built_in_declarations()
    chosen = [
        row
        for row in rows
        if row["group"] == "" and headline_index(declared, row) is None and column_heading(row) not in shown
    ]
    marked, boards = cell_marks(rows), []
    for dataset, mine in _group_by_dataset(chosen):
        models = list(dict.fromkeys(row["model"] for row in mine))
        at = {(column_heading(row), row["model"]): row for row in mine}
        names = {column_heading(row): ARROWS[metric_of_row(declared, row).better] for row in mine}
        lines = [
            [f"{name}{arrow}", *(format_cell(at.get((name, model)), declared, marked) for model in models)]
            for name, arrow in names.items()
        ]
        boards.append(Board(["metric", *models], lines, _board_title("Other figures", dataset, rows)))
    return boards


def _group_by_dataset(rows: Sequence[Row]) -> list[tuple[str, list[Row]]]:
    datasets = dict.fromkeys(row["dataset"] for row in rows)
    return [(dataset, [row for row in rows if row["dataset"] == dataset]) for dataset in datasets]


def _board_title(name: str, dataset: str, rows: Sequence[Row]) -> str:
    """The name, with the data set where there are several."""
    return f"{name} on {dataset}" if len({row["dataset"] for row in rows}) > 1 else name
