"""A question and its answer → what follows, by all families of rules over the built-in grammar."""

import re
from random import Random

from askance.wording.implications import (
    attribute_rules,
    comparison_rules,
    existence_rules,
    naming_rules,
    number_rules,
    relation_rules,
    surroundings_rules,
)
from askance.wording.implications.family import Family
from askance.wording.implications.implication import Implication, Rule
from askance.wording.implications.loose_wording import is_loosely_worded
from askance.wording.implications.misread_questions import is_misread
from askance.wording.implications.words import is_asked_for_several, is_asked_in_plural
from askance.wording.understand import (
    CountComparisonClaim,
    CountQuestion,
    ExactNumberClaim,
    ExistsClaim,
    Form,
    JoinedClaims,
    MoreThanClaim,
    Phrase,
    YesNoQuestion,
    understand,
    walk_nodes,
)

_FAMILIES = (
    existence_rules, number_rules, attribute_rules, naming_rules, relation_rules, comparison_rules, surroundings_rules,
)  # fmt: skip
RULES: dict[str, Rule] = {rule.name: rule for family in _FAMILIES for rule in family.RULES}
_IMPLY: tuple[Family, ...] = tuple(family.imply for family in _FAMILIES)
_IN_PICTURE = re.compile(r"(?: in (?:the|this) (?:picture|image|photo))?[?.]?$")
_NO_ANSWER = frozenset({"none", "nothing", "nobody", "no one", "unknown", "unanswerable", "unclear"})


def imply(question: str, answer: str, rng: Random) -> tuple[Implication, ...]:
    """What follows from an answer (as it was read: "yes", "3", "red"), each question once; never the same question."""
    form = understand(question)
    said = answer.strip().lower()
    if form is None or said in _NO_ANSWER or _speaks_of_several(question, form):
        return ()
    if said == "no" and phrases_of_several(question, form):
        return ()  # "Are there trees?" may be answered with no where there is one
    found: dict[str, Implication] = {}
    for family in _IMPLY:
        for each in family(form, said, rng):
            found.setdefault(each.question.lower(), each)
    found.pop(_IN_PICTURE.sub("?", question.strip().lower(), count=1), None)
    return tuple(found.values())


def is_understood(question: str) -> bool:
    """Whether the built-in grammar understands a question word by word; others are for rules over real questions."""
    form = None if is_loosely_worded(question) else understand(question)
    return form is not None and not is_misread(question, form)


def phrases_of_several(question: str, form: Form) -> tuple[Phrase, ...]:
    """The phrases of which a question asks whether there are several: "trees" in "Are there trees?"."""
    return tuple(phrase for phrase in _phrases_looked_for(form) if is_asked_for_several(question, phrase))


def _speaks_of_several(question: str, form: Form) -> bool:
    """Whether an object that the question takes for granted is said in the plural: "the dogs", "on the tables"."""
    counted = _counted_phrases(form)
    given = [node for node in walk_nodes(form) if isinstance(node, Phrase) and node not in counted]
    return any(is_asked_in_plural(question, phrase) for phrase in given if phrase.kind != "any")


def _counted_phrases(form: Form) -> tuple[Phrase, ...]:
    """The phrases of objects that a question counts or looks for: their number does not matter."""
    if isinstance(form, CountQuestion):
        return form.phrases
    if isinstance(form, YesNoQuestion):
        claim = form.claim
        if isinstance(claim, ExactNumberClaim | MoreThanClaim):
            return (claim.phrase,)
        if isinstance(claim, CountComparisonClaim):
            return (claim.left, claim.right)
        return _phrases_looked_for(form, or_denied=True)
    return ()


def _phrases_looked_for(form: Form, or_denied: bool = False) -> tuple[Phrase, ...]:
    """The phrases of objects of which a question asks whether there are any; `or_denied`: or whether there are none."""
    claim = form.claim if isinstance(form, YesNoQuestion) else None
    if not isinstance(claim, ExistsClaim | JoinedClaims) or (claim.negated and not or_denied):
        return ()
    claims = claim.claims if isinstance(claim, JoinedClaims) else (claim,)
    return tuple(one.phrase for one in claims if isinstance(one, ExistsClaim))
