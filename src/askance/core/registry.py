"""One registry per family: its built-in table, and the members that installed packages add through entry points."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from typing import Any, Generic, TypeVar

from askance.core.coerce_answers import describe_exception
from askance.core.errors import UserError
from askance.core.unknown_names import unknown_name_error

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PluginEntry:
    """A model, data set, suite or the like that an installed package adds; it is imported only when it is used."""

    name: str
    package: str  # its name and version
    entry: EntryPoint

    @property
    def target(self) -> str:
        """Where it is defined: module:object."""
        return self.entry.value


@cache
def installed_entry_points(group: str) -> EntryPoints:
    """The entry points of all installed packages in a group, read once per process."""
    return entry_points(group=group)


class Registry(Generic[T]):
    """The members of one family by name; `accept` makes a member of what an entry point gives, or raises UserError."""

    def __init__(
        self,
        group: str,
        kind: str,
        built_in: Mapping[str, T],
        accept: Callable[[str, Any], T],
        reserved: frozenset[str] = frozenset(),
        hint: str = "",  # of the error for an unknown name
    ):
        self.group, self.kind, self.built_in, self.reserved, self.hint = group, kind, built_in, reserved, hint
        self._accept = accept
        self._loaded: dict[str, T] = {}

    def get(self, name: str) -> T | None:
        """The member of that name, None if there is none; UserError if a package has it and it cannot be loaded."""
        member = self.built_in.get(name)
        return member if member is not None else self._get_plugin(name)

    def find(self, name: str, see: str = "", known: Callable[[], list[str]] | None = None) -> T:
        """The member of that name; UserError names the nearest ones if there is none."""
        member = self.get(name)
        if member is None:
            raise unknown_name_error(self.kind, name, known() if known else self.names(), see or self.hint)
        return member

    def names(self) -> list[str]:
        """All names: built-in ones first."""
        return [*self.built_in, *self.plugin_entries()]

    def plugin_entries(self) -> dict[str, PluginEntry]:
        """The members that installed packages add, by name; names that are taken are left out (see `problems`)."""
        by_name = self._entries_by_name()
        return {name: found[0] for name, found in by_name.items() if not self._name_conflict(name, found)}

    def load_plugins(self) -> dict[str, T]:
        """The members of installed packages, by name; those that cannot be loaded are left out."""
        found = {}
        for name in self.plugin_entries():
            with suppress(UserError):  # whoever names it in a case gets the error
                found[name] = self.find(name)
        return found

    def origin(self, name: str) -> str:
        """The package that adds a member, with its version; "" for a built-in one."""
        outside = self.plugin_entries().get(name)
        return outside.package if outside else ""

    def name_conflicts(self) -> list[str]:
        """One line for each outside name that is refused, because a built-in or another package has it."""
        return [why for name, found in self._entries_by_name().items() if (why := self._name_conflict(name, found))]

    def load_failures(self) -> list[str]:
        """One line for each member of an installed package that cannot be loaded."""
        lines = []
        for name in self.plugin_entries():
            try:
                self.find(name)
            except UserError as error:
                lines.append(str(error))
        return lines

    def _entries_by_name(self) -> dict[str, list[PluginEntry]]:
        found: dict[str, list[PluginEntry]] = {}
        for entry in sorted(installed_entry_points(self.group), key=_entry_sort_key):
            package = f"{entry.dist.name} {entry.dist.version}" if entry.dist else "unknown package"
            outside = PluginEntry(entry.name, package, entry)
            if all(each.package != package for each in found.setdefault(entry.name, [])):  # on sys.path twice
                found[entry.name].append(outside)
        return found

    def _name_conflict(self, name: str, found: list[PluginEntry]) -> str:
        packages = " and ".join(each.package for each in found)
        if name in self.built_in or name in self.reserved:
            return f"{packages}: {self.kind} {name!r} is a built-in name: rename the entry point in group {self.group}"
        if len(found) > 1:
            return f"{packages} both add {self.kind} {name!r}: uninstall one of them"
        return ""

    def _get_plugin(self, name: str) -> T | None:
        if name in self._loaded:
            return self._loaded[name]
        found = self._entries_by_name().get(name)
        if found is None:
            return None
        if why := self._name_conflict(name, found):
            raise UserError(why)
        self._loaded[name] = self._load_plugin(found[0])
        return self._loaded[name]

    def _load_plugin(self, outside: PluginEntry) -> T:
        where = f"{self.kind} {outside.name} of package {outside.package} ({outside.target})"
        try:
            return self._accept(outside.name, outside.entry.load())
        except KeyboardInterrupt:
            raise
        except UserError as error:
            raise UserError(f"{where}: {error}") from error
        except BaseException as error:  # the package's own code may raise anything, also SystemExit
            raise UserError(f"{where} cannot be loaded: {describe_exception(error)}") from error


def _entry_sort_key(entry: EntryPoint) -> tuple[str, str]:
    return entry.name, entry.dist.name if entry.dist else ""


def docstring_summary(member: Any) -> str:
    """The first line of a member's docstring, for lists; "" where it has none."""
    text = member.__doc__ if isinstance(member.__doc__, str) else ""
    return text.strip().partition("\n")[0].rstrip(".")
