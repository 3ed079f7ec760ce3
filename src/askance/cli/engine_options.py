"""The options that say where models run: in this process, or in workers of a Ray cluster."""

from typing import TYPE_CHECKING, Any

import click
from askance.core import UserError

if TYPE_CHECKING:
    from askance.engine import RayOptions

_OPTIONS = (
    click.option(
        "--engine",
        type=click.Choice(["local", "ray"]),
        default="local",
        show_default=True,
        help="Where the models run: in this process, or in worker processes of a Ray cluster.",
    ),
    click.option(
        "--ray-address",
        metavar="ADDRESS",
        help="With --engine ray: the cluster to use; auto is the one this machine belongs to."
        " [default: RAY_ADDRESS, else a new one on this machine]",
    ),
    click.option(
        "--workers",
        type=click.IntRange(1),
        help="With --engine ray: worker processes per model. [default: as many as the cluster has room for]",
    ),
    click.option(
        "--gpus-per-worker",
        type=click.FloatRange(0),
        default=0.0,
        show_default=True,
        help="With --engine ray: GPUs of each worker; 0.5 puts two workers on one GPU.",
    ),
    click.option(
        "--cpus-per-worker",
        type=click.FloatRange(0),
        default=1.0,
        show_default=True,
        help="With --engine ray: CPU cores of each worker.",
    ),
)


def ray_options(command: Any) -> Any:
    """Add the options to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def chosen_engine(
    engine: str, address: str | None, workers: int | None, gpus: float, cpus: float
) -> "str | RayOptions":
    """The engine of a run; options of Ray without `--engine ray` are a mistake."""
    from askance.engine import RayOptions

    if engine == "ray":
        return RayOptions(address, workers, gpus, cpus)
    given = {"--ray-address": address, "--workers": workers, "--gpus-per-worker": gpus or None}
    for name, value in given.items():
        if value is not None:
            raise UserError(f"{name} goes with --engine ray: add it, or leave {name} out")
    return engine
