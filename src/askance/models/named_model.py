"""Models under another name than their own: the one by which a command opens them, or the user's choice."""

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from askance.core import Answer, HasNotes, Model, ModelInput, UserError
from askance.core.model import Prepared, max_concurrent_batches, most_at_once, preferred_batch_size
from askance.core.usage import HasParameters, HasPrice

ORACLE = "oracle"  # reports compare the others with it
NAME = "name"  # of --model-args: names a model of any kind


class _HasName:
    name: str


class NamedModel:
    """A Model under the name by which a command opens it again."""

    def __init__(self, model: Model, name: str):
        self.model, self.name = model, name
        self.fingerprint, self.supports, self.needs = model.fingerprint, model.supports, model.needs
        self.batch_size = preferred_batch_size(model)
        self.parameters = model.parameters if isinstance(model, HasParameters) else None
        self.price = model.price if isinstance(model, HasPrice) else None

    @property
    def at_once(self) -> int:
        """As many batches as the model itself takes."""
        return max_concurrent_batches(self.model)

    @property
    def most_at_once(self) -> int:
        """As many batches as the model itself takes at best."""
        return most_at_once(self.model)

    def prepare(self, say: Callable[[str], None]) -> None:
        """Prepare the model, where it has something to prepare."""
        if isinstance(self.model, Prepared):
            self.model.prepare(say)
            self.supports = self.model.supports

    def answer(self, shown: Sequence[ModelInput]) -> Sequence[Answer]:
        """One answer per query, in order."""
        return self.model.answer(shown)

    def notes(self) -> list[str]:
        """What the model has to say before a run."""
        return self.model.notes() if isinstance(self.model, HasNotes) else []


def chosen_name(args: Mapping[str, str]) -> str:
    """The name that --model-args give a model."""
    if not args[NAME]:
        raise UserError("--model-args name=: write name=NAME")
    if args[NAME] == ORACLE:
        raise UserError(f"--model-args name={ORACLE}: the model that knows the answers has this name: choose another")
    return args[NAME]


def rename_model(model: Model, name: str) -> Model:
    """The same model under a name that the user chose; its fingerprint, and with it its answers, stay."""
    before = model.fingerprint
    try:
        cast(_HasName, model).name = name
    except AttributeError:  # a property, or a frozen object
        return NamedModel(model, name)
    if model.fingerprint != before:
        raise UserError(f"{name}: this model cannot be renamed: its fingerprint depends on its name")
    return model
