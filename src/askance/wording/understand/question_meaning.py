"""What a question means: frozen forms, and the walks over them that the faults need."""

from collections.abc import Callable, Iterator
from typing import Any, Literal

import msgspec

Kind = Literal["class", "group", "part", "any", "who", "nothing"]
How = Literal["more", "fewer", "equal"]


class Quality(msgspec.Struct, frozen=True):
    """An attribute value that an object has, or (negated) has not."""

    category: str
    value: str
    negated: bool = False


class Relation(msgspec.Struct, frozen=True):
    """A link to something that matches `phrase`; reversed, the link runs from that something to the object."""

    name: str
    phrase: "Phrase"
    reverse: bool = False
    negated: bool = False


class Phrase(msgspec.Struct, frozen=True):
    """A noun phrase: the objects of a term with all these qualities and relations; `said` is the term as worded."""

    term: str
    kind: Kind = "class"
    said: str = ""
    qualities: tuple[Quality, ...] = ()
    relations: tuple[Relation, ...] = ()


ANYTHING = Phrase("thing", "any", "thing")
ANYONE = Phrase("person", "who", "person")
Predicate = Quality | Relation | Phrase


class ExistsClaim(msgspec.Struct, frozen=True):
    """There is an object that matches."""

    phrase: Phrase
    negated: bool = False


class ExactNumberClaim(msgspec.Struct, frozen=True):
    """Exactly `number` objects match."""

    phrase: Phrase
    number: int
    negated: bool = False


class MoreThanClaim(msgspec.Struct, frozen=True):
    """More than `number` objects match."""

    phrase: Phrase
    number: int
    negated: bool = False


class PredicateClaim(msgspec.Struct, frozen=True):
    """All predicates are true of some object that the subject refers to; without a subject it is false either way."""

    subject: Phrase
    predicates: tuple[Predicate, ...]
    negated: bool = False


class CountComparisonClaim(msgspec.Struct, frozen=True):
    """There are more, fewer or equally many objects of the left than of the right."""

    left: Phrase
    right: Phrase
    how: How
    negated: bool = False


class SameValueClaim(msgspec.Struct, frozen=True):
    """Left and right have the same value in a category."""

    left: Phrase
    right: Phrase
    category: str
    negated: bool = False


class SurroundingsClaim(msgspec.Struct, frozen=True):
    """The image's place, weather or setting (indoors, outdoors) is this."""

    category: str
    value: str
    negated: bool = False


class JoinedClaims(msgspec.Struct, frozen=True):
    """Every one, or at least one, of the claims is true."""

    claims: tuple["Claim", ...]
    every: bool
    negated: bool = False


Claim = (
    ExistsClaim
    | ExactNumberClaim
    | MoreThanClaim
    | PredicateClaim
    | CountComparisonClaim
    | SameValueClaim
    | SurroundingsClaim
    | JoinedClaims
)


class AnswerOption(msgspec.Struct, frozen=True):
    """A choice that the question names; `said` is the answer that picks it."""

    said: str
    meaning: Predicate | SurroundingsClaim


class YesNoQuestion(msgspec.Struct, frozen=True):
    """Is the claim true: yes or no."""

    claim: Claim


class CountQuestion(msgspec.Struct, frozen=True):
    """How many objects match any of the phrases."""

    phrases: tuple[Phrase, ...]


class AttributeQuestion(msgspec.Struct, frozen=True):
    """Which value an object has in a category, perhaps among options."""

    phrase: Phrase
    category: str
    options: tuple[AnswerOption, ...] = ()


class NamingQuestion(msgspec.Struct, frozen=True):
    """Which class the matching object is of, perhaps among options."""

    phrase: Phrase
    options: tuple[AnswerOption, ...] = ()


class SurroundingsQuestion(msgspec.Struct, frozen=True):
    """Which place, weather or setting the image shows, perhaps among options."""

    category: str
    options: tuple[AnswerOption, ...] = ()


Form = YesNoQuestion | CountQuestion | AttributeQuestion | NamingQuestion | SurroundingsQuestion


def walk_nodes(form: Any) -> Iterator[msgspec.Struct]:
    """Every struct inside a form, itself first, in the order of the wording."""
    if isinstance(form, msgspec.Struct):
        yield form
        for name in form.__struct_fields__:
            yield from walk_nodes(getattr(form, name))
    elif isinstance(form, tuple):
        for part in form:
            yield from walk_nodes(part)


def rewrite_nodes(form: Any, change: Callable[[Any], Any]) -> Any:
    """The form with every struct inside replaced by what `change` makes of it, innermost first."""
    if isinstance(form, tuple):
        return tuple(rewrite_nodes(part, change) for part in form)
    if not isinstance(form, msgspec.Struct):
        return form
    inside = {name: rewrite_nodes(getattr(form, name), change) for name in form.__struct_fields__}
    return change(type(form)(**inside))


def canonical_label(node: Predicate | SurroundingsClaim) -> str:
    """A phrase or value in canonical words, the same for every wording of it."""
    if isinstance(node, Quality | SurroundingsClaim):
        return f"{'not ' if node.negated else ''}{node.value}"
    if isinstance(node, Relation):
        return (
            f"{'not ' if node.negated else ''}{'by ' if node.reverse else ''}{node.name} {canonical_label(node.phrase)}"
        )
    adjectives = [canonical_label(quality) for quality in node.qualities]
    return " ".join([*adjectives, node.term, *(canonical_label(relation) for relation in node.relations)])


def coordinated_arguments(form: Form) -> tuple[str, ...]:
    """The labels of two or more coordinated arguments in the order asked; empty where there are none."""
    found: tuple[str, ...] = ()
    if isinstance(form, CountQuestion):
        found = tuple(canonical_label(phrase) for phrase in form.phrases)
    elif isinstance(form, AttributeQuestion | NamingQuestion | SurroundingsQuestion):
        found = tuple(canonical_label(option.meaning) for option in form.options)
    elif isinstance(form.claim, CountComparisonClaim | SameValueClaim):
        found = (canonical_label(form.claim.left), canonical_label(form.claim.right))
    elif isinstance(form.claim, JoinedClaims):
        claims = form.claim.claims
        found = tuple(
            canonical_label(claim.phrase if isinstance(claim, ExistsClaim) else claim.subject)
            for claim in claims
            if isinstance(claim, ExistsClaim | PredicateClaim)
        )
        if len(set(found)) == 1 and all(isinstance(claim, PredicateClaim) for claim in claims):
            found = tuple(
                canonical_label(p) for claim in claims if isinstance(claim, PredicateClaim) for p in claim.predicates
            )
    elif isinstance(form.claim, PredicateClaim):
        found = tuple(canonical_label(predicate) for predicate in form.claim.predicates)
    return found if len(found) > 1 else ()


NEGATABLE = (
    Quality,
    Relation,
    ExistsClaim,
    ExactNumberClaim,
    MoreThanClaim,
    PredicateClaim,
    CountComparisonClaim,
    SameValueClaim,
    SurroundingsClaim,
    JoinedClaims,
)  # they have `negated`


def has_negation(form: Form) -> bool:
    """Whether a negation is anywhere in the meaning."""
    return any(isinstance(node, NEGATABLE) and node.negated for node in walk_nodes(form))


def without_negations(form: Form) -> Form:
    """The same form with every negation dropped."""

    def affirm(node: Any) -> Any:
        return msgspec.structs.replace(node, negated=False) if isinstance(node, NEGATABLE) else node

    made: Form = rewrite_nodes(form, affirm)
    return made


def group_terms(form: Form) -> tuple[str, ...]:
    """The group terms that the question uses."""
    return tuple(node.term for node in walk_nodes(form) if isinstance(node, Phrase) and node.kind == "group")


def color_words(form: Form) -> tuple[str, ...]:
    """The color values that the question mentions."""
    return tuple(node.value for node in walk_nodes(form) if isinstance(node, Quality) and node.category == "color")
