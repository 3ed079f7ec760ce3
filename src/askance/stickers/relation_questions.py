"""Questions about relations between objects: relation, what-relation."""

from askance.core.scene import SceneObject
from askance.stickers.class_traits import TRAITS
from askance.stickers.classes_by_place import PEOPLE
from askance.stickers.object_specs import MOUNTS
from askance.stickers.question_drafts import DraftRequest, QuestionDraft
from askance.stickers.question_wordings import with_article
from askance.stickers.scene_for_questions import OPPOSITE, RELATIONS, SEEN, ReferringPhrase
from askance.wording.world_nouns import NOUNS

SPATIAL = tuple(OPPOSITE)
CARRIED = ("on", "in", "under")
PERSONAL = ("holding", "wearing", "riding")
WORN = tuple(name for name, traits in TRAITS.items() if "worn" in traits.spots)
HELD = tuple(name for name, traits in TRAITS.items() if "held" in traits.spots)
OBJECTS = {"holding": HELD, "wearing": WORN, "riding": MOUNTS}


def draft_relation_question(request: DraftRequest) -> QuestionDraft | None:
    """Is the cup on the table? Is the man holding a ball?"""
    maker = request.rng.choose_weighted(
        {_draft_spatial_relation: 0.45, _draft_on_in_under_relation: 0.25, _draft_hold_wear_ride_relation: 0.3}
    )
    return maker(request)


def _draft_relation_between(
    request: DraftRequest, one: SceneObject, name: str, other: SceneObject
) -> QuestionDraft | None:
    """A question whether a relation holds between two objects, each picked out by its own phrase."""
    view, rng = request.view, request.rng
    first, second = (
        view.make_referring_phrase(one, rng, ("relation", "class")),
        view.make_referring_phrase(other, rng, ("relation", "class")),
    )
    if not first or not second or one.name == other.name:
        return None
    bare = first.words == one.name
    slots = {"the": first.with_the, "other": second.with_the, "rel": RELATIONS[name], "a": with_article(first.words)}
    form = "relation.any" if bare else "relation"
    return QuestionDraft(
        "relation", form, request.answer, slots, first.colored or second.colored, of=(one.id, other.id)
    )


def _draft_spatial_relation(request: DraftRequest) -> QuestionDraft | None:
    """Spatial relations are denied only where the opposite holds."""
    view, rng = request.view, request.rng
    links = [link for link in sorted(view.links) if link[1] in SPATIAL]
    for subject, name, target in rng.shuffled(links)[:6]:
        said = name if request.yes else OPPOSITE[name]
        draft = (
            _draft_relation_between(request, view.objects_by_id[subject], said, view.objects_by_id[target])
            if said
            else None
        )
        if draft:
            return draft
    return None


def _draft_on_in_under_relation(request: DraftRequest) -> QuestionDraft | None:
    """On, in and under are denied where the object is plainly on, in or under something else."""
    view, rng = request.view, request.rng
    links = [
        link for link in sorted(view.links) if link[1] in CARRIED and view.objects_by_id[link[0]].name not in PEOPLE
    ]
    for subject, name, target in rng.shuffled(links)[:4]:
        one, host = view.objects_by_id[subject], view.objects_by_id[target]
        said, other = name, host
        if not request.yes:
            rivals = [thing for thing in view.seen if thing.name in ("table", "chair", "sofa", "desk", "bench", "bed")]
            rivals = [thing for thing in rivals if thing.id != target and not view.objects_related_to(name, thing)]
            if name in ("on", "under") and (not rivals or rng.true_with_probability(0.4)):
                said = "under" if name == "on" else "on"
            elif rivals and name == "on":
                other = rng.choose_one(rivals)
            else:
                continue
        draft = _draft_relation_between(request, one, said, other)
        if draft:
            return draft
    return None


def _draft_hold_wear_ride_relation(request: DraftRequest) -> QuestionDraft | None:
    """Is the man holding a ball / wearing a hat / riding a horse?"""
    view, rng = request.view, request.rng
    people = [thing for thing in view.seen if thing.name in PEOPLE and thing.value("action") != "sleeping"]
    for person in rng.shuffled(people)[:3]:
        name = rng.choose_one(PERSONAL)
        has = {thing.name for thing in view.related_objects(person, name)}
        others = [other for other in OBJECTS[name] if other not in has and _is_plausible_to_ask(request, other)]
        pool = sorted(other for other in (has if request.yes else others) if view.are_terms_clear(other))
        phrase = view.make_referring_phrase(person, rng, ("relation", "class"))
        if not pool or not phrase:
            continue
        said = rng.choose_one(pool)
        slots = {
            "the": phrase.with_the,
            "other": with_article(said),
            "rel": name,
            "a": with_article(phrase.words),
            "n": said,
        }
        form = "relation.any" if phrase.words == person.name else "relation"
        return QuestionDraft("relation", form, request.answer, slots, phrase.colored, of=(person.id,))
    return None


def _is_plausible_to_ask(request: DraftRequest, name: str) -> bool:
    """Whether a false object to hold, wear or ride would not be absurd here."""
    return name in WORN or request.view.scene.place in TRAITS[name].places


def draft_what_relation_question(request: DraftRequest) -> QuestionDraft | None:
    """What is on the table? What is the man holding? Who is wearing the hat?"""
    view, rng = request.view, request.rng
    links = [link for link in sorted(view.links) if link[1] in (*CARRIED, *PERSONAL)]
    for subject, name, target in rng.shuffled(links)[:6]:
        one, other = view.objects_by_id[subject], view.objects_by_id[target]
        if name in CARRIED:
            draft = _draft_what_is_on_in_under(request, one, name, other)
        elif name == "wearing" or rng.true_with_probability(0.4):
            draft = _draft_who_question(request, one, name, other)
        else:
            draft = _draft_what_person_has(request, one, name, other)
        if draft:
            return draft
    return None


def _draft_what_is_on_in_under(
    request: DraftRequest, one: SceneObject, name: str, host: SceneObject
) -> QuestionDraft | None:
    view = request.view
    alone = (
        len(view.objects_related_to(name, host)) == 1
        and not view.objects_related_to("in", one)
        and not view.objects_related_to("on", one)
    )
    if not alone or one.visible < SEEN or not view.are_terms_clear(one.name) or view.objects_related_to("riding", host):
        return None
    phrase = view.make_referring_phrase(host, request.rng, ("relation", "class"))
    if not phrase or one.name in PEOPLE:
        return None
    slots = {"the": phrase.with_the, "rel": RELATIONS[name]}
    form = "what-relation.animate" if "animal" in NOUNS[one.name].groups else "what-relation"
    return _open_relation_draft(one, form, slots, phrase)


def _draft_what_person_has(
    request: DraftRequest, person: SceneObject, name: str, other: SceneObject
) -> QuestionDraft | None:
    view = request.view
    if len(view.related_objects(person, name)) != 1 or other.visible < SEEN or not view.are_terms_clear(other.name):
        return None
    phrase = view.make_referring_phrase(person, request.rng, ("relation", "class"))
    return _open_relation_draft(other, f"what-relation.{name}", {"the": phrase.with_the}, phrase) if phrase else None


def _draft_who_question(
    request: DraftRequest, person: SceneObject, name: str, other: SceneObject
) -> QuestionDraft | None:
    view = request.view
    if person.visible < SEEN or not view.are_terms_clear(person.name):
        return None
    phrase = view.make_referring_phrase(other, request.rng, ("relation", "class"))
    return (
        _open_relation_draft(person, "what-relation.who", {"the": phrase.with_the, "rel": name}, phrase)
        if phrase
        else None
    )


def _open_relation_draft(
    answer: SceneObject, form: str, slots: dict[str, str], phrase: ReferringPhrase
) -> QuestionDraft:
    return QuestionDraft(
        "what-relation", form, answer.name, slots, phrase.colored, phrase.grouped, of=(phrase.thing.id,)
    )
