"""What a reader must know before ranking models: whose figures are partial, and who was given another sample."""

from collections.abc import Iterator, Sequence
from string import ascii_lowercase
from typing import Any

from askance.report.asking_methods import method_notes

Row = dict[str, Any]
ResultKey = tuple[str, str, str]  # model, data set, suite
Marks = dict[ResultKey, str]


def result_key(row: Row) -> ResultKey:
    """Whose figure a row is: all its rows rest on the same cases."""
    return row["model"], row["dataset"], row["suite"]


def cell_marks(rows: Sequence[Row]) -> Marks:
    """What is written behind a figure: the letter of its sample where models have several, *partial*, *until*."""
    letters = {
        one: f" ({letter})"
        for groups in _different_samples(rows).values()
        for letter, (_, members) in zip(_sample_letters(len(groups)), groups, strict=True)
        for one in members
    }
    firsts = _first_row_of_each_result(rows)
    return {one: letters.get(one, "") + _partial_mark(row) for one, row in firsts.items()}


def partial_and_sample_notes(rows: Sequence[Row], is_shard: bool = False) -> list[str]:
    """One line for each suite that is not finished for a model, and whose models have different samples or methods.

    `is_shard`: the rows are those of one part of a run, which the other parts finish.
    """
    return [*_partial_notes(rows, is_shard), *stop_notes(rows), *_sample_notes(rows), *method_notes(rows)]


def _partial_notes(rows: Sequence[Row], is_shard: bool) -> Iterator[str]:
    unfinished: dict[tuple[str, str, str], list[str]] = {}
    for (model, dataset, suite), row in _first_row_of_each_result(rows).items():
        if row["partial"]:
            progress = f"{model} {row['judged']:,} of {_expected_case_count(row)}"
            unfinished.setdefault((dataset, suite, _sample_label(row)), []).append(progress)
    fix = "join all shards with `askance merge`" if is_shard else "repeat that run to finish it"
    for (dataset, suite, label), parts in unfinished.items():
        yield f"partial: {suite} on {dataset} ({label}): cases judged: {', '.join(parts)}; {fix}"


def stop_notes(rows: Sequence[Row]) -> Iterator[str]:
    """One line for each suite that --until stopped."""
    for (model, dataset, suite), row in _first_row_of_each_result(rows).items():
        if stopped := row.get("stopped"):
            yield f"stopped: {suite} on {dataset} for {model}: by --until {stopped}; the other images were not asked"


def _sample_notes(rows: Sequence[Row]) -> Iterator[str]:
    for (dataset, suite), groups in _different_samples(rows).items():
        parts = [
            f"({letter}) {label}: {', '.join(model for model, _, _ in members)}"
            for letter, (label, members) in zip(_sample_letters(len(groups)), groups, strict=True)
        ]
        yield (
            f"different samples: {suite} on {dataset}: {'; '.join(parts)}."
            " Compare only models with the same letter, or run them all with the same --limit and --seed"
        )


def _first_row_of_each_result(rows: Sequence[Row]) -> dict[ResultKey, Row]:
    found: dict[ResultKey, Row] = {}
    for row in rows:
        found.setdefault(result_key(row), row)
    return found


def _partial_mark(row: Row) -> str:
    if row.get("stopped"):
        return f" until {row['judged']:,}/{_expected_case_count(row)}"
    return f" partial {row['judged']:,}/{_expected_case_count(row)}" if row["partial"] else ""


def _expected_case_count(row: Row) -> str:
    """An adaptive suite's number of cases depends on the answers."""
    return "?" if row["wanted"] is None else f"{row['wanted']:,}"


def _different_samples(rows: Sequence[Row]) -> dict[tuple[str, str], list[tuple[str, list[ResultKey]]]]:
    """(data set, suite) → each sample's label and who has it, where there is more than one sample."""
    firsts = _first_row_of_each_result(rows)
    found: dict[tuple[str, str], dict[str, list[ResultKey]]] = {}
    for one, row in firsts.items():
        sample = row["sample"] or _sample_label(row)  # an older version wrote no digest
        found.setdefault(one[1:], {}).setdefault(sample, []).append(one)
    different = {place: samples for place, samples in found.items() if len(samples) > 1}
    return {
        place: list(
            zip(_sample_labels([firsts[members[0]] for members in samples.values()]), samples.values(), strict=True)
        )
        for place, samples in different.items()
    }


def _sample_labels(rows: Sequence[Row]) -> list[str]:
    """How each sample was drawn; with its digest where another was drawn in the same way."""
    labels = [_sample_label(row) for row in rows]
    return [
        f"{label}, cases {row['sample']} (the data or Askance changed between the runs)"
        if labels.count(label) > 1
        else label
        for label, row in zip(labels, rows, strict=True)
    ]


def _sample_label(row: Row) -> str:
    if row["seed"] is None:
        return "limit and seed not recorded"
    limit = "no limit" if row["limit"] is None else f"limit {row['limit']:,}"
    stopped = row.get("stopped")
    return f"{limit}, seed {row['seed']}" + (f", stopped by --until {stopped}" if stopped else "")


def sample_line(rows: Sequence[Row]) -> str:
    """The samples that the models of each suite share, in one line; those that differ have letters and a note."""
    different = _different_samples(rows)
    suites: dict[str, dict[str, None]] = {}  # label → suites, in order
    for (_, dataset, suite), row in _first_row_of_each_result(rows).items():
        if (dataset, suite) not in different:
            suites.setdefault(_sample_label(row), {})[suite] = None
    if len(suites) == 1 and not different:
        return f"Sample: {next(iter(suites))}."
    parts = [f"{label} ({', '.join(names)})" for label, names in suites.items()]
    parts += [f"{suite} on {dataset}: see below" for dataset, suite in different]
    return f"Samples: {'; '.join(parts)}."


def describe_sample(row: Row) -> str:
    """The sample that a row is computed from: how it was drawn, its digest, and whether it is partial."""
    digest = f", cases {row['sample']}" if row["sample"] else ""
    return f"{_sample_label(row)}{digest}{_partial_mark(row)}"


def _sample_letters(count: int) -> list[str]:
    return [ascii_lowercase[index] if index < 26 else str(index + 1) for index in range(count)]
