"""Smaller forms of failing cases: sound for every true observer, and as small as the search says."""

import random

import pytest
from askance.core import Box, Case, ModelInput, Query, Scene, SceneObject, Step, Stimulus
from askance.datasets import open_dataset
from askance.edits import donor_scene_lookup, edit_scene, format_boxes, steps
from askance.models.oracle import answer_from_scene
from askance.readings import read
from askance.relations import judge_case
from askance.suites.metamorphic.ddmin import ddmin
from askance.suites.metamorphic.object_clusters import ClusteredScene, clustered_scene
from askance.suites.metamorphic.overlapping_names import OverlappingNames
from askance.suites.metamorphic.reduce_case import (
    ReducibleCase,
    is_box_within,
    join_pieces,
    overlapping_clusters,
    scale_box_on_base,
)
from askance.suites.metamorphic.suite import Metamorphic
from askance.wording.ontology import ontology
from askance.wording.ontology.related_names import RelatedNames

WORDS = ontology()
KIN = OverlappingNames(WORDS, RelatedNames(WORDS.objects))


def searched(atoms, fails, least=0):
    """What ddmin keeps, and how often it asked."""
    search, asked = ddmin(tuple(atoms), least), []
    try:
        kept = next(search)
        while True:
            asked.append(kept)
            kept = search.send(fails(set(kept)))
    except StopIteration as end:
        return end.value, asked


@pytest.mark.parametrize("needed", [(), (3,), (0, 9), (2, 3, 7), tuple(range(10))])
def test_ddmin_keeps_what_is_needed(needed):
    kept, asked = searched(range(10), lambda some: some >= set(needed))
    assert kept == needed
    assert len(asked) == len(set(asked))
    assert all(len(each) < 10 for each in asked)


def test_one_cause_among_many_is_found_by_halving():
    kept, asked = searched(range(64), lambda some: 41 in some)
    assert kept == (41,)
    assert len(asked) <= 2 * 6 + 1


@pytest.mark.parametrize("seed", range(30))
def test_no_atom_that_ddmin_keeps_can_go_alone(seed):
    rng = random.Random(seed)
    table = {}

    def fails(some):
        return table.setdefault(frozenset(some), rng.random() < 0.4)

    table[frozenset(range(7))] = True
    kept, _ = searched(range(7), fails)
    assert fails(kept)
    assert not any(table.get(frozenset(kept) - {one}, False) for one in kept)


def test_at_least_one_is_kept_where_none_makes_no_sense():
    assert searched(range(1, 5), lambda some: True, least=1)[0] == (1,)
    assert searched((1,), lambda some: True, least=1) == ((1,), [])


def test_pieces_join_and_boxes_shrink():
    pieces: tuple[Box, ...] = ((0, 0, 10, 50), (10, 0, 30, 50), (30, 0, 90, 50))
    assert join_pieces(pieces, [1, 2]) == pieces
    assert join_pieces(pieces, [2]) == ((0, 0, 30, 50), (30, 0, 90, 50))
    assert scale_box_on_base((10, 10, 50, 90), 1, 2) == (20, 50, 40, 90)
    assert scale_box_on_base((10, 10, 50, 30), 1, 2) is None
    assert is_box_within((20, 50, 40, 90), (10, 10, 50, 90))


def scene(*boxes: Box) -> ClusteredScene:
    return ClusteredScene(
        Scene("s", 200, 100, tuple(SceneObject(f"t{n}", "dog", box) for n, box in enumerate(boxes))), KIN
    )


def test_what_overlaps_is_one_heap():
    one, two, three, alone = (0, 0, 20, 20), (15, 0, 40, 20), (35, 10, 60, 30), (80, 0, 90, 9)
    assert overlapping_clusters(scene(three, alone, one, two)) == ((one, two, three), (alone,))
    hidden = Scene("s", 99, 99, (SceneObject("a", "dog", one, visible=0.2),))
    assert overlapping_clusters(ClusteredScene(hidden, KIN)) == ()


def case(group: str, *chains: tuple[Step, ...]) -> Case:
    asks = {f"role-{n}": Query(Stimulus("i", "How many dogs?", chain)) for n, chain in enumerate(chains)}
    return Case.of("metamorphic", "x", asks, "equal", group=group, reads="number")


def forms(reducible: ReducibleCase, fails) -> list[Case]:
    """Every candidate that the search asks about."""
    search, asked = reducible.smaller_forms(), []
    try:
        form = next(search)
        while True:
            asked.append(reducible.build_case(form, f"n{len(asked)}"))
            form = search.send(fails(asked[-1]))
    except StopIteration:
        return asked


def test_the_thing_that_a_case_removes_is_never_covered():
    boxes = [(0, 0, 20, 20), (40, 0, 60, 20), (80, 0, 99, 20)]
    removed = steps("remove", box=format_boxes([boxes[1]]))
    asked = forms(ReducibleCase(case("remove/partition", (), removed), scene(*boxes)), lambda one: True)
    clean, edited = (query.stimulus.edits for _, query in asked[-1].asks)
    assert clean == (*steps("remove", box="0,0,20,20"), *steps("remove", box="80,0,99,20"))
    assert edited == clean + removed


def test_an_insert_is_made_smaller_only_where_no_question_names_it():
    step = steps("insert", image="j", things="t", box="10,10,90,90")
    halves = ["30,50,70,90", "40,70,60,90", "42,75,57,90"]  # of 80, then 40, and three quarters of 20 pixels
    for group, boxes in (("insert/partition", halves), ("insert+/partition", [])):
        asked = forms(ReducibleCase(case(group, (), step), scene((100, 0, 120, 20))), lambda one: True)
        found = [dict(one.asks[1][1].stimulus.edits[-1].args)["box"] for one in asked]
        assert [box for box in found if box != "10,10,90,90"] == boxes


def test_pieces_come_before_objects_and_end_at_two():
    boxes = [(0, 0, 20, 20), (40, 0, 60, 20), (80, 0, 99, 20)]
    pieces = ["0,0,30,100", "30,0,70,100", "70,0,200,100"]
    cut = case("cut/partition", (), *(steps("crop", box=box) for box in pieces))
    last = forms(ReducibleCase(cut, scene(*boxes)), lambda one: True)[-1]
    assert [role for role, _ in last.asks] == ["role-0", "role-1", "role-2"]
    assert len(last.asks[0][1].stimulus.edits) == 3
    assert [dict(query.stimulus.edits[-1].args)["box"] for _, query in last.asks[1:]] == ["0,0,30,100", "30,0,200,100"]


@pytest.mark.parametrize("mood", ["all fail", "some fail"])
def test_a_true_observer_breaks_no_smaller_form(mood):
    """The oracle on every candidate of a search that is told, falsely, that the model fails."""
    data = open_dataset("stickers")
    donors, rng, checked = donor_scene_lookup(data), random.Random(1), 0
    for one in next(Metamorphic().rounds(data, 160, 0)):
        image = one.asks[0][1].stimulus.image
        reducible = ReducibleCase(one, clustered_scene(data, image, KIN))
        for form in forms(reducible, lambda _: mood == "all fail" or rng.random() < 0.5):
            answers = {
                role: answer_from_scene(
                    ModelInput(query, None, edit_scene(data.scene(image), query.stimulus.edits, donors))
                )
                for role, query in form.asks
            }
            readings = {role: read(form.reads, given.text or "", "") for role, given in answers.items()}
            verdict = judge_case(form, readings, answers)
            assert verdict.holds is True, (form.name, form.group, verdict, answers)
            checked += 1
    assert checked > 160
