"""The identity of a callable: its name, and a fingerprint of everything that determines its answers."""

import functools
import time
import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from inspect import getattr_static, isroutine
from types import FunctionType, MethodType, ModuleType
from typing import Any
from uuid import uuid4

from askance.core import UserError, digest_value
from askance.models.state import CallableState, digest_state, is_found_by_name

LETTERS = 6  # of the digest, in a name
QUICK = 1.0  # seconds: a larger state is not digested again when a run ends
GIVE = "give the model a `fingerprint`"


@dataclass(frozen=True, slots=True)
class CallableIdentity:
    """A callable's name and fingerprint, and what is to be said about them."""

    name: str
    is_named: bool  # by its author
    fingerprint: str
    is_told: bool = False  # the fingerprint is the author's
    reuse: str = ""
    state: CallableState | None = None
    seconds: float = 0.0  # that digesting took
    loaded: tuple[object, ...] = ()


@dataclass(frozen=True, slots=True)
class _StateAfterRun:
    """What a run of this process left behind: the state of a callable after it, and who it was before."""

    target: "weakref.ref[Any]"
    after: str
    identity: CallableIdentity


_runs: dict[tuple[int, str], _StateAfterRun] = {}


def identify_callable(function: Callable[..., Any], loaded: tuple[object, ...] = ()) -> CallableIdentity:
    """The identity of a callable; `loaded` is what else decides one that was named as python:MODULE:OBJECT."""
    if isinstance(function, type):
        raise UserError(f"{function.__qualname__} is a class: give an instance of it, as {function.__qualname__}(…)")
    base, own, chosen = _code_name(function), _own_attributes(function), author_attribute(function, "name")
    name = chosen if isinstance(chosen, str) and chosen else base
    told = author_attribute(function, "fingerprint")
    if told is not None:
        if not isinstance(told, str) or not told:
            raise UserError(f"{name}: its `fingerprint` is a {type(told).__name__}: make it a text that is not empty")
        more = [part for part in loaded if not isinstance(part, ModuleType)]
        fingerprint = f"{base}:{told}" + (f":{digest_value(more).hex()}" if more else "")
        suffix = f"#{digest_value(told).hex()[:LETTERS]}" if own and name == base else ""
        return CallableIdentity(name + suffix, name != base, fingerprint, is_told=True)
    return _identity_from_state(function, name, base, own, loaded)


def fingerprint(model: object) -> str:
    """A fingerprint of a model's code and state, for a class that sets its own: `self.fingerprint = fingerprint(self)`.

    It covers the class, your modules that it uses, and the attributes that are set when it is called, so call it at
    the end of `__init__`. UserError names an attribute that cannot be digested, such as a connection.
    """
    own, kind = _object_attributes(model), type(model).__qualname__
    if own is None:
        raise UserError(f"{kind} cannot be pickled, so it has no fingerprint: give it a `fingerprint` of your own")
    state = digest_state(type(model), own=own)
    if state.undigested:
        raise UserError(f"{kind}: {state.undigested[0]} cannot be digested: set it after askance.fingerprint(self)")
    return f"python:{state.digest}"


def _identity_from_state(
    function: Callable[..., Any], name: str, base: str, own: Mapping[str, object], loaded: tuple[object, ...]
) -> CallableIdentity:
    version = _author_version(function)
    started = time.perf_counter()
    state = digest_state(function, version, *loaded, own=own)
    seconds = time.perf_counter() - started
    known = _runs.get(_callable_key(function))
    if known is not None and known.target() is _owner_of_state(function) and known.after == state.digest:
        return replace(known.identity, state=state)
    lost = ", ".join(state.undigested[:3]) + (", …" if len(state.undigested) > 3 else "")
    reuse, once = "", ""
    if loaded:
        reuse = "answers are reused by later runs while its source, its --model-args and its state are unchanged"
        reuse += f" ({lost} cannot be digested and is not checked)" if lost else ""
    elif lost and version is None:
        reuse = f"answers are not reused by later runs, because {lost} cannot be digested: {GIVE} or a `version`"
        once = f":{uuid4().hex}"
    suffix = f"#{state.own[:LETTERS]}" if own and name == base else ""
    fingerprint = f"python:{state.digest}{once}"
    return CallableIdentity(name + suffix, name != base, fingerprint, False, reuse, state, seconds, loaded)


def keep_identity_after_run(function: Callable[..., Any], before: CallableIdentity) -> str:
    """Keep the identity for the state that a run leaves, such as a filled cache; one line about files it changed."""
    if before.state is None:
        return ""
    changed = before.state.changed_files()
    if before.seconds < QUICK and not (before.state.undigested and not before.loaded):
        after = digest_state(function, _author_version(function), *before.loaded, own=_own_attributes(function))
        if after.digest != before.state.digest:
            _remember_run(function, after.digest, before)
    if not changed:
        return ""
    return (
        f"{changed[0]} changed during the run and is part of the model's state, so a later run asks everything again:"
        f" leave it out of the state with __getstate__, or {GIVE}"
    )


def _remember_run(function: Callable[..., Any], after: str, identity: CallableIdentity) -> None:
    key = _callable_key(function)
    try:
        target = weakref.ref(_owner_of_state(function), lambda _: _runs.pop(key, None))
    except TypeError:
        return  # an object that cannot be watched: another may take its place
    _runs[key] = _StateAfterRun(target, after, identity)


def _owner_of_state(function: Callable[..., Any]) -> Any:
    return function.__self__ if isinstance(function, MethodType) else function


def _callable_key(function: Callable[..., Any]) -> tuple[int, str]:
    return id(_owner_of_state(function)), _code_name(function)


def author_attribute(function: Callable[..., Any], name: str) -> Any:
    """What the author says of a callable, or of the object whose method it is; None where nothing is said."""
    owners = [function.__func__, function.__self__] if isinstance(function, MethodType) else [function]
    for owner in owners:
        if getattr_static(owner, name, None) is not None:
            return getattr(owner, name)
    return None


def declared_attribute(function: Callable[..., Any], name: str) -> Any:
    """The same for what no argument changes, such as `supports`: also of the function inside a partial."""
    while isinstance(function, functools.partial):
        function = function.func
    return author_attribute(function, name)


def _author_version(function: Callable[..., Any]) -> str | int | float | None:
    """What the author says of the part that cannot be digested."""
    version = author_attribute(function, "version")
    return version if isinstance(version, str | int | float) else None


def _code_name(function: Any) -> str:
    """python:MODULE:NAME of the code."""
    while isinstance(function, functools.partial):
        function = function.func
    is_named = isroutine(function) or isinstance(getattr_static(function, "__qualname__", None), str)
    named = function if is_named else type(function)
    return f"python:{named.__module__}:{named.__qualname__}"


def _own_attributes(function: Any) -> Mapping[str, object]:
    """What distinguishes a callable from others of the same name; nothing for a function that its module has."""
    if isinstance(function, functools.partial):
        return {**_own_attributes(function.func), "args": function.args, "keywords": function.keywords}
    if isinstance(function, MethodType):
        return {} if isinstance(function.__self__, type) else _own_attributes(function.__self__)
    if isinstance(function, FunctionType):
        if is_found_by_name(function):
            return {}
        cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
        return cells or {"code": function.__code__}
    found = _object_attributes(function)
    return {"type": type(function).__qualname__} if found is None else found


def _object_attributes(value: Any) -> Mapping[str, object] | None:
    """What pickle would keep of an object, by name; None where it would keep nothing because the object raises."""
    try:
        reduced: Any = value.__reduce_ex__(4)
    except Exception:  # an object may raise anything here
        return None
    return {} if isinstance(reduced, str) else _pickled_attributes(*reduced)


def _pickled_attributes(
    make: object, args: tuple[object, ...], state: Any = None, *items: object
) -> Mapping[str, object]:
    """What pickle would keep of an object, by name, without its class."""
    parts = state if type(state) is tuple and len(state) == 2 else (state,)  # attributes, and slots
    kept: dict[str, object] = {}
    for part in filter(None, parts):
        kept |= part if type(part) is dict and all(isinstance(name, str) for name in part) else {"state": part}
    return kept | ({"args": args[1:]} if len(args) > 1 else {}) | ({"items": items} if any(items) else {})
