"""The pool of originals: a few of each type from every scene, then a balanced choice among them."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from random import Random

from askance.suites.carets.choices import action_choice, attribute_choice, object_choice
from askance.suites.carets.facts import Facts
from askance.suites.carets.originals import (
    Drawing,
    Original,
    attribute,
    conjunction,
    disjunction,
    ontological,
    verification,
)
from askance.suites.carets.statistics import Statistics

PER_IMAGE = 3  # questions of one type from one image, as in the released data
ANTONYM_SHARE = 0.15  # of the antonym pairs, for any one pair of words
COMMON = 0.05  # of the pool: a pair of opposites that a world often has
Maker = Callable[[Drawing, bool], Original | None]

MAKERS: dict[str, Maker] = {
    "Q1": verification,
    "Q2": conjunction,
    "Q3": disjunction,
    "Q4": attribute,
    "Q5": object_choice,
    "Q6": attribute_choice,
    "Q7": action_choice,
    "ontological": ontological,
}
CHOICES = frozenset({"Q5", "Q6", "Q7"})

Pool = dict[str, list[Original]]


def gather(scenes: Iterable[Facts], counts: Statistics, seed: int) -> Pool:
    """Originals of every type from every scene, drawn with dice of the scene's own."""
    pool: Pool = defaultdict(list)
    for number, facts in enumerate(scenes):
        drawing = Drawing(facts, counts, Random(f"carets:{seed}:{facts.image}"))
        for name, maker in MAKERS.items():
            seen: set[str] = set()
            for turn in range(PER_IMAGE):
                made = maker(drawing, (turn + number) % 2 == 0)
                if made is not None and (key := repr(made.slots)) not in seen:
                    seen.add(key)
                    pool[name].append(made)
    return pool


def choose(pool: list[Original], wanted: int, name: str, dice: Random) -> list[Original]:
    """So many of a pool: yes and no in equal numbers, or choices by how rare their class and answer are."""
    if name in CHOICES:
        return _two_and_three(pool, wanted, dice)
    mixed = dice.sample(pool, len(pool))
    chosen = _balanced(mixed, wanted)
    share = antonym_share(pool) if name == "Q4" else 1.0
    while name == "Q4" and chosen:
        count = len(chosen)
        chosen = _balanced(_capped(mixed, max(1, int(count * share / 2))), count)
        if len(chosen) == count:
            break  # else there are fewer pairs in all, and the share of each must shrink with them
    return dice.sample(chosen, len(chosen))


def _balanced(pool: list[Original], wanted: int) -> list[Original]:
    yes = [original for original in pool if original.answer == "yes"]
    no = [original for original in pool if original.answer == "no"]
    half = min(wanted // 2, len(yes), len(no))
    return [*yes[:half], *no[:half]]


def antonym_share(pool: list[Original]) -> float:
    """The most that one pair of opposites may take: 15 %, or an equal share where a world has too few common pairs."""
    pairs = Counter(original.tags["pair"] for original in pool)
    few = COMMON * pairs.total()
    if sum(min(count, ANTONYM_SHARE * few) for count in pairs.values()) >= few:
        return ANTONYM_SHARE
    return 1 / max(1, sum(count >= few for count in pairs.values()))


def _capped(pool: list[Original], most: int) -> list[Original]:
    """No pair of opposites more than so often, on either side."""
    seen = Counter[tuple[str, str]]()
    kept = []
    for original in pool:
        key = (original.tags["pair"], original.answer)
        seen[key] += 1
        if seen[key] <= most:
            kept.append(original)
    return kept


def _two_and_three(pool: list[Original], wanted: int, dice: Random) -> list[Original]:
    """Half with two choices and half with three, as far as the pool goes."""
    two = _rare_first([original for original in pool if len(original.options) == 2], wanted, dice)
    three = _rare_first([original for original in pool if len(original.options) == 3], wanted, dice)
    half = min(wanted // 2, len(three))
    chosen = [*three[:half], *two[: wanted - half]]
    chosen += three[half : half + wanted - len(chosen)]
    return dice.sample(chosen, len(chosen))


def _rare_first(pool: list[Original], wanted: int, dice: Random) -> list[Original]:
    """A sample without replacement, with probability inverse to the count of the class and of the answer."""
    classes = Counter(original.tags["class"] for original in pool)
    answers = Counter(original.answer for original in pool)
    # Efraimidis and Spirakis: the largest u^(1/w) are a weighted sample
    keyed = [
        (dice.random() ** (classes[original.tags["class"]] * answers[original.answer]), place)
        for place, original in enumerate(pool)
    ]
    return [pool[place] for _, place in sorted(keyed, reverse=True)[:wanted]]
