"""Why the answers of a pair must be equal or opposite: what the scene graph says, and how the question was changed."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from askance.core import Case, Scene, SceneObject
from askance.core.case_explanation import ExplanationLine
from askance.core.plural import plural
from askance.suites.carets.scene_facts import TURNED
from askance.wording.ontology import ontology

MOST = 4  # objects that are listed
CHANGES = {
    "rephrase": "The second question is another wording of the first one, so its answer is the same.",
    "order": "The second question names the same objects or choices in another order, so its answer is the same.",
    "negation": "The second question is the negation of the first one, so its answer is the opposite.",
    "visual": "The edit hides only the background, and everything that the question names stays visible."
    " So the answer is the same.",
}
SYMMETRIC = frozenset({"next to", "beside", "near"})
OBJECTS = ("obj", "first", "second")  # the slots of a template that name objects


def explain_pair(case: Case, scene: Scene | None) -> tuple[ExplanationLine, ...]:
    """Two facts: why the first answer is true, and what the change of the question does to it."""
    tags, expected = dict(case.tags), dict(case.expected)
    first, second = (role for role, _ in case.asks)
    slots = _read_slots(tags.get("slots", ""))
    facts = () if scene is None else tuple(_object_facts(slots, scene))
    found = [ExplanationLine(f"The true answer to the first question is {_quoted(expected, first)}.", first, facts)]
    changed = _describe_change(tags, slots)
    if changed:
        below = (ExplanationLine(f"The true answer to the second question is {_quoted(expected, second)}."),)
        found.append(ExplanationLine(changed, second, below))
    return tuple(found)


def _quoted(expected: Mapping[str, tuple[str, ...]], role: str) -> str:
    answers = expected.get(role, ())
    return f"“{answers[0]}”" if answers else "not known"


def _read_slots(text: str) -> dict[str, Any]:
    """The slots that the pair was made from; none where a published pair does not have them."""
    try:
        slots = msgspec.json.decode(text)
    except msgspec.DecodeError:
        return {}
    return slots if isinstance(slots, dict) else {}


def _describe_change(tags: Mapping[str, str], slots: Mapping[str, Any]) -> str:
    """What distinguishes the two questions of a pair, in one or two sentences."""
    test = tags.get("test", "")
    if test == "antonym" and "antonym" in tags:
        return f"“{tags['antonym']}” is the opposite of “{tags.get('attribute', '')}”, so the answer is the opposite."
    if test == "ontological" and "obj" in slots and "other" in slots:
        names = slots["obj"]["name"], slots["other"]["name"]
        special, general = names if ontology().is_a(*names) else names[::-1]
        return f"“{special}” is a kind of “{general}”, and the answer is the same for both names."
    return CHANGES.get(test, "")


def _object_facts(slots: Mapping[str, Any], scene: Scene) -> Iterator[ExplanationLine]:
    """What the scene graph lists for every object that the first question names."""
    for slot in OBJECTS:
        if slot in slots:
            yield ExplanationLine(_describe_matches(slots[slot], scene))


def _describe_matches(phrase: Mapping[str, Any], scene: Scene) -> str:
    name, wanted = phrase["name"], list(phrase.get("attributes") or ())
    called = [thing for thing in scene.things if any(_is_called(each, name) for each in thing.names)]
    fitting = [thing for thing in called if _values(thing).issuperset(wanted)]
    text = " ".join([*wanted, name])
    relation = phrase.get("relation")
    if relation is not None:
        anchor = " ".join([*(relation[1].get("attributes") or ()), relation[1]["name"]])
        text = f"{text} ({relation[0]} the {anchor})"
        fitting = [thing for thing in fitting if _has_relation(thing, relation, scene)]
    if fitting:
        what = f"{plural(len(fitting), 'object')} that {'fits' if len(fitting) == 1 else 'fit'} “{text}”"
        return f"The scene graph contains {what}: {_list_objects(fitting)}."
    others = f" It contains {_list_objects(called)}." if called else ""
    return f"The scene graph contains no object that fits “{text}”.{others}"


def _is_called(given: str, wanted: str) -> bool:
    words = ontology()
    return given == wanted or words.is_a(words.objects.canonical_name(given) or given, wanted)


def _values(thing: SceneObject) -> set[str]:
    return {value for values in thing.attributes.values() for value in values}


def _has_relation(thing: SceneObject, relation: Any, scene: Scene) -> bool:
    """Whether an object has a relation to an object of that name, in this or in the reversed form."""
    name, anchor = relation[0], relation[1]["name"]
    by_id, reversed_name = scene.objects_by_id(), TURNED.get(name, name if name in SYMMETRIC else "")
    others = [link.object for link in scene.links if (link.subject, link.name) == (thing.id, name)]
    others += [link.subject for link in scene.links if (link.object, link.name) == (thing.id, reversed_name)]
    return any(id_ in by_id and any(_is_called(each, anchor) for each in by_id[id_].names) for id_ in others)


def _list_objects(things: list[SceneObject]) -> str:
    texts = []
    for thing in things[:MOST]:
        about = ", ".join(sorted(_values(thing)))
        x0, y0, x1, y1 = thing.box
        texts.append(f"{thing.name}{f' ({about})' if about else ''} at x {x0}–{x1}, y {y0}–{y1}")
    more = f" and {len(things) - MOST} more" if len(things) > MOST else ""
    return "; ".join(texts) + more
