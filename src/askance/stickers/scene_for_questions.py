"""A scene prepared for questions: what may be asked, which words are unambiguous, and phrases for objects."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from askance.core.scene import Scene, SceneObject
from askance.stickers.distinguishable_values import WORDLESS, are_distinguishable
from askance.stickers.rng import Rng
from askance.wording.world_nouns import GROUPS, MASS_GROUPS, NOUNS

SEEN = 0.5
RELATIONS = {
    "left of": "to the left of", "right of": "to the right of", "above": "above", "below": "below", "on": "on",
    "under": "under", "in": "in", "holding": "holding", "wearing": "wearing", "riding": "riding",
    "next to": "next to", "behind": "behind", "in front of": "in front of",
}  # fmt: skip

# What a drawing suggests without being it: such words are not used in that scene (a house has windows).
SUGGESTS: dict[str, tuple[str, ...]] = {
    "house": ("door", "window"), "barn": ("door", "window", "house"), "tent": ("door",), "car": ("window", "door"),
    "truck": ("window", "door", "box", "car"), "tractor": ("window", "door"), "airplane": ("window", "door"),
    "helicopter": ("window", "door"), "bookcase": ("book", "cabinet"), "desk": ("table", "cabinet"),
    "cabinet": ("door",), "kettle": ("pot",), "pot": ("pan",), "pan": ("pot",), "pizza": ("tomato",),
    "sandwich": ("tomato",), "cake": ("strawberry", "candle"), "jacket": ("shirt",), "doll": ("dress", "shirt", "girl"),
    "teddy bear": ("scarf", "tie"), "bush": ("flower",), "cactus": ("flower",), "sofa": ("chair",),
    "dress": ("skirt", "shirt"), "door": ("window",), "boat": ("window",), "piano": ("book",),
}  # fmt: skip
SUGGESTED_BY_STATE = {
    ("vase", "full"): ("flower",),
    ("bowl", "full"): ("apple", "banana", "pear", "lemon", "strawberry", "tomato", "carrot"),
    ("basket", "full"): ("cake", "cookie", "ball", "apple", "sandwich"),
    ("cabinet", "open"): ("bowl", "cup", "book", "box", "pot", "bottle"),
    ("suitcase", "open"): ("shirt", "hat", "scarf"),
    ("television", "on"): ("tree", "house"),
    ("laptop", "on"): ("tree", "house"),
}  # fmt: skip


# What the background of a place suggests: the groups and classes not used there at all, and those not denied.
SUGGESTED_BY_PLACE: dict[str, tuple[str, ...]] = {
    "forest": ("tree", "bush", "plant"), "street": ("building", "house", "barn"), "park": ("plant",),
    "field": ("plant",),
}  # fmt: skip
NOT_DENIED: dict[str, tuple[str, ...]] = {
    "forest": ("flower",), "park": ("flower", "tree", "bush"), "field": ("flower", "tree", "bush"),
    "mountain": ("plant", "building", "house"), "bedroom": ("plant", "flower"), "living room": ("plant", "flower"),
}  # fmt: skip
UNSAID = WORDLESS | {"on", "off"}  # values that no phrase uses: "the on lamp"
THE_GROUPS = frozenset({"animal", "person", "child", "bird", "vehicle"})  # one says "the animal", not "the container"
UNCOUNTED = frozenset({"garment"})  # people also wear trousers and shoes


@dataclass(frozen=True, slots=True)
class ReferringPhrase:
    """Words for one object: "red car" for "the red car"."""

    words: str
    thing: SceneObject
    colored: bool = False
    grouped: bool = False
    terms: tuple[str, ...] = ()

    @property
    def with_the(self) -> str:
        """The phrase with its article."""
        return f"the {self.words}"


def singular_of_term(term: str) -> str:
    """A class or group as one says it of one object."""
    return MASS_GROUPS.get(term, term)


def plural_of_term(term: str) -> str:
    """A class or group as one says it of several objects."""
    return NOUNS[term].plural if term in NOUNS else GROUPS[term].plural


class SceneForQuestions:
    """What questions can say about a scene."""

    def __init__(self, scene: Scene):
        things = [thing for thing in scene.things if thing.part_of is None]
        self.scene = scene
        self.things: Sequence[SceneObject] = things
        self.seen: Sequence[SceneObject] = [thing for thing in things if thing.visible >= SEEN]
        self.objects_by_id: Mapping[str, SceneObject] = scene.objects_by_id()
        self.links = frozenset((link.subject, link.name, link.object) for link in scene.links)
        self.parts = [thing for thing in scene.things if thing.part_of is not None]
        self._matches: dict[str, list[SceneObject]] = {}
        for thing in self.seen:
            for term in (thing.name, *NOUNS[thing.name].groups):
                self._matches.setdefault(term, []).append(thing)
        self._unsafe = _unsafe_terms(things) | frozenset(SUGGESTED_BY_PLACE.get(scene.place or "", ()))
        self._undeniable = frozenset(NOT_DENIED.get(scene.place or "", ()))
        if "person" in self._matches:
            self._undeniable |= UNCOUNTED

    def objects_matching(self, term: str) -> list[SceneObject]:
        """The seen objects of a class or group."""
        return self._matches.get(term, [])

    def are_terms_clear(self, *terms: str) -> bool:
        """Whether no hidden or arguable object makes the meaning of the terms doubtful in this scene."""
        return not any(term in self._unsafe for term in terms)

    def present_classes(self) -> list[str]:
        """The classes that are seen, and safe to name."""
        return [term for term in self._matches if term in NOUNS and self.are_terms_clear(term)]

    def present_groups(self) -> list[str]:
        """The groups that are seen, and safe to name."""
        return [term for term in self._matches if term in GROUPS and self.are_terms_clear(term)]

    def absent_terms(self, terms: Sequence[str]) -> list[str]:
        """Those of the terms that match nothing in the scene, and are safe to deny."""
        doubtful = self._undeniable | self._matches.keys()
        return [term for term in terms if term not in doubtful and self.are_terms_clear(term)]

    def is_only_one(self, term: str) -> bool:
        """Whether exactly one object is of a class or group."""
        return len(self.objects_matching(term)) == 1 and self.are_terms_clear(term)

    def related_objects(self, thing: SceneObject, name: str) -> list[SceneObject]:
        """What an object is linked to, seen or not."""
        return [self.objects_by_id[link[2]] for link in self.links if link[:2] == (thing.id, name)]

    def objects_related_to(self, name: str, thing: SceneObject) -> list[SceneObject]:
        """What is linked to an object, seen or not."""
        return [self.objects_by_id[link[0]] for link in self.links if link[1:] == (name, thing.id)]

    def make_referring_phrase(
        self, thing: SceneObject, rng: Rng, without: tuple[str, ...] = ()
    ) -> ReferringPhrase | None:
        """A phrase that picks out an object alone, with at most one modifier; `without` = categories it may not use."""
        if not self.are_terms_clear(thing.name) or thing.visible < SEEN:
            return None
        alike = self.objects_matching(thing.name)
        if len(alike) == 1:
            groups = [one for one in NOUNS[thing.name].groups if one in THE_GROUPS and self.is_only_one(one)]
            if groups and "class" not in without and rng.true_with_probability(0.15):
                group = rng.choose_one(groups)
                return ReferringPhrase(singular_of_term(group), thing, grouped=True, terms=(group,))
            return ReferringPhrase(thing.name, thing, terms=(thing.name,))
        found = self._phrases_by_value(thing, alike, without)
        if not found and "relation" not in without:
            found = self._phrases_by_relation(thing, alike)
        return rng.choose_one(found) if found else None

    def _phrases_by_value(
        self, thing: SceneObject, alike: Sequence[SceneObject], without: tuple[str, ...]
    ) -> list[ReferringPhrase]:
        found = []
        for category in ("color", "size", "pattern", "state"):
            value = thing.value(category)
            same = [other for other in alike if value and not are_distinguishable(value, other.value(category))]
            if value and len(same) == 1 and category not in without and value not in UNSAID:
                found.append(ReferringPhrase(f"{value} {thing.name}", thing, category == "color", terms=(thing.name,)))
        return found

    def _phrases_by_relation(self, thing: SceneObject, alike: Sequence[SceneObject]) -> list[ReferringPhrase]:
        found = []
        for subject, name, target in sorted(self.links):
            other = self.objects_by_id[target]
            if subject != thing.id or other.visible < SEEN or not self.are_terms_clear(other.name):
                continue
            if len(self.objects_matching(other.name)) != 1 or other.name == thing.name:
                continue
            rivals = [one for one in alike if one is not thing and self.may_relation_hold(one, name, other)]
            if not rivals:
                words = f"{thing.name} {RELATIONS[name]} the {other.name}"
                found.append(ReferringPhrase(words, thing, terms=(thing.name, other.name)))
        return found[:4]

    def may_relation_hold(self, one: SceneObject, name: str, other: SceneObject) -> bool:
        """Whether a relation holds, or might be said to hold."""
        if name in ("holding", "wearing", "riding", "on", "in", "under"):
            return (one.id, name, other.id) in self.links
        return (one.id, OPPOSITE[name], other.id) not in self.links


OPPOSITE = {
    "left of": "right of", "right of": "left of", "above": "below", "below": "above", "behind": "in front of",
    "in front of": "behind", "next to": "",
}  # fmt: skip


def unclear_terms(things: Sequence[SceneObject], place: str) -> tuple[str, ...]:
    """What an image may suggest although no object in it is called so, or although it is hidden."""
    wholes = [thing for thing in things if thing.part_of is None]
    worn = UNCOUNTED if any("person" in NOUNS[thing.name].groups for thing in wholes) else frozenset[str]()
    suggested = (*SUGGESTED_BY_PLACE.get(place, ()), *NOT_DENIED.get(place, ()))
    return tuple(sorted(_unsafe_terms(wholes) | worn | set(suggested)))


def _unsafe_terms(things: Sequence[SceneObject]) -> frozenset[str]:
    """The terms that a scene makes doubtful: what is hidden, arguable, or only suggested by a drawing."""
    unsafe: set[str] = set()
    for thing in things:
        noun = NOUNS[thing.name]
        by_state = SUGGESTED_BY_STATE.get((thing.name, thing.value("state") or ""), ())
        suggested = [*SUGGESTS.get(thing.name, ()), *by_state]
        if thing.value("pattern") == "floral":
            suggested.append("flower")
        for name in suggested:
            unsafe |= {name, *NOUNS[name].groups} - set(noun.groups)
        unsafe |= set(noun.maybe)
        if thing.visible < SEEN:
            unsafe |= {thing.name, *noun.groups}
    return frozenset(unsafe)
