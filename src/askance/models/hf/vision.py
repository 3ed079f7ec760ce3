"""Where image features leave the vision part of a model: noise is added there, and they are shared between rows."""

import functools
import inspect
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from askance.models.hf.kinds import Kind
from askance.models.hf.loading import Loaded
from askance.models.hf.rows import Row, cat_padded

METHOD = "get_image_features"
KEPT = 64  # pictures whose features are kept, with the pictures: their ids stay their own
PER_IMAGE = "pooler_output"  # a list with one tensor per image
UNREAD = ("hidden_states", "attentions")
Features = list[Any]  # tensors (…, dimensions), one or more per image


@dataclass(frozen=True, slots=True)
class VisionSite:
    """A function of a module whose result contains the features, under `name`."""

    owner: Any
    function: str
    name: str

    @contextmanager
    def replaced(self, make: Callable[[Callable[..., Any]], Callable[..., Any]]) -> Iterator[None]:
        """While this lasts, the function is what `make` returns for it."""
        is_own = self.function in self.owner.__dict__
        kept = getattr(self.owner, self.function)
        setattr(self.owner, self.function, make(kept))
        try:
            yield
        finally:
            if is_own:
                setattr(self.owner, self.function, kept)
            else:
                delattr(self.owner, self.function)

    def changed(self, change: Callable[[Features], Features]) -> Any:
        """While this lasts, the features are what `change` makes of them."""

        def make(function: Callable[..., Any]) -> Callable[..., Any]:
            @functools.wraps(function)  # generate reads its parameters
            def called(*args: Any, **kwargs: Any) -> Any:
                made = function(*args, **kwargs)
                found = getattr(made, self.name)
                parts = change(list(found) if isinstance(found, list | tuple) else [found])
                setattr(made, self.name, type(found)(parts) if isinstance(found, list | tuple) else parts[0])
                return made

            return called

        return self.replaced(make)

    def features(self, row: Row, device: Any) -> Features:
        """The features of a row's picture."""
        found = getattr(self._called(getattr(self.owner, self.function), row, device), self.name)
        return list(found) if isinstance(found, list | tuple) else [found]

    def _called(self, function: Callable[..., Any], row: Row, device: Any) -> Any:
        import torch

        wanted = inspect.signature(function).parameters
        given = {name: value.to(device) for name, value in row.image.items() if name in wanted}
        with torch.inference_mode():
            return function(**given, return_dict=True)

    def shared(self, rows: Sequence[Row], device: Any, known: dict[int, tuple[Any, Any]]) -> Any:
        """While this lasts, features are computed once per picture; `known` has those of earlier rows."""

        def make(function: Callable[..., Any]) -> Callable[..., Any]:
            found = {}
            for row in rows:
                if id(row.picture) not in known:
                    known[id(row.picture)] = row.picture, _without_unread(self._called(function, row, device))
                found[id(row.picture)] = known[id(row.picture)][1]
            while len(known) > KEPT:
                del known[next(iter(known))]

            @functools.wraps(function)
            def called(*args: Any, **kwargs: Any) -> Any:
                return _joined([found[id(row.picture)] for row in rows])

            return called

        return self.replaced(make)


def _without_unread(output: Any) -> Any:
    """An output without what no model reads from it: of all layers together, that is many times the features."""
    return type(output)(**{name: value for name, value in output.items() if name not in UNREAD})


def _joined(outputs: Sequence[Any]) -> Any:
    """The outputs for several pictures as one, in order."""
    import torch

    made: dict[str, Any] = {}
    for name in outputs[0]:
        values = [output[name] for output in outputs]
        if isinstance(values[0], torch.Tensor):
            made[name] = cat_padded(values)
        elif name == PER_IMAGE:
            made[name] = [each for value in values for each in value]
        else:  # one tensor per layer
            made[name] = [_joined_layer(parts) for parts in zip(*values, strict=True)]
    return type(outputs[0])(**made)


def _joined_layer(parts: Sequence[Any]) -> Any:
    """What one layer gave for several pictures: a tensor each, or a tuple of tensors per image."""
    import torch

    if isinstance(parts[0], torch.Tensor):
        return torch.cat(list(parts))
    return tuple(each for part in parts for each in part)


def vision_site(kind: Kind, loaded: Loaded) -> VisionSite | None:
    """The site of a model; None where it has none."""
    if not kind.has_vision_site:
        return None
    if kind.vision:
        owner = loaded.model
        for part in kind.vision.split("."):
            owner = getattr(owner, part)
        return VisionSite(owner, "forward", "last_hidden_state")
    if hasattr(loaded.inner, METHOD):
        return VisionSite(loaded.inner, METHOD, PER_IMAGE)
    return None
