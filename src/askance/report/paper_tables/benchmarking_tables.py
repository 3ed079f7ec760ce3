"""The VQA benchmarking tool (papers/001): Table 1, averages over data sets, and Table 2, accuracy by data set."""

from collections.abc import Iterator, Sequence
from typing import Any

from askance.report.dataset_average import dataset_averages
from askance.report.paper_tables.paper_table import NOTHING, PaperTable, format_number

Row = dict[str, Any]
COLUMNS = {  # two lines of the head → suite and metric
    ("Acc.", ""): ("accuracy", "accuracy"),
    ("Bias", "Image"): ("bias", "image_bias"),
    ("", "Quest."): ("bias", "question_bias"),
    ("Robustness", "Image"): ("noise", "image_robustness"),
    ("", "Feature"): ("noise", "feature_robustness"),
    (" ", "Quest."): ("noise", "question_robustness"),
    ("SEARs", ""): ("sears", "sears_robustness"),
    ("Unc.", ""): ("uncertainty", "uncertainty"),
}


def benchmarking_tables(rows: Sequence[Row], usage: Sequence[Row]) -> Iterator[PaperTable]:
    """Table 1 over all data sets, and Table 2 where there is accuracy."""
    totals = [row for row in rows if row["group"] == "" and (row["suite"], row["metric"]) in COLUMNS.values()]
    if not totals:
        return
    datasets = list(dict.fromkeys(row["dataset"] for row in totals))
    models = list(dict.fromkeys(row["model"] for row in totals))
    averages = {(row["model"], row["suite"], row["metric"]): row for row in dataset_averages(totals)}
    alone = {(row["model"], row["suite"], row["metric"]): row for row in totals if _has_one_dataset(row, totals)}
    parameters = {row["model"]: row["parameters"] for row in usage if row["parameters"] is not None}
    lines = [
        [
            model,
            *(_value({**alone, **averages}.get((model, *column))) for column in COLUMNS.values()),
            f"{parameters[model]:,}" if model in parameters else NOTHING,
        ]
        for model in models
    ]
    votes = f"averages over {len(datasets)} data sets ({', '.join(datasets)}), each with one vote"
    what = votes if len(datasets) > 1 else f"data set {datasets[0]}"
    caption = (
        f"All metrics in percent, in the form of the VQA benchmarking tool's Table 1: {what}. A value is missing where"
        " a model lacks a data set. Robustness and accuracy: higher is better."
    )
    heads = [["Model", *(first for first, _ in COLUMNS), "Param."], ["", *(second for _, second in COLUMNS), ""]]
    yield PaperTable("benchmarking-1", caption, heads, lines)
    yield from _accuracy_by_dataset(totals, models)


def _has_one_dataset(row: Row, rows: Sequence[Row]) -> bool:
    same = {other["dataset"] for other in rows if (other["suite"], other["metric"]) == (row["suite"], row["metric"])}
    return len(same) == 1


def _accuracy_by_dataset(rows: Sequence[Row], models: Sequence[str]) -> Iterator[PaperTable]:
    at = {(row["model"], row["dataset"]): row for row in rows if row["metric"] == "accuracy"}
    datasets = list(dict.fromkeys(dataset for _, dataset in at))
    if not datasets:
        return
    lines = [[model, *(_value(at.get((model, dataset))) for dataset in datasets)] for model in models]
    bold = set()
    for number, model in enumerate(models if len(datasets) > 1 else ()):
        known = {
            place: at[model, dataset]["value"] for place, dataset in enumerate(datasets, 1) if (model, dataset) in at
        }
        values = {place: value for place, value in known.items() if value is not None}
        bold |= {(number, place) for place, value in values.items() if value == max(values.values())}
    caption = "Accuracy by data set, in the form of the VQA benchmarking tool's Table 2. Bold: the best of a model."
    yield PaperTable("benchmarking-2", caption, [["Model", *datasets]], lines, bold=frozenset(bold))


def _value(row: Row | None) -> str:
    return NOTHING if row is None or row["value"] is None else format_number(row["value"], 2)
