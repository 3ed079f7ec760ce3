"""Absence is claimed only where it is certain: dense annotation, every name of an object, broad and ambiguous words."""

from random import Random

import msgspec
import pytest
from askance.core import Case, ImageData, Scene, SceneObject, UnreadableImage
from askance.suites import open_suite
from askance.suites.carets.cooccurrence import Cooccurrence
from askance.suites.carets.scene_facts import SceneFacts
from askance.wording.ontology import ontology
from askance.wording.ontology.read_tables import read_table_rows, split_list_field
from askance.wording.ontology.related_names import RelatedNames

WORDS = ontology()
RELATIVES = RelatedNames(WORDS.objects)
NAMES = ("dog", "bench", "car", "bicycle", "umbrella", "horse", "kite", "boat", "clock", "suitcase")
FILLING = ("dog", "bench", "kite", "boat", "horse", "bicycle", "umbrella", "sheep")


def thing(name: str, number: int = 0, *values: str, also: tuple[str, ...] = ()) -> SceneObject:
    x, y = 100 * (number % 3), 100 * (number // 3)
    return SceneObject(f"{name}-{number}", name, (x, y, x + 100, y + 100), {"": values} if values else {}, also=also)


def scene_of(*things: SceneObject, unclear: tuple[str, ...] = (), complete: bool = False) -> Scene:
    return Scene("x", 300, 300, things, unclear=unclear, complete=complete)


def dense(*things: SceneObject, unclear: tuple[str, ...] = ()) -> Scene:
    """A scene with eight plain objects beside the given ones, which cover the image."""
    return scene_of(*things, *(thing(name, number) for number, name in enumerate(FILLING)), unclear=unclear)


def facts(scene: Scene) -> SceneFacts:
    return SceneFacts("x", scene, WORDS, RELATIVES)


def denied(scene: Scene, *vocabulary: str) -> set[str]:
    """Which names of a vocabulary a scene lets one deny."""
    counts = Cooccurrence(WORDS, RELATIVES)
    counts.count_scenes([facts(scene_of(*(thing(name, at) for at, name in enumerate(vocabulary)), complete=True))])
    absent = counts.absence_weights(facts(scene))
    return {name for name in counts.vocabulary if absent[counts.index_by_name[name]] > 0}


class Made:
    """A data set of given scenes without pictures."""

    name, fingerprint = "made", "made"

    def __init__(self, scenes: dict[str, Scene]):
        self.scenes = scenes

    def images(self, limit: int | None = None, seed: int = 0):
        yield from self.scenes

    def scene(self, image: str) -> Scene:
        return self.scenes[image]

    def load_image(self, image: str) -> ImageData:
        raise UnreadableImage(f"{image}: no picture")


def cases(scenes: dict[str, Scene]) -> list[Case]:
    return [case for part in open_suite("carets").rounds(Made(scenes), None, 0) for case in part]


def test_an_image_that_nobody_annotated_gives_no_question_and_does_no_harm() -> None:
    full = {f"full-{number}": dense(thing(NAMES[number % 10], 8)) for number in range(20)}
    empty = {f"empty-{number}": scene_of() for number in range(20)}
    small = {f"small-{number}": Scene("s", 300, 300, (SceneObject("1", "cup", (0, 0, 9, 9)),)) for number in range(20)}
    made = cases({**full, **empty, **small})
    assert any(dict(case.tags)["answer"] == "no" for case in made)
    assert {case.asks[0][1].stimulus.image for case in made} <= set(full)


@pytest.mark.parametrize(
    ("scene", "is_dense"),
    [
        (dense(), True),
        (scene_of(thing("dog"), thing("bench", 1)), False),  # two objects: nobody knows what else
        (Scene("x", 3000, 3000, dense().things), False),  # eight, in a corner
        (scene_of(thing("dog"), complete=True), True),
        (scene_of(complete=True), False),
    ],
)
def test_absence_needs_dense_annotation(scene: Scene, is_dense: bool) -> None:
    assert facts(scene).is_dense == is_dense
    assert bool(denied(scene, "cat", "pizza")) == is_dense


def test_a_sparse_scene_denies_no_class_either() -> None:
    sparse = {f"s{number}": scene_of(thing(NAMES[number % 10]), thing("cup", 1, "red")) for number in range(30)}
    full = {f"full-{number}": dense(thing(NAMES[number % 10], 8)) for number in range(20)}
    made = [case for case in cases(sparse | full) if case.asks[0][1].stimulus.image in sparse]
    kinds = ("Q1", "Q2", "Q3")
    assert {dict(case.tags)["answer"] for case in made if dict(case.tags)["type"] in kinds} == {"yes"}


def test_every_name_of_an_object_protects_its_kin_parts_and_wholes() -> None:
    asked = ("train", "locomotive", "pizza")
    assert denied(dense(thing("wall", 8)), *asked) == {"train", "locomotive", "pizza"}
    assert denied(dense(thing("wall", 8, also=("train",))), *asked) == {"pizza"}
    assert denied(dense(unclear=("train",)), *asked) == {"pizza"}
    assert denied(dense(thing("model train", 8)), *asked) == {"pizza"}  # a compound that no table has


@pytest.mark.parametrize(
    ("name", "protected"),
    [
        ("tennis-racket", "tennis racket"),
        ("tennisracket", "tennis racket"),
        ("old tennis-racket", "tennis racket"),
        ("surf-board", "surfboard"),
        ("surf board", "surfboard"),
        ("skate-board", "skateboard"),
        ("zebra's", "zebra"),
        ("pizza-slice", "pizza"),
        ("zebra crossing sign", "zebra"),
        ("guitar-player", "guitar"),
    ],
)
def test_a_name_protects_however_it_is_written(name: str, protected: str) -> None:
    vocabulary = ("tennis racket", "surfboard", "skateboard", "pizza", "zebra", "guitar")
    assert denied(dense(), *vocabulary) == set(vocabulary)
    for scene in (dense(thing(name, 8)), dense(thing("wall", 8, also=(name,))), dense(unclear=(name,))):
        assert protected not in denied(scene, *vocabulary)
        assert facts(scene).is_term_suggested(protected)


def test_an_object_whose_names_disagree_is_not_asked_about() -> None:
    def asked(*also: str) -> bool:
        return bool(facts(scene_of(thing("toaster", 0, also=also))).usable)

    assert asked()
    assert asked("appliance")
    assert not asked("grill")


def test_what_is_often_there_without_annotation_is_never_denied() -> None:
    assert denied(dense(), "heater", "bag", "chair", "furniture", "pizza") == {
        "pizza"
    }  # clutter, and what it is a kind of
    assert denied(dense(), "mountain", "bird", "pizza") == {"pizza"}  # may be far away
    assert denied(dense(thing("bowl", 8)), "apple", "guitar") == {"guitar"}  # contents
    assert denied(dense(), "apple", "guitar") == {"apple", "guitar"}


@pytest.mark.parametrize(
    ("present", "broad"),
    [("printer", "appliance"), ("computer", "appliance"), ("marker", "utensil"), ("umbrella", "weapon")],
)
def test_a_broad_word_is_not_denied_beside_what_some_call_so(present: str, broad: str) -> None:
    assert denied(dense(thing(present, 8)), broad, "pizza") == {"pizza"}
    assert facts(dense(thing(present, 8))).is_term_suggested(broad)
    assert not facts(dense()).is_term_suggested("appliance")


def test_a_name_of_several_meanings_is_used_where_its_sense_is_known() -> None:
    def asked(*names: str) -> set[str]:
        return {fact.name for fact in facts(scene_of(*(thing(name, at) for at, name in enumerate(names)))).usable}

    assert "tower" not in asked("tower", "computer", "desk")
    assert "tower" in asked("tower", "church")
    assert "mouse" not in asked("mouse", "cat")
    assert "mouse" in asked("mouse", "laptop")
    assert "computer mouse" in asked("computer mouse", "cat")
    assert "mouse" not in denied(dense(), "mouse", "pizza")


def test_shirts_and_woods_are_said_as_people_say_them() -> None:
    made = facts(scene_of(thing("tshirt"), thing("woods", 1))).usable
    assert [fact.noun_phrase().name for fact in made] == ["t-shirt", "woods"]
    assert denied(dense(), "woods", "forest", "pizza") == {"pizza"}


def test_the_tables_name_only_what_exists() -> None:
    for table in ("broad", "contents"):
        named = {name for row in read_table_rows(table) for field in row for name in split_list_field(field)}
        assert named - set(WORDS.objects.words) == set()


COCO = ("person", "donut", "cup", "bicycle", "spoon", "dog", "tv", "sink", "car", "bus", "zebra", "pizza", "stop sign",
        "potted plant", "chair", "mouse", "traffic light", "truck", "bird")  # fmt: skip


def photograph(*names: str, unclear: tuple[str, ...] = ()) -> Scene:
    """A photograph in which annotators looked for COCO's names, and for nothing else."""
    return scene_of(*(thing(name, at) for at, name in enumerate(names)), unclear=unclear, complete=True)


def coco_world() -> dict[str, Scene]:
    """Photographs of five COCO names each."""
    picked = [Random(number).sample(COCO, 5) for number in range(60)]
    return {f"p{number}": photograph(*names) for number, names in enumerate(picked)}


def test_names_that_annotators_looked_for_are_denied_and_no_class_is() -> None:
    made = cases(coco_world())
    tests = {dict(case.tags)["test"] for case in made}
    assert tests >= {"rephrase", "order", "visual", "negation"}
    assert "ontological" not in tests  # its "no" denies a class: signs, plants, containers may be there
    assert any(dict(case.tags)["answer"] == "no" for case in made)


def test_photograph_rules_hold_where_only_the_names_are_complete() -> None:
    scene = photograph("person", "bus", "traffic light", "car", "truck")
    assert denied(scene, *COCO) >= {"zebra", "pizza", "donut"}
    assert denied(scene, *COCO).isdisjoint({"chair", "potted plant", "bird", "mouse", "stop sign"})  # clutter, senses
    suggested = facts(scene).is_term_suggested
    assert all(suggested(word) for word in ("sign", "plant", "tree", "clothing", "building"))


def test_a_crowd_protects_its_kin_in_a_photograph() -> None:
    assert denied(photograph("dog"), "zebra", "horse", "pizza") == {"zebra", "horse", "pizza"}
    assert denied(photograph("dog", unclear=("animal",)), "zebra", "horse", "pizza") == {"pizza"}


def test_a_fixed_list_of_names_says_nothing_about_other_names() -> None:
    """One image labelled by a detector beside an image with open annotation: what only that one names is not denied."""
    found = msgspec.structs.replace(dense(), fixed_names=True)
    counts = Cooccurrence(WORDS, RELATIVES)
    counts.count_scenes([facts(found), facts(scene_of(thing("zebra"), thing("guitar", 1), complete=False))])
    absent = counts.absence_weights(facts(found))
    assert not absent.any()
    counts = Cooccurrence(WORDS, RELATIVES)
    counts.count_scenes([facts(found), facts(msgspec.structs.replace(scene_of(thing("zebra")), fixed_names=True))])
    assert counts.absence_weights(facts(found))[counts.index_by_name["zebra"]] > 0


def test_a_class_may_be_denied_where_it_is_a_name_of_the_list() -> None:
    named = {f"v{number}": photograph("vehicle", "dog", "pizza") for number in range(9)}
    cars = {f"c{number}": photograph("car", "dog", "pizza") for number in range(9)}
    others = {f"o{number}": photograph("dog", "pizza") for number in range(9)}
    asked = [case for case in cases(named | cars | others) if dict(case.tags)["test"] == "ontological"]
    assert {dict(case.tags)["answer"] for case in asked} == {"yes", "no"}
    denying = [case for case in asked if dict(case.tags)["answer"] == "no"]
    assert all("vehicle" in case.asks[0][1].stimulus.question for case in denying)


def test_a_class_singles_nothing_out_where_its_members_are_not_all_listed() -> None:
    red = {"color": ("red",)}
    bus = Scene("x", 300, 300, (SceneObject("1", "bus", (0, 0, 200, 200), red),))
    for scene, is_unique in (
        (bus, True),  # open annotation: a second red vehicle would be listed
        (msgspec.structs.replace(bus, complete=True), False),  # a red tractor would not
        (msgspec.structs.replace(bus, complete=True, closed=True), True),
    ):
        made = facts(scene)
        assert made.is_only_match(made.usable[0], "vehicle", ("red",)) == is_unique
        assert made.is_only_match(made.usable[0], "bus")
