"""The items of a scene: questions of every skill, with answers computed from the scene graph."""

from collections.abc import Callable, Iterator

from askance.core.dataset import Item
from askance.core.scene import Scene
from askance.stickers import attribute_questions, existence_questions, relation_questions
from askance.stickers.human_answers import ten_human_answers
from askance.stickers.question_drafts import DraftRequest, QuestionDraft
from askance.stickers.question_wordings import NEVER_PLAIN, WORDINGS
from askance.stickers.rng import Rng
from askance.stickers.scene_view import SceneView

PER_SCENE = 12
TRIES = 60
PLAIN = 0.55  # how often the first wording is taken; about half of the questions are then plain

Maker = Callable[[DraftRequest], QuestionDraft | None]

# skill → (weight, makers)
MAKERS: dict[str, tuple[float, tuple[Maker, ...]]] = {
    "exist": (1.6, (existence_questions.exist,)),
    "group": (1.0, (existence_questions.group,)),
    "negation": (1.2, (existence_questions.negation, attribute_questions.negated_value)),
    "count": (1.6, (existence_questions.count,)),
    "color": (1.0, (attribute_questions.color,)),
    "pattern": (0.5, (attribute_questions.pattern,)),
    "material": (0.6, (attribute_questions.material,)),
    "verify": (1.2, (attribute_questions.verify,)),
    "choice": (1.3, (attribute_questions.choice,)),
    "and": (0.6, (existence_questions.both,)),
    "or": (0.6, (existence_questions.either,)),
    "relation": (1.4, (relation_questions.relation,)),
    "what-relation": (0.8, (relation_questions.what_relation,)),
    "action": (0.7, (attribute_questions.action,)),
    "pose": (0.6, (attribute_questions.pose,)),
    "place": (0.35, (attribute_questions.place,)),
    "weather": (0.3, (attribute_questions.weather,)),
    "text": (0.8, (attribute_questions.text,)),
    "compare": (0.6, (existence_questions.compare,)),
    "same": (0.6, (attribute_questions.same,)),
    "part": (0.4, (attribute_questions.part,)),
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
    rng = Rng(split, index, "items")
    asked: set[tuple[str, ...]] = set()
    texts: set[str] = set()
    view = SceneView(scene)
    for _ in range(TRIES):
        if len(texts) == most:
            return
        draft = _draft(view, rng)
        if draft is None or draft.about in asked:
            continue
        question, plain = _worded(draft, rng)
        if question in texts:
            continue
        asked.add(draft.about)
        texts.add(question)
        name = f"{split}-{index:06d}-{len(texts) - 1:02d}"
        yield Item(name, image, question, ten_human_answers(draft, rng), _tags(draft, question, plain))


def _draft(view: SceneView, rng: Rng) -> QuestionDraft | None:
    skill = rng.weighted(WEIGHTS)
    maker = rng.pick(MAKERS[skill][1])
    draft = maker(DraftRequest(view, rng, rng.chance(0.5)))
    if draft is None or not rng.chance(KEPT.get((draft.skill, draft.answer), 1.0)):
        return None
    return draft


def _worded(draft: QuestionDraft, rng: Rng) -> tuple[str, bool]:
    """The question's text, and whether it is the plain wording."""
    wordings = WORDINGS[draft.form]
    plain = rng.chance(PLAIN)
    text = wordings[0] if plain else rng.pick(wordings[1:])
    return text.format(**draft.slots), plain and draft.form not in NEVER_PLAIN and len(draft.options) < 3


def _tags(draft: QuestionDraft, question: str, plain: bool) -> tuple[tuple[str, str], ...]:
    kind = "yes/no" if draft.answer in ("yes", "no") else "number" if draft.answer.isdigit() else "other"
    tags = {"skill": draft.skill, "type": kind, "wording": "plain" if plain else "rephrased"}
    tags |= {"answer": draft.answer} if kind == "yes/no" else {}
    grouped = draft.group or "person" in question.split()  # some wordings bring in a group: "Which person is …?"
    marks = {"color": draft.color, "group": grouped, "negated": draft.negated}
    tags |= {name: "yes" for name, holds in marks.items() if holds}
    tags |= {"options": str(len(draft.options))} if draft.options else {}
    return tuple(sorted(tags.items()))
