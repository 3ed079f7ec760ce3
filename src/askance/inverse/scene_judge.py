"""The judge that reads the scene: is a question relevant to an image, does it state an annotated fact, is it right?"""

from collections.abc import Iterator, Sequence

from askance.core import Scene
from askance.inverse.belief_facts import NOTHING, meaning_of_answer
from askance.inverse.belief_types import Judgement
from askance.inverse.fact_identity import states_annotated_fact
from askance.inverse.presuppositions import check_presuppositions, mentions_unclear_name
from askance.models.scene_logic import SceneLogic, Truth, candidate_objects
from askance.models.true_answers import groups_of_class, is_claim_true, true_answers
from askance.wording.understand import (
    AttributeQuestion,
    CountQuestion,
    ExistsClaim,
    Form,
    NamingQuestion,
    Phrase,
    PredicateClaim,
    Quality,
    SameValueClaim,
    YesNoQuestion,
    are_same_answer,
    has_negation,
    simplify_answer,
    understand,
    walk_nodes,
)

# every object has a color, a size and a material, listed or not: an object without one may have any
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
        return Judgement(relevant, same, None, "the scene does not say")
    true = "" if correct else "; ".join(true_answers(form, scene))
    return Judgement(relevant, same, correct, f"true: {true}" if true else "")


def is_answer_true(form: Form, answer: str, view: SceneLogic) -> Truth:
    """Whether an answer is true of a scene; None where the scene does not say, or what it says is debatable."""
    found = answer_truth(form, answer, view)
    if found is None or not (mentions_unclear_name(form, view) or _depends_on_unstated_value(form, view)):
        return found
    return found if _is_shown_by_an_object(form, answer, found) else None


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
    if isinstance(form, NamingQuestion) and not form.options:
        if any(said in groups_of_class(simplify_answer(one)) for one in true):
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


def _is_shown_by_an_object(form: Form, answer: str, found: bool) -> bool:
    """Whether a listed object makes the answer true, so that what is not listed cannot change it."""
    if isinstance(form, YesNoQuestion):
        is_plain = isinstance(form.claim, ExistsClaim | PredicateClaim) and not has_negation(form)
        return is_plain and found == (simplify_answer(answer) == "yes")
    return found and not isinstance(form, CountQuestion)


def _depends_on_unstated_value(form: Form, view: SceneLogic) -> bool:
    """Whether a color, size or material is asked for that an object of that name has, but that is not listed."""
    return view.closed and any(
        not thing.attributes.get(category)
        for phrase, category in _asked_values(form)
        for thing, _ in candidate_objects(Phrase(phrase.term, phrase.kind), view)
    )


def _asked_values(form: Form) -> Iterator[tuple[Phrase, str]]:
    """The phrases with the categories of color, size or material that the question asks them for."""
    for node in walk_nodes(form):
        if isinstance(node, Phrase):
            yield from ((node, one.category) for one in node.qualities if one.category in _UNSTATED)
        elif isinstance(node, PredicateClaim):
            qualities = (one for one in node.predicates if isinstance(one, Quality) and one.category in _UNSTATED)
            yield from ((node.subject, one.category) for one in qualities)
        elif isinstance(node, AttributeQuestion) and node.category in _UNSTATED:
            yield node.phrase, node.category
        elif isinstance(node, SameValueClaim) and node.category in _UNSTATED:
            yield from ((phrase, node.category) for phrase in (node.left, node.right))
