"""Finding what was meant when a name is unknown."""

import difflib
from collections.abc import Iterable

from askance.core.errors import UserError


def unknown_name_error(kind: str, name: str, known: Iterable[str], see: str = "") -> UserError:
    """One line that says which known names are nearest."""
    names = sorted(set(known))
    near = difflib.get_close_matches(name, names, n=3, cutoff=0.55)
    hint = f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(names)}"
    return UserError(f"unknown {kind} {name!r}: {hint}{f' (see {see})' if see else ''}")
