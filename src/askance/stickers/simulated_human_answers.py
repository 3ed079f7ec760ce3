"""Ten simulated human answers: mostly the true one, some less exact, wrong or "unknown"."""

from askance.stickers.question_drafts import QuestionDraft
from askance.stickers.rng import Rng
from askance.wording.world_nouns import NOUNS

ANSWERS = 10
LEAST_TRUE = 7
LOOSER: dict[str, tuple[str, ...]] = {
    "tan": ("brown", "beige"), "gray": ("grey", "silver"), "brown": ("dark brown", "tan"), "pink": ("light pink",),
    "purple": ("violet",), "blue": ("dark blue",), "red": ("dark red",), "orange": ("yellow",), "white": ("cream",),
    "dotted": ("polka dots", "dots"), "striped": ("stripes",), "checkered": ("checks", "plaid"), "floral": ("flowers",),
    "starry": ("stars",), "wood": ("wooden",), "metal": ("steel",), "riding": ("sitting",), "running": ("jogging",),
    "walking": ("running",), "eating": ("grazing",), "sleeping": ("lying down", "resting"), "sunny": ("clear",),
    "cloudy": ("overcast",), "rainy": ("raining",), "snowy": ("snowing",), "living room": ("inside", "home"),
    "kitchen": ("inside",), "bedroom": ("inside", "home"), "sea": ("ocean", "water"), "field": ("farm", "meadow"),
    "street": ("road", "city"), "park": ("outside",), "forest": ("woods",), "beach": ("seaside",),
    "desert": ("sand dunes",), "mountain": ("mountains",), "man": ("person", "guy"), "woman": ("lady", "person"),
    "boy": ("kid", "child"), "girl": ("kid", "child"),
}  # fmt: skip
SHRUG = "idk"


def simulate_ten_answers(draft: QuestionDraft, rng: Rng) -> tuple[str, ...]:
    """Ten answers to a question, at least seven of them true, in random order."""
    true = rng.choose_weighted({10: 0.4, 9: 0.25, 8: 0.2, LEAST_TRUE: 0.15})
    others = [_simulate_deviating_answer(draft, rng) for _ in range(ANSWERS - true)]
    return tuple(rng.shuffled([draft.answer] * true + others))


def _simulate_deviating_answer(draft: QuestionDraft, rng: Rng) -> str:
    """One simulated answer that is not exactly the true answer."""
    truth = draft.answer
    if rng.true_with_probability(0.12):
        return SHRUG
    if truth in ("yes", "no"):
        detail = "yes, i think so" if truth == "yes" else "no, i do not think so"
        return detail if rng.true_with_probability(0.4) else ("no" if truth == "yes" else "yes")
    if draft.skill == "text":
        return rng.choose_one((SHRUG, "sign", f"the word {truth}"))
    if truth.isdigit():
        return str(max(0, int(truth) + rng.choose_one((-1, 1, 1))))
    wrong = tuple(option for option in draft.options if option != truth and not option.endswith(f" {truth}"))
    if wrong:
        return rng.choose_one(wrong)
    looser = (*LOOSER.get(truth, ()), *(NOUNS[truth].synonyms if truth in NOUNS else ()))
    groups = NOUNS[truth].groups[-1:] if truth in NOUNS else ()
    said = looser or groups
    return rng.choose_one(said) if said else SHRUG
