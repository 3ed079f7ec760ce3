"""askance list: what there is, built in or added by installed packages."""

from collections.abc import Callable
from typing import Any

import click
from askance.cli.console import echo, json_option, print_json
from askance.core.errors import UserError
from askance.core.registry import Registry

_DIRECTIONS = {"up": " (higher is better)", "down": " (lower is better)", None: ""}
Row = tuple[str, str, str]  # name, about, the package that adds it ("" = built in)


@click.command("list")
@click.argument("what", type=click.Choice(["models", "datasets", "suites", "metrics"]))
@json_option
def command(what: str, as_json: bool) -> None:
    """List models, data sets, suites or metrics: the built-in ones, and those of installed packages."""
    rows = {"models": _models, "datasets": _datasets, "suites": _suites, "metrics": _metrics}[what]()
    if as_json:
        print_json([{"name": name, "about": about, "package": package} for name, about, package in rows])
        return
    width = max(len(name) for name, _, _ in rows)
    for name, about, package in rows:
        echo(f"{name:<{width}}  {about}{f' [{package}]' if package else ''}")


def _outside(registry: Registry[Any], row: Callable[[str, Any], tuple[str, str]]) -> list[Row]:
    """The members of installed packages; one that cannot be loaded, or whose name is taken, is one line on stderr."""
    for line in registry.problems():
        echo(line, err=True)
    rows = []
    for name, outside in registry.outside().items():
        try:
            rows.append((*row(name, registry.find(name)), f"{outside.package}, {outside.target}"))
        except UserError as error:
            echo(str(error), err=True)
    return rows


def _models() -> list[Row]:
    from askance.models import ALL_MODELS, MODELS
    from askance.models.builtin import NAMES
    from askance.models.defective import FAULTS

    rows = [(kind.form, kind.about, "") for kind in MODELS.values()]
    rows += [(f"builtin:{name}", about, "") for name, about in NAMES.items()]
    rows += [(f"defective:{name}", fault.about, "") for name, fault in FAULTS.items()]
    return rows + _outside(ALL_MODELS, lambda name, kind: (kind.form, kind.about))


def _datasets() -> list[Row]:
    from askance.datasets import ALL_DATASETS, DATASETS

    rows = [(source.form, source.about, "") for source in DATASETS.values()]
    return rows + _outside(ALL_DATASETS, lambda name, source: (source.form, source.about))


def _suites() -> list[Row]:
    from askance.suites import ALL_SUITES, SUITES

    rows = [(name, f"{suite.card.claim} ({suite.card.cost})", "") for name, suite in SUITES.items()]
    return rows + _outside(ALL_SUITES, lambda name, suite: (name, f"{suite.card.claim} ({suite.card.cost})"))


def _metrics() -> list[Row]:
    from askance.metrics.added import ADDED_METRICS
    from askance.suites import ALL_SUITES, SUITES

    rows = [
        (f"{name}.{metric.name}", f"{metric.meaning}{_DIRECTIONS[metric.better]}", "")
        for name, suite in SUITES.items()
        for metric in suite.card.metrics
    ]
    packages = {name: f"{each.package}, {each.target}" for name, each in ALL_SUITES.outside().items()}
    rows += [
        (f"{name}.{metric.name}", f"{metric.meaning}{_DIRECTIONS[metric.better]}", packages[name])
        for name, suite in ALL_SUITES.loaded().items()
        for metric in suite.card.metrics
    ]
    return rows + _outside(ADDED_METRICS, lambda name, each: (f"{_scope(each)}.{name}", _meaning(each)))


def _scope(added: Any) -> str:
    return "|".join(sorted(added.suites)) or "*"


def _meaning(added: Any) -> str:
    return f"{added.metric.meaning}{_DIRECTIONS[added.metric.better]}"
