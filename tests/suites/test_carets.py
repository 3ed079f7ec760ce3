"""What carets asks: every original against rules that do not come from our own ontology."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from askance.core import Scene, SceneObject
from askance.suites.carets.question_pool import MAKERS, PER_IMAGE
from askance.suites.carets.yes_no_questions import OriginalQuestion
from askance.wording.ontology import ontology
from askance.wording.templates import NounPhrase
from wordnet_rules import BAD_CHOICES, Trees

from carets_world import originals_of, pool_of, scenes_of

WORLDS = {"stickers": 100, "traps": 400, "vocabulary": 250}
LEAST = 32
BINARY, CHOICE = ("Q1", "Q2", "Q3", "Q4"), ("Q5", "Q6", "Q7")


@pytest.fixture(scope="module")
def trees() -> Trees:
    return Trees()


@pytest.fixture(scope="module", params=list(WORLDS))
def made(request: pytest.FixtureRequest) -> Any:
    """A world's scenes by image, and its pool."""
    pool = pool_of(request.param, WORLDS[request.param])
    if pool is None:
        pytest.skip("GQA's vocabulary is not here")
    return scenes_of(request.param, WORLDS[request.param]), pool


def phrases(original: OriginalQuestion) -> Iterator[NounPhrase]:
    """The noun phrases of a question, without those at the other end of a relation."""
    for name in ("obj", "first", "second", "other"):
        phrase = original.slots.get(name)
        if isinstance(phrase, NounPhrase):
            yield phrase


def names_in(scene: Scene) -> set[str]:
    return {thing.name for thing in scene.things}


def called(scene: Scene, name: str) -> list[SceneObject]:
    """The things of a name, however their names are spelt."""
    entries = ((thing, ontology().noun(thing.name)) for thing in scene.things)
    return [thing for thing, entry in entries if thing.name == name or (entry is not None and entry.name == name)]


def test_no_conjunction_names_a_thing_and_its_class(made, trees) -> None:
    _, pool = made
    joined = [original.slots for kind in ("Q2", "Q3") for original in pool[kind]]
    asked = [(slots["first"].name, slots["second"].name) for slots in joined]
    assert len(asked) > 300
    assert [pair for pair in asked if trees.related(*pair)] == []


def test_no_two_choices_overlap(made, trees) -> None:
    _, pool = made
    bad, seen = Counter(), 0
    for kind in CHOICE:
        for original in pool[kind]:
            for pair in combinations(original.options, 2):
                seen += 1
                if frozenset(pair) in BAD_CHOICES or (kind == "Q5" and trees.related(*pair)):
                    bad[pair] += 1
    assert seen > 500
    assert not bad


def false_names(original: OriginalQuestion, scene: Scene) -> Iterator[str]:
    """The objects that a question says are absent."""
    if original.type in ("Q2", "Q3") or original.answer == "no":
        yield from (phrase.name for phrase in phrases(original) if not called(scene, phrase.name))


def test_what_is_called_absent_is_no_kin_part_or_whole_of_what_is_there(made, trees) -> None:
    """Names of classes are judged apart: WordNet's are wider than people's, but a slip must stay rare."""
    scenes, pool = made
    classes = ontology().objects.classes.keys()
    bad, argued, seen = Counter(), Counter(), 0
    for kind in ("Q1", "Q2", "Q3", "ontological"):
        for original in pool[kind]:
            scene = scenes[original.image]
            for name in false_names(original, scene):
                seen += 1
                for other in names_in(scene):
                    if trees.related(name, other) or trees.part_of(name, other) or trees.part_of(other, name):
                        (argued if {name, other} & classes else bad)[name, other] += 1
    assert seen > 300
    assert not bad
    assert argued.total() <= 0.003 * seen, argued


def test_false_choices_are_not_true_of_the_thing(made) -> None:
    """Attributes and actions of a single thing of that name may not be offered beside the gold one."""
    scenes, pool = made
    bad = []
    for kind in ("Q6", "Q7"):
        for original in pool[kind]:
            things = called(scenes[original.image], original.slots["obj"].name)
            things = [thing for thing in things if thing.box == original.keep[0]]  # others may have the name
            true = {value for thing in things for values in thing.attributes.values() for value in values}
            true |= {ontology().actions.words.get(value, value) for value in true}  # crouched: crouching
            assert original.answer in true
            bad += [(original.image, option) for option in original.options if option in true - {original.answer}]
    assert bad == []


def test_every_true_object_is_large_enough(made) -> None:
    scenes, pool = made
    for original in originals_of(pool):
        for x0, y0, x1, y1 in original.keep:
            assert min(x1 - x0, y1 - y0) >= LEAST
        boxes = {thing.box for thing in scenes[original.image].things}
        assert set(original.keep) <= boxes
        if original.answer == "yes" or original.type in ("Q4", *CHOICE):
            assert original.keep


def test_the_other_end_of_a_relation_is_large_enough(made) -> None:
    scenes, pool = made
    for original in originals_of(pool):
        for phrase in phrases(original):
            if phrase.relation is not None:
                things = called(scenes[original.image], phrase.relation[1].name)
                assert any(min(one.box[2] - one.box[0], one.box[3] - one.box[1]) >= LEAST for one in things)


def test_at_most_three_questions_of_a_type_from_an_image(made) -> None:
    _, pool = made
    assert set(pool) == set(MAKERS)
    for kind, originals in pool.items():
        counts = Counter(original.image for original in originals)
        assert max(counts.values()) <= PER_IMAGE == 3, kind
        assert len({(original.image, repr(original.slots)) for original in originals}) == len(originals)


def test_the_gold_choice_stands_anywhere() -> None:
    """Chi-square of the gold position on ≥ 2,000 originals, for two and for three choices; the seed is fixed."""
    found: dict[int, Counter[int]] = {2: Counter(), 3: Counter()}
    for name in ("traps", "vocabulary"):
        pool = pool_of(name, WORLDS[name])
        for kind in CHOICE if pool else ():
            for original in pool[kind]:
                found[len(original.options)][original.options.index(original.answer)] += 1
    assert sum(map(Counter.total, found.values())) >= 2000
    for size, counts in found.items():
        expected = counts.total() / size
        chi_square = sum((counts[place] - expected) ** 2 / expected for place in range(size))
        assert chi_square < {2: 10.83, 3: 13.82}[size], counts  # p = 0.001


def test_originals_of_the_antonym_test_are_half_yes_in_the_pool(made) -> None:
    _, pool = made
    answers = Counter(original.answer for original in pool["Q4"])
    assert abs(answers["yes"] - answers["no"]) < 0.1 * answers.total()
    for original in pool["Q4"]:
        assert {original.tags["attribute"], original.tags["antonym"]} == set(original.tags["pair"].split("/"))
