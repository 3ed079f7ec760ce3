"""Members as a run takes them, by name or as an object; each is checked once, before the first call."""

from collections.abc import Sequence
from typing import Any

from askance.core import Dataset, Model, Suite, UserError
from askance.core.coerce_answers import describe_exception
from askance.core.interface_checks import check_dataset, check_model, check_suite, is_model
from askance.core.model import HasAnswerMethod
from askance.core.registry import Registry
from askance.datasets import ALL_DATASETS, open_dataset
from askance.edits import ALL_EDITS
from askance.engine.model_source import ModelSource, model_args_option, telling_names
from askance.metrics.plugin_metrics import ADDED_METRICS, unused_metrics
from askance.models import ALL_MODELS, open_model
from askance.models.python_model import PythonModel
from askance.readings import ALL_READINGS
from askance.relations import ALL_RELATIONS
from askance.suites import ALL_SUITES, open_suite

REGISTRIES: tuple[Registry[Any], ...] = (
    ALL_MODELS,
    ALL_DATASETS,
    ALL_SUITES,
    ALL_EDITS,
    ALL_RELATIONS,
    ALL_READINGS,
    ADDED_METRICS,
)


def plugin_name_conflicts(suites: Sequence[Suite]) -> list[str]:
    """One line for each name of an installed package that a built-in member or another package has.

    Metrics need not be named to be used, so one that cannot be loaded or used on these suites is reported, too.
    """
    names = [line for registry in REGISTRIES for line in registry.name_conflicts()]
    return [
        *names,
        *ADDED_METRICS.load_failures(),
        *unused_metrics([suite.card for suite in suites], ALL_SUITES.names()),
    ]


def resolve_model(model: Any) -> Model:
    """A model by name, a model object as it is, or a plain callable."""
    if isinstance(model, str):
        return open_model(model)
    if isinstance(model, ModelSource):
        return model.open()
    try:
        if is_model(model):
            return check_model(model)
        if callable(model):
            return check_model(PythonModel(model))
        if isinstance(model, HasAnswerMethod):
            return check_model(PythonModel(model.answer))
    except UserError:
        raise
    except Exception as error:  # the model's own properties may raise anything
        raise UserError(
            f"a model of type {type(model).__name__} cannot be opened: {describe_exception(error)}"
        ) from error
    raise UserError(
        f"a {type(model).__name__} is no model: give a name, a Model, or a callable (image, question) -> answer"
    )


def check_distinct_names(given: Sequence[object], models: Sequence[Model]) -> None:
    """UserError where two models that a command line names have one name but not one fingerprint: what to type."""
    sources = [each for each in given if isinstance(each, ModelSource)]
    if len(sources) != len(models):
        return  # models in Python have an attribute `name`
    for model in models:
        same = [i for i, other in enumerate(models) if other.name == model.name]
        if len({models[i].fingerprint for i in same}) > 1:
            names = dict(zip(same, telling_names([sources[i].args for i in same]), strict=True))
            options = [model_args_option(each.args, names.get(i, "")) for i, each in enumerate(sources)]
            raise UserError(f"two different models are named {model.name}: name them: {' '.join(options)}")


def resolve_dataset(data: Any) -> Dataset:
    """A data set by name, or an object as it is."""
    return check_dataset(open_dataset(data) if isinstance(data, str) else data)


def resolve_suite(suite: Any) -> Suite:
    """A suite by name, or an object as it is."""
    return check_suite(open_suite(suite) if isinstance(suite, str) else suite)
