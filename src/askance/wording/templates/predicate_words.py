"""How a relation is said after a noun: short ("on the table", "with a hat") and as a clause ("that has a hat")."""

import re
from typing import Literal

Clause = Literal["short", "full"]

# predicates that do not follow "is": short form, clause in the singular, clause in the plural
_IRREGULAR: dict[str, tuple[str, str, str]] = {
    "with": ("with", "has", "have"),
    "has": ("with", "has", "have"),
    "have": ("with", "has", "have"),
    "of": ("of", "belongs to", "belong to"),
    "contain": ("containing", "contains", "contain"),
    "contains": ("containing", "contains", "contain"),
    "containing": ("containing", "contains", "contain"),
    "wears": ("wearing", "is wearing", "are wearing"),
    "holds": ("holding", "is holding", "are holding"),
    "says": ("saying", "says", "say"),
}
_SPELLED_OUT = {"left of": "to the left of", "right of": "to the right of", "to left of": "to the left of",
                "to right of": "to the right of"}  # fmt: skip

# what these lead to is new to the listener: "a man wearing a hat", "a hill covered in snow"
_INDEFINITE = frozenset({
    "carrying", "catching", "contain", "containing", "contains", "covered by", "covered in", "covered with",
    "cutting", "drinking", "driving", "eating", "filled with", "flying", "full of", "has", "have", "hitting",
    "holding", "holds", "made of", "playing", "playing with", "pulled by", "pulling", "pushed by", "pushing",
    "reading", "riding", "riding on", "surrounded by", "swinging", "talking on", "throwing", "topped with", "using",
    "wearing", "wears", "with",
})  # fmt: skip


def takes_indefinite_article(predicate: str) -> bool:
    """Whether the other end of a relation is said with "a" and not with "the"."""
    return predicate in _INDEFINITE


def predicate_words(predicate: str, clause: Clause, plural: bool) -> str:
    """The words between a noun and the other end; the full form starts with the verb, after "that" or "who"."""
    spelled = _SPELLED_OUT.get(predicate, predicate)
    short, singular_verb, plural_verb = _IRREGULAR.get(spelled, (spelled, f"is {spelled}", f"are {spelled}"))
    if clause == "short":
        return short
    return plural_verb if plural else singular_verb


# predicates as annotators write them → as they read after a noun
_AUXILIARY, _ARTICLE = re.compile(r"^(?:is|are|was|were) "), re.compile(r" (?:a|an|the)$")
_VERBS = {"carr": "carrying", "drink": "drinking", "eat": "eating", "hold": "holding", "pull": "pulling",
          "push": "pushing", "rid": "riding", "us": "using", "wear": "wearing", "read": "reading"}  # fmt: skip
_SIMPLE = re.compile(rf"^({'|'.join(_VERBS)})(?:s|es|e|ies|y)?$")
_SAME = {
    "has": "with", "have": "with", "inside of": "inside", "laying on": "lying on", "laying in": "lying in",
    "made from": "made of", "made with": "made of", "made out of": "made of", "on left of": "left of",
    "on left side of": "left of", "on right of": "right of", "on right side of": "right of",
    "on side of": "on the side of",
}  # fmt: skip
_PREPOSITIONS = "|".join((
    "above", "against", "along", "around", "at", "behind", "below", "beneath", "beside", "by", "close to", "from", "in",
    "in front of", "inside", "left of", "near", "next to", "of", "off", "on",
    "on the (?:back|bottom|edge|front|side) of", "on top of", "onto", "outside", "over", "right of",
    "to left of", "to right of", "to the left of", "to the right of", "under", "underneath", "with", "down",
    "for", "to",
))  # fmt: skip
_READS = re.compile(
    rf"(?:{_PREPOSITIONS})|\w+ing(?: (?:{_PREPOSITIONS}))?"
    rf"|(?:\w+ed|full|hung|made|worn|built|cut) (?:in|of|with|by|on|to|at|from|{_PREPOSITIONS})|contains?"
)
_NOT_ALONE = frozenset({"from", "of", "off", "to", "for", "down", "onto"})


def readable_predicate(predicate: str) -> str | None:
    """A predicate as it reads after a noun ("carries a" → "carrying"); None if it is none that does."""
    text = _ARTICLE.sub("", _AUXILIARY.sub("", " ".join(predicate.lower().split())))
    text = _SAME.get(text, text)
    verb = _SIMPLE.match(text)
    text = _VERBS[verb[1]] if verb else text
    return text if _READS.fullmatch(text) and text not in _NOT_ALONE else None
