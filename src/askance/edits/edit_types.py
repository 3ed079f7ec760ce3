"""What an edit is: functions for the pixels, the scene and the masks, and the argument that gives its strength."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from askance.core import ImageData, Scene
from askance.core.image import Pixels
from askance.core.query import Scalar
from askance.edits.cutout import Cutout, ObjectGroup
from askance.edits.lazy_masks import Masks

Args = Mapping[str, Scalar]


def unchanged_scene(scene: Scene, args: Args) -> Scene:
    """The scene function of an edit that changes nothing in the scene."""
    return scene


def unchanged_masks(picture: ImageData, args: Args) -> Masks:
    """The masks function of an edit that moves and hides nothing."""
    return picture.masks


@dataclass(frozen=True, slots=True)
class Edit:
    """One image operation; at strength 0 it is the identity, and asking with it is asking the clean image."""

    version: int
    pixels: Callable[[Pixels, Args], Pixels]
    scene: Callable[[Scene, Args], Scene]
    strength: str | None  # the argument that is 0 for the identity; None if the edit has no such thing
    example: Args  # arguments that show it, for tests and docs
    plain: Callable[[Args, Scene | None], str]  # what it did, in plain words; the scene before it, where that is known
    masks: Callable[[ImageData, Args], Masks] = unchanged_masks


@dataclass(frozen=True, slots=True)
class DonorEdit:
    """An image operation that takes `things` from another image, `image` (both are arguments)."""

    version: int
    pixels: Callable[[Pixels, Args, Cutout], Pixels]
    scene: Callable[[Scene, Args, ObjectGroup], Scene]
    masks: Callable[[ImageData, Args, Cutout], Masks]
    example: Args
    plain: Callable[
        [Args, ObjectGroup | None], str
    ]  # what it did, in plain words; what it inserted, where that is known
    strength: None = None


def number_argument(args: Args, name: str) -> float:
    """A numeric argument."""
    value = args[name]
    if not isinstance(value, int | float):
        raise ValueError(f"{name} must be a number, not {value!r}")
    return float(value)


def non_negative_argument(args: Args, name: str) -> float:
    """A numeric argument that is not below 0."""
    value = number_argument(args, name)
    if not 0 <= value < float("inf"):
        raise ValueError(f"{name} must be a number from 0 on, not {value}")
    return value


def seed_argument(args: Args) -> int:
    """The argument `seed`, a whole number from 0 on."""
    seed = args["seed"]
    if not isinstance(seed, int) or seed < 0:
        raise ValueError(f"seed must be a whole number from 0 on, not {seed!r}")
    return seed
