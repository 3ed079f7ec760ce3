"""All true answers to a parsed question about a scene, the best first; none if the scene does not say."""

from collections.abc import Iterable

from askance.core import Scene, SceneObject
from askance.models.scene_logic import (
    Candidate,
    SceneLogic,
    Truth,
    attribute_values,
    candidate_objects,
    conjunction,
    disjunction,
    matching_objects,
    negation,
    satisfies_predicate,
)
from askance.wording.understand import (
    AnswerOption,
    AttributeQuestion,
    Claim,
    CountComparisonClaim,
    CountQuestion,
    ExactNumberClaim,
    ExistsClaim,
    Form,
    JoinedClaims,
    MoreThanClaim,
    NamingQuestion,
    Phrase,
    PredicateClaim,
    SameValueClaim,
    SurroundingsClaim,
    SurroundingsQuestion,
    YesNoQuestion,
)
from askance.wording.world_attributes import answer_for_value
from askance.wording.world_nouns import GROUPS, NOUNS

NONE = "none"


def true_answers(form: Form, scene: Scene) -> tuple[str, ...]:
    """Every true answer to a question about a scene, the best first; empty where the scene does not say."""
    view = SceneLogic(scene)
    if isinstance(form, YesNoQuestion):
        holds = is_claim_true(form.claim, view)
        return () if holds is None else ("yes" if holds else "no",)
    if isinstance(form, CountQuestion):
        return _count_answer(form.phrases, view)
    if isinstance(form, SurroundingsQuestion):
        value = view.setting(form.category)
        offered = [(option.said, option.meaning) for option in form.options]
        chosen = [
            said
            for said, one in offered
            if isinstance(one, SurroundingsClaim) and view.setting(one.category) == one.value
        ]
        return _without_duplicates(chosen or [value or NONE]) if chosen or value or view.closed else ()
    found = _name_or_describe(form, view)
    return found or ((NONE,) if view.closed and not _has_uncertain_match(candidate_objects(form.phrase, view)) else ())


def _name_or_describe(form: NamingQuestion | AttributeQuestion, view: SceneLogic) -> tuple[str, ...]:
    """The options that are true of what a question asks about, else its names or values."""
    things = matching_objects(form.phrase, view)
    chosen = [option.said for option in form.options if _is_option_true(option, things, view)]
    if chosen:
        return _without_duplicates(chosen)
    if isinstance(form, NamingQuestion):
        return _without_duplicates(thing.name for thing in things)
    return _without_duplicates(
        answer_for_value(value) for thing in things for value in attribute_values(thing, form.category)
    )


def _without_duplicates(found: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(found))


def _has_uncertain_match(found: list[Candidate]) -> bool:
    """Whether there are things that a phrase only may mean."""
    return any(known is None for _, known in found)


def _is_option_true(option: AnswerOption, things: list[SceneObject], view: SceneLogic) -> bool:
    meaning = option.meaning
    if isinstance(meaning, SurroundingsClaim):
        return False
    return any(satisfies_predicate(thing, meaning, view) for thing in things)


def _count_answer(phrases: tuple[Phrase, ...], view: SceneLogic) -> tuple[str, ...]:
    """How many things match, where all are listed; parts are counted on the first of their wholes."""
    if not view.closed:
        return ()
    owners = [relation.phrase for phrase in phrases for relation in phrase.relations if relation.name == "part of"]
    found = [each for phrase in phrases for each in candidate_objects(phrase, view)]
    if _has_uncertain_match(found):
        return ()
    if not owners:
        return (str(len({thing.id for thing, _ in found})),)
    whole = next(iter(matching_objects(owners[0], view)), None)
    if whole is None:
        return (NONE,)
    return (str(len({part.id for part, _ in found if part.part_of == whole.id})),)


def is_claim_true(claim: Claim, view: SceneLogic) -> Truth:
    """Whether a claim holds in a scene; what is said of a thing that is not there does not, nor does its opposite."""
    if isinstance(claim, PredicateClaim):
        return _predicates_hold(claim, view)
    if isinstance(claim, SameValueClaim):
        return _two_objects_share_value(claim, view)
    plain: Truth = None
    if isinstance(claim, ExistsClaim):
        plain = _object_exists(candidate_objects(claim.phrase, view), view)
    elif isinstance(claim, ExactNumberClaim):
        counted = _count_objects(claim.phrase, view)
        surely = len(matching_objects(claim.phrase, view)) > claim.number  # more than that are listed
        plain = counted == claim.number if counted is not None else False if surely else None
    elif isinstance(claim, MoreThanClaim):
        counted = _count_objects(claim.phrase, view)
        surely = len(matching_objects(claim.phrase, view)) > claim.number
        plain = counted > claim.number if counted is not None else True if surely else None
    elif isinstance(claim, CountComparisonClaim):
        left, right = _count_objects(claim.left, view), _count_objects(claim.right, view)
        if left is not None and right is not None:
            plain = {"more": left > right, "fewer": left < right, "equal": left == right}[claim.how]
    elif isinstance(claim, SurroundingsClaim):
        value = view.setting(claim.category)
        plain = None if value is None and not view.closed else value == claim.value
    elif isinstance(claim, JoinedClaims):
        plain = (conjunction if claim.every else disjunction)(is_claim_true(one, view) for one in claim.claims)
    return negation(plain) if claim.negated else plain


def _object_exists(found: list[Candidate], view: SceneLogic) -> Truth:
    """Whether there is such a thing: in an open scene one that is not listed may be there."""
    if any(known for _, known in found):
        return True
    return False if view.closed and not found else None


def _count_objects(phrase: Phrase, view: SceneLogic) -> int | None:
    """How many things a phrase means; None where the scene does not say."""
    found = candidate_objects(phrase, view)
    return len(found) if view.closed and not _has_uncertain_match(found) else None


def _predicates_hold(claim: PredicateClaim, view: SceneLogic) -> Truth:
    """Whether something that the subject means has the predicates (or, negated, lacks one)."""
    found: list[Truth] = []
    subjects = candidate_objects(claim.subject, view)
    for subject, known in subjects:
        said = conjunction(satisfies_predicate(subject, each, view) for each in claim.predicates)
        found.append(conjunction((known, negation(said) if claim.negated else said)))
    is_listed = view.closed or any(known for _, known in subjects)
    return disjunction(found) if is_listed else None


def _two_objects_share_value(claim: SameValueClaim, view: SceneLogic) -> Truth:
    """Whether two different things share a value of a category (or, negated, share none)."""
    found: list[Truth] = []
    for left, one in candidate_objects(claim.left, view):
        for right, other in candidate_objects(claim.right, view):
            if left.id != right.id:
                shared = _values_overlap(
                    attribute_values(left, claim.category), attribute_values(right, claim.category), view
                )
                found.append(conjunction((one, other, negation(shared) if claim.negated else shared)))
    return disjunction(found) if view.closed or found else None


def _values_overlap(one: tuple[str, ...], other: tuple[str, ...], view: SceneLogic) -> Truth:
    if not set(one).isdisjoint(other):
        return True
    return False if view.closed or (one and other) else None


def groups_of_class(name: str) -> tuple[str, ...]:
    """The groups that a class belongs to; a group belongs to itself alone."""
    return (name,) if name in GROUPS else NOUNS[name].groups if name in NOUNS else ()
