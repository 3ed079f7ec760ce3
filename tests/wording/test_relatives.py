"""Sets of relatives say what the pairwise questions say."""

from random import Random

import pytest
from askance.wording.ontology import ontology
from askance.wording.ontology.related_names import RelatedNames

WORDS = ontology()
NAMES = sorted({*WORDS.objects.entries, *WORDS.objects.classes})


SOME = [*Random(0).sample(NAMES, 60), "person", "animal", "car", "tree", "food", "man", "container"]


@pytest.mark.parametrize("name", SOME)
def test_sets_agree_with_pairs(name):
    relatives = RelatedNames(WORDS.objects)
    kin = {other for other in NAMES if WORDS.kin(other, name)}
    assert {other for other in NAMES if WORDS.objects.words[other] in relatives.related_to(name)} == kin
    partners = {other for other in NAMES if WORDS.part_whole(other, name)}
    assert {other for other in NAMES if WORDS.objects.words[other] in relatives.parts_and_wholes(name)} == partners
