"""Attribute words that give an object more than one color, as data sets write them."""

import re
from functools import cache

from askance.wording.ontology.ontology import ontology

MANY = frozenset({"black and white", "colorful", "multi colored", "rainbow colored"})
_PARTS = frozenset({"bicolor", "colors", "multi", "multicolor", "tone", "toned", "tricolor"})  # "two-tone"
_WORD = re.compile(r"[a-z]+")


@cache
def shows_several_colors(value: str) -> bool:
    """Whether an attribute names several colors: "red and white", "multi-colored", "rainbow", "white striped"."""
    words, parts = ontology(), _WORD.findall(value.lower().replace("colour", "color"))
    if any(words.attributes.words.get(form) in MANY for form in (" ".join(parts), *parts)):
        return True
    if "color" in words.categories(" ".join(parts)):
        return False  # one color of two words: "light blue"
    colors = {words.attributes.words[part] for part in parts if _is_color_word(part)}
    has_pattern = any("pattern" in words.categories(part) for part in parts)
    return len(colors) + has_pattern > 1 or not _PARTS.isdisjoint(parts)


def _is_color_word(word: str) -> bool:
    known = ontology().categories(word)
    return "color" in known and "tone" not in known  # "dark" goes with a color
