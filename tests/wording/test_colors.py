"""Compound values and their spellings: which of them give an object more than one color."""

import pytest
from askance.wording.ontology.multicolor_words import shows_several_colors

from_vocabulary = pytest.mark.parametrize(
    ("value", "is_several"),
    [
        ("red and white", True), ("black and white", True), ("black-and-white", True), ("white/red", True),
        ("blue & yellow", True), ("white with red trim", True), ("blue green", True), ("black white", True),
        ("multi colored", True), ("multicolored", True), ("multi-colored", True), ("multi-color", True),
        ("multicoloured", True), ("rainbow", True), ("rainbow colored", True), ("colorful", True), ("colourful", True),
        ("two-tone", True), ("two toned", True), ("many colors", True), ("striped", False), ("white striped", True),
        ("white", False), ("light blue", False), ("dark green", False), ("dark gray", False), ("golden brown", False),
        ("painted", False), ("light colored", False), ("wooden", False), ("off white", False), ("gray", False),
        ("stone", False), ("", False),
    ],
)  # fmt: skip


@from_vocabulary
def test_values_of_several_colors(value: str, is_several: bool) -> None:
    assert shows_several_colors(value) == is_several
