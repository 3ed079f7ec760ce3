"""The plain wording of every form of question; any other wording is a paraphrase."""

import re

from askance.wording.understand.lexicon import CATEGORY, RELATIONS
from askance.wording.understand.parse_question import understand
from askance.wording.understand.question_meaning import (
    CountComparisonClaim,
    CountQuestion,
    ExistsClaim,
    Form,
    JoinedClaims,
    NamingQuestion,
    Phrase,
    PredicateClaim,
    SameValueClaim,
    YesNoQuestion,
    walk_nodes,
)

_WORDS = "|".join([*CATEGORY, "number", "picture", "image", "photo", "scene", "weather", "place"])
_ODD = rf"(?!(?:\w+ )?(?:{_WORDS})\b)"
_RELATED = "|".join(sorted(map(re.escape, RELATIONS.entries), key=len, reverse=True))
# a relation said as a clause of its own: "that is on the table", "who is wearing gloves", "that has a tail"
_CLAUSE = (
    rf"\b(?:that|who) (?:(?:is|are) (?:(?:{_RELATED}) (?:the|an?|any)|(?:wear|hold|carry|rid)ing)|has|have|belongs?)\b"
)
_PLACE = r"\bin (?:the|this) (?:picture|image)\b"
_IS_THE = rf"(?:is|are) the {_ODD}(?!.*(?:\b(?:not|same|either|described)\b|{_CLAUSE}|{_PLACE}))[^,]+"

# kind of form → patterns that the whole question matches
PLAIN: dict[str, tuple[str, ...]] = {
    "exist": (
        r"is there (?:an?|any) (?!.*\bkind of\b)[^,]+ in the picture",
        rf"(?:is|are) there (?:an?|any) (?!.*{_CLAUSE})[^,]+ in this picture",
    ),
    "join": (
        rf"(?:(?:is|are) there|is it untrue that there (?:is|are)) both (?!.*{_PLACE})[^,]+ and [^,]+",
        rf"(?:is|are) there (?:an?|any) (?!.*\band\b)[^,]+ or (?:an?|any) (?!.*{_PLACE})[^,]+",
        rf"(?:is|are) there no [^,]+ and no (?!.*{_PLACE})[^,]+",
    ),
    "verify": (_IS_THE,),
    "compare": (r"are there more .+ than .+",),
    "same": (r"are the .+ and the .+ the same (?:color|size|material|pattern)",),
    "negation": (r"is there no .+ in the picture", rf"(?:is|are) there no (?!.*{_CLAUSE})[^,]+ in this picture"),
    "count": (r"how many .+ are there",),
    "part": (r"how many .+ (?:does|do) the .+ have",),
    "color": (r"what color (?:is|are) the [^,]+",),
    "pattern": (r"what pattern (?:does|do) the [^,]+ have",),
    "material": (r"what (?:is|are) the [^,]+ made of",),
    "action": (r"what (?:is|are) the [^,]+ doing",),
    "text": (r"what does the [^,]+ say",),
    "choice": (_IS_THE, rf"{_IS_THE}, [^,]+, or [^,]+"),
    "name": (
        r"what is (?:on|under|in|above|below|behind|next to|in front of|to the left of|to the right of) [^,]+",
        r"what (?:is|are) the [^,]+ (?:holding|wearing|riding)",
    ),
    "place": (r"where is this",),
    "weather": (r"what is the weather like",),
}
_COMPILED = {kind: tuple(re.compile(pattern) for pattern in patterns) for kind, patterns in PLAIN.items()}


def form_kind(form: Form) -> str:
    """The kind of a form, as the table of plain wordings names it."""
    if isinstance(form, CountQuestion):
        is_part = any(isinstance(node, Phrase) and node.kind == "part" for node in walk_nodes(form))
        return "part" if is_part else "count"
    if isinstance(form, YesNoQuestion):
        claim = form.claim
        if isinstance(claim, ExistsClaim):
            return "negation" if claim.negated else "exist"
        kinds = {
            JoinedClaims: "join",
            PredicateClaim: "verify",
            CountComparisonClaim: "compare",
            SameValueClaim: "same",
        }
        return kinds.get(type(claim), "other")
    if form.options:
        return "choice"
    return "name" if isinstance(form, NamingQuestion) else form.category


def is_plain_wording(question: str) -> bool:
    """Whether a question is worded in the plain way for its form."""
    form = understand(question)
    text = question.strip().lower().rstrip("?. ")
    patterns = _COMPILED.get(form_kind(form), ()) if form is not None else ()
    return any(pattern.fullmatch(text) for pattern in patterns)
