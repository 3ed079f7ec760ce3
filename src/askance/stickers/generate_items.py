"""The items of a scene: questions of every skill, with answers computed from the scene graph."""

from collections.abc import Callable, Iterator

from askance.core.dataset import Item
from askance.core.scene import Scene
from askance.stickers import attribute_questions, existence_and_count_questions, relation_questions
from askance.stickers.question_drafts import DraftRequest, QuestionDraft
from askance.stickers.question_wordings import NEVER_PLAIN, WORDINGS
from askance.stickers.rng import Rng
from askance.stickers.scene_for_questions import SceneForQuestions
from askance.stickers.simulated_human_answers import simulate_ten_answers

PER_SCENE = 12
TRIES = 60
PLAIN = 0.55  # how often the first wording is taken; about half of the questions are then plain

Maker = Callable[[DraftRequest], QuestionDraft | None]

# skill → (weight, makers)
MAKERS: dict[str, tuple[float, tuple[Maker, ...]]] = {
    "exist": (1.6, (existence_and_count_questions.draft_exist_question,)),
    "group": (1.0, (existence_and_count_questions.draft_group_exist_question,)),
    "negation": (
        1.2,
        (existence_and_count_questions.draft_negated_exist_question, attribute_questions.draft_negated_value_question),
    ),
    "count": (1.6, (existence_and_count_questions.draft_count_question,)),
    "color": (1.0, (attribute_questions.draft_color_question,)),
    "pattern": (0.5, (attribute_questions.draft_pattern_question,)),
    "material": (0.6, (attribute_questions.draft_material_question,)),
    "verify": (1.2, (attribute_questions.draft_verify_value_question,)),
    "choice": (1.3, (attribute_questions.draft_value_choice_question,)),
    "and": (0.6, (existence_and_count_questions.draft_both_exist_question,)),
    "or": (0.6, (existence_and_count_questions.draft_either_exists_question,)),
    "relation": (1.4, (relation_questions.draft_relation_question,)),
    "what-relation": (0.8, (relation_questions.draft_what_relation_question,)),
    "action": (0.7, (attribute_questions.draft_action_question,)),
    "pose": (0.6, (attribute_questions.draft_pose_question,)),
    "place": (0.35, (attribute_questions.draft_place_question,)),
    "weather": (0.3, (attribute_questions.draft_weather_question,)),
    "text": (0.8, (attribute_questions.draft_sign_text_question,)),
    "compare": (0.6, (existence_and_count_questions.draft_compare_counts_question,)),
    "same": (0.6, (attribute_questions.draft_same_value_question,)),
    "part": (0.4, (attribute_questions.draft_part_count_question,)),
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


def generate_items(scene: Scene, image: str, split: str, index: int, most: int = PER_SCENE) -> Iterator[Item]:
    """The questions about a scene; a smaller `most` gives the beginning of the same list."""
    rng = Rng(split, index, "items")
    asked: set[tuple[str, ...]] = set()
    texts: set[str] = set()
    view = SceneForQuestions(scene)
    for _ in range(TRIES):
        if len(texts) == most:
            return
        draft = _draft_random_question(view, rng)
        if draft is None or draft.duplicate_key in asked:
            continue
        question, plain = _word_question(draft, rng)
        if question in texts:
            continue
        asked.add(draft.duplicate_key)
        texts.add(question)
        name = f"{split}-{index:06d}-{len(texts) - 1:02d}"
        yield Item(name, image, question, simulate_ten_answers(draft, rng), _question_tags(draft, question, plain))


def _draft_random_question(view: SceneForQuestions, rng: Rng) -> QuestionDraft | None:
    skill = rng.choose_weighted(WEIGHTS)
    maker = rng.choose_one(MAKERS[skill][1])
    draft = maker(DraftRequest(view, rng, rng.true_with_probability(0.5)))
    if draft is None or not rng.true_with_probability(KEPT.get((draft.skill, draft.answer), 1.0)):
        return None
    return draft


def _word_question(draft: QuestionDraft, rng: Rng) -> tuple[str, bool]:
    """The question's text, and whether it is the plain wording."""
    wordings = WORDINGS[draft.form]
    plain = rng.true_with_probability(PLAIN)
    text = wordings[0] if plain else rng.choose_one(wordings[1:])
    return text.format(**draft.slots), plain and draft.form not in NEVER_PLAIN and len(draft.options) < 3


def _question_tags(draft: QuestionDraft, question: str, plain: bool) -> tuple[tuple[str, str], ...]:
    kind = "yes/no" if draft.answer in ("yes", "no") else "number" if draft.answer.isdigit() else "other"
    tags = {"skill": draft.skill, "type": kind, "wording": "plain" if plain else "rephrased"}
    tags |= {"answer": draft.answer} if kind == "yes/no" else {}
    grouped = draft.group or "person" in question.split()  # some wordings bring in a group: "Which person is …?"
    marks = {"color": draft.color, "group": grouped, "negated": draft.negated}
    tags |= {name: "yes" for name, holds in marks.items() if holds}
    tags |= {"options": str(len(draft.options))} if draft.options else {}
    return tuple(sorted(tags.items()))
