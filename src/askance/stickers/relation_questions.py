"""Questions about relations between objects: relation, what-relation."""

from askance.core.scene import SceneObject
from askance.stickers.class_traits import TRAITS
from askance.stickers.object_specs import MOUNTS
from askance.stickers.question_drafts import DraftRequest, QuestionDraft
from askance.stickers.question_wordings import a
from askance.stickers.scene_classes import PEOPLE
from askance.stickers.scene_view import OPPOSITE, RELATIONS, SEEN, Phrase
from askance.wording.nouns import NOUNS

SPATIAL = tuple(OPPOSITE)
CARRIED = ("on", "in", "under")
PERSONAL = ("holding", "wearing", "riding")
WORN = tuple(name for name, traits in TRAITS.items() if "worn" in traits.spots)
HELD = tuple(name for name, traits in TRAITS.items() if "held" in traits.spots)
OBJECTS = {"holding": HELD, "wearing": WORN, "riding": MOUNTS}


def relation(wanted: DraftRequest) -> QuestionDraft | None:
    """Is the cup on the table? Is the man holding a ball?"""
    maker = wanted.rng.weighted({_spatial: 0.45, _carried: 0.25, _personal: 0.3})
    return maker(wanted)


def _two(wanted: DraftRequest, one: SceneObject, name: str, other: SceneObject) -> QuestionDraft | None:
    """A question whether a relation holds between two objects, each picked out by its own phrase."""
    view, rng = wanted.view, wanted.rng
    first, second = view.refer(one, rng, ("relation", "class")), view.refer(other, rng, ("relation", "class"))
    if not first or not second or one.name == other.name:
        return None
    bare = first.words == one.name
    slots = {"the": first.the, "other": second.the, "rel": RELATIONS[name], "a": a(first.words)}
    form = "relation.any" if bare else "relation"
    return QuestionDraft("relation", form, wanted.answer, slots, first.colored or second.colored, of=(one.id, other.id))


def _spatial(wanted: DraftRequest) -> QuestionDraft | None:
    """Spatial relations are denied only where the opposite holds."""
    view, rng = wanted.view, wanted.rng
    links = [link for link in sorted(view.links) if link[1] in SPATIAL]
    for subject, name, target in rng.shuffled(links)[:6]:
        said = name if wanted.yes else OPPOSITE[name]
        draft = _two(wanted, view.by_id[subject], said, view.by_id[target]) if said else None
        if draft:
            return draft
    return None


def _carried(wanted: DraftRequest) -> QuestionDraft | None:
    """On, in and under are denied where the object is plainly on, in or under something else."""
    view, rng = wanted.view, wanted.rng
    links = [link for link in sorted(view.links) if link[1] in CARRIED and view.by_id[link[0]].name not in PEOPLE]
    for subject, name, target in rng.shuffled(links)[:4]:
        one, host = view.by_id[subject], view.by_id[target]
        said, other = name, host
        if not wanted.yes:
            rivals = [thing for thing in view.seen if thing.name in ("table", "chair", "sofa", "desk", "bench", "bed")]
            rivals = [thing for thing in rivals if thing.id != target and not view.linking(name, thing)]
            if name in ("on", "under") and (not rivals or rng.chance(0.4)):
                said = "under" if name == "on" else "on"
            elif rivals and name == "on":
                other = rng.pick(rivals)
            else:
                continue
        draft = _two(wanted, one, said, other)
        if draft:
            return draft
    return None


def _personal(wanted: DraftRequest) -> QuestionDraft | None:
    """Is the man holding a ball / wearing a hat / riding a horse?"""
    view, rng = wanted.view, wanted.rng
    people = [thing for thing in view.seen if thing.name in PEOPLE and thing.value("action") != "sleeping"]
    for person in rng.shuffled(people)[:3]:
        name = rng.pick(PERSONAL)
        has = {thing.name for thing in view.linked(person, name)}
        others = [other for other in OBJECTS[name] if other not in has and _likely(wanted, other)]
        pool = sorted(other for other in (has if wanted.yes else others) if view.safe(other))
        phrase = view.refer(person, rng, ("relation", "class"))
        if not pool or not phrase:
            continue
        said = rng.pick(pool)
        slots = {"the": phrase.the, "other": a(said), "rel": name, "a": a(phrase.words), "n": said}
        form = "relation.any" if phrase.words == person.name else "relation"
        return QuestionDraft("relation", form, wanted.answer, slots, phrase.colored, of=(person.id,))
    return None


def _likely(wanted: DraftRequest, name: str) -> bool:
    """Whether a false object to hold, wear or ride would not be absurd here."""
    return name in WORN or wanted.view.scene.place in TRAITS[name].places


def what_relation(wanted: DraftRequest) -> QuestionDraft | None:
    """What is on the table? What is the man holding? Who is wearing the hat?"""
    view, rng = wanted.view, wanted.rng
    links = [link for link in sorted(view.links) if link[1] in (*CARRIED, *PERSONAL)]
    for subject, name, target in rng.shuffled(links)[:6]:
        one, other = view.by_id[subject], view.by_id[target]
        if name in CARRIED:
            draft = _what_carried(wanted, one, name, other)
        elif name == "wearing" or rng.chance(0.4):
            draft = _who(wanted, one, name, other)
        else:
            draft = _what_person(wanted, one, name, other)
        if draft:
            return draft
    return None


def _what_carried(wanted: DraftRequest, one: SceneObject, name: str, host: SceneObject) -> QuestionDraft | None:
    view = wanted.view
    alone = len(view.linking(name, host)) == 1 and not view.linking("in", one) and not view.linking("on", one)
    if not alone or one.visible < SEEN or not view.safe(one.name) or view.linking("riding", host):
        return None
    phrase = view.refer(host, wanted.rng, ("relation", "class"))
    if not phrase or one.name in PEOPLE:
        return None
    slots = {"the": phrase.the, "rel": RELATIONS[name]}
    form = "what-relation.animate" if "animal" in NOUNS[one.name].groups else "what-relation"
    return _open(one, form, slots, phrase)


def _what_person(wanted: DraftRequest, person: SceneObject, name: str, other: SceneObject) -> QuestionDraft | None:
    view = wanted.view
    if len(view.linked(person, name)) != 1 or other.visible < SEEN or not view.safe(other.name):
        return None
    phrase = view.refer(person, wanted.rng, ("relation", "class"))
    return _open(other, f"what-relation.{name}", {"the": phrase.the}, phrase) if phrase else None


def _who(wanted: DraftRequest, person: SceneObject, name: str, other: SceneObject) -> QuestionDraft | None:
    view = wanted.view
    if person.visible < SEEN or not view.safe(person.name):
        return None
    phrase = view.refer(other, wanted.rng, ("relation", "class"))
    return _open(person, "what-relation.who", {"the": phrase.the, "rel": name}, phrase) if phrase else None


def _open(answer: SceneObject, form: str, slots: dict[str, str], phrase: Phrase) -> QuestionDraft:
    return QuestionDraft(
        "what-relation", form, answer.name, slots, phrase.colored, phrase.grouped, of=(phrase.thing.id,)
    )
