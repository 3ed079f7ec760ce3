"""Random questions with random answers over a few words, and random closed scenes of the same few words."""

from random import Random

from askance.core import Scene, SceneObject, SceneRelation
from askance.models.scene_logic import MIRRORED
from askance.stickers.question_wordings import WORDINGS, join_options, with_article
from askance.stickers.scene_for_questions import RELATIONS
from askance.wording.counting_questions import COUNTS
from askance.wording.understand import plural_of_term
from askance.wording.world_nouns import NOUNS

CLASSES = ("dog", "cat", "owl", "car", "table", "cup", "man", "hat")
TERMS = (*CLASSES, "animal", "mammal", "person", "vehicle")
COLORS = ("red", "blue", "white")
VALUES = (*COLORS, "clean", "dirty", "standing", "sitting", "sleeping", "wooden", "striped")
SPATIAL = ("left of", "above", "behind", "next to")
CARRIED = ("on", "under")
PERSONAL = ("holding", "wearing")
PLACES = ("kitchen", "bedroom", "street", "beach")
WEATHERS = ("sunny", "rainy")
EXTRA = (
    "Is {the} {other_a}?", "Is {the} not {rel} {other}?", "Are there exactly two {s}?", "Are there three {s}?",
    "How many {s} are {rel} {other}?", "Is there {a} that is not {v}?", "Is there {a} {rel} {other}?",
    "Is there neither {a} nor {b}?", "Is it false that there is {a}?", "Is this a kitchen?", "Is this a beach?",
    "Is it sunny?", "Is it not rainy?", "Is this indoors?",
    "Was this picture taken outdoors?", "Does {the} have a tail?",
    "Is there no {n} and no {m}?", "Are {the} and {other} not the same color?", "Is there {a} with a hat?",
)  # fmt: skip


def random_question(rng: Random) -> str:
    """A question of any wording of the built-in world, or one that it does not ask."""
    wordings = rng.choice((*WORDINGS.values(), EXTRA, EXTRA, EXTRA))
    text = rng.choice(wordings)
    if rng.random() < 0.1:
        text = rng.choice(COUNTS).template.replace("{}", "{s} and {t}")
    return text.format(**_slots(rng))


def _slots(rng: Random) -> dict[str, str]:
    one, other, third = (rng.choice(TERMS) for _ in range(3))
    colored = rng.random() < 0.3
    value = rng.choice(VALUES)
    noun = f"{rng.choice(COLORS)} {one}" if colored else one
    said = rng.choice((*SPATIAL, *CARRIED, *PERSONAL))
    classes = [with_article(name) for name in rng.sample(CLASSES, 2)]
    options = classes if rng.random() < 0.2 else rng.sample(rng.choice((COLORS, ("clean", "dirty"))), 2)
    the = f"the {noun} on the table" if rng.random() < 0.15 else f"the {noun}"
    return {
        "a": with_article(noun), "b": with_article(other), "n": noun, "m": other,
        "s": noun.replace(one, plural_of_term(one)),
        "t": plural_of_term(other), "the": the, "other": f"the {third}", "other_a": with_article(other), "v": value,
        "rel": RELATIONS[said], "part": rng.choice(("wheels", "ears")), "options": join_options(tuple(options)),
    }  # fmt: skip


def random_answer(rng: Random, question: str) -> str:
    """An answer of the kind that the question wants, mostly."""
    first = question.split()[0].lower()
    is_list = question.lower().startswith(("is there", "can", "do"))
    if first == "what" or (" or " in question and not is_list):
        return rng.choice((*COLORS, "clean", "dirty", *CLASSES, "wood", "standing", "striped", "none", "2"))
    if first in ("how", "count"):
        return rng.choice(("0", "1", "1", "2", "3", "sunny"))
    if first in ("where", "who"):
        return rng.choice((*PLACES, "man", "person"))
    return rng.choice(("yes", "no"))


def random_scene(rng: Random, number: int) -> Scene:
    """A closed scene of a few objects: at most one value per category, no object on both sides of another."""
    things = []
    for index in range(rng.choice((0, 1, 2, 2, 3, 4))):
        name = rng.choice(CLASSES)
        attributes = {"color": (rng.choice(COLORS),)} if rng.random() < 0.9 else {}
        if rng.random() < 0.7:
            attributes["state"] = (rng.choice(("clean", "dirty")),)
        if "animal" in NOUNS[name].groups or name == "man":
            attributes |= rng.choice(({"pose": ("standing",)}, {"pose": ("sitting",)}, {"action": ("sleeping",)}))
        attributes |= {"material": ("wooden",)} if rng.random() < 0.3 else {}
        attributes |= {"pattern": ("striped",)} if rng.random() < 0.3 else {}
        things.append(SceneObject(f"{index}", name, (0, 0, 9, 9), attributes))
        for part in {"car": ("wheel",) * rng.randrange(3), "dog": ("tail",)}.get(name, ()):
            things.append(SceneObject(f"{index}-{len(things)}", part, (0, 0, 1, 1), part_of=f"{index}"))
    links = _random_links(rng, [thing for thing in things if thing.part_of is None])
    place = rng.choice(PLACES)
    weather = None if place in ("kitchen", "bedroom") else rng.choice(WEATHERS)
    return Scene(f"{number}", 10, 10, tuple(things), tuple(links), place, weather, closed=True)


def _random_links(rng: Random, things: list[SceneObject]) -> list[SceneRelation]:
    links = []
    for index, one in enumerate(things):
        for other in things[:index]:
            first, second = (one, other) if rng.random() < 0.5 else (other, one)
            for name in SPATIAL:
                if rng.random() < 0.4:
                    links.append(SceneRelation(first.id, rng.choice((name, MIRRORED[name])), second.id))
            if rng.random() < 0.3:
                links.append(SceneRelation(first.id, rng.choice(CARRIED), second.id))
            if first.name == "man" and second.name in ("cup", "hat"):
                links.append(SceneRelation(first.id, "wearing" if second.name == "hat" else "holding", second.id))
    return links
