"""A data set: cards with two halves in two colors."""

import itertools

import numpy as np
from askance.core import Item, Link, Picture, Scene, Thing

COLORS = {"red": (220, 40, 40), "green": (30, 160, 60), "blue": (40, 70, 220), "yellow": (240, 210, 40)}
CARDS = {f"{one}-{other}": (one, other) for one, other in itertools.permutations(COLORS, 2)}


class ColorCards:
    name, fingerprint = "color_cards", "color_cards-1"

    def items(self, limit=None, seed=0):
        both = ((card, one, text) for card, (one, _) in CARDS.items() for text in ("left", "any"))
        for card, one, text in itertools.islice(both, limit):
            left = ("What color is the left half?", (one,)), (f"Is there any {one} on the card?", ("yes",))
            yield Item(f"{card}-{text}", card, *left[text == "any"])

    def images(self, limit=None, seed=0):
        yield from itertools.islice(CARDS, limit)

    def scene(self, image):
        halves = (Thing(half, "half", (80 * n, 0, 80 * n + 80, 120)) for n, half in enumerate(("a", "b")))
        return Scene(image, 160, 120, tuple(halves), (Link("a", "left of", "b"),))

    def picture(self, image):
        halves = [np.full((120, 80, 3), COLORS[color], np.uint8) for color in CARDS[image]]
        return Picture(np.hstack(halves), self.scene(image))
