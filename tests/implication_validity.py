"""Random scenes and true answers: does every implication hold? By the complete truth of the built-in world."""

from collections import Counter
from dataclasses import dataclass, field
from itertools import islice
from random import Random

from askance.inverse.presuppositions import check_presuppositions, presupposed_phrases
from askance.models.scene_logic import SceneLogic, matching_objects
from askance.models.true_answers import true_answers
from askance.relations.follows import keeps_expectation
from askance.stickers.dataset import Stickers
from askance.wording.implications import imply
from askance.wording.understand import understand

OWN = 0.5  # the share of questions that are asked about the image they were made for
DEEPER = 0.3  # the share of implied questions among the questions


@dataclass
class Validity:
    """What was found: pairs of a scene and a true answer, implications by rule, and those that do not hold."""

    pairs: int = 0
    checked: Counter = field(default_factory=Counter)
    wrong: list = field(default_factory=list)


def check_rules(pairs, scenes, seed, split="train"):
    """The validity of all rules over random pairs of a question with a true answer and a scene."""
    data, rng, found = Stickers(split), Random(seed), Validity()
    images = list(data.images(scenes, seed=seed))
    truth = {image: data.scene(image) for image in images}
    views = {image: SceneLogic(scene) for image, scene in truth.items()}
    asked = [(image, item.question) for image in images for item in data.items_of_image(image)]
    deeper = []
    while found.pairs < pairs:
        pool = deeper if deeper and rng.random() < DEEPER else asked
        image, question = rng.choice(pool)
        image = image if rng.random() < OWN else rng.choice(images)
        form = understand(question)
        if not makes_sense(form, views[image]):
            continue
        answer = rng.choice(true_answers(form, truth[image]))
        found.pairs += 1
        implied = imply(question, answer, rng)
        for each in implied:
            found.checked[each.rule] += 1
            meaning = understand(each.question)
            said = true_answers(meaning, truth[image])[0] if meaning is not None else None
            if keeps_expectation(each.expected, said) is not True:
                found.wrong.append((each.rule, question, answer, each.question, each.expected, said, image))
        if implied and len(deeper) < 10 * len(asked):
            deeper.append((image, rng.choice(implied).question))
    return found


def makes_sense(form, view):
    """Whether all that a question takes for granted is there, and "the X" is one object."""
    if check_presuppositions(form, view)[0] is not True:
        return False
    given = [phrase for phrase in presupposed_phrases(form) if phrase.kind not in ("any", "who")]
    return all(len(list(islice(matching_objects(phrase, view), 2))) == 1 for phrase in given)
