"""From an original to a pair: the six perturbations, each changing one object only."""

from dataclasses import dataclass, replace
from random import Random
from typing import Any

import msgspec
from askance.core import Box, Case, Query, Step, Stimulus
from askance.edits import boxes_text, steps
from askance.suites.carets.originals import Original
from askance.wording.ontology.usage import usage
from askance.wording.templates import TEMPLATES, Phrase, Template, fill_template, negated
from askance.wording.templates.fill_template import Slot
from askance.wording.templates.people import is_person

BINARY = frozenset({"Q1", "Q2", "Q3", "Q4"})
PERTURBATIONS = ("blur-3", "blur-6", "blur-9", "mask", "crop")
_WHAT = frozenset({"color", "flavor", "gender", "material", "shape", "size", "style"})
_OF = frozenset({"color", "flavor", "hair color", "material", "pattern", "shape", "size", "style"})
NAMED_SO = {  # stems that name the category, and those that people name so: not "what color does it have?"
    "Q6": {
        "what": _WHAT,
        "which": _WHAT,
        "of": _OF | {"gender"},
        "its": _OF,
        "describe": _OF - {"flavor"},
        "have": frozenset({"hair color", "pattern", "shape"}),
        "best": frozenset({"color", "pattern", "shape", "style"}),
    },
    "Q7": dict.fromkeys(("what", "here", "which"), frozenset({"action", "pose"})),
}
OPPOSITE = {"yes": "no", "no": "yes"}


@dataclass(frozen=True, slots=True)
class Side:
    """One half of a pair: how it is worded, what is shown, and the truth."""

    template: Template
    question: str
    answer: str
    edits: tuple[Step, ...] = ()


def _side(template: Template, slots: dict[str, Slot], answer: str) -> Side:
    return Side(template, fill_template(template, **slots), answer)


def templates_for(original: Original) -> list[Template]:
    """The templates that fit an original."""
    fitting = (template for template in TEMPLATES[original.type] if template.relational == original.relational)
    unsaid = _unsaid(original)
    return [template for template in fitting if template.id.split("/")[1] not in unsaid]


def _unsaid(original: Original) -> frozenset[str]:
    """The stems that nobody would use for an original."""
    named, slots = NAMED_SO.get(original.type, {}), original.slots
    if original.type == "Q7" and not usage()["idle"].isdisjoint(original.options):
        return frozenset(named)  # "what action is it performing, resting or walking?"
    if original.type == "Q5" and isinstance(subject := slots["obj"], Phrase) and is_person(subject.name):
        return frozenset({"what", "call"})  # "what is the person, a man or a girl?"
    return frozenset(stem for stem, categories in named.items() if slots.get("category") not in categories)


def _asked(original: Original) -> dict[str, Slot]:
    return {name: slot for name, slot in original.slots.items() if name != "other"}


def rephrase(original: Original, rng: Random) -> tuple[Side, Side]:
    """One wording, and another one."""
    (first, second), slots = rng.sample(templates_for(original), 2), _asked(original)
    return _side(first, slots, original.answer), _side(second, slots, original.answer)


def order(original: Original, rng: Random) -> tuple[Side, Side]:
    """The arguments or the choices in another order."""
    template, slots = rng.choice(templates_for(original)), _asked(original)
    if original.type in BINARY:
        swapped = {**slots, "first": slots["second"], "second": slots["first"]}
    else:
        swapped = {**slots, "choices": _mixed(slots["choices"], rng)}
    return _side(template, slots, original.answer), _side(template, swapped, original.answer)


def _mixed(choices: Slot, rng: Random) -> Slot:
    """The same choices in another order."""
    assert isinstance(choices, tuple)
    while True:
        mixed: Any = tuple(rng.sample(choices, len(choices)))
        if mixed != choices:
            return mixed  # type: ignore[no-any-return]


def ontology_pair(original: Original, rng: Random) -> tuple[Side, Side]:
    """A name and its class, or a class and a name of it."""
    template, other = rng.choice(templates_for(original)), original.slots["other"]
    return _side(template, _asked(original), original.answer), _side(template, {"obj": other}, original.answer)


def negation(original: Original, rng: Random) -> tuple[Side, Side]:
    """A wording and its negation."""
    template, slots = rng.choice(templates_for(original)), _asked(original)
    return _side(template, slots, original.answer), _side(negated(template), slots, OPPOSITE[original.answer])


def antonym(original: Original, rng: Random) -> tuple[Side, Side]:
    """An attribute and its opposite."""
    template, slots = rng.choice(templates_for(original)), _asked(original)
    other = {**slots, "attribute": original.tags["antonym"]}
    return _side(template, slots, original.answer), _side(template, other, OPPOSITE[original.answer])


def visual(original: Original, keep: tuple[Box, ...], mean: str, rng: Random) -> dict[str, tuple[Side, Side]]:
    """The same question, in one wording, with the background hidden in each of the five ways."""
    template, slots = rng.choice(templates_for(original)), _asked(original)
    plain = _side(template, slots, original.answer)
    return {kind: (plain, replace(plain, edits=background_edits(keep, kind, mean))) for kind in PERTURBATIONS}


def background_edits(keep: tuple[Box, ...], kind: str, mean: str) -> tuple[Step, ...]:
    """The edit that hides what is outside the boxes."""
    if kind == "mask":
        return steps("mask", keep=boxes_text(list(keep)), color=mean)
    if kind == "crop":
        x0, y0 = min(box[0] for box in keep), min(box[1] for box in keep)
        x1, y1 = max(box[2] for box in keep), max(box[3] for box in keep)
        return steps("crop", box=boxes_text([(x0, y0, x1, y1)]))
    return steps("soft_blur", sigma=float(kind.partition("-")[2]), keep=boxes_text(list(keep)))


def case_of(test: str, number: int, original: Original, sides: tuple[Side, Side], group: str) -> Case:
    """The pair as a case: two queries, their truths, and the relation between the answers."""
    asks, expected = {}, {}
    for role, side in zip(("original", "perturbed"), sides, strict=True):
        asks[role] = Query(Stimulus(original.image, side.question, side.edits))
        expected[role] = (side.answer,)
    tags = {
        "test": test,
        "type": original.type,
        "answer": original.answer,
        "relational": "yes" if original.relational else "no",
        "template": sides[0].template.id,
        "other_template": sides[1].template.id,
        "slots": _written(original.slots),
        **original.tags,
    }
    return Case.of(
        "carets",
        f"{test}-{number:06d}",
        asks,
        "opposite" if sides[0].answer != sides[1].answer else "equal",
        group=group,
        reads="yesno" if original.type in BINARY else "choice",
        options=original.options,
        expected=expected,
        tags=tags,
    )


def _written(slots: dict[str, Slot]) -> str:
    return msgspec.json.encode(slots, order="deterministic", enc_hook=Phrase).decode()
