"""askance list: what there is."""

import click
from askance.cli.console import echo, json_option, print_json

_DIRECTIONS = {"up": " (higher is better)", "down": " (lower is better)", None: ""}


@click.command("list")
@click.argument("what", type=click.Choice(["models", "datasets", "suites", "metrics"]))
@json_option
def command(what: str, as_json: bool) -> None:
    """List models, data sets, suites or metrics."""
    rows = {"models": _models, "datasets": _datasets, "suites": _suites, "metrics": _metrics}[what]()
    if as_json:
        print_json([{"name": name, "about": about} for name, about in rows])
        return
    width = max(len(name) for name, _ in rows)
    for name, about in rows:
        echo(f"{name:<{width}}  {about}")


def _models() -> list[tuple[str, str]]:
    from askance.models import MODELS
    from askance.models.builtin import NAMES
    from askance.models.defective import FAULTS

    rows = [(kind.form, kind.about) for kind in MODELS.values()]
    rows += [(f"builtin:{name}", about) for name, about in NAMES.items()]
    return rows + [(f"defective:{name}", fault.about) for name, fault in FAULTS.items()]


def _datasets() -> list[tuple[str, str]]:
    from askance.datasets import DATASETS

    return [(source.form, source.about) for source in DATASETS.values()]


def _suites() -> list[tuple[str, str]]:
    from askance.suites import SUITES

    return [(name, f"{suite.card.claim} ({suite.card.cost})") for name, suite in SUITES.items()]


def _metrics() -> list[tuple[str, str]]:
    from askance.suites import SUITES

    return [
        (f"{name}.{metric.name}", f"{metric.meaning}{_DIRECTIONS[metric.better]}")
        for name, suite in SUITES.items()
        for metric in suite.card.metrics
    ]
