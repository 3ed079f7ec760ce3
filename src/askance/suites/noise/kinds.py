"""The kinds of noise and of stability edits, with their strengths; all that is random is drawn here, as a seed."""

from collections.abc import Mapping
from dataclasses import dataclass

from askance.core import Condition, Step, digest_of
from askance.core.query import PLAIN, Scalar
from askance.edits import steps
from askance.edits.shift import DIRECTIONS

Edits = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Geometric:
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
GEOMETRIC: Mapping[str, Geometric] = {
    "shift": Geometric("shift", "distance", (1, 4, 8)),
    "pad": Geometric("pad", "share", (0.05, 0.1, 0.2)),
    "resample": Geometric("resample", "loss", (0.2, 0.4, 0.6)),
    "jpeg": Geometric("jpeg", "loss", (10, 25, 50)),
    "rotate": Geometric("rotate", "angle", (1, 3, 5), signed=True),
    "brightness": Geometric("brightness", "change", (0.1, 0.2, 0.3), signed=True),
}
SCALE = 1.0  # of the noise inside a model, in standard deviations of each dimension


def random_seed(*about: Scalar) -> int:
    """A seed that depends only on its arguments."""
    return int.from_bytes(digest_of(["noise", *about])[:4], "big")


def pixel_noise(kind: str, image: str, trial: int, seed: int) -> Edits:
    """The edits of one trial; all questions about an image see the same noise, which is made once."""
    edit, args = PIXEL_NOISE[kind]
    return steps(edit, **args, seed=random_seed(kind, image, trial, seed))


def geometric(kind: str, level: float, image: str, seed: int) -> Edits:
    """The edits of one stability trial, in a drawn direction where there are several."""
    made = GEOMETRIC[kind]
    draw = random_seed(kind, level, image, seed)
    args: dict[str, Scalar] = {made.strength: -level if made.signed and draw % 2 else level}
    if kind == "shift":
        args["direction"] = list(DIRECTIONS)[draw % len(DIRECTIONS)]
    return steps(made.edit, **args)


def inside(site: str, scale: float, seed: int) -> Condition:
    """Gaussian noise at a site of the model; at strength 0 it is the plain condition."""
    return Condition(inside=(Step.of("gaussian", site=site, scale=scale, seed=seed),)) if scale else PLAIN
