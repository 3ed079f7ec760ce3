"""All mammals."""

from askance.stickers.art import farm_animals, pets, wild_animals
from askance.stickers.art.kit import Shape

SHAPES: dict[str, Shape] = {**pets.SHAPES, **farm_animals.SHAPES, **wild_animals.SHAPES}
