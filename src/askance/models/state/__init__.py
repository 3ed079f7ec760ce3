"""The state of a callable: a digest of all that can decide its answers, and what could not be digested."""

import sys
from dataclasses import dataclass, field
from pathlib import Path

from askance.models.state.code import is_found_by_name
from askance.models.state.files import Stamp, stamp
from askance.models.state.walk import Digester


@dataclass(frozen=True, slots=True)
class State:
    """A digest, the same in every process; what it leaves out; and the files whose content it covers."""

    digest: str
    own: str  # the digest of the first value alone, without its code
    undigested: tuple[str, ...] = ()
    files: dict[Path, Stamp | None] = field(default_factory=dict)

    def changed_files(self) -> list[Path]:
        """The files that are no longer as they were when they were digested."""
        return [path for path, before in self.files.items() if stamp(path) != before]


def state_of(*values: object) -> State:
    """The state of some values together."""
    into = Digester()
    into.stream.put("python", str(sys.implementation.cache_tag))  # another Python, another bytecode
    own = b""
    try:
        for value in values:
            into.add(value)
            own = own or into.stream.digest()
        into.digest()
    except RecursionError:
        into.undigested(values[0], "nested too deeply")
    return State(into.stream.digest().hex(), own.hex(), tuple(dict.fromkeys(into.found.undigested)), into.found.files)


__all__ = ["State", "is_found_by_name", "state_of"]
