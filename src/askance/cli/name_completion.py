"""Completion of model, data and suite names, and parsing of k=v lists."""

import re
from collections.abc import Callable
from typing import Any

import click
from askance.core.errors import UserError
from click.shell_completion import CompletionItem

_PARTS = re.compile(r'(?:[^,"]|"[^"]*"|")+')  # between commas that are not in double quotes


def complete_detectors(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Kinds of detectors that begin so."""
    from askance.datasets.detectors import DETECTORS

    return [CompletionItem(f"{name}:") for name in DETECTORS if name.startswith(incomplete)]


objects_option = click.option(
    "--objects",
    metavar="DETECTOR",
    shell_complete=complete_detectors,
    help="Find the objects in the images with this object detector: hf:FOLDER or hf:ORG/NAME (Hugging Face), or"
    " opencv:FILE,labels=FILE (OpenCV).",
)
outside_option = click.option("--allow-outside", is_flag=True, help="Allow images outside the folder of the data set.")
threshold_option = click.option(
    "--objects-threshold",
    type=click.FloatRange(0.05, 1),
    help="With --objects: minimum score of a detected object. [default: 0.7]",
)


def complete_models(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Model names that begin so."""
    from askance.models import ALL_MODELS, MODELS

    names = [name for kind in MODELS.values() for name in kind.names()] + list(ALL_MODELS.plugin_entries())
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def complete_suites(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Suite names that begin so."""
    from askance.suites import ALL_SUITES

    return [CompletionItem(name) for name in ALL_SUITES.names() if name.startswith(incomplete)]


def complete_data(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Data names that begin so."""
    from askance.datasets import ALL_DATASETS

    return [CompletionItem(name) for name in ALL_DATASETS.names() if name.startswith(incomplete)]


data_option = click.option(
    "-d",
    "--data",
    default="stickers",
    show_default=True,
    shell_complete=complete_data,
    help="Data set name (see `askance list datasets`).",
)
seed_option = click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Random seed.")


def image_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of a command that reads images: which files are allowed, and which objects are detected."""
    return outside_option(objects_option(threshold_option(command)))


def args_by_model(given: tuple[str, ...], models: int) -> list[dict[str, str]]:
    """The --model-args of each model: one for all of them, or as many as there are models."""
    if len(given) > 1 and len(given) != models:
        raise UserError(f"--model-args is given {len(given)} times for {models} models: once, or once per model")
    found = [parse_key_values(text) for text in given or ("",)]
    return found if len(found) > 1 else found * models


def parse_key_values(text: str | None) -> dict[str, str]:
    """`k=v,k=v` as a dictionary; a value in double quotes may contain commas."""
    found: dict[str, str] = {}
    for part in _PARTS.findall(text or ""):
        if part:
            key, equals, value = part.partition("=")
            if not equals:
                raise UserError(f"--model-args: {part!r} is not key=value")
            found[key.strip()] = _unquoted(value.strip())
    return found


def _unquoted(value: str) -> str:
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] == '"' else value
