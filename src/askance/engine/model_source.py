"""A model by name with its arguments: what another process needs to open the same model."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from askance.core import Model
from askance.models import open_model


@dataclass(frozen=True, slots=True)
class ModelSource:
    """The name and the `--model-args` of a model."""

    name: str
    args: Mapping[str, str] = field(default_factory=dict)

    def open(self) -> Model:
        """Open the model; UserError says why it cannot be opened."""
        return open_model(self.name, self.args)
