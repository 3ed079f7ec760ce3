"""What reading the questions of real scene graphs taught: one line for each cause that was mended."""

from random import Random

import pytest
from askance.core import Scene, SceneObject, SceneRelation
from askance.suites.carets.choice_questions import action_choice_question, object_choice_question
from askance.suites.carets.cooccurrence import Cooccurrence
from askance.suites.carets.object_facts import object_facts_of
from askance.suites.carets.plausible_values import is_plausible_action, is_plausible_attribute
from askance.suites.carets.question_pairs import templates_for
from askance.suites.carets.scene_facts import SceneFacts
from askance.suites.carets.scene_sampling import SceneSampler
from askance.suites.carets.yes_no_questions import OriginalQuestion, are_related_names
from askance.wording.ontology import ontology
from askance.wording.ontology.related_names import RelatedNames
from askance.wording.ontology.usage_rules import usage_rules
from askance.wording.templates import NounPhrase
from askance.wording.templates.predicate_words import readable_predicate

WORDS = ontology()
RELATIVES = RelatedNames(WORDS.objects)
BOX = (0, 0, 90, 90)


def thing(name: str, *values: str) -> SceneObject:
    return SceneObject(name, name, BOX, {"": values})


def facts(things: list[SceneObject], *links: tuple[str, str, str], complete: bool = False) -> SceneFacts:
    linked = tuple(SceneRelation(*link) for link in links)
    return SceneFacts("x", Scene("x", 99, 99, tuple(things), linked, complete=complete), WORDS, RELATIVES)


def counted(*scenes: SceneFacts) -> Cooccurrence:
    counts = Cooccurrence(WORDS, RELATIVES)
    counts.count_scenes(scenes)
    return counts


def test_the_table_of_usage_names_only_what_exists() -> None:
    rules = usage_rules()
    for rule in ("scenery", "undenied", "unasked", "unsaid class", "tinted", "own color"):
        assert rules[rule] - set(WORDS.objects.words) == set()
    for rule in ("silent", "modifier", "unnamed"):
        assert {word for word in rules[rule] if not WORDS.knows(word, "attribute")} == set()
    for listed in (rules["rare choice"], rules.fits, rules.unfit):
        assert {word for word in listed if not (WORDS.knows(word, "attribute") or WORDS.knows(word, "action"))} == set()
    for rule in ("animal", "not people", "idle"):
        assert rules[rule] - set(WORDS.actions.of) == set()
    kinds = [kind for table in (rules.fits, rules.unfit, rules.beside) for listed in table.values() for kind in listed]
    assert set(kinds) - set(WORDS.objects.words) == set()


@pytest.mark.parametrize(
    ("value", "category", "name", "is_said"),
    [
        ("blurry", "opacity", "car", False),  # the photo is
        ("delicious", "quality", "cookie", False),  # taste
        ("toilet", "kind", "toilet tank", False),  # the same word twice
        ("american", "kind", "american flag", False),
        ("birthday", "kind", "candles", True),
        ("white", "color", "man", False),  # his skin or his clothes?
        ("white", "color", "horse", True),
        ("calm", "water", "car", False),
        ("calm", "water", "sea", True),
        ("clear", "opacity", "city", False),
        ("clear", "opacity", "bottle", True),
        ("open", "state", "kitchen", False),
        ("open", "state", "door", True),
        ("iron", "material", "foot", False),
        ("ceramic", "material", "dog", False),
        ("round", "shape", "eyes", False),
        ("real", "realism", "fork", False),
    ],
)
def test_attributes_are_said_of_what_has_them(value: str, category: str, name: str, is_said: bool) -> None:
    assert is_plausible_attribute(value, category, name) == is_said


@pytest.mark.parametrize(
    ("name", "action", "can"),
    [("fork", "sitting", False), ("boat", "walking", False), ("cow", "riding", False), ("cat", "flying", False),
     ("seagull", "flying", True), ("skier", "flying", False), ("goat", "grazing", True), ("man", "riding", True)],
)  # fmt: skip
def test_only_the_living_act_and_as_they_can(name: str, action: str, can: bool) -> None:
    assert is_plausible_action(name, action, WORDS) == can


def test_names_keep_their_number() -> None:
    wolves, jean, sport = (
        object_facts_of(one, WORDS) for one in (thing("wolves"), thing("jean"), thing("skier", "tennis"))
    )
    skates = object_facts_of(thing("tennis-rackets"), WORDS)
    assert skates is not None
    assert (skates.noun_phrase().name, skates.noun_phrase().number) == ("tennis rackets", "plural")
    assert wolves is not None
    assert (wolves.name, wolves.noun_phrase().name, wolves.noun_phrase().number) == ("wolf", "wolves", "plural")
    assert jean is not None
    assert jean.noun_phrase().name == "jeans"
    assert sport is not None
    assert sport.actions == (("sport", "playing tennis"),)
    one, many = (
        object_facts_of(thing("magazine", "stacked"), WORDS),
        object_facts_of(thing("magazines", "stacked"), WORDS),
    )
    assert one is not None
    assert many is not None
    assert (one.attributes, many.attributes) == ((), (("arrangement", "stacked"),))


def test_nobody_asks_for_scenery_or_parts_of_a_body() -> None:
    found = facts([thing("sky"), thing("floor"), thing("leg"), thing("dog"), thing("game")])
    assert [fact.name for fact in found.askable_objects] == ["dog"]


def test_what_annotators_leave_out_is_never_called_absent() -> None:
    names = ("floor", "street", "leaves", "head", "shirt", "pants", "couch", "n/a")
    counts = counted(facts([thing(name) for name in names], complete=True))
    absent = counts.absence_weights(facts([thing("man")], complete=True))
    assert [name for name in counts.vocabulary if absent[counts.index_by_name[name]] > 0] == ["couch"]


@pytest.mark.parametrize(
    ("one", "predicate", "other", "tells"),
    [
        ("table", "on top of", "floor", False), ("tree", "left of", "sky", False), ("bird", "in", "sky", True),
        ("man", "of", "shirt", False), ("man", "wearing", "shirt", True), ("cup", "left of", "shirt", False),
        ("woman", "with", "hair", False), ("dog", "left of", "dog", False), ("cup", "holding", "tower", False),
        ("floor", "left of", "lamp", False), ("cup", "left of", "lamp", True),
    ],
)  # fmt: skip
def test_relations_point_a_thing_out(one: str, predicate: str, other: str, tells: bool) -> None:
    things = [SceneObject("1", one, BOX), SceneObject("2", other, BOX)]
    assert bool(facts(things, ("1", predicate, "2")).relations_by_object) == tells


def test_classes_that_nobody_says_are_not_used() -> None:
    counts = counted(facts([thing("dog")]))
    assert {"artifact", "mammal", "garment"}.isdisjoint(counts.classes_of_name("dog") + counts.classes_of_name("shirt"))
    assert "container" not in counts.classes_of_name("backpack")
    assert "furniture" not in counts.classes_of_name("lamp")
    assert "animal" in counts.classes_of_name("dog")


def test_the_opposite_is_the_usual_one() -> None:
    sizes = [thing("cup", "small"), thing("bowl", "small"), thing("dog", "tiny"), thing("bus", "large")]
    assert counted(facts(sizes)).most_used_opposite("large", "bus") == "small"
    assert WORDS.antonyms("dark", "roof") == ()
    assert "light" in WORDS.antonyms("dark", "sky")


def test_no_word_stands_twice() -> None:
    assert are_related_names(facts([]), "toilet paper", "paper towel")
    bags = facts([thing("backpack", "red"), thing("apple")])
    made = object_choice_question(SceneSampler(bags, counted(bags, facts([thing("trash bag")])), Random(0)))
    assert made is None


def test_the_relation_does_not_tell_the_pose() -> None:
    things = [SceneObject("1", "man", BOX, {"": ("sitting",)}), SceneObject("2", "bench", BOX)]
    scene = facts(things, ("1", "sitting on", "2"))
    counts = counted(scene, facts([thing("boy", "standing")]))
    made = [action_choice_question(SceneSampler(scene, counts, Random(seed))) for seed in range(20)]
    assert all(one is not None and not one.relational for one in made)


def test_categories_are_asked_for_with_words_that_people_use() -> None:
    asked = {name for name, category in WORDS.attributes.categories.items() if category.asked}
    assert asked == {
        "color", "flavor", "gender", "hair color", "material", "pattern", "shape", "size", "sleeves", "state",
        "style",
    }  # fmt: skip


def test_not_every_category_is_named_in_every_stem() -> None:
    slots = {"obj": NounPhrase("fork"), "category": "material", "choices": ("wood", "metal")}
    made = templates_for(OriginalQuestion("x", "Q6", False, slots, "wood", ()))
    assert not [template.id for template in made if template.id.startswith(("Q6/have", "Q6/best"))]
    assert len(made) > 10


def test_an_attribute_behind_its_noun_stands_alone() -> None:
    lamp = facts([thing("lamp", "on"), thing("table")])
    draw = SceneSampler(lamp, counted(lamp), Random(1))
    assert {draw.phrase_for_present(lamp.askable_objects[0], "list").attributes for _ in range(20)} == {()}
    assert ("on",) in {draw.phrase_for_present(lamp.askable_objects[0]).attributes for _ in range(20)}


@pytest.mark.parametrize(
    ("written", "read"),
    [("carries", "carrying"), ("wears", "wearing"), ("is wearing a", "wearing"), ("has", "with"), ("are on", "on"),
     ("laying on", "lying on"), ("on left of", "left of"), ("docked in", "docked in"), ("next to", "next to"),
     ("are fully", None), ("have been", None), ("to", None), ("says", None), ("before", None)],
)  # fmt: skip
def test_predicates_are_read_as_people_say_them(written: str, read: str | None) -> None:
    assert readable_predicate(written) == read


@pytest.mark.parametrize(
    ("value", "category", "name", "is_said"),
    [
        ("wood", "material", "hose", False),
        ("wooden", "material", "bench", True),
        ("glass", "material", "pizza box", False),
        ("oval", "shape", "burner", False),
        ("plaid", "pattern", "horse", False),
        ("raw", "doneness", "bun", False),
        ("clean", "cleanliness", "hillside", False),
        ("small", "size", "rice", False),  # a mass has no size
        ("silver", "color", "neck", False),
        ("brown", "color", "hair", True),
        ("blue", "color", "horse", False),
        ("double decker", "kind", "grill", False),
        ("parked", "state", "passengers", False),
        ("young", "age", "toddler", False),
    ],
)
def test_attributes_are_not_said_of_what_people_do_not_say_them_of(
    value: str, category: str, name: str, is_said: bool
) -> None:
    assert is_plausible_attribute(value, category, name) == is_said


def test_no_opposite_is_asked_that_people_would_not_say() -> None:
    counts = counted(facts([thing("bread", "burnt"), thing("fish", "raw"), thing("shark", "raw")]))
    assert counts.most_used_opposite("burnt", "bread") is None
    assert counts.most_used_opposite("cooked", "fish") == "raw"


def test_the_name_does_not_tell_the_action() -> None:
    assert not is_plausible_action("skier", "skiing", WORDS)
    assert not is_plausible_action("swimmer", "swimming", WORDS)
    assert is_plausible_action("skier", "jumping", WORDS)


def test_things_are_named_by_what_people_notice() -> None:
    scene = facts([thing("bathtub", "painted", "white"), thing("lettuce", "green")])
    draw = SceneSampler(scene, counted(scene), Random(1))
    assert {draw.phrase_for_present(scene.askable_objects[0]).attributes for _ in range(30)} == {(), ("white",)}
    assert {draw.phrase_for_present(scene.askable_objects[1]).attributes for _ in range(30)} == {()}


@pytest.mark.parametrize(
    ("kind", "slots", "options", "stems"),
    [
        ("Q5", {"obj": NounPhrase("person", ("young",))}, ("man", "girl"), {"what", "call"}),
        ("Q6", {"obj": NounPhrase("sign"), "category": "color"}, ("red", "blue"), {"have"}),
        (
            "Q6",
            {"obj": NounPhrase("shirt"), "category": "sleeve length"},
            ("sleeveless", "long sleeved"),
            {"what", "of"},
        ),
        ("Q7", {"obj": NounPhrase("bird"), "category": "action"}, ("resting", "walking"), {"what", "here", "which"}),
        ("Q7", {"obj": NounPhrase("man"), "category": "sport"}, ("surfing", "skiing"), {"what", "here", "which"}),
    ],
)
def test_stems_that_nobody_would_use_are_left_out(kind, slots, options, stems) -> None:
    made = templates_for(OriginalQuestion("x", kind, False, {**slots, "choices": options}, options[0], (), options))
    assert stems.isdisjoint({template.id.split("/")[1] for template in made})
    assert len({template.id.split("/")[1] for template in made}) >= 3
