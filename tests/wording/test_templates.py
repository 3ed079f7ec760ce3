"""The template grammar: its counts, and its English over whole vocabularies."""

import json
import os
import re
from collections import Counter
from pathlib import Path

import pytest
from askance.wording.templates import (
    TEMPLATES,
    NounPhrase,
    QuestionTemplate,
    fill_template,
    indefinite_article,
    negated_template,
)
from askance.wording.templates.noun_phrase import goes_after_noun, phrase_text
from askance.wording.world_attributes import CATEGORIES, FOREIGN
from askance.wording.world_nouns import NOUNS
from msgspec.structs import replace

DATA = Path(os.environ.get("ASKANCE_TEST_DATA", Path(__file__).parents[3] / "shared" / "data")) / "vocabulary"
COUNTS = {  # the paper's, without and with a relation
    "Q1": (18, 36), "Q2": (18, 0), "Q3": (18, 0), "Q4": (15, 10), "Q5": (11, 14), "Q6": (20, 19), "Q7": (14, 14),
}  # fmt: skip
ALL = [template for templates in TEMPLATES.values() for template in templates]
PARTNERED = [template for template in ALL if template.negation]
DOG, CAT, TABLE, LAMP = NounPhrase("dog"), NounPhrase("cat"), NounPhrase("table"), NounPhrase("lamp", ("off",))
JEANS, SNOW, FRUIT = NounPhrase("jeans", (), "plural"), NounPhrase("snow", (), "mass"), NounPhrase("fruit", (), "mass")


def pairs(templates: list[QuestionTemplate]) -> list[QuestionTemplate]:
    """The templates and their negations."""
    return [
        one
        for template in templates
        for one in ([template, negated_template(template)] if template.negation else [template])
    ]


# ---- the table


def test_the_counts_are_those_of_the_paper() -> None:
    for kind, templates in TEMPLATES.items():
        found = Counter(template.relational for template in templates)
        assert (found[False], found[True]) == COUNTS[kind]
    assert len(ALL) == 207
    assert len(PARTNERED) == 90
    assert {template.type for template in PARTNERED} == {"Q1", "Q2", "Q3"}


def test_ids_are_unique_and_partners_go_both_ways() -> None:
    everything = pairs(ALL)
    assert len({template.id for template in everything}) == len(everything) == 297
    for template in PARTNERED:
        partner = negated_template(template)
        assert template.negation == partner.id
        assert partner.negated
        assert (partner.type, partner.relational, partner.plain) == (template.type, template.relational, template.plain)
    with pytest.raises(ValueError, match="no negated partner"):
        negated_template(TEMPLATES["Q4"][0])


def test_one_template_of_each_type_and_variant_is_plain() -> None:
    found = Counter((template.type, template.relational) for template in ALL if template.plain)
    assert found == Counter(
        {(kind, related): 1 for kind in COUNTS for related in (False, True) if COUNTS[kind][related]}
    )


# ---- the English


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("hour", "an"), ("honest man", "an"), ("unicorn", "a"), ("uniform", "a"), ("one-way sign", "a"), ("euro", "a"),
        ("MP3 player", "an"), ("SUV", "an"), ("suv", "an"), ("TV", "a"), ("dvd", "a"), ("umbrella", "an"),
        ("urn", "an"), ("used car", "a"), ("utensil", "a"), ("ugly", "an"), ("unidentified", "an"), ("8", "an"),
        ("11", "an"), ("1", "a"), ("x-ray", "an"), ("yellow", "a"), ("ewe", "a"), ("orange", "an"), ("house", "a"),
        ("heir", "an"),
    ],
)  # fmt: skip
def test_articles(words: str, expected: str) -> None:
    assert indefinite_article(words) == expected


@pytest.mark.parametrize(
    ("phrase", "determiner", "clause", "expected"),
    [
        (NounPhrase("snow", number="mass"), "a", "short", "any snow"),
        (NounPhrase("trees", ("green",), "plural"), "a", "short", "any green trees"),
        (NounPhrase("pants", number="plural"), "some", "short", "pants"),
        (NounPhrase("table", ("metal",)), "a", "short", "a metal table"),
        (NounPhrase("lamp", ("white", "on")), "a", "short", "a white lamp that is turned on"),
        (NounPhrase("man", ("asleep",)), "the", "short", "the man who is asleep"),
        (NounPhrase("people", ("asleep",), "plural"), "the", "short", "the people who are asleep"),
        (NounPhrase("cup", relation=("left of", TABLE)), "a", "full", "a cup that is to the left of the table"),
        (NounPhrase("woman", relation=("wearing", NounPhrase("hat", ("old",)))), "no", "short",
         "no woman wearing an old hat"),
        (NounPhrase("woman", relation=("wearing", JEANS)), "a", "full", "a woman who is wearing jeans"),
        (NounPhrase("dogs", (), "plural", ("with", NounPhrase("tail"))), "the", "full", "the dogs that have a tail"),
        (NounPhrase("leg", relation=("of", TABLE)), "the", "full", "the leg that belongs to the table"),
        (NounPhrase("box", relation=("contain", FRUIT)), "a", "short", "a box containing fruit"),
        (NounPhrase("hill", relation=("covered by", SNOW)), "a", "full", "a hill that is covered by snow"),
        (replace(LAMP, relation=("on", TABLE)), "a", "short", "a lamp that is turned off and on the table"),
        (replace(LAMP, relation=("on", TABLE)), "a", "full", "a lamp that is turned off and that is on the table"),
        (NounPhrase("robot", relation=("holding", DOG), person=True), "a", "full", "a robot who is holding a dog"),
    ],
)  # fmt: skip
def test_phrases(phrase: NounPhrase, determiner: str, clause: str, expected: str) -> None:
    assert phrase_text(phrase, determiner, clause) == expected  # type: ignore[arg-type]


def test_choices() -> None:
    template = TEMPLATES["Q5"][0]
    black = NounPhrase("animal", ("black",))
    assert fill_template(template, obj=black, choices=(CAT, NounPhrase("ox"))) == "Is the black animal a cat or an ox?"
    several = tuple(NounPhrase(name, (), "plural") for name in ("cats", "dogs", "cows"))
    assert (
        fill_template(template, obj=NounPhrase("animals", (), "plural"), choices=several)
        == "Are the animals cats, dogs, or cows?"
    )
    mass = tuple(NounPhrase(name, (), "mass") for name in ("rice", "bread"))
    assert fill_template(template, obj=NounPhrase("food", (), "mass"), choices=mass) == "Is the food rice or bread?"


def test_wrong_slots_are_errors() -> None:
    with pytest.raises(ValueError, match="needs obj"):
        fill_template(TEMPLATES["Q1"][0])
    with pytest.raises(ValueError, match="relation"):
        fill_template(TEMPLATES["Q1"][0], obj=NounPhrase("cup", relation=("on", TABLE)))
    with pytest.raises(ValueError, match="relation"):
        fill_template(TEMPLATES["Q1"][-1], obj=DOG)
    with pytest.raises(ValueError, match="two or three"):
        fill_template(TEMPLATES["Q6"][0], obj=DOG, category="color", choices=("red",))


def words_of_file(name: str) -> set[str]:
    """Every name in a vocabulary file: a list, the lists of a mapping, or comma-separated lines."""
    file = DATA / name
    if file.suffix == ".txt":
        return {word.strip() for line in file.read_text().splitlines() for word in line.split(",") if word.strip()}
    content = json.loads(file.read_text())
    listed = content if isinstance(content, list) else [word for words in content.values() for word in words]
    return set(listed) - {"n/a"}


def names() -> list[str]:
    files = ("gqa_objects.json", "gqa_class_hierarchy.json", "visual_genome_objects_vocab.txt")
    return sorted(set().union(*map(words_of_file, files)) | set(NOUNS) | {noun.plural for noun in NOUNS.values()})


def values() -> list[str]:
    files = ("gqa_attributes.json", "gqa_attribute_hierarchy.json", "visual_genome_attributes_vocab.txt")
    more = {value for table in (CATEGORIES, FOREIGN) for listed in table.values() for value in listed}
    return sorted(set().union(*map(words_of_file, files)) | more)


MASS = frozenset({
    "air", "bread", "broccoli", "butter", "cheese", "dirt", "fog", "food", "fruit", "furniture", "fur", "glass",
    "grass", "gravel", "hair", "hay", "ice", "icing", "ivy", "jewelry", "lace", "lettuce", "luggage", "meat",
    "milk", "moss", "mud", "paper", "pasta", "plastic", "rice", "rust", "salad", "sand", "sauce", "seaweed",
    "shade", "skin", "sky", "smoke", "snow", "soap", "steam", "sugar", "sunlight", "traffic", "trash", "water",
    "wine", "wood",
})  # fmt: skip


def number_of(name: str) -> str:
    """A rough guess that is right often enough to try every agreement."""
    last = name.split()[-1]
    if last in MASS:
        return "mass"
    plural = last in ("people", "men", "women", "children", "sheep") or re.search(r"[^siu]s$", last)
    return "plural" if plural else "singular"


needs_vocabulary = pytest.mark.skipif(not DATA.exists(), reason="no vocabularies here")
A_BEFORE_VOWEL = {
    "one", "oneway", "uniform", "uniforms", "urinal", "urinals", "used", "utensil", "utensils", "utility",
}  # fmt: skip
AN_BEFORE_CONSONANT = {"herb", "herbs", "hour", "suv", "xbox"}


@needs_vocabulary
def test_a_and_an_agree_with_the_sound_of_every_word() -> None:
    first = {re.split(r"[^a-zA-Z0-9]", word)[0] for word in (*names(), *values())}
    assert {word for word in first if word[0] in "aeiou" and indefinite_article(word) == "a"} == A_BEFORE_VOWEL
    assert {
        word for word in first if word[0] not in "aeiou" and indefinite_article(word) == "an"
    } == AN_BEFORE_CONSONANT


def related(template: QuestionTemplate, predicate: str, other: NounPhrase, **slots: object) -> dict[str, object]:
    """The slots, with a relation where the template needs one."""
    obj = slots.get("obj")
    return slots | {"obj": replace(obj, relation=(predicate, other))} if template.relational else slots  # type: ignore[type-var]


@needs_vocabulary
def test_every_name_and_attribute_makes_good_english() -> None:
    predicates = sorted(words_of_file("gqa_predicates.json"))
    everything, adjectives, templates = names(), values(), pairs(ALL)
    assert len(everything) > 2000
    assert len(adjectives) > 550
    phrases = []
    for index, name in enumerate(everything):
        attribute = adjectives[index % len(adjectives)]
        attributes = () if index % 3 == 0 or attribute in name.split() else (attribute,)
        phrases.append(NounPhrase(name, attributes, number_of(name)))  # type: ignore[arg-type]
    for index, phrase in enumerate(phrases * 2):
        template = templates[index % len(templates)]
        other, predicate = phrases[(index * 7 + 1) % len(phrases)], predicates[index % len(predicates)]
        choices = phrases[index % 50 : index % 50 + 2 + index % 2]
        slots = related(
            template, predicate, other, obj=phrase, first=phrase, second=other, attribute="big", category="color",
            choices=tuple(choices) if template.type == "Q5" else ("red", "blue", "green")[: 2 + index % 2],
        )  # fmt: skip
        if template.type in ("Q2", "Q3"):
            del slots["obj"]
        text = fill_template(template, **slots)  # type: ignore[arg-type]
        assert text[0].isupper()
        assert re.fullmatch(r"[^?{}<>]+\?", text), text
        assert "  " not in text, text
        assert " ," not in text, text
        used = [phrase] + [other] * (template.relational or template.type in ("Q2", "Q3"))
        check_determiners(text, used + choices * (template.type == "Q5"))


def check_determiners(text: str, phrases: list[NounPhrase]) -> None:
    """Before a singular stands an article; before plurals and mass nouns never "a"; "is" and "are" agree."""
    worded = {
        " ".join([*(one for one in phrase.attributes if not goes_after_noun(one)), phrase.name]): phrase
        for phrase in phrases
    }
    plain = f" {re.sub(r'[,?]', '', text)} "
    for words, phrase in worded.items():
        if any(f" {words} " in f" {other} " for other in worded if other != words):
            continue  # part of a longer name
        for before in [part.split()[-1].lower() for part in plain.split(f" {words} ")[:-1]]:
            if phrase.number == "singular":
                assert before in (indefinite_article(words), "the", "no"), text
            else:
                assert before not in ("a", "an"), text
    subject = phrases[0]
    if text.split()[0] in ("Is", "Are") and text.split()[1] in ("there", "the"):
        agrees = "Is" if subject.number != "plural" else "Are"
        assert text.startswith((agrees, "Is the color of")), text


@pytest.mark.parametrize(("number", "name"), [("singular", "dog"), ("plural", "dogs"), ("mass", "furniture")])
def test_no_two_templates_of_a_type_give_one_sentence(number: str, name: str) -> None:
    for templates in TEMPLATES.values():
        texts = [fill_template(one, **filling(one, number, name)) for one in pairs(list(templates))]
        assert len(set(texts)) == len(texts)


def filling(template: QuestionTemplate, number: str, name: str) -> dict[str, object]:
    """Slots for any template."""
    phrase = NounPhrase(name, ("red",), number, ("on", TABLE) if template.relational else None)  # type: ignore[arg-type]
    if template.type in ("Q2", "Q3"):
        return {"first": phrase, "second": CAT}
    choices = (CAT, DOG) if template.type == "Q5" else ("large", "small")
    return {"obj": phrase, "attribute": "large", "category": "size", "choices": choices}


def test_attributes_before_a_noun_are_spelled_for_that_place() -> None:
    assert phrase_text(NounPhrase("door", ("wood",)), "a") == "a wooden door"
    assert phrase_text(NounPhrase("horse", ("light colored",)), "a") == "a light-colored horse"
    assert phrase_text(NounPhrase("american flag"), "a") == "an American flag"
    assert phrase_text(NounPhrase("xbox controller"), "a") == "an Xbox controller"
    assert phrase_text(NounPhrase("cds", (), "plural"), "the") == "the CDs"
