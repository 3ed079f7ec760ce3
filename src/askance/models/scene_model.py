"""A model that answers from scenes, together with the data whose scenes it is given."""

from collections.abc import Sequence

from askance.core import Answer, Dataset, Model, ModelInput
from askance.core.fixed_answers import MatchesDataset
from askance.core.model import max_concurrent_batches, preferred_batch_size
from askance.core.usage import HasParameters
from askance.models.no_image import NoImage
from askance.models.recorded import MatchedModel


class SceneModel:
    """The same model; its answers are reused only for data that is unchanged.

    A query names its image by content. A scene is no part of that: annotations are corrected, two data sets annotate
    one image in two ways, and detectors differ.
    """

    def __init__(self, model: Model, data: Dataset):
        self.model = model
        self.name, self.supports, self.needs = model.name, model.supports, model.needs
        self.fingerprint = f"{model.fingerprint}:{data.fingerprint}"
        self.batch_size, self.at_once = preferred_batch_size(model), max_concurrent_batches(model)
        self.parameters = model.parameters if isinstance(model, HasParameters) else None

    def answer(self, shown: Sequence[ModelInput]) -> Sequence[Answer]:
        """One answer for each query, in order."""
        return self.model.answer(shown)


def bind_to_data(model: Model, data: Dataset) -> Model:
    """A model as it is put to some data: one that needs scenes, or has recorded answers, is another with other data."""
    if isinstance(model, MatchesDataset):
        return model.match_dataset(data)
    return model if "scene" not in model.needs or isinstance(model, SceneModel) else SceneModel(model, data)


def unwrap_model(model: Model) -> Model:
    """The model itself, whatever data it is put to, and whether or not it is shown images."""
    return model.model if isinstance(model, SceneModel | NoImage | MatchedModel) else model
