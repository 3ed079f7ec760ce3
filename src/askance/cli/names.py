"""Completion of model, data and suite names, and parsing of k=v lists."""

import click
from askance.core.errors import UserError
from click.shell_completion import CompletionItem


def models(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Model names that begin so."""
    from askance.models import MODELS

    names = [name for kind in MODELS.values() for name in kind.names()]
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def suites(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Suite names that begin so."""
    from askance.suites import SUITES

    return [CompletionItem(name) for name in SUITES if name.startswith(incomplete)]


def data(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Data names that begin so."""
    from askance.datasets import DATASETS

    return [CompletionItem(name) for name in DATASETS if name.startswith(incomplete)]


def pairs(text: str | None) -> dict[str, str]:
    """`k=v,k=v` as a dictionary."""
    found: dict[str, str] = {}
    for part in (text or "").split(","):
        if part:
            key, equals, value = part.partition("=")
            if not equals:
                raise UserError(f"--model-args: {part!r} is not key=value")
            found[key.strip()] = value.strip()
    return found
