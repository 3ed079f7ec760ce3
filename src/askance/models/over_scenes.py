"""A model that answers from scenes, together with the data whose scenes it is given."""

from collections.abc import Sequence

from askance.core import Answer, Dataset, Model, Shown
from askance.core.model import at_once, batch_size
from askance.models.no_image import NoImage


class OverScenes:
    """The same model; its answers are reused only for data that is unchanged.

    A query names its image by content. A scene is no part of that: annotations are corrected, two data sets annotate
    one image in two ways, and detectors differ.
    """

    def __init__(self, model: Model, data: Dataset):
        self.model = model
        self.name, self.offers, self.needs = model.name, model.offers, model.needs
        self.fingerprint = f"{model.fingerprint}:{data.fingerprint}"
        self.batch_size, self.at_once = batch_size(model), at_once(model)

    def answer(self, shown: Sequence[Shown]) -> Sequence[Answer]:
        """One answer for each query, in order."""
        return self.model.answer(shown)


def over_scenes(model: Model, data: Dataset) -> Model:
    """A model as it is put to some data: one that needs scenes is another model with other scenes."""
    return model if "scene" not in model.needs or isinstance(model, OverScenes) else OverScenes(model, data)


def itself(model: Model) -> Model:
    """The model itself, whatever data it is put to, and whether or not it is shown images."""
    return model.model if isinstance(model, OverScenes | NoImage) else model
