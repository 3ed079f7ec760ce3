"""The items of a scene: questions of every skill, with answers computed from the scene graph."""

from collections.abc import Callable, Iterator

from askance.core.dataset import Item
from askance.core.scene import Scene
from askance.datasets.stickers import ask_existence, ask_relations, ask_values
from askance.datasets.stickers.dice import Dice
from askance.datasets.stickers.drafts import Draft, Wanted
from askance.datasets.stickers.people_answers import ten_answers
from askance.datasets.stickers.view import View
from askance.datasets.stickers.wordings import NEVER_PLAIN, WORDINGS

PER_SCENE = 12
TRIES = 60
PLAIN = 0.55  # how often the first wording is taken; about half of the questions are then plain

Maker = Callable[[Wanted], Draft | None]

# skill → (weight, makers)
MAKERS: dict[str, tuple[float, tuple[Maker, ...]]] = {
    "exist": (1.6, (ask_existence.exist,)),
    "group": (1.0, (ask_existence.group,)),
    "negation": (1.2, (ask_existence.negation, ask_values.negated_value)),
    "count": (1.6, (ask_existence.count,)),
    "color": (1.0, (ask_values.color,)),
    "pattern": (0.5, (ask_values.pattern,)),
    "material": (0.6, (ask_values.material,)),
    "verify": (1.2, (ask_values.verify,)),
    "choice": (1.3, (ask_values.choice,)),
    "and": (0.6, (ask_existence.both,)),
    "or": (0.6, (ask_existence.either,)),
    "relation": (1.4, (ask_relations.relation,)),
    "what-relation": (0.8, (ask_relations.what_relation,)),
    "action": (0.7, (ask_values.action,)),
    "pose": (0.6, (ask_values.pose,)),
    "place": (0.35, (ask_values.place,)),
    "weather": (0.3, (ask_values.weather,)),
    "text": (0.8, (ask_values.text,)),
    "compare": (0.6, (ask_existence.compare,)),
    "same": (0.6, (ask_values.same,)),
    "part": (0.4, (ask_values.part,)),
}
WEIGHTS = {skill: weight for skill, (weight, _) in MAKERS.items()}

# how many of the drafts with the easier answer are kept, so that yes and no come out even within a skill
KEPT: dict[tuple[str, str], float] = {
    ("exist", "no"): 0.91,
    ("negation", "yes"): 0.86,
    ("verify", "no"): 0.87,
    ("and", "no"): 0.95,
    ("or", "no"): 0.92,
    ("relation", "no"): 0.9,
    ("action", "no"): 0.8,
    ("same", "no"): 0.57,
}


def items_of(scene: Scene, image: str, split: str, index: int, most: int = PER_SCENE) -> Iterator[Item]:
    """The questions about a scene; a smaller `most` gives the beginning of the same list."""
    dice = Dice(split, index, "items")
    asked: set[tuple[str, ...]] = set()
    texts: set[str] = set()
    view = View(scene)
    for _ in range(TRIES):
        if len(texts) == most:
            return
        draft = _draft(view, dice)
        if draft is None or draft.about in asked:
            continue
        question, plain = _worded(draft, dice)
        if question in texts:
            continue
        asked.add(draft.about)
        texts.add(question)
        name = f"{split}-{index:06d}-{len(texts) - 1:02d}"
        yield Item(name, image, question, ten_answers(draft, dice), _tags(draft, question, plain))


def _draft(view: View, dice: Dice) -> Draft | None:
    skill = dice.weighted(WEIGHTS)
    maker = dice.pick(MAKERS[skill][1])
    draft = maker(Wanted(view, dice, dice.chance(0.5)))
    if draft is None or not dice.chance(KEPT.get((draft.skill, draft.answer), 1.0)):
        return None
    return draft


def _worded(draft: Draft, dice: Dice) -> tuple[str, bool]:
    """The question's text, and whether it is the plain wording."""
    wordings = WORDINGS[draft.form]
    plain = dice.chance(PLAIN)
    text = wordings[0] if plain else dice.pick(wordings[1:])
    return text.format(**draft.slots), plain and draft.form not in NEVER_PLAIN and len(draft.options) < 3


def _tags(draft: Draft, question: str, plain: bool) -> tuple[tuple[str, str], ...]:
    kind = "yes/no" if draft.answer in ("yes", "no") else "number" if draft.answer.isdigit() else "other"
    tags = {"skill": draft.skill, "type": kind, "wording": "plain" if plain else "rephrased"}
    tags |= {"answer": draft.answer} if kind == "yes/no" else {}
    grouped = draft.group or "person" in question.split()  # some wordings bring in a group: "Which person is …?"
    marks = {"color": draft.color, "group": grouped, "negated": draft.negated}
    tags |= {name: "yes" for name, holds in marks.items() if holds}
    tags |= {"options": str(len(draft.options))} if draft.options else {}
    return tuple(sorted(tags.items()))
