"""What an edit is: two faces, one for the pixels and one for the scene, and an argument that is its strength."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from askance.core import Scene
from askance.core.picture import Pixels
from askance.core.query import Scalar

Args = Mapping[str, Scalar]


@dataclass(frozen=True, slots=True)
class Edit:
    """One image operation; at strength 0 it is the identity, and asking with it is asking the clean picture."""

    version: int
    pixels: Callable[[Pixels, Args], Pixels]
    scene: Callable[[Scene, Args], Scene]
    strength: str | None  # the argument that is 0 for the identity; None if the edit has no such thing
    example: Args  # arguments that show it, for tests and docs


def same_scene(scene: Scene, args: Args) -> Scene:
    """The scene face of an edit that changes no fact."""
    return scene


def number(args: Args, name: str) -> float:
    """A numeric argument."""
    value = args[name]
    if not isinstance(value, int | float):
        raise ValueError(f"{name} must be a number, not {value!r}")
    return float(value)
