"""Questions to start with where there are only images, and those that the model's own answers lead to."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from askance.core import Dataset
from askance.suites.implications.originals import Original
from askance.wording.understand import CountQuestion, Phrase, plural_of_term, understand
from askance.wording.understand.lexicon import PEOPLE_TERMS, TERMS
from askance.wording.understand.tokenize import meaningful_words
from askance.wording.world_nouns import MASS_GROUPS, NOUNS

ALWAYS = ("What is in the image?", "What is the main object in the image?", "How many people are there?",
          "Is this indoors or outdoors?")  # fmt: skip
OPENINGS = (
    *ALWAYS,
    "What place is shown in the picture?",
    "What is the weather like?",
    "Is there a person in the picture?",
    "Is there an animal in the picture?",
    "Is there a vehicle in the picture?",
    "Is there any food in the picture?",
    "Is there a tree in the picture?",
    "Is there a building in the picture?",
    "Is there a piece of furniture in the picture?",
    "Is there a chair in the picture?",
    "Is there a car in the picture?",
    "Is there a dog in the picture?",
    "Is there a plant in the picture?",
    "Is there a sign in the picture?",
    "Is there no child in the picture?",
    "Is there no cat in the picture?",
    "Is there a man or a woman?",
    "How many animals are there?",
    "How many vehicles are there?",
    "How many chairs are there?",
    "How many children are there?",
    "Are there more people than animals?",
    "What animal is in the picture?",
    "What vehicle is in the picture?",
    "Is there a table in the picture?",
    "Is there a window in the picture?",
)
NAMED_OBJECTS = 4  # objects that a model names which are asked about, per image


def opening_originals(data: Dataset, limit: int | None, seed: int, number: int) -> Iterator[tuple[str, list[Original]]]:
    """Each image with its opening questions: the first ones always, the others drawn, and an object of its scene."""
    for image in data.images(limit, seed):
        rng = Random(f"{seed}:{image}:openings")
        others = OPENINGS[len(ALWAYS) :]
        drawn = rng.sample(others, max(0, min(number - len(ALWAYS), len(others))))
        chosen = [*ALWAYS[:number], *drawn]
        if (known := _detected_object(data, image, rng)) is not None and len(chosen) > len(ALWAYS):
            chosen[-1] = f"How many {plural_of_term(known)} are there?"
        yield image, [make_opening(image, question) for question in dict.fromkeys(chosen)]


def make_opening(image: str, question: str) -> Original:
    """A question that no data set has."""
    return Original(f"{image}/{question}", image, question)


def _detected_object(data: Dataset, image: str, rng: Random) -> str | None:
    """One object that a detector or an annotator found in an image, where somebody looked."""
    scene = data.scene(image)
    names = sorted({thing.name for thing in scene.things if thing.name in NOUNS}) if scene is not None else []
    return rng.choice(names) if names else None


def named_objects(answers: Sequence[str]) -> list[Phrase]:
    """The objects that open answers name, each once, in their order."""
    found: dict[str, Phrase] = {}
    for answer in answers:
        words = meaningful_words(answer.lower())
        position = 0
        while position < len(words):
            match = TERMS.longest_match_at(words, position)
            if match is None:
                position += 1
                continue
            phrase, position = match
            if phrase.kind in ("class", "group"):
                found.setdefault(phrase.term, phrase)
    return list(found.values())[:NAMED_OBJECTS]


def count_question(phrase: Phrase) -> str:
    """How many of an object that the model named there are."""
    return f"How many {plural_of_term(phrase.term)} are there?"


def questions_about_one(phrase: Phrase) -> list[str]:
    """What is asked about an object of which the model counts one: "the dog" then takes nothing for granted."""
    noun = MASS_GROUPS.get(phrase.term, phrase.term)
    kinds = {phrase.term, *(NOUNS[phrase.term].groups if phrase.term in NOUNS else ())}
    if "person" in kinds or phrase.term in PEOPLE_TERMS:
        return [f"What is the {noun} doing?", f"What is the {noun} holding?"]
    is_animal = "animal" in kinds or phrase.term in ("bird", "mammal")
    return [f"What color is the {noun}?", f"What is the {noun} doing?" if is_animal else f"What is next to the {noun}?"]


def follow_up_questions(said: Mapping[str, str], named: Sequence[Phrase]) -> list[str]:
    """The next questions: the number of each named object, and what objects are like of which the model counts one."""
    asked = [count_question(phrase) for phrase in named]
    for question, answer in said.items():
        form = understand(question) if answer == "1" else None
        if isinstance(form, CountQuestion) and len(form.phrases) == 1 and form.phrases[0].kind in ("class", "group"):
            asked += questions_about_one(form.phrases[0])
    return [question for question in dict.fromkeys(asked) if question not in said]
