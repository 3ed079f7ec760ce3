"""The oracle understands every template: its answers against a truth that is found from the slots, without parsing."""

import re
from collections import Counter
from itertools import product

import pytest
from askance.core import Scene, SceneObject
from askance.models.defective import Defective
from askance.models.oracle import Oracle
from askance.models.true_answers import true_answers
from askance.wording.templates import TEMPLATES, NounPhrase, QuestionTemplate, fill_template, negated_template
from askance.wording.understand import (
    coordinated_arguments,
    has_negation,
    is_plain_wording,
    understand,
    without_negations,
)
from askance.wording.world_attributes import CATEGORIES
from askance.wording.world_nouns import GROUPS, MASS_GROUPS, NOUNS
from msgspec.structs import replace

from models.scenes import ROOM, STREET, ask

ALL = [template for templates in TEMPLATES.values() for template in templates]
PARTNERED = [template for template in ALL if template.negation]


def pairs(templates: list[QuestionTemplate]) -> list[QuestionTemplate]:
    """The templates and their negations."""
    return [
        one
        for template in templates
        for one in ([template, negated_template(template)] if template.negation else [template])
    ]


class Meaning:
    """What a slot means in the built-in world, beside how it is said."""

    def __init__(self, term: str, number: str = "singular", relation: "tuple[str, Meaning] | None" = None, **has: str):
        self.term, self.number, self.relation, self.has = term, number, relation, has

    @property
    def phrase(self) -> NounPhrase:
        noun = NOUNS.get(self.term) or GROUPS[self.term]
        singular = MASS_GROUPS.get(self.term, self.term)
        name = {"singular": singular, "plural": noun.plural, "mass": self.term}[self.number]
        relation = None if self.relation is None else (self.relation[0], self.relation[1].phrase)
        return NounPhrase(name, tuple(self.has.values()), self.number, relation)  # type: ignore[arg-type]

    def things(self, scene: Scene) -> list[SceneObject]:
        """The things that are meant, found without any parsing."""
        made = []
        for thing in scene.things:
            is_it = thing.name == self.term or self.term in (NOUNS[thing.name].groups if thing.name in NOUNS else ())
            has = all(value in thing.attributes.get(category, ()) for category, value in self.has.items())
            if is_it and has and thing.visible >= 0.5 and thing.part_of is None and self._related(thing, scene):
                made.append(thing)
        return made

    def _related(self, thing: SceneObject, scene: Scene) -> bool:
        if self.relation is None:
            return True
        name, other = self.relation
        others = {one.id for one in other.things(scene)}
        names = {"with": ("holding", "wearing", "riding")}.get(name, (name,))
        return any(link.subject == thing.id and link.name in names and link.object in others for link in scene.links)


M = Meaning
PLAIN_OBJECTS = {
    "street": [
        M("dog"), M("dog", "plural"), M("dog", color="brown"), M("horse"), M("horse", "plural", color="black"),
        M("vehicle", color="blue"), M("vehicle", "plural", color="pink"), M("furniture", "mass"), M("furniture"),
        M("furniture", "plural", material="wooden"), M("car", state="off"), M("car", "plural", state="off"),
        M("car", state="on"), M("man", pose="standing"), M("person", "plural", action="riding"), M("umbrella"),
        M("owl"), M("animal"), M("elephant"), M("food", "mass"), M("hat", color="black", pattern="striped"),
    ],
    "room": [
        M("cup"), M("cup", material="glass"), M("lamp", state="on"), M("lamp", "plural", state="off"), M("vase"),
        M("door", state="open"), M("door", state="closed"), M("woman", action="sleeping"), M("furniture", "mass"),
        M("electronic device", "plural"), M("box", "plural"), M("ball", color="orange"),
    ],
}  # fmt: skip
RELATED_OBJECTS = {
    "street": [
        M("cat", relation=("on", M("bench"))), M("dog", relation=("on", M("bench"))),
        M("dog", "plural", ("left of", M("car")), color="brown"),
        M("truck", relation=("behind", M("car", color="red"))),
        M("person", relation=("holding", M("ball", color="yellow"))), M("man", relation=("wearing", M("hat"))),
        M("truck", relation=("wearing", M("hat"))), M("balloon", "plural", ("holding", M("ball"))),
        M("girl", relation=("wearing", M("hat", "plural"))), M("girl", relation=("riding", M("bicycle"))),
        M("person", "plural", ("with", M("hat"))), M("car", relation=("right of", M("dog", "plural")), state="off"),
        M("man", relation=("next to", M("furniture", "mass")), pose="standing"),
    ],
    "room": [
        M("cup", relation=("on", M("table", material="wooden"))), M("box", relation=("under", M("table"))),
        M("lamp", relation=("above", M("sofa")), state="on"), M("lamp", relation=("above", M("sofa")), state="off"),
        M("woman", "plural", ("on", M("furniture", "mass"))), M("container", relation=("on", M("table"))),
        M("cup", relation=("in", M("box"))), M("sofa", relation=("below", M("lamp", state="on"))),
    ],
}  # fmt: skip


def objects(template: QuestionTemplate, scene: Scene) -> list[Meaning]:
    return (RELATED_OBJECTS if template.relational else PLAIN_OBJECTS)[scene.id]


def verdict(template: QuestionTemplate, holds: bool) -> str:
    return "yes" if holds != template.negated else "no"


def heard(text: str, scene: Scene) -> str:
    form = understand(text)
    assert form is not None, text
    return true_answers(form, scene)[0]


@pytest.mark.parametrize("scene", [STREET, ROOM], ids=lambda scene: scene.id)
def test_verification_is_understood(scene: Scene) -> None:
    """Q1 and Q4, and the negations of Q1."""
    seen = Counter()
    for template in pairs(list(TEMPLATES["Q1"])):
        for meant in objects(template, scene):
            text = fill_template(template, obj=meant.phrase)
            expected = verdict(template, bool(meant.things(scene)))
            assert heard(text, scene) == expected, text
            seen[expected] += 1
    for template in TEMPLATES["Q4"]:
        for meant, (category, value) in product(objects(template, scene), ASKED):
            if category not in meant.has:
                text = fill_template(template, obj=meant.phrase, attribute=value)
                expected = verdict(
                    template, any(value in one.attributes.get(category, ()) for one in meant.things(scene))
                )
                assert heard(text, scene) == expected, text
                seen[expected] += 1
    assert min(seen["yes"], seen["no"]) > 100


ASKED = [
    ("color", "red"), ("color", "brown"), ("size", "large"), ("material", "wooden"), ("state", "on"), ("state", "off"),
    ("state", "open"), ("pose", "standing"), ("pattern", "striped"), ("action", "sleeping"), ("action", "riding"),
]  # fmt: skip


@pytest.mark.parametrize("scene", [STREET, ROOM], ids=lambda scene: scene.id)
def test_conjunction_and_disjunction_are_understood(scene: Scene) -> None:
    seen, known = Counter(), PLAIN_OBJECTS[scene.id]
    for kind, template in [(one.type, one) for one in pairs([*TEMPLATES["Q2"], *TEMPLATES["Q3"]])]:
        for first, second in zip(known, known[5:] + known[:5], strict=True):
            text = fill_template(template, first=first.phrase, second=second.phrase)
            there = bool(first.things(scene)), bool(second.things(scene))
            expected = verdict(template, (all if kind == "Q2" else any)(there))
            assert heard(text, scene) == expected, text
            assert len(coordinated_arguments(understand(text))) == 2, text  # type: ignore[arg-type]
            seen[kind, expected] += 1
    assert min(seen.values()) > 20


def test_objects_to_choose_from_are_understood() -> None:
    rows = [
        (STREET, M("animal", color="black"), ["dog", "cat", "horse"], "cat"),
        (STREET, M("animal", "plural", color="brown"), ["sheep", "cow", "dog"], "dog"),
        (STREET, M("vehicle", state="off"), ["truck", "car"], "car"),
        (STREET, M("vehicle", color="blue"), ["owl", "airplane", "truck"], "truck"),
        (STREET, M("animal", relation=("on", M("bench"))), ["cat", "dog"], "cat"),
        (STREET, M("vehicle", "plural", ("behind", M("car"))), ["boat", "truck", "car"], "truck"),
        (STREET, M("vehicle", relation=("right of", M("dog")), state="off"), ["tractor", "car"], "car"),
        (STREET, M("person", relation=("holding", M("ball"))), ["woman", "man", "boy"], "man"),
        (ROOM, M("container", relation=("under", M("table"))), ["box", "vase"], "box"),
        (ROOM, M("furniture", "mass", material="wooden"), ["sofa", "chair", "table"], "table"),
    ]
    for template, (scene, meant, choices, gold) in product(TEMPLATES["Q5"], rows):
        if template.relational == (meant.relation is not None):
            number = "plural" if meant.number == "plural" else "singular"
            offered = [M(name, number) for name in choices]
            text = fill_template(template, obj=meant.phrase, choices=tuple(one.phrase for one in offered))
            assert [one.term for one in offered if any(t in one.things(scene) for t in meant.things(scene))] == [gold]
            assert heard(text, scene) == M(gold, number).phrase.name, text
            assert coordinated_arguments(understand(text)) == tuple(choices), text  # type: ignore[arg-type]


QUALITIES = [
    (STREET, M("car"), "color", ("blue", "red"), "red"),
    (STREET, M("car", color="red"), "size", ("large", "small"), "large"),
    (STREET, M("dog", "plural"), "color", ("white", "brown", "black"), "brown"),
    (STREET, M("bench", color="green"), "material", ("metal", "wood", "glass"), "wood"),
    (STREET, M("hat"), "pattern", ("striped", "dotted"), "striped"),
    (STREET, M("car", color="red"), "state", ("on", "off"), "off"),
    (STREET, M("truck", relation=("behind", M("car"))), "color", ("red", "green", "blue"), "blue"),
    (STREET, M("hat", relation=("next to", M("man"))), "color", ("red", "green"), "none"),
    (STREET, M("bicycle", "plural", ("left of", M("man"))), "color", ("red", "blue"), "none"),
    (STREET, M("dog", relation=("left of", M("car")), size="small"), "color", ("tan", "brown"), "brown"),
    (ROOM, M("lamp", color="white"), "state", ("off", "on"), "on"),
    (ROOM, M("lamp", relation=("above", M("sofa"))), "state", ("on", "off"), "on"),
    (ROOM, M("cup", relation=("on", M("table"))), "state", ("full", "empty"), "empty"),
    (ROOM, M("lamp", relation=("above", M("sofa")), state="on"), "color", ("black", "white"), "white"),
    (ROOM, M("door", state="open"), "color", ("white", "gray", "red"), "white"),
    (ROOM, M("sofa", "plural", ("below", M("lamp"))), "pattern", ("checkered", "floral", "starry"), "floral"),
]
ACTIONS = [
    (STREET, M("man"), "pose", ("sitting", "standing"), "standing"),
    (STREET, M("dog", "plural", color="brown"), "action", ("sleeping", "running", "eating"), "running"),
    (STREET, M("girl"), "action", ("riding", "waving"), "riding"),
    (STREET, M("girl"), "sport", ("surfing", "riding"), "riding"),
    (STREET, M("cat", relation=("on", M("bench"))), "pose", ("lying", "sitting", "kneeling"), "sitting"),
    (STREET, M("person", relation=("riding", M("bicycle"))), "action", ("walking", "riding"), "riding"),
    (STREET, M("man", relation=("wearing", M("hat"))), "pose", ("standing", "lying"), "standing"),
    (STREET, M("man", relation=("with", M("ball"))), "pose", ("lying", "standing"), "standing"),
    (ROOM, M("woman"), "action", ("sleeping", "jumping"), "sleeping"),
    (ROOM, M("woman", "plural", ("on", M("sofa"))), "action", ("flying", "sleeping", "eating"), "sleeping"),
    (ROOM, M("woman", relation=("on", M("sofa")), action="sleeping"), "pose", ("lying", "standing"), "lying"),
]


@pytest.mark.parametrize(("kind", "rows"), [("Q6", QUALITIES), ("Q7", ACTIONS)])
def test_values_to_choose_from_are_understood(
    kind: str, rows: list[tuple[Scene, Meaning, str, tuple[str, ...], str]]
) -> None:
    for template, (scene, meant, category, choices, gold) in product(TEMPLATES[kind], rows):
        if template.relational == (meant.relation is not None):
            text = fill_template(template, obj=meant.phrase, category=category, choices=choices)
            if gold == "none":
                assert not meant.things(scene)
            else:
                said_of = {v for t in meant.things(scene) for values in t.attributes.values() for v in values}
                assert {"wooden": "wood"}.get(gold, gold) in {"wood" if v == "wooden" else v for v in said_of}
            assert heard(text, scene) == gold, text
            assert len(coordinated_arguments(understand(text))) == len(choices), text  # type: ignore[arg-type]


def check_english(text: str) -> None:
    """What must hold for every sentence."""
    assert text[0].isupper(), text
    assert text.endswith("?"), text
    assert text.count("?") == 1, text
    assert "  " not in text, text
    assert not re.search(r"[{}<>]| [,?]|\b(\w+) \1\b", text), text


# ---- all words of the built-in world, all templates


LINKS = (
    "left of", "right of", "above", "below", "on", "under", "in", "holding", "wearing", "riding", "next to", "behind",
    "in front of", "with",
)  # fmt: skip
VALUES = [(category, value) for category, listed in CATEGORIES.items() for value in listed]


def world_slots(kind: str, relational: bool) -> list[dict[str, object]]:
    """Fillings that go through every noun, group, value, and relation."""
    terms = [*NOUNS, *GROUPS]
    groups = [(group, [name for name, noun in NOUNS.items() if group in noun.groups]) for group in GROUPS]
    made: list[dict[str, object]] = []
    for index, term in enumerate(terms):
        number = ("singular", "plural")[index // 2 % 2]
        category, value = VALUES[index % len(VALUES)]
        other = M(terms[(index * 5 + 3) % len(terms)], ("singular", "plural")[index % 2])
        link = LINKS[index % len(LINKS)]
        if link in ("holding", "wearing", "riding", "with"):
            term = ("man", "girl", "person", "adult")[index % 4]
        relation = (link, other) if relational else None
        has = {} if index % 3 == 0 else {category: value}
        meant = M(term, number, relation, **has)
        if kind == "Q1":
            made.append({"obj": meant.phrase})
        elif kind in ("Q2", "Q3"):
            made.append({"first": meant.phrase, "second": replace(other.phrase, attributes=("red",))})
        elif kind == "Q4":
            made.append({"obj": M(term, number, relation).phrase, "attribute": value})
        elif kind == "Q5":
            group, listed = groups[index % len(groups)]
            narrow = M(group, number, relation, **has)
            choices = (listed * 3)[: 2 + index % 2]
            if link not in ("holding", "wearing", "riding", "with") and len(set(choices)) == len(choices):
                made.append({"obj": narrow.phrase, "choices": tuple(M(name, number).phrase for name in choices)})
        else:
            kinds = ("action", "pose") if kind == "Q7" else ("color", "size", "material", "pattern", "state")
            asked = kinds[index % len(kinds)]
            step = index % (len(CATEGORIES[asked]) - 1)
            choices = list(CATEGORIES[asked][step : step + 2 + index % 2])
            obj = M(term, number, relation, **({} if asked in has else has)).phrase
            made.append({"obj": obj, "category": asked, "choices": tuple(choices)})
    return made


@pytest.mark.parametrize("relational", [False, True])
@pytest.mark.parametrize("kind", list(TEMPLATES))
def test_wordings_of_one_thing_mean_the_same_and_one_is_plain(kind: str, relational: bool) -> None:
    """Every wording gives the form of the plain one; a negation gives its opposite; both have their plain wording."""
    templates = [template for template in TEMPLATES[kind] if template.relational == relational]
    for index, slots in enumerate(world_slots(kind, relational) if templates else []):
        plain = understand(fill_template(templates[0], **slots))  # type: ignore[arg-type]
        assert plain is not None, fill_template(templates[0], **slots)  # type: ignore[arg-type]
        assert not has_negation(plain)
        few = {0, *((index * 5 + step * 7) % len(templates) for step in range(5))}
        for template in (templates[place] for place in sorted(few)):
            text = fill_template(template, **slots)  # type: ignore[arg-type]
            check_english(text)
            assert understand(text) == plain, text
            assert is_plain_wording(text) == template.plain, text
            if template.negation:
                opposite = fill_template(negated_template(template), **slots)  # type: ignore[arg-type]
                form = understand(opposite)
                assert form is not None, opposite
                assert has_negation(form), opposite
                assert without_negations(form) == plain, opposite
                assert is_plain_wording(opposite) == template.plain, opposite


# ---- the faults


def told(model: object, text: str) -> str | None:
    return model.answer([ask(text)])[0].text  # type: ignore[attr-defined,no-any-return]


def test_faults_hear_the_templates_as_they_should() -> None:
    deaf, strict, literal = (
        Defective(name) for name in ("ignores-negation", "order-sensitive", "paraphrase-sensitive")
    )
    dog, car, horse = M("dog"), M("car"), M("horse", "plural")
    for template in PARTNERED:
        partner = negated_template(template)
        slots = {"first": car.phrase, "second": dog.phrase}
        if template.type == "Q1":
            slots = {"obj": M("cat", relation=("on", M("bench"))).phrase if template.relational else horse.phrase}
        text, opposite = fill_template(template, **slots), fill_template(partner, **slots)
        assert told(deaf, opposite) == told(deaf, text) == told(Oracle(), text) != told(Oracle(), opposite)
        opens = text.split()[0] in ("Is", "Are")  # the plain wordings do, too
        assert (told(literal, text) == told(Oracle(), text)) == opens
        assert (told(literal, opposite) == told(Oracle(), opposite)) == opens
        if template.type != "Q1":
            swapped = fill_template(template, first=dog.phrase, second=car.phrase)
            assert told(strict, text) == told(Oracle(), text) == told(Oracle(), swapped) != told(strict, swapped)


@pytest.mark.parametrize("kind", ["Q5", "Q6", "Q7"])
def test_order_sensitive_fails_on_every_unsorted_choice(kind: str) -> None:
    strict, oracle = Defective("order-sensitive"), Oracle()
    rows = {"Q5": (M("animal", color="black"), "", ("cat", "dog")), "Q6": (M("car"), "color", ("blue", "red")),
            "Q7": (M("man"), "pose", ("sitting", "standing"))}  # fmt: skip
    meant, category, choices = rows[kind]
    for template in TEMPLATES[kind]:
        if not template.relational:
            for order in (choices, choices[::-1]):
                offered = tuple(NounPhrase(name) for name in order) if kind == "Q5" else order
                text = fill_template(template, obj=meant.phrase, category=category, choices=offered)
                assert (told(strict, text) == told(oracle, text)) == (order == choices), text
