"""Options of a suite: NAME:OPTION=VALUE,OPTION=VALUE."""

import re
from collections.abc import Mapping
from typing import Any

from askance.core import Suite, UserError
from askance.core.suite import SuiteOption, SuiteWithOptions
from askance.core.unknown_names import unknown_name_error

_NEXT = re.compile(r",(?=[a-z0-9_]+=)")  # so that a file's name may have a comma


def suite_with_options(suite: Suite, text: str) -> Suite:
    """The suite with the options of a text such as "ranker=cider,words=26"; its name says them in canonical order."""
    name = suite.card.name
    if not isinstance(suite, SuiteWithOptions):
        raise UserError(f"suite {name} takes no options, but got {text!r}: name it alone")
    given = _split_options(name, text, suite.options)
    values = {
        key: _read_option_value(name, key, given[key], option) for key, option in suite.options.items() if key in given
    }
    said = {key: str(value) if type(value) is int else given[key] for key, value in values.items()}  # 015 is 15
    canonical = ",".join(f"{key}={value}" for key, value in said.items())
    return suite.with_options(f"{name}:{canonical}", values)


def _split_options(name: str, text: str, options: Mapping[str, SuiteOption]) -> dict[str, str]:
    given: dict[str, str] = {}
    for part in _NEXT.split(text):
        key, equals, value = (each.strip() for each in part.partition("="))
        if not equals or not value:
            forms = ",".join(f"{each}={option.form}" for each, option in options.items())
            raise UserError(f"suite {name}: {part!r} is not OPTION=VALUE; options are {forms}")
        if key not in options:
            raise unknown_name_error(
                f"option of {name}", key, options, f"the page of the suite {name.partition(':')[0]}"
            )
        if key in given:
            raise UserError(f"suite {name}: option {key} is given twice: name it once")
        given[key] = value
    return given


def _read_option_value(name: str, key: str, value: str, option: SuiteOption) -> Any:
    try:
        return option.read(value)
    except ValueError as error:
        raise UserError(f"suite {name}: {key}={value}: {error}; say {key}={option.form}") from error


def read_whole_number(text: str) -> int:
    """Reads a whole number above 0."""
    if not text.isdecimal() or int(text) < 1:
        raise ValueError("not a whole number above 0")
    return int(text)
