"""All true answers to a parsed question about a scene, the best first; none if the scene does not say."""

from collections.abc import Iterable

from askance.core import Scene, SceneObject
from askance.models.scene_logic import (
    Candidate,
    SceneLogic,
    Truth,
    candidates,
    conjunction,
    disjunction,
    fits,
    matching,
    negation,
    values,
)
from askance.wording.attributes import stuff
from askance.wording.nouns import GROUPS, NOUNS
from askance.wording.understand import (
    Around,
    Attribute,
    Claim,
    Compared,
    Count,
    Exists,
    Form,
    Holds,
    Joined,
    Naming,
    Numbered,
    Option,
    Phrase,
    Polar,
    Same,
    Surroundings,
)

NONE = "none"


def true_answers(form: Form, scene: Scene) -> tuple[str, ...]:
    """Every true answer to a question about a scene, the best first; empty where the scene does not say."""
    view = SceneLogic(scene)
    if isinstance(form, Polar):
        holds = is_true(form.claim, view)
        return () if holds is None else ("yes" if holds else "no",)
    if isinstance(form, Count):
        return _count(form.phrases, view)
    if isinstance(form, Surroundings):
        value = view.setting(form.category)
        offered = [(option.said, option.meaning) for option in form.options]
        chosen = [said for said, one in offered if isinstance(one, Around) and view.setting(one.category) == one.value]
        return _unique(chosen or [value or NONE]) if chosen or value or view.closed else ()
    found = _named_or_described(form, view)
    return found or ((NONE,) if view.closed and not _in_doubt(candidates(form.phrase, view)) else ())


def _named_or_described(form: Naming | Attribute, view: SceneLogic) -> tuple[str, ...]:
    """The options that are true of what a question asks about, else its names or values."""
    things = matching(form.phrase, view)
    chosen = [option.said for option in form.options if _picked(option, things, view)]
    if chosen:
        return _unique(chosen)
    if isinstance(form, Naming):
        return _unique(thing.name for thing in things)
    return _unique(stuff(value) for thing in things for value in values(thing, form.category))


def _unique(found: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(found))


def _in_doubt(found: list[Candidate]) -> bool:
    """Whether there are things that a phrase only may mean."""
    return any(known is None for _, known in found)


def _picked(option: Option, things: list[SceneObject], view: SceneLogic) -> bool:
    meaning = option.meaning
    if isinstance(meaning, Around):
        return False
    return any(fits(thing, meaning, view) for thing in things)


def _count(phrases: tuple[Phrase, ...], view: SceneLogic) -> tuple[str, ...]:
    """How many things match, where all are listed; parts are counted on the first of their wholes."""
    if not view.closed:
        return ()
    owners = [relation.phrase for phrase in phrases for relation in phrase.relations if relation.name == "part of"]
    found = [each for phrase in phrases for each in candidates(phrase, view)]
    if _in_doubt(found):
        return ()
    if not owners:
        return (str(len({thing.id for thing, _ in found})),)
    whole = next(iter(matching(owners[0], view)), None)
    if whole is None:
        return (NONE,)
    return (str(len({part.id for part, _ in found if part.part_of == whole.id})),)


def is_true(claim: Claim, view: SceneLogic) -> Truth:
    """Whether a claim holds in a scene; what is said of a thing that is not there does not, nor does its opposite."""
    if isinstance(claim, Holds):
        return _holds(claim, view)
    if isinstance(claim, Same):
        return _same(claim, view)
    plain: Truth = None
    if isinstance(claim, Exists):
        plain = _exists(candidates(claim.phrase, view), view)
    elif isinstance(claim, Numbered):
        counted = _counted(claim.phrase, view)
        surely = len(matching(claim.phrase, view)) > claim.number  # more than that are listed
        plain = counted == claim.number if counted is not None else False if surely else None
    elif isinstance(claim, Compared):
        left, right = _counted(claim.left, view), _counted(claim.right, view)
        if left is not None and right is not None:
            plain = {"more": left > right, "fewer": left < right, "equal": left == right}[claim.how]
    elif isinstance(claim, Around):
        value = view.setting(claim.category)
        plain = None if value is None and not view.closed else value == claim.value
    elif isinstance(claim, Joined):
        plain = (conjunction if claim.every else disjunction)(is_true(one, view) for one in claim.claims)
    return negation(plain) if claim.negated else plain


def _exists(found: list[Candidate], view: SceneLogic) -> Truth:
    """Whether there is such a thing: in an open scene one that is not listed may be there."""
    if any(known for _, known in found):
        return True
    return False if view.closed and not found else None


def _counted(phrase: Phrase, view: SceneLogic) -> int | None:
    """How many things a phrase means; None where the scene does not say."""
    found = candidates(phrase, view)
    return len(found) if view.closed and not _in_doubt(found) else None


def _holds(claim: Holds, view: SceneLogic) -> Truth:
    """Whether something that the subject means has the predicates (or, negated, lacks one)."""
    found: list[Truth] = []
    subjects = candidates(claim.subject, view)
    for subject, known in subjects:
        said = conjunction(fits(subject, each, view) for each in claim.predicates)
        found.append(conjunction((known, negation(said) if claim.negated else said)))
    is_listed = view.closed or any(known for _, known in subjects)
    return disjunction(found) if is_listed else None


def _same(claim: Same, view: SceneLogic) -> Truth:
    """Whether two different things share a value of a category (or, negated, share none)."""
    found: list[Truth] = []
    for left, one in candidates(claim.left, view):
        for right, other in candidates(claim.right, view):
            if left.id != right.id:
                shared = _share(values(left, claim.category), values(right, claim.category), view)
                found.append(conjunction((one, other, negation(shared) if claim.negated else shared)))
    return disjunction(found) if view.closed or found else None


def _share(one: tuple[str, ...], other: tuple[str, ...], view: SceneLogic) -> Truth:
    if not set(one).isdisjoint(other):
        return True
    return False if view.closed or (one and other) else None


def groups_of(name: str) -> tuple[str, ...]:
    """The groups that a class belongs to; a group belongs to itself alone."""
    return (name,) if name in GROUPS else NOUNS[name].groups if name in NOUNS else ()
