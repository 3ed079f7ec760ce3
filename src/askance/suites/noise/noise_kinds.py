"""The kinds of noise and of stability edits, with their strengths; all that is random is drawn here, as a seed."""

from collections.abc import Mapping
from dataclasses import dataclass

from askance.core import Condition, Step, digest_value
from askance.core.query import PLAIN, Scalar
from askance.edits import steps
from askance.edits.shift import DIRECTIONS

Edits = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class GeometricEdit:
    """An edit at some strengths, from mild to strong; a `signed` one goes either way."""

    edit: str
    strength: str
    levels: tuple[float, ...]
    signed: bool = False


PIXEL_NOISE: Mapping[str, tuple[str, Mapping[str, Scalar]]] = {
    "gaussian": ("gaussian_noise", {"variance": 0.025}),
    "poisson": ("poisson_noise", {"variance": 1 / 255}),  # a photon is a grey level
    "salt_pepper": ("salt_pepper", {"amount": 0.1}),
    "speckle": ("speckle", {"variance": 0.05}),
}
GEOMETRIC: Mapping[str, GeometricEdit] = {
    "shift": GeometricEdit("shift", "distance", (1, 4, 8)),
    "pad": GeometricEdit("pad", "share", (0.05, 0.1, 0.2)),
    "resample": GeometricEdit("resample", "loss", (0.2, 0.4, 0.6)),
    "jpeg": GeometricEdit("jpeg", "loss", (10, 25, 50)),
    "rotate": GeometricEdit("rotate", "angle", (1, 3, 5), signed=True),
    "brightness": GeometricEdit("brightness", "change", (0.1, 0.2, 0.3), signed=True),
}
SCALE = 1.0  # of the noise inside a model, in standard deviations of each dimension


def seed_from_parts(*about: Scalar) -> int:
    """A seed that depends only on its arguments."""
    return int.from_bytes(digest_value(["noise", *about])[:4], "big")


def pixel_noise_edits(kind: str, image: str, trial: int, seed: int) -> Edits:
    """The edits of one trial; all questions about an image see the same noise, which is made once."""
    edit, args = PIXEL_NOISE[kind]
    return steps(edit, **args, seed=seed_from_parts(kind, image, trial, seed))


def geometric_edits(kind: str, level: float, image: str, seed: int) -> Edits:
    """The edits of one stability trial, in a drawn direction where there are several."""
    made = GEOMETRIC[kind]
    draw = seed_from_parts(kind, level, image, seed)
    args: dict[str, Scalar] = {made.strength: -level if made.signed and draw % 2 else level}
    if kind == "shift":
        args["direction"] = list(DIRECTIONS)[draw % len(DIRECTIONS)]
    return steps(made.edit, **args)


def feature_noise_condition(site: str, scale: float, seed: int) -> Condition:
    """Gaussian noise at a site of the model; at strength 0 it is the plain condition."""
    return Condition(inside=(Step.of("gaussian", site=site, scale=scale, seed=seed),)) if scale else PLAIN
