"""What a question takes for granted: the objects that it speaks of as "the …", and what they must have."""

from collections.abc import Iterator

from askance.models.scene_logic import (
    SceneLogic,
    Truth,
    attribute_values,
    candidate_objects,
    matching_objects,
)
from askance.stickers.scene_for_questions import RELATIONS
from askance.wording.understand import (
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
    Relation,
    SameValueClaim,
    SurroundingsClaim,
    SurroundingsQuestion,
    YesNoQuestion,
    walk_nodes,
)

# "a man wearing a hat" takes no hat for granted, "a cup on the table" does take the table
_INDEFINITE = frozenset({"holding", "wearing", "riding", "with"})
_VISIBLE = frozenset({"text", "pattern", "action", "pose", "state"})  # without a value there is nothing to ask about


def check_presuppositions(form: Form, view: SceneLogic) -> tuple[Truth, str]:
    """Whether all that a question takes for granted is in the scene (None: not known), and what is missing."""
    unknown = ""
    for holds, missing in _conditions(form, view):
        if holds is False:
            return False, missing
        if holds is None:
            unknown = unknown or missing
    return (None, unknown) if unknown else (True, "")


def _conditions(form: Form, view: SceneLogic) -> Iterator[tuple[Truth, str]]:
    for phrase in presupposed_phrases(form):
        yield does_exist(phrase, view), f"there is no {phrase_in_words(phrase)}"
    if isinstance(form, AttributeQuestion) and not form.options and form.category in _VISIBLE:
        things = matching_objects(form.phrase, view)
        if things and view.closed and not any(attribute_values(thing, form.category) for thing in things):
            yield False, f"the {phrase_in_words(form.phrase)} has no {form.category}"
    if isinstance(form, YesNoQuestion) and isinstance(form.claim, SameValueClaim) and view.closed:
        claim = form.claim
        found = {thing.id for phrase in (claim.left, claim.right) for thing in matching_objects(phrase, view)}
        yield len(found) > 1, "there are no two objects to compare"
    if view.closed and view.scene.weather is None and "weather" in _surroundings_categories(form):
        yield False, "there is no weather indoors"


def phrase_in_words(phrase: Phrase) -> str:
    """A phrase for a reader: "thing that the girl is holding"."""
    words = [f"{'not ' * one.negated}{one.value}" for one in phrase.qualities] + [phrase.term]
    for relation in phrase.relations:
        name, other = RELATIONS.get(relation.name, relation.name), phrase_in_words(relation.phrase)
        said = f"that the {other} is {name}" if relation.reverse else f"{name} the {other}"
        words.append(f"not {said}" if relation.negated else said)
    return " ".join(words)


def _surroundings_categories(form: Form) -> frozenset[str]:
    return frozenset(
        node.category for node in walk_nodes(form) if isinstance(node, SurroundingsClaim | SurroundingsQuestion)
    )


def does_exist(phrase: Phrase, view: SceneLogic) -> Truth:
    """Whether something in the scene matches; unknown in an open scene that lists none, and for unclear names."""
    found = candidate_objects(phrase, view)
    if any(known for _, known in found):
        return True
    return False if view.closed and not found and not mentions_unclear_name(phrase, view) else None


def mentions_unclear_name(form: Form | Phrase, view: SceneLogic) -> bool:
    """Whether a name is used that the image may suggest although no object has it."""
    unclear = view.scene.unclear
    return any(isinstance(node, Phrase) and node.term in unclear for node in walk_nodes(form))


def presupposed_phrases(form: Form) -> Iterator[Phrase]:
    """The phrases that must match something for a question to make sense about an image."""
    if isinstance(form, YesNoQuestion):
        yield from _presupposed_by_claim(form.claim)
    elif isinstance(form, CountQuestion):
        for phrase in form.phrases:
            yield from _anchors(phrase.relations)
    elif isinstance(form, AttributeQuestion | NamingQuestion):
        yield form.phrase
        yield from _anchors(tuple(one.meaning for one in form.options if isinstance(one.meaning, Relation)))


def _presupposed_by_claim(claim: Claim) -> Iterator[Phrase]:
    if isinstance(claim, PredicateClaim):
        yield claim.subject
        for predicate in claim.predicates:
            if isinstance(predicate, Relation):
                yield from _anchors((predicate,))
            elif isinstance(predicate, Phrase):
                yield from _anchors(predicate.relations)
    elif isinstance(claim, ExistsClaim | ExactNumberClaim | MoreThanClaim):
        yield from _anchors(claim.phrase.relations)
    elif isinstance(claim, CountComparisonClaim):
        yield from _anchors((*claim.left.relations, *claim.right.relations))
    elif isinstance(claim, SameValueClaim):
        yield from (claim.left, claim.right)
    elif isinstance(claim, JoinedClaims):
        for one in claim.claims:
            yield from _presupposed_by_claim(one)


def _anchors(relations: tuple[Relation, ...]) -> Iterator[Phrase]:
    """The other ends of relations, as far as they are taken for granted."""
    for relation in relations:
        if relation.reverse or relation.name not in _INDEFINITE:
            yield relation.phrase
        else:
            yield from _anchors(relation.phrase.relations)
