"""`--model-args` of one kind of model: known names with their parsers, each mistake one line."""

from collections.abc import Callable, Mapping
from typing import Any

from askance.core import UserError
from askance.core.unknown_names import unknown_name_error

Parser = Callable[[str], Any]  # raises ValueError; its text says what to write instead


def parsed_args(kind: str, args: Mapping[str, str], known: Mapping[str, Parser]) -> dict[str, Any]:
    """The values of the arguments that are given; UserError names the argument, and the nearest one for a typo."""
    values: dict[str, Any] = {}
    for name, text in args.items():
        if name not in known:
            raise unknown_name_error(f"--model-args of {kind}", name, known)
        try:
            values[name] = known[name](text)
        except ValueError as error:
            raise UserError(f"--model-args {name}={text}: {error}") from error
    return values


def whole_number(text: str) -> int:
    """A whole number from 1 on."""
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) < 2**31:
        raise ValueError("write a whole number from 1 on")
    return int(text)


def amount(text: str) -> float:
    """A number from 0 on."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < 1e12:
        raise ValueError("write a number from 0 on")
    return value


def seconds(text: str) -> float:
    """A number above 0."""
    value = amount(text)
    if not value:
        raise ValueError("write a number above 0")
    return value


def true_or_false(text: str) -> bool:
    """true or false."""
    if text.lower() not in ("true", "false"):
        raise ValueError("write true or false")
    return text.lower() == "true"


def one_of(*choices: str) -> Parser:
    """A parser for one of some words."""

    def parse(text: str) -> str:
        if text not in choices:
            raise ValueError(f"write one of {', '.join(choices)}")
        return text

    return parse
