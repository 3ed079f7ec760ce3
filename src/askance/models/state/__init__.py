"""The state of a callable: a digest of all that can decide its answers, and what could not be digested."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from askance.models.state.code import is_found_by_name
from askance.models.state.digester import Digester
from askance.models.state.files import Stamp, stamp


@dataclass(frozen=True, slots=True)
class State:
    """A digest, the same in every process; what it leaves out; and the files whose content it covers."""

    digest: str
    own: str  # of the attributes alone, without any code
    undigested: tuple[str, ...] = ()
    files: dict[Path, Stamp | None] = field(default_factory=dict)

    def changed_files(self) -> list[Path]:
        """The files that are no longer as they were when they were digested."""
        return [path for path, before in self.files.items() if stamp(path) != before]


def state_of(*values: object, own: Mapping[str, object] | None = None) -> State:
    """The state of some values together; `own` are attributes that are digested before them."""
    into = Digester()
    into.stream.put("python", str(sys.implementation.cache_tag))  # another Python, another bytecode
    first = b""
    try:
        for name, value in sorted((own or {}).items()):
            into.stream.put("attribute", name)
            into.add(value, name)
        first = into.stream.digest()
        for value in values:
            into.add(value)
        into.digest()
    except RecursionError:
        into.undigested(values[0], "nested too deeply")
    found = into.found
    return State(into.stream.digest().hex(), first.hex(), tuple(dict.fromkeys(found.undigested)), found.files)


__all__ = ["State", "is_found_by_name", "state_of"]
