"""The state of a callable: a digest of all that can decide its answers, and what could not be digested."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from askance.models.state.code import is_found_by_name
from askance.models.state.digester import Digester
from askance.models.state.files import Stamp, file_stamp


@dataclass(frozen=True, slots=True)
class CallableState:
    """A digest, the same in every process; what it leaves out; and the files whose content it covers."""

    digest: str
    own: str  # of the attributes alone, without any code
    undigested: tuple[str, ...] = ()
    files: dict[Path, Stamp | None] = field(default_factory=dict)

    def changed_files(self) -> list[Path]:
        """The files that are no longer as they were when they were digested."""
        return [path for path, before in self.files.items() if file_stamp(path) != before]


def digest_state(*values: object, own: Mapping[str, object] | None = None) -> CallableState:
    """The state of some values together; `own` are attributes that are digested before them."""
    into = Digester()
    into.stream.write_node("python", str(sys.implementation.cache_tag))  # another Python, another bytecode
    first = b""
    try:
        for name, value in sorted((own or {}).items()):
            into.stream.write_node("attribute", name)
            into.add(value, name)
        first = into.stream.digest()
        for value in values:
            into.add(value)
        into.digest()
    except RecursionError:
        into.note_undigested(values[0], "nested too deeply")
    found = into.found
    return CallableState(into.stream.digest().hex(), first.hex(), tuple(dict.fromkeys(found.undigested)), found.files)


__all__ = ["CallableState", "digest_state", "is_found_by_name"]
