"""All drawings by class name; the modules are imported when the first drawing is wanted."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from askance.stickers.art.drawing_primitives import ClassDrawing, Look

__all__ = ["ClassDrawing", "Look", "drawings_by_class"]


@cache
def drawings_by_class() -> Mapping[str, ClassDrawing]:
    """Class name → shape, merged from the SHAPES of every drawing module in this folder."""
    merged: dict[str, ClassDrawing] = {}
    for module in sorted(found.name for found in iter_modules(__path__)):
        merged.update(getattr(import_module(f"{__name__}.{module}"), "SHAPES", {}))
    return merged
