"""All mammals."""

from askance.stickers.art import farm_animals, pets, wild_animals
from askance.stickers.art.drawing_primitives import ClassDrawing

SHAPES: dict[str, ClassDrawing] = {**pets.SHAPES, **farm_animals.SHAPES, **wild_animals.SHAPES}
