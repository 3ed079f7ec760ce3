"""askance list: what there is, built in or added by installed packages."""

from collections.abc import Callable, Mapping
from typing import Any

import click
from askance.cli.console import json_option, print_json, print_text
from askance.core.errors import UserError
from askance.core.registry import Registry, docstring_summary

_DIRECTIONS = {"up": " (higher is better)", "down": " (lower is better)", None: ""}
KINDS = ("models", "datasets", "suites", "edits", "relations", "readings", "metrics")
Row = tuple[str, str, str]  # name, about, the package that adds it ("" = built in)


@click.command("list")
@click.argument("what", type=click.Choice(KINDS))
@json_option
def command(what: str, as_json: bool) -> None:
    """List everything of one kind, such as models or suites: the built-in ones, and those of installed packages."""
    from askance.report.usage import short_count

    families = (_model_rows, _dataset_rows, _suite_rows, _edits, _relations, _readings, _metric_rows)
    rows = dict(zip(KINDS, families, strict=True))[what]()
    parameters = _parameters() if what == "models" else {}
    if as_json:
        print_json([_as_record(row, parameters) for row in rows])
        return
    width = max(len(name) for name, _, _ in rows)
    for name, text, package in rows:
        count = f" ({short_count(parameters[name])} parameters)" if name in parameters else ""
        print_text(f"{name:<{width}}  {text}{count}{f' [{package}]' if package else ''}")


def _as_record(row: Row, parameters: Mapping[str, int]) -> dict[str, str | int]:
    """A row for --json; models whose size is known have the number of their parameters."""
    name, text, package = row
    count = {"parameters": parameters[name]} if name in parameters else {}
    return {"name": name, "about": text, "package": package} | count


def _plugin_rows(registry: Registry[Any], row: Callable[[str, Any], tuple[str, str]]) -> list[Row]:
    """The members of installed packages; one that cannot be loaded, or whose name is taken, is one line on stderr."""
    for line in registry.name_conflicts():
        print_text(line, err=True)
    rows = []
    for name, outside in registry.plugin_entries().items():
        try:
            rows.append((*row(name, registry.find(name)), f"{outside.package}, {outside.target}"))
        except UserError as error:
            print_text(str(error), err=True)
    return rows


def _model_rows() -> list[Row]:
    from askance.models import ALL_MODELS, MODELS
    from askance.models.builtin import NAMES
    from askance.models.defective import FAULTS

    rows = [(kind.form, kind.about, "") for kind in MODELS.values()]
    rows += [(f"builtin:{name}", about, "") for name, about in NAMES.items()]
    rows += [(f"defective:{name}", fault.about, "") for name, fault in FAULTS.items()]
    return rows + _plugin_rows(ALL_MODELS, lambda name, kind: (kind.form, kind.about))


def _parameters() -> dict[str, int]:
    """The number of parameters of the models that are built in as files."""
    from askance.models.builtin import NAMES, WEIGHTS
    from askance.models.builtin.model_folder import ModelFiles

    found = {f"builtin:{name}": ModelFiles(WEIGHTS / name).parameters for name in NAMES}
    return {name: count for name, count in found.items() if count is not None}


def _dataset_rows() -> list[Row]:
    from askance.datasets import ALL_DATASETS, DATASETS

    rows = [(source.form, source.about, "") for source in DATASETS.values()]
    return rows + _plugin_rows(ALL_DATASETS, lambda name, source: (source.form, source.about))


def _suite_rows() -> list[Row]:
    from askance.suites import ALL_SUITES, SUITES

    rows = [(name, f"{suite.card.claim} ({suite.card.cost})", "") for name, suite in SUITES.items()]
    return rows + _plugin_rows(ALL_SUITES, lambda name, suite: (name, f"{suite.card.claim} ({suite.card.cost})"))


def _edits() -> list[Row]:
    from askance.edits import ALL_EDITS, EDITS

    def row(name: str, edit: Any) -> tuple[str, str]:
        return name, f"version {edit.version}; arguments: {', '.join(edit.example) or 'none'}"

    return [(*row(name, edit), "") for name, edit in EDITS.items()] + _plugin_rows(ALL_EDITS, row)


def _relations() -> list[Row]:
    from askance.relations import ALL_RELATIONS, RELATIONS

    def row(name: str, relation: Any) -> tuple[str, str]:
        return name, docstring_summary(relation.judge)

    return [(*row(name, relation), "") for name, relation in RELATIONS.items()] + _plugin_rows(ALL_RELATIONS, row)


def _readings() -> list[Row]:
    from askance.readings import ALL_READINGS, READINGS

    def row(name: str, reading: Any) -> tuple[str, str]:
        return name, docstring_summary(reading)

    return [(*row(name, reading), "") for name, reading in READINGS.items()] + _plugin_rows(ALL_READINGS, row)


def _metric_rows() -> list[Row]:
    from askance.metrics.plugin_metrics import ADDED_METRICS, unused_metrics
    from askance.suites import ALL_SUITES, SUITES

    rows = [
        (f"{name}.{metric.name}", f"{metric.meaning}{_DIRECTIONS[metric.better]}", "")
        for name, suite in SUITES.items()
        for metric in suite.card.metrics
    ]
    for line in unused_metrics([suite.card for suite in ALL_SUITES.load_plugins().values()], ALL_SUITES.names()):
        print_text(line, err=True)
    packages = {name: f"{each.package}, {each.target}" for name, each in ALL_SUITES.plugin_entries().items()}
    rows += [
        (f"{name}.{metric.name}", f"{metric.meaning}{_DIRECTIONS[metric.better]}", packages[name])
        for name, suite in ALL_SUITES.load_plugins().items()
        for metric in suite.card.metrics
    ]
    return rows + _plugin_rows(
        ADDED_METRICS, lambda name, each: (f"{_suites_of_metric(each)}.{name}", _metric_meaning(each))
    )


def _suites_of_metric(added: Any) -> str:
    return "|".join(sorted(added.suites)) or "*"


def _metric_meaning(added: Any) -> str:
    return f"{added.metric.meaning}{_DIRECTIONS[added.metric.better]}"
