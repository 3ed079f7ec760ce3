"""Noise inside a model: `gaussian(site, scale, seed)` adds scale × the standard deviation of each dimension."""

import math
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
from askance.core import Step

Floats = npt.NDArray[np.float32]
GAUSSIAN = "gaussian"
ARGS = {"site", "scale", "seed"}


def unsupported_noise(steps: Sequence[Step]) -> str | None:
    """What is wrong with some steps, as a reason to fail their query; None if they can be carried out."""
    for step in steps:
        args = dict(step.args)
        scale, seed = args.get("scale"), args.get("seed")
        if step.name != GAUSSIAN or step.version != 1 or set(args) != ARGS:
            return f"noise {step.name}({', '.join(args)}) is not known: there is gaussian(scale, seed, site)"
        if isinstance(scale, bool) or not isinstance(scale, int | float) or not math.isfinite(scale) or scale < 0:
            return f"noise gaussian: scale {scale!r} is not a number from 0"
        if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
            return f"noise gaussian: seed {seed!r} is not a whole number from 0"
    return None


def steps_at_site(steps: Sequence[Step], site: str) -> tuple[Step, ...]:
    """The steps at one site that change anything, in order."""
    return tuple(step for step in steps if dict(step.args)["site"] == site and dict(step.args)["scale"])


def add_noise(values: Floats, steps: Sequence[Step], spread: Mapping[str, Sequence[float]]) -> Floats:
    """(rows, dimensions) with noise added, which depends on nothing but the step and the shape."""
    for step in steps:
        args = dict(step.args)
        deviation = np.asarray(spread[str(args["site"])], np.float32)
        if deviation.shape != values.shape[-1:]:
            raise ValueError(f"spread of {args['site']} has {len(deviation)} numbers, not {values.shape[-1]}")
        rng = np.random.Generator(np.random.PCG64(int(str(args["seed"]))))
        drawn = rng.standard_normal(values.shape, dtype=np.float32)
        values = values + np.float32(float(str(args["scale"]))) * deviation * drawn
    return values
