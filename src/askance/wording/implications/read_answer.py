"""A model's answer as the rules for real questions read it: yes or no, a number, a noun phrase, an action."""

import re
from dataclasses import dataclass
from functools import lru_cache

from askance.wording.normalise_answers import normalise_answer
from askance.wording.ontology import ontology
from askance.wording.ontology.usage_rules import usage_rules
from askance.wording.templates.noun_phrase import NounPhrase, Number
from askance.wording.yes_no_answers import POLAR

LONGEST = 80  # characters: longer answers are sentences
GREATEST = 20  # a higher count is a guess
_NO_ANSWER = frozenset({
    "", "unanswerable", "unsuitable", "unsuitable image", "unknown", "na", "n a", "none", "nothing", "not sure",
    "unsure", "dont know", "i dont know", "idk", "cant tell", "cannot tell", "not visible", "unclear", "unreadable",
    "not possible", "blurry", "too blurry", "no answer", "0", "nowhere", "nobody", "no one", "noone", "maybe",
    "answering does not require reading text in image", "it", "this", "that", "something", "someone", "other",
    "both", "neither", "all", "some", "many", "lot", "lots", "several", "few", "not", "unclear image", "cant see",
    "unseen",
})  # fmt: skip
# said of one thing or of a piece of it: "a cake" is more than "cake"
_ALSO_STUFF = frozenset({
    "cake", "pizza", "salad", "pie", "fish", "fruit", "egg", "onion", "potato", "squash", "cabbage", "melon",
    "shrimp", "omelet", "omelette", "lasagna", "cheesecake", "birthday cake", "quiche", "watermelon", "pineapple",
    "pumpkin", "cucumber", "zucchini", "eggplant", "glass", "cloth", "brick", "tile", "light", "steak", "casserole",
    "curry", "meal", "pepper", "carrot", "tomato", "banana bread", "sausage", "carpet", "ribbon", "string", "rope",
    "fabric", "dessert", "wire", "marble",
})  # fmt: skip
_BIRD_OR_MEAT = frozenset({"chicken", "turkey"})  # "a chicken" or "some chicken"
_ACTION = re.compile(r"[a-z]+ing\b(?: [a-z]+){0,3}")
_NO_ACTION = frozenset({
    "nothing", "something", "anything", "everything", "ring", "king", "wing", "string", "spring", "ceiling",
    "building", "clothing", "thing", "swing", "sing", "bring", "evening", "morning", "wedding", "railing", "awning",
    "painting", "lightning", "earring", "icing", "frosting", "topping", "stuffing", "dressing", "pudding", "doing",
    "being", "going", "trying", "having",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class ReadAnswer:
    """An answer with its normal form; `polar` is yes, no or None."""

    raw: str
    text: str
    polar: str | None
    number: int | None


def read_answer(answer: str) -> ReadAnswer | None:
    """The answer, or None if it says nothing that a rule could start from."""
    if not answer or len(answer) > LONGEST or not answer.isascii():
        return None
    text = normalise_answer(answer)
    number = int(text) if text.isdigit() and len(text) < 4 else None
    if text in _NO_ANSWER and number is None:
        return None
    return ReadAnswer(" ".join(answer.split()), text, POLAR.get(text), number)


@lru_cache(maxsize=1 << 14)
def noun_answer(text: str) -> NounPhrase | None:
    """An answer that names an object: "dog", "tennis rackets", "red car"; None if the ontology does not have it."""
    names, parts = ontology(), text.split()
    if not 0 < len(parts) <= 4 or not all(part.isalpha() for part in parts) or parts[-1] in _BIRD_OR_MEAT:
        return None
    for cut in range(min(len(parts), 3)):
        name = " ".join(parts[cut:])
        entry = names.noun(name)
        if entry is None or entry.synset is None:
            continue
        if not all(_stands_before_noun(word) for word in parts[:cut]):
            return None
        return NounPhrase(name, tuple(parts[:cut]), number_of_noun(name))
    return None


def _stands_before_noun(word: str) -> bool:
    return "color" in ontology().categories(word) or "material" in ontology().categories(word)


@lru_cache(maxsize=1 << 14)
def number_of_noun(name: str) -> Number:
    """Whether a name of the ontology is used as one thing, as several, or as stuff."""
    entry = ontology().noun(name)
    if entry is None:
        return "singular"
    if entry.count == "m" or (entry.name in _ALSO_STUFF and not entry.is_plural_form(name)):
        return "mass"
    if entry.count == "p" or entry.is_plural_form(name):
        return "plural"
    return "singular"


@lru_cache(maxsize=1 << 12)
def action_answer(text: str) -> str | None:
    """An answer that says what someone does: "surfing", "playing tennis", "talking on phone"."""
    if not _ACTION.fullmatch(text) or text.split()[0] in _NO_ACTION:
        return None
    return text if _reads_as_predicate(text) else None


def _reads_as_predicate(text: str) -> bool:
    """Whether an action needs no article that the answer may have lost: "flying kite" does."""
    first, *rest = text.split()
    if not rest:
        return first not in ("holding", "wearing", "riding", "carrying", "using", "throwing", "hitting", "catching",
                             "pulling", "pushing", "cutting", "making", "taking", "getting", "putting", "looking",
                             "performing", "doing", "petting", "brushing", "washing", "feeding")  # fmt: skip
    if text in ontology().actions.words:
        return not text.endswith((" tooth", " instrument", " meeting", " trick", " hand"))
    noun = ontology().noun(" ".join(rest))
    return noun is not None and number_of_noun(" ".join(rest)) != "singular"


@lru_cache(maxsize=1 << 12)
def color_answer(text: str) -> str | None:
    """An answer that is one color word of the ontology."""
    return text if "color" in ontology().categories(text) and text not in ("dark", "light") else None


@lru_cache(maxsize=1 << 12)
def may_ask_whether_there(name: str) -> bool:
    """Whether "Is there a NAME in the image?" is a question about an object: neither ambiguous nor abstract."""
    entry = ontology().noun(name)
    return (
        entry is not None
        and entry.synset is not None
        and name not in usage_rules()["unasked"]
        and entry.name not in usage_rules()["unasked"]
        and not _UNSEEN & {entry.name, name}
    )


_UNSEEN = frozenset({
    "chicken", "turkey", "sky", "sun", "air", "area", "background", "foreground", "city", "town", "horizon", "land",
    "shade", "skin", "spot", "reflection", "weather", "photo", "photograph", "picture", "image", "scene", "view",
    "day", "time", "place", "photographer", "driver", "pilot", "owner", "conductor", "game", "tennis",
    "baseball game", "soccer", "surfing", "surf", "music", "traffic", "rain", "wind", "home", "left", "right",
    "side", "top", "bottom", "front", "back", "wild", "nature", "material", "plastic", "wood", "metal", "cotton",
    "wool", "leather", "cement", "concrete", "brick", "orange", "color", "shape", "number", "word", "text",
    "letter", "name", "brand", "logo", "center", "corner", "edge", "middle", "end", "part", "piece", "type", "kind",
    "thing", "object", "item", "animal print", "surface", "room", "ground", "floor", "wall", "ceiling", "outside",
    "inside", "plain", "match", "team", "snack", "breakfast", "lunch", "dinner", "meal", "gear", "equipment",
    "outfit", "uniform", "costume", "lighting", "sunset", "sunrise", "shadow", "night", "summer", "winter", "party",
    "wedding", "event", "restaurant", "glass", "paper", "light", "cloth", "cricket", "crowd", "group", "family",
    "couple", "audience", "pair", "body", "weight", "wallpaper", "fencing", "paint",
})  # fmt: skip
