"""Where and with which shares of the cluster the workers of a run are started."""

import math
from dataclasses import dataclass

from askance.core import UserError


@dataclass(frozen=True, slots=True)
class RayOptions:
    """The options of `--engine ray`. No address: RAY_ADDRESS, else a cluster of this machine alone, for this run."""

    address: str | None = None  # "auto": the cluster that this machine belongs to
    workers: int | None = None  # per model; None: as many as the cluster has room for
    gpus_per_worker: float = 0.0
    cpus_per_worker: float = 1.0

    def __post_init__(self) -> None:
        if self.workers is not None and self.workers < 1:
            raise UserError(f"--workers {self.workers}: must be at least 1")
        for name, value in (("gpus", self.gpus_per_worker), ("cpus", self.cpus_per_worker)):
            if not 0 <= value < math.inf:
                raise UserError(f"--{name}-per-worker {value}: must be a number from 0 on")
            if value > 1 and value != int(value):
                raise UserError(f"--{name}-per-worker {value}: above 1, it must be a whole number")
        if self.address is not None and self.address.startswith("ray://"):
            raise UserError(
                f"--ray-address {self.address}: Ray Client addresses are not supported: run the command on a machine"
                " of the cluster with --ray-address auto"
            )


def workers_per_model(options: RayOptions, models: int, cpus: float, gpus: float) -> int:
    """How many workers each model gets on a cluster with so many CPUs and GPUs; UserError if it has too few."""
    shares = ((options.cpus_per_worker, cpus), (options.gpus_per_worker, gpus))
    fits = min((int(total / share + 1e-9) for share, total in shares if share), default=options.workers or 1)
    wanted = (options.workers or 1) * models
    if fits < wanted:
        each = f"{options.cpus_per_worker:g} CPUs and {options.gpus_per_worker:g} GPUs"
        raise UserError(
            f"the Ray cluster has {cpus:g} CPUs and {gpus:g} GPUs: room for {fits} of the {wanted} workers with"
            f" {each} each: use fewer --workers, or smaller --cpus-per-worker or --gpus-per-worker"
        )
    return options.workers or fits // models
