"""The judge that reads the scene: is a question relevant to an image, does it state an annotated fact, is it right?"""

from collections.abc import Iterator, Sequence

from askance.core import Scene
from askance.inverse.belief_facts import NOTHING
from askance.inverse.belief_types import Judgement
from askance.inverse.fact_identity import states_annotated_fact
from askance.inverse.presuppositions import check_presuppositions, mentions_unclear_name
from askance.models.scene_logic import SceneLogic, Truth, attribute_values, candidate_objects
from askance.models.true_answers import groups_of_class, is_claim_true, true_answers
from askance.wording.understand import (
    AttributeQuestion,
    Claim,
    CountQuestion,
    ExistsClaim,
    Form,
    JoinedClaims,
    NamingQuestion,
    Phrase,
    PredicateClaim,
    Quality,
    SameValueClaim,
    YesNoQuestion,
    are_same_answer,
    has_negation,
    meaning_of_answer,
    simplify_answer,
    understand,
    walk_nodes,
)
from msgspec.structs import replace

# every object has a color, a size and a material, listed or not: an object without one may have any
_UNKNOWN = "the scene does not say"
_UNSTATED = frozenset({"color", "size", "material"})


def judge_by_scene(question: str, answer: str, scene: Scene, references: Sequence[str] = ()) -> Judgement:
    """What the scene says of a belief; `references` are the annotated questions about the image with this answer."""
    form = understand(question)
    if form is None:
        return Judgement(None, None, None, "the question is not understood")
    view = SceneLogic(scene)
    relevant, missing = check_presuppositions(form, view)
    if relevant is False:
        return Judgement(False, False, None, missing)
    correct = is_answer_true(form, answer, view)
    same = states_annotated_fact(form, answer, tuple(references), view)
    if correct is None:
        return Judgement(True, True, True, "as annotated") if same else Judgement(relevant, same, None, _UNKNOWN)
    true = "" if correct else "; ".join(true_answers(form, scene))
    return Judgement(relevant, same, correct, f"true: {true}" if true else "")


def is_answer_true(form: Form, answer: str, view: SceneLogic) -> Truth:
    """Whether an answer is true of a scene; None where the scene does not say, or what it says is debatable."""
    found = answer_truth(form, answer, view)
    if found is None or not (mentions_unclear_name(form, view) or _depends_on_unstated_value(form, view)):
        return found
    return found if _is_shown_by_objects(form, found, view) else None


def answer_truth(form: Form, answer: str, view: SceneLogic) -> Truth:
    """Whether an answer is true of a scene, as its questions are read."""
    said = simplify_answer(answer)
    if isinstance(form, YesNoQuestion):
        holds = is_claim_true(form.claim, view)
        return None if holds is None else said == ("yes" if holds else "no")
    true = true_answers(form, view.scene)
    if isinstance(form, CountQuestion) and said in NOTHING:
        said = "0"
    if any(are_same_answer(said, one) for one in true):
        return True
    is_naming = isinstance(form, NamingQuestion) and not form.options
    if is_naming and any(said in groups_of_class(simplify_answer(one)) for one in true):
        return True  # an apple is a fruit
    if view.closed:
        return False
    return _is_excluded_in_open_scene(form, answer, view) if true else None


def _is_excluded_in_open_scene(form: Form, answer: str, view: SceneLogic) -> Truth:
    """False where the objects listed cannot be so; None where another value, or another object, may be there."""
    if isinstance(form, NamingQuestion):
        is_open = form.phrase.kind in ("any", "who") or form.phrase.relations or form.phrase.qualities
        if is_open:
            return None
    if not isinstance(form, AttributeQuestion | NamingQuestion):
        return False
    meaning = meaning_of_answer(form, answer)
    if meaning is None:
        return None
    return is_claim_true(PredicateClaim(form.phrase, (meaning,)), view)


def _is_shown_by_objects(form: Form, found: bool, view: SceneLogic) -> bool:
    """Whether listed objects settle the answer, so that what is not listed cannot change it."""
    if not isinstance(form, YesNoQuestion):
        return found and not isinstance(form, CountQuestion)
    claim = form.claim
    if isinstance(claim, ExistsClaim | JoinedClaims):
        claim = replace(claim, negated=False)  # what is there is not absent
    return _says_what_is_there(claim) and is_claim_true(claim, view) is True


def _says_what_is_there(claim: Claim) -> bool:
    """Whether a claim, once true, stays true whatever else the image shows."""
    if isinstance(claim, JoinedClaims):
        return all(map(_says_what_is_there, claim.claims))
    return isinstance(claim, ExistsClaim | PredicateClaim) and not has_negation(YesNoQuestion(claim))


def _depends_on_unstated_value(form: Form, view: SceneLogic) -> bool:
    """Whether a color, size or material is asked for that an object must have, but that is not listed."""
    return view.closed and any(
        not attribute_values(thing, category)
        for phrase, category in _asked_values(form)
        if category in _UNSTATED
        for thing, _ in candidate_objects(phrase, view)
    )


def _asked_values(form: Form) -> Iterator[tuple[Phrase, str]]:
    """The objects asked about, each with a category of values; values that only say which object is meant are none."""
    for node in walk_nodes(form):
        if isinstance(node, PredicateClaim):
            yield from ((node.subject, one.category) for one in node.predicates if isinstance(one, Quality))
        elif isinstance(node, AttributeQuestion):
            yield node.phrase, node.category
        elif isinstance(node, SameValueClaim):
            yield from ((phrase, node.category) for phrase in (node.left, node.right))
        elif isinstance(node, ExistsClaim):
            yield from _values_in_phrase(node.phrase)
        elif isinstance(node, CountQuestion):
            for phrase in node.phrases:
                yield from _values_in_phrase(phrase)


def _values_in_phrase(phrase: Phrase) -> Iterator[tuple[Phrase, str]]:
    """ "Is there a red zebra?" asks every zebra for its color."""
    for quality in phrase.qualities:
        others = tuple(one for one in phrase.qualities if one is not quality)
        yield replace(phrase, qualities=others), quality.category
