"""When a question and its answer state the same visual fact as another question with its answer."""

from collections.abc import Hashable

from askance.inverse.belief_facts import AtLeast, AtMost, Fact, facts_of_belief
from askance.inverse.described_objects import seen_from_each_object
from askance.models.scene_logic import SceneLogic, candidate_objects
from askance.models.true_answers import true_answers
from askance.wording.understand import (
    AttributeQuestion,
    Form,
    NamingQuestion,
    Phrase,
    PredicateClaim,
    SameValueClaim,
    YesNoQuestion,
    are_same_answer,
    simplify_answer,
    understand,
)
from msgspec.structs import replace

_OPPOSITE = {"yes": "no", "no": "yes"}


def states_annotated_fact(form: Form, answer: str, references: tuple[str, ...], view: SceneLogic) -> bool:
    """Whether a belief states the fact that an annotated question with its true answer states.

    The answer of an annotated question is read from the scene; where the scene does not say, it is the given one.
    """
    stated = fact_key(form, answer, view)
    if stated is None:
        return False
    for reference in references:
        other = understand(reference)
        if other is not None and any(
            fact_key(other, true, view) == stated for true in true_answers(other, view.scene) or (answer,)
        ):
            return True
    return False


def fact_key(form: Form, answer: str, view: SceneLogic) -> Hashable | None:
    """Equal keys state the same fact about this scene; None where the answer states none."""
    if isinstance(form, AttributeQuestion | NamingQuestion) and not _is_offered(form, answer):
        return None
    form, answer = _without_negation(form, answer, view)
    found = facts_of_belief(form, answer)
    return frozenset(frozenset(map(_plain_fact, facts)) for facts in found) or None


def _is_offered(form: AttributeQuestion | NamingQuestion, answer: str) -> bool:
    """Whether an answer is one of the options, where there are some."""
    return not form.options or any(are_same_answer(option.said, answer) for option in form.options)


def _without_negation(form: Form, answer: str, view: SceneLogic) -> tuple[Form, str]:
    """ "Is the car not red?" no → "Is the car red?" yes, where there is one car: of two, each could be meant."""
    said = simplify_answer(answer)
    if not isinstance(form, YesNoQuestion) or said not in _OPPOSITE:
        return form, answer
    claim = form.claim
    about: tuple[Phrase, ...] = ()
    if isinstance(claim, PredicateClaim) and claim.negated:
        about = (claim.subject,)
    elif isinstance(claim, SameValueClaim) and claim.negated:
        about = (claim.left, claim.right)
    if about and all(_is_one_object(phrase, view) for phrase in about):
        return YesNoQuestion(replace(claim, negated=False)), _OPPOSITE[said]
    return form, answer


def _is_one_object(phrase: Phrase, view: SceneLogic) -> bool:
    found = candidate_objects(phrase, view)
    return len(found) == 1 and bool(found[0][1])


def _plain_fact(fact: Fact) -> Hashable:
    """A fact from no object's point of view: "left of the table" and "right of the cup" are one."""
    if isinstance(fact, AtLeast | AtMost) and len(fact.of) == 1 and fact.number == isinstance(fact, AtLeast):
        (described,) = fact.of
        return type(fact), frozenset(seen_from_each_object(described))
    return fact
