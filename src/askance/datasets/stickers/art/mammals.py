"""All mammals."""

from askance.datasets.stickers.art import farm_animals, pets, wild_animals
from askance.datasets.stickers.art.kit import Shape

SHAPES: dict[str, Shape] = {**pets.SHAPES, **farm_animals.SHAPES, **wild_animals.SHAPES}
