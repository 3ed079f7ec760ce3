"""Where the models of a run are asked: in this process, or in workers of a Ray cluster."""

import contextlib
from collections.abc import Iterator, Sequence

from askance.core import Dataset, Model, UserError
from askance.core.fixed_answers import MatchesDataset
from askance.core.unknown_names import unknown_name_error
from askance.engine.model_source import ModelSource
from askance.engine.ray_engine.open_models import RunLimits, models_on_ray
from askance.engine.ray_engine.options import RayOptions

ENGINES = ("local", "ray")


def resolve_engine(engine: str | RayOptions) -> RayOptions | None:
    """The options of the Ray engine; None for the local engine."""
    if isinstance(engine, RayOptions):
        return engine
    if engine not in ENGINES:
        raise unknown_name_error("engine", str(engine), ENGINES)
    return RayOptions() if engine == "ray" else None


@contextlib.contextmanager
def models_of_engine(
    options: RayOptions | None,
    models: list[Model],
    sources: Sequence[object],  # as the models were given
    data: Dataset,
    data_name: str | None,
    limits: RunLimits,
) -> Iterator[list[Model]]:
    """The models as the engine asks them."""
    if options is None:
        yield models
        return
    if recorded := [model.name for model in models if isinstance(model, MatchesDataset)]:
        raise UserError(f"{recorded[0]} makes no calls, so that it needs no workers: leave out --engine ray")
    named = [
        each if isinstance(each, ModelSource) else ModelSource(each) if isinstance(each, str) else None
        for each in sources
    ]
    with models_on_ray(options, models, named, data, data_name, limits) as asked:
        yield asked
