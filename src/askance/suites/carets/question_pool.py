"""The pool of originals: a few of each type from every scene, then a balanced choice among them."""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from random import Random

from askance.suites.carets.choice_questions import (
    action_choice_question,
    attribute_choice_question,
    object_choice_question,
)
from askance.suites.carets.cooccurrence import Cooccurrence
from askance.suites.carets.scene_facts import SceneFacts
from askance.suites.carets.scene_sampling import SceneSampler
from askance.suites.carets.yes_no_questions import (
    OriginalQuestion,
    attribute_question,
    conjunction_question,
    disjunction_question,
    ontological_question,
    verification_question,
)

PER_IMAGE = 3  # questions of one type from one image, as in the released data
ANTONYM_SHARES = (0.15, 1 / 6, 0.2, 0.25, 1 / 3, 1.0)  # for any one pair of opposites: the first that leaves enough
ENOUGH = 20  # antonym pairs
Maker = Callable[[SceneSampler, bool], OriginalQuestion | None]

MAKERS: dict[str, Maker] = {
    "Q1": verification_question,
    "Q2": conjunction_question,
    "Q3": disjunction_question,
    "Q4": attribute_question,
    "Q5": object_choice_question,
    "Q6": attribute_choice_question,
    "Q7": action_choice_question,
    "ontological": ontological_question,
}
CHOICES = frozenset({"Q5", "Q6", "Q7"})

Pool = dict[str, list[OriginalQuestion]]


def gather_questions(scenes: Iterable[SceneFacts], counts: Cooccurrence, seed: int) -> Pool:
    """Originals of every type from every scene, drawn with a generator of the scene's own."""
    pool: Pool = defaultdict(list)
    for number, facts in enumerate(scenes):
        drawing = SceneSampler(facts, counts, Random(f"carets:{seed}:{facts.scene.id}"))
        for name, maker in MAKERS.items():
            seen: set[str] = set()
            for turn in range(PER_IMAGE):
                made = maker(drawing, (turn + number) % 2 == 0)
                if made is not None and (key := repr(made.slots)) not in seen:
                    seen.add(key)
                    pool[name].append(made)
    return pool


def choose_questions(
    pool: list[OriginalQuestion], wanted: int, name: str, rng: Random, used: AbstractSet[str] = frozenset()
) -> list[OriginalQuestion]:
    """A balanced choice from the pool: as many yes as no, or choices weighted by rarity of class and answer.

    Questions about images that are not `used` come first, one per image, as far as the balance allows.
    """
    if name in CHOICES:
        return _half_with_two_and_three_choices(pool, wanted, rng, used)
    mixed = _new_images_first(rng.sample(pool, len(pool)), used)
    chosen = _balance_yes_and_no(mixed, wanted) if name != "Q4" else _limit_share_of_opposite_pairs(mixed, wanted)
    return rng.sample(chosen, len(chosen))


def _new_images_first(pool: list[OriginalQuestion], used: AbstractSet[str]) -> list[OriginalQuestion]:
    """One question about each image that is not used; then, pass by pass, the next of these and of the used ones."""
    count = Counter(dict.fromkeys(used, 1))
    turns = []
    for original in pool:
        turns.append(count[original.image])
        count[original.image] += 1
    return [pool[index] for index in sorted(range(len(pool)), key=turns.__getitem__)]


def _limit_share_of_opposite_pairs(pool: list[OriginalQuestion], wanted: int) -> list[OriginalQuestion]:
    """No pair of opposites above 15 %, or above the least share that a world with few of them allows."""
    chosen: list[OriginalQuestion] = []
    for share in ANTONYM_SHARES:
        chosen = _balance_yes_and_no(pool, wanted)
        while chosen:
            count = len(chosen)
            chosen = _balance_yes_and_no(_cap_opposite_pairs(pool, max(1, int(count * share / 2))), count)
            if len(chosen) == count:
                break  # else there are fewer pairs in all, and the share of each must shrink with them
        if len(chosen) >= min(wanted, ENOUGH):
            break
    return chosen


def _balance_yes_and_no(pool: list[OriginalQuestion], wanted: int) -> list[OriginalQuestion]:
    yes = [original for original in pool if original.answer == "yes"]
    no = [original for original in pool if original.answer == "no"]
    half = min(wanted // 2, len(yes), len(no))
    odd = (yes if pool[0].answer == "yes" else no)[half : half + wanted % 2] if pool and half == wanted // 2 else []
    return [*yes[:half], *no[:half], *odd]


def _cap_opposite_pairs(pool: list[OriginalQuestion], most: int) -> list[OriginalQuestion]:
    """No pair of opposites more than so often, on either side."""
    seen = Counter[tuple[str, str]]()
    kept = []
    for original in pool:
        key = (original.tags["pair"], original.answer)
        seen[key] += 1
        if seen[key] <= most:
            kept.append(original)
    return kept


def _half_with_two_and_three_choices(
    pool: list[OriginalQuestion], wanted: int, rng: Random, used: AbstractSet[str]
) -> list[OriginalQuestion]:
    """Half with two choices and half with three, as far as the pool goes."""
    two = _order_favouring_rare([original for original in pool if len(original.options) == 2], rng)
    three = _order_favouring_rare([original for original in pool if len(original.options) == 3], rng)
    three = _new_images_first(three, used)
    half = min((wanted + rng.randint(0, 1)) // 2, len(three))  # an odd one goes to either
    chosen = three[:half]
    chosen += _new_images_first(two, used | {original.image for original in chosen})[: wanted - half]
    chosen += three[half : half + wanted - len(chosen)]
    return rng.sample(chosen, len(chosen))


def _order_favouring_rare(pool: list[OriginalQuestion], rng: Random) -> list[OriginalQuestion]:
    """An order whose beginning is a sample with probability inverse to the count of the class and of the answer."""
    classes = Counter(original.tags["class"] for original in pool)
    answers = Counter(original.answer for original in pool)
    # Efraimidis and Spirakis: the largest u^(1/w) are a weighted sample; as logarithms, because the powers underflow
    keyed = [
        (math.log(1 - rng.random()) * classes[original.tags["class"]] * answers[original.answer], index)
        for index, original in enumerate(pool)
    ]
    return [pool[index] for _, index in sorted(keyed, reverse=True)]
