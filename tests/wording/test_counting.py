"""The counting and any/none questions: their English over whole vocabularies, and what the oracle makes of them."""

import json
import os
from pathlib import Path

import pytest
from askance.core import UserError
from askance.wording.counting_questions import (
    COUNTS,
    REVERSALS,
    any_and_none_questions,
    how_many_question,
    plural_phrase,
    singular_phrase,
)
from askance.wording.ontology import ontology
from askance.wording.understand import (
    CountQuestion,
    ExistsClaim,
    YesNoQuestion,
    coordinated_arguments,
    has_negation,
    understand,
    without_negations,
)
from askance.wording.world_nouns import NOUNS

DATA = Path(os.environ.get("ASKANCE_TEST_DATA", Path(__file__).parents[3] / "shared" / "data")) / "vocabulary"
COCO = (
    "person", "bicycle", "car", "motorcycle", "airplane", "bus", "train", "truck", "boat", "traffic light",
    "fire hydrant", "stop sign", "parking meter", "bench", "bird", "cat", "dog", "horse", "sheep", "cow", "elephant",
    "bear", "zebra", "giraffe", "backpack", "umbrella", "handbag", "tie", "suitcase", "frisbee", "skis", "snowboard",
    "sports ball", "kite", "baseball bat", "baseball glove", "skateboard", "surfboard", "tennis racket", "bottle",
    "wine glass", "cup", "fork", "knife", "spoon", "bowl", "banana", "apple", "sandwich", "orange", "broccoli",
    "carrot", "hot dog", "pizza", "donut", "cake", "chair", "couch", "potted plant", "bed", "dining table", "toilet",
    "tv", "laptop", "mouse", "remote", "keyboard", "cell phone", "microwave", "oven", "toaster", "sink",
    "refrigerator", "book", "clock", "vase", "scissors", "teddy bear", "hair drier", "toothbrush",
)  # fmt: skip
IRREGULAR = {
    "aircraft": "aircraft", "bison": "bison", "book shelf": "book shelves", "bookshelf": "bookshelves",
    "bread loaf": "bread loaves", "butter knife": "butter knives", "cactus": "cacti", "calf": "calves",
    "child": "children", "computer mouse": "computer mice", "deer": "deer", "fish": "fish",
    "fisherman": "fishermen", "foot": "feet", "gentleman": "gentlemen", "goose": "geese", "hoof": "hooves",
    "horse hoof": "horse hooves", "knife": "knives", "leaf": "leaves", "loaf": "loaves", "man": "men",
    "mango": "mangoes", "moose": "moose", "mouse": "mice", "ox": "oxen", "person": "people",
    "policeman": "policemen", "potato": "potatoes", "ravioli": "ravioli", "scarf": "scarves", "sheep": "sheep",
    "shelf": "shelves", "shrimp": "shrimp", "sweet potato": "sweet potatoes", "tomato": "tomatoes",
    "tree leaf": "tree leaves", "watercraft": "watercraft", "wolf": "wolves", "woman": "women",
    "young man": "young men", "zucchini": "zucchini",
}  # fmt: skip
# what never takes a plain s, whatever stands before it
CHANGING = (
    "child",
    "foot",
    "goose",
    "half",
    "knife",
    "leaf",
    "loaf",
    "man",
    "mouse",
    "person",
    "shelf",
    "tooth",
    "wolf",
)
NOT_CHANGING = {"human", "ottoman", "mickey mouse"}  # several of the last are Mickey Mouses


def regular(name: str) -> str:
    """The plural by the rule of spelling."""
    if name.endswith(("s", "x", "ch", "sh", "z")):
        return f"{name}es"
    if name.endswith("y") and name[-2] not in "aeiou":
        return f"{name[:-1]}ies"
    return f"{name}s"


def vocabularies() -> list[str]:
    """Every class name of the built-in world, COCO, GQA and Visual Genome; without the files, those of our tables."""
    known = [entry.name for entry in ontology().objects.entries.values() if entry.synset is not None]
    names = {*NOUNS, *COCO, *known}
    if DATA.is_dir():
        names |= set(json.loads((DATA / "gqa_objects.json").read_text()))
        lines = (DATA / "visual_genome_objects_vocab.txt").read_text().splitlines()
        names |= {name for line in lines for name in line.split(",")}
    return sorted(names)


def test_the_phrasings_hold_those_of_the_paper_and_have_names() -> None:
    assert len({one.id for one in COUNTS}) == len(COUNTS) == 6
    assert len({one.id for one in REVERSALS}) == len(REVERSALS) == 4
    assert how_many_question([("person", None), ("giraffe", None)], 0) == (
        "What is the total number of people and giraffes in the image?"
    )
    assert how_many_question([("giraffe", "standing"), ("giraffe", "lying")], 1) == (
        "How many standing giraffes and lying giraffes are in the image?"
    )
    assert how_many_question([("giraffe", "lying")], 1) == "How many lying giraffes are in the image?"
    assert any_and_none_questions("giraffe", None, 0) == (
        "Are there any giraffes in the image?",
        "Are there no giraffes in the image?",
    )


def test_every_plural_of_every_vocabulary_is_right() -> None:
    names = vocabularies()
    assert len(names) >= 1500
    for name in names:
        entry = ontology().noun(name)
        assert entry is not None, name
        if entry.synset is None:
            continue  # no thing, or misspelt: never asked about
        plural = plural_phrase(name).name
        if entry.count == "c":
            assert plural == IRREGULAR.get(entry.name, regular(entry.name)), name
            is_regular = entry.name in NOT_CHANGING or not entry.name.endswith(CHANGING)
            assert is_regular or entry.name in IRREGULAR, name
            assert singular_phrase(name).name == entry.name
        else:
            assert plural == entry.plural
            assert singular_phrase(name) == plural_phrase(name)


@pytest.mark.parametrize(
    ("name", "plural"),
    [("van", "vans"), ("can", "cans"), ("pan", "pans"), ("sheep", "sheep"), ("people", "people"), ("bus", "buses"),
     ("scissors", "scissors"), ("skis", "skis"), ("knife", "knives"), ("mouse", "mice"), ("person", "people"),
     ("fish", "fish"), ("wolf", "wolves"), ("tv", "televisions"), ("wine glass", "wine glasses")],
)  # fmt: skip
def test_the_mistakes_of_the_release_cannot_happen(name: str, plural: str) -> None:
    assert how_many_question([(name, None)], 1) == f"How many {plural} are in the image?"


@pytest.mark.parametrize(
    ("name", "quality", "phrasing", "any_", "none"),
    [
        ("grass", None, "any", "Is there any grass in the image?", "Is there no grass in the image?"),
        ("grass", None, "one", "Is there any grass in the image?", "Is there no grass in the image?"),
        ("scissors", None, "one", "Are there any scissors in the image?", "Are there no scissors in the image?"),
        ("car", "orange", "one", "Is there an orange car in the image?", "Is there no orange car in the image?"),
        ("umbrella", None, "one", "Is there an umbrella in the image?", "Is there no umbrella in the image?"),
        ("man", "lying", "any", "Are there any lying men in the image?", "Are there no lying men in the image?"),
        ("suv", None, "one", "Is there an SUV in the image?", "Is there no SUV in the image?"),
        ("man", "lying", "shows", "Does the image show any lying men?", "Does the image show no lying men?"),
        ("water", None, "contains", "Does the image contain any water?", "Does the image contain no water?"),
    ],
)
def test_number_and_article_agree(name: str, quality: str | None, phrasing: str, any_: str, none: str) -> None:
    place = [one.id for one in REVERSALS].index(phrasing)
    assert any_and_none_questions(name, quality, place) == (any_, none)


@pytest.mark.parametrize("phrasing", range(len(COUNTS)))
def test_every_count_is_understood(phrasing: int) -> None:
    names = list(NOUNS)
    for name, other in zip(names, names[1:] + names[:1], strict=True):
        form = understand(how_many_question([(name, None), (other, None)], phrasing))
        assert isinstance(form, CountQuestion)
        assert [phrase.term for phrase in form.phrases] == [name, other]
        alone = understand(how_many_question([(name, "red")], phrasing))
        assert isinstance(alone, CountQuestion)
        assert [quality.value for quality in alone.phrases[0].qualities] == ["red"]


@pytest.mark.parametrize("phrasing", range(len(COUNTS)))
def test_what_is_coordinated_is_seen_as_two_arguments(phrasing: int) -> None:
    form = understand(how_many_question([("man", "standing"), ("man", "lying")], phrasing))
    assert form is not None
    assert coordinated_arguments(form) == ("standing man", "lying man")


@pytest.mark.parametrize("phrasing", range(len(REVERSALS)))
def test_any_and_none_are_understood_as_opposites(phrasing: int) -> None:
    for name in NOUNS:
        for quality in (None, "white"):
            positive, negative = (understand(question) for question in any_and_none_questions(name, quality, phrasing))
            assert isinstance(positive, YesNoQuestion)
            assert isinstance(negative, YesNoQuestion)
            assert isinstance(positive.claim, ExistsClaim)
            assert positive.claim.phrase.term == name
            assert has_negation(negative)
            assert without_negations(negative) == positive


def test_a_name_that_nobody_knows_is_said_in_one_line() -> None:
    with pytest.raises(UserError, match=r"'zorb' is no noun .*objects\.tsv"):
        how_many_question([("zorb", None)], 0)
