"""What a callable declares: the features that it supports and the inputs that it needs, checked when it is opened."""

from collections.abc import Collection
from typing import Any

from askance.core import UserError
from askance.core.model import FEATURES, INPUT_KINDS, NOISE_SITE, TURNS, unknown_features
from askance.core.unknown_names import unknown_name_error
from askance.models.call_forms import Asked, CallForm, takes_turns
from askance.models.callable_identity import declared_attribute

EVERY_CALLABLE = frozenset({"text", "draws"})
IN_THE_ANSWER = frozenset({"text", "draws", "top", "no-image"})  # the other features are requests that a query makes


def supported_features(function: Asked, form: CallForm, name: str) -> frozenset[str]:
    """text, draws, and what a callable declares in `supports`; UserError for a feature that it cannot have."""
    declared = _names(declared_attribute(function, "supports"), f"{name}: supports")
    for unknown in unknown_features(declared):
        raise unknown_name_error(f"feature in `supports` of {name}", unknown, [*FEATURES, f"{NOISE_SITE}SITE"])
    supported = EVERY_CALLABLE | declared | ({TURNS} if takes_turns(function) else set())
    if form.kind != "inputs":
        _check_requests(supported - IN_THE_ANSWER - ({TURNS} if takes_turns(function) else set()), name)
    return supported


def needed_inputs(function: Asked, form: CallForm, name: str) -> frozenset[str]:
    """What a callable declares in `needs`, else the image; UserError for what it cannot be given."""
    declared = declared_attribute(function, "needs")
    if declared is None:
        return frozenset({"pixels"})
    needed = _names(declared, f"{name}: needs")
    if not needed <= INPUT_KINDS:
        raise UserError(f"{name}: needs contains {min(needed - INPUT_KINDS)!r}: use pixels, scene, both or nothing")
    if "scene" in needed and form.kind != "inputs":
        raise UserError(f"{name}: needs contains scene, which only a function (inputs) receives")
    return needed


def _check_requests(missed: Collection[str], name: str) -> None:
    """UserError for features whose requests the parameters of a callable do not contain."""
    if TURNS in missed:
        raise UserError(f"{name} supports {TURNS}: add a parameter `{TURNS}`, or use a function (inputs)")
    if missed:
        raise UserError(
            f"{name} supports {', '.join(sorted(missed))}, but its parameters do not say when it is requested:"
            " use a function (inputs), and read inputs[i].query"
        )


def _names(declared: Any, what: str) -> frozenset[str]:
    """A declared set of names; UserError for anything else."""
    if declared is None:
        return frozenset()
    if not isinstance(declared, set | frozenset | list | tuple) or not all(isinstance(each, str) for each in declared):
        raise UserError(f'{what} is {declared!r:.60}: make it a set of texts, such as {{"text", "top"}}')
    return frozenset(declared)
