"""A question's meaning × a scene → every true answer, the best first."""

from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property

from askance.core import Scene, Thing
from askance.wording.attributes import INDOORS, stuff
from askance.wording.nouns import GROUPS, NOUNS
from askance.wording.understand import (
    Around,
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
    Predicate,
    Quality,
    Relation,
    Same,
    Surroundings,
)

SEEN = 0.5  # what is hidden more than this is not there to be seen
NONE = "none"
_TURNED = {
    "left of": "right of", "right of": "left of", "above": "below", "below": "above", "next to": "next to",
    "behind": "in front of", "in front of": "behind",
}  # fmt: skip
_WITH = ("holding", "wearing", "riding")


class View:
    """A scene as it is seen: its things, parts and links, indexed when they are first needed."""

    def __init__(self, scene: Scene):
        self.scene = scene
        self.seen = [thing for thing in scene.things if thing.visible >= SEEN]
        self.things = [thing for thing in self.seen if thing.part_of is None]
        self.parts = [thing for thing in self.seen if thing.part_of is not None]

    @cached_property
    def links(self) -> dict[str, set[tuple[str, str]]]:
        """Link name → (subject, object) ids, with the mirror of every spatial link."""
        made: dict[str, set[tuple[str, str]]] = defaultdict(set)
        for link in self.scene.links:
            made[link.name].add((link.subject, link.object))
            if link.name in _TURNED:
                made[_TURNED[link.name]].add((link.object, link.subject))
        for thing in self.parts:
            made["part of"].add((thing.id, thing.part_of or ""))
            made["with"].add((thing.part_of or "", thing.id))
        for name in _WITH:
            made["with"] |= made[name]
        return made

    def setting(self, category: str) -> str | None:
        """The scene's place, weather, or whether it is indoors."""
        if category == "setting":
            place = self.scene.place
            return None if place is None else "indoors" if place in INDOORS else "outdoors"
        return self.scene.place if category == "place" else self.scene.weather


def answers(form: Form, scene: Scene) -> tuple[str, ...]:
    """Every true answer to a question about a scene, the best first; never empty."""
    view = View(scene)
    if isinstance(form, Polar):
        return ("yes" if true(form.claim, view) else "no",)
    if isinstance(form, Count):
        return (_count(form.phrases, view),)
    if isinstance(form, Surroundings):
        value = view.setting(form.category)
        offered = [(option.said, option.meaning) for option in form.options]
        chosen = [said for said, one in offered if isinstance(one, Around) and view.setting(one.category) == one.value]
        return _unique(chosen or [value or NONE])
    things = matching(form.phrase, view)
    chosen = [option.said for option in form.options if _picked(option, things, view)]
    if chosen:
        return _unique(chosen)
    if isinstance(form, Naming):
        return _unique(thing.name for thing in things)
    return _unique(stuff(value) for thing in things for value in values(thing, form.category))


def _unique(found: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(found)) or (NONE,)


def values(thing: Thing, category: str) -> tuple[str, ...]:
    """A thing's values in a category; what it does is its action, then its pose."""
    found = thing.attributes.get(category, ())
    return (*found, *thing.attributes.get("pose", ())) if category == "action" else found


def _picked(option: Option, things: list[Thing], view: View) -> bool:
    meaning = option.meaning
    if isinstance(meaning, Around):
        return False
    return any(fits(thing, meaning, view) for thing in things)


def _count(phrases: tuple[Phrase, ...], view: View) -> str:
    """How many things match; parts are counted on the first of their wholes."""
    owners = [relation.phrase for phrase in phrases for relation in phrase.relations if relation.name == "part of"]
    if not owners:
        return str(len({thing.id for phrase in phrases for thing in matching(phrase, view)}))
    whole = next(iter(matching(owners[0], view)), None)
    if whole is None:
        return NONE
    parts = {part.id for phrase in phrases for part in matching(phrase, view) if part.part_of == whole.id}
    return str(len(parts))


def matching(phrase: Phrase, view: View) -> list[Thing]:
    """The seen things that a phrase refers to, in the scene's order."""
    things = view.parts if phrase.kind == "part" else view.things
    return [thing for thing in things if fits(thing, phrase, view)]


def fits(thing: Thing, predicate: Predicate, view: View) -> bool:
    """Whether a predicate is true of a thing."""
    if isinstance(predicate, Quality):
        return _has(thing, predicate) != predicate.negated
    if isinstance(predicate, Relation):
        return _related(thing, predicate, view) != predicate.negated
    return (
        _named(thing, predicate)
        and all(fits(thing, quality, view) for quality in predicate.qualities)
        and all(fits(thing, relation, view) for relation in predicate.relations)
    )


def _has(thing: Thing, quality: Quality) -> bool:
    wanted = quality.value.casefold()
    return any(value.casefold() == wanted for value in thing.attributes.get(quality.category, ()))


def _related(thing: Thing, relation: Relation, view: View) -> bool:
    pairs = view.links.get(relation.name, set())
    others = matching(relation.phrase, view)
    if relation.name == "with" and relation.phrase.kind == "any":
        others = others + view.parts
    return any(((other.id, thing.id) if relation.reverse else (thing.id, other.id)) in pairs for other in others)


def _named(thing: Thing, phrase: Phrase) -> bool:
    if phrase.kind == "any":
        return True
    if phrase.kind == "nothing":
        return False
    if phrase.kind in ("group", "who"):
        noun = NOUNS.get(thing.name)
        return thing.name == phrase.term or (noun is not None and phrase.term in noun.groups)
    return thing.name == phrase.term


def true(claim: Claim, view: View) -> bool:
    """Whether a claim holds in a scene; what is said of a thing that is not there does not, nor does its opposite."""
    if isinstance(claim, Holds):
        subjects = matching(claim.subject, view)
        return any(all(fits(one, said, view) for said in claim.predicates) != claim.negated for one in subjects)
    if isinstance(claim, Same):
        return _same(claim, view)
    if isinstance(claim, Exists):
        plain = bool(matching(claim.phrase, view))
    elif isinstance(claim, Numbered):
        plain = len(matching(claim.phrase, view)) == claim.number
    elif isinstance(claim, Compared):
        left, right = len(matching(claim.left, view)), len(matching(claim.right, view))
        plain = {"more": left > right, "fewer": left < right, "equal": left == right}[claim.how]
    elif isinstance(claim, Around):
        plain = view.setting(claim.category) == claim.value
    elif isinstance(claim, Joined):
        plain = (all if claim.every else any)(true(one, view) for one in claim.claims)
    return plain != claim.negated


def _same(claim: Same, view: View) -> bool:
    lefts, rights = matching(claim.left, view), matching(claim.right, view)
    return any(
        (not set(values(left, claim.category)).isdisjoint(values(right, claim.category))) != claim.negated
        for left in lefts
        for right in rights
        if left.id != right.id
    )


def groups_of(name: str) -> tuple[str, ...]:
    """The groups that a class belongs to; a group belongs to itself alone."""
    return (name,) if name in GROUPS else NOUNS[name].groups if name in NOUNS else ()
