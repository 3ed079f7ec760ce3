"""Errors of models, data sets and suites that are not part of Askance: one line that names them, and where."""

import contextlib
from collections.abc import Iterator
from typing import Any

from askance.core.coerce_answers import describe_exception
from askance.core.error_place import outside_error_location
from askance.core.errors import UserError


def is_outside_askance(member: Any) -> bool:
    """Whether the class of an object is not part of Askance."""
    return type(member).__module__.partition(".")[0] != __name__.partition(".")[0]


@contextlib.contextmanager
def name_outside_code_in_errors(what: str, *members: Any) -> Iterator[None]:
    """Inside, an error becomes one line that begins with `what`, if one of the members is not part of Askance."""
    try:
        yield
    except (UserError, MemoryError, StopIteration):  # the last one ends an adaptive suite
        raise
    except Exception as error:  # the member's own code may raise anything
        if not any(map(is_outside_askance, members)):
            raise
        raise UserError(f"{what}: {describe_exception(error)}{outside_error_location(error)}") from error
