"""A data set: cards with two halves in two colors."""

from itertools import islice, permutations, product

import numpy as np
from askance.core import ImageData, Item, Scene, SceneObject, SceneRelation

COLORS = {"red": (220, 40, 40), "green": (30, 160, 60), "blue": (40, 70, 220), "yellow": (240, 210, 40)}
CARDS = {f"{left}-{right}": (left, right) for left, right in permutations(COLORS, 2)}  # the names of the images
TEXTS = {"left": "What color is the left half?", "any": "Is there any {} on the card?"}
THINGS = (SceneObject("a", "half", (0, 0, 80, 120)), SceneObject("b", "half", (80, 0, 160, 120)))


class ColorCards:
    name, fingerprint = "color_cards", "color_cards-1"

    def items(self, limit=None, seed=0):
        for text, (card, (color, _)) in islice(product(TEXTS, CARDS.items()), limit):  # first one question per image
            yield Item(f"{card}-{text}", card, TEXTS[text].format(color), (color if text == "left" else "yes",))

    # fmt: off
    def images(self, limit=None, seed=0): return islice(CARDS, limit)
    def scene(self, image): return Scene(image, 160, 120, THINGS, (SceneRelation("a", "left of", "b"),))
    def load_image(self, image):
        return ImageData(np.hstack([np.full((120, 80, 3), COLORS[color], np.uint8) for color in CARDS[image]]))
