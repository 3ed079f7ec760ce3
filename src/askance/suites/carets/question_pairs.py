"""From an original to a pair: the six perturbations, each changing one object only."""

from dataclasses import dataclass, replace
from random import Random
from typing import Any

import msgspec
from askance.core import Box, Case, Query, Step, Stimulus
from askance.edits import format_boxes, steps
from askance.suites.carets.yes_no_questions import OriginalQuestion
from askance.wording.ontology.usage_rules import usage_rules
from askance.wording.templates import TEMPLATES, NounPhrase, QuestionTemplate, fill_template, negated_template
from askance.wording.templates.fill_template import Slot
from askance.wording.templates.person_names import is_person_name

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
class PairSide:
    """One half of a pair: how it is worded, what is shown, and the truth."""

    template: QuestionTemplate
    question: str
    answer: str
    edits: tuple[Step, ...] = ()


def _make_pair_side(template: QuestionTemplate, slots: dict[str, Slot], answer: str) -> PairSide:
    return PairSide(template, fill_template(template, **slots), answer)


def templates_for(original: OriginalQuestion) -> list[QuestionTemplate]:
    """The templates that fit an original."""
    fitting = (template for template in TEMPLATES[original.type] if template.relational == original.relational)
    unsaid = _unnatural_stems(original)
    return [template for template in fitting if template.id.split("/")[1] not in unsaid]


def _unnatural_stems(original: OriginalQuestion) -> frozenset[str]:
    """The stems that nobody would use for an original."""
    named, slots = NAMED_SO.get(original.type, {}), original.slots
    if original.type == "Q7" and not usage_rules()["idle"].isdisjoint(original.options):
        return frozenset(named)  # "what action is it performing, resting or walking?"
    if original.type == "Q5" and isinstance(subject := slots["obj"], NounPhrase) and is_person_name(subject.name):
        return frozenset({"what", "call"})  # "what is the person, a man or a girl?"
    return frozenset(stem for stem, categories in named.items() if slots.get("category") not in categories)


def _slots_of_first_question(original: OriginalQuestion) -> dict[str, Slot]:
    return {name: slot for name, slot in original.slots.items() if name != "other"}


def make_rephrase_pair(original: OriginalQuestion, rng: Random) -> tuple[PairSide, PairSide]:
    """One wording, and another one."""
    (first, second), slots = rng.sample(templates_for(original), 2), _slots_of_first_question(original)
    return _make_pair_side(first, slots, original.answer), _make_pair_side(second, slots, original.answer)


def make_order_pair(original: OriginalQuestion, rng: Random) -> tuple[PairSide, PairSide]:
    """The arguments or the choices in another order."""
    template, slots = rng.choice(templates_for(original)), _slots_of_first_question(original)
    if original.type in BINARY:
        swapped = {**slots, "first": slots["second"], "second": slots["first"]}
    else:
        swapped = {**slots, "choices": _reorder_choices(slots["choices"], rng)}
    return _make_pair_side(template, slots, original.answer), _make_pair_side(template, swapped, original.answer)


def _reorder_choices(choices: Slot, rng: Random) -> Slot:
    """The same choices in another order."""
    assert isinstance(choices, tuple)
    while True:
        mixed: Any = tuple(rng.sample(choices, len(choices)))
        if mixed != choices:
            return mixed  # type: ignore[no-any-return]


def make_ontology_pair(original: OriginalQuestion, rng: Random) -> tuple[PairSide, PairSide]:
    """A name and its class, or a class and a name of it."""
    template, other = rng.choice(templates_for(original)), original.slots["other"]
    return _make_pair_side(template, _slots_of_first_question(original), original.answer), _make_pair_side(
        template, {"obj": other}, original.answer
    )


def make_negation_pair(original: OriginalQuestion, rng: Random) -> tuple[PairSide, PairSide]:
    """A wording and its negation."""
    template, slots = rng.choice(templates_for(original)), _slots_of_first_question(original)
    return _make_pair_side(template, slots, original.answer), _make_pair_side(
        negated_template(template), slots, OPPOSITE[original.answer]
    )


def make_antonym_pair(original: OriginalQuestion, rng: Random) -> tuple[PairSide, PairSide]:
    """An attribute and its opposite."""
    template, slots = rng.choice(templates_for(original)), _slots_of_first_question(original)
    other = {**slots, "attribute": original.tags["antonym"]}
    return _make_pair_side(template, slots, original.answer), _make_pair_side(
        template, other, OPPOSITE[original.answer]
    )


def make_visual_pairs(
    original: OriginalQuestion, keep: tuple[Box, ...], mean: str, rng: Random
) -> dict[str, tuple[PairSide, PairSide]]:
    """The same question, in one wording, with the background hidden in each of the five ways."""
    template, slots = rng.choice(templates_for(original)), _slots_of_first_question(original)
    plain = _make_pair_side(template, slots, original.answer)
    return {kind: (plain, replace(plain, edits=hide_background_edits(keep, kind, mean))) for kind in PERTURBATIONS}


def hide_background_edits(keep: tuple[Box, ...], kind: str, mean: str) -> tuple[Step, ...]:
    """The edit that hides what is outside the boxes."""
    if kind == "mask":
        return steps("mask", keep=format_boxes(list(keep)), color=mean)
    if kind == "crop":
        x0, y0 = min(box[0] for box in keep), min(box[1] for box in keep)
        x1, y1 = max(box[2] for box in keep), max(box[3] for box in keep)
        return steps("crop", box=format_boxes([(x0, y0, x1, y1)]))
    return steps("soft_blur", sigma=float(kind.partition("-")[2]), keep=format_boxes(list(keep)))


def make_pair_case(
    test: str, number: int, original: OriginalQuestion, sides: tuple[PairSide, PairSide], group: str
) -> Case:
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
        "slots": _slots_as_json(original.slots),
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


def _slots_as_json(slots: dict[str, Slot]) -> str:
    return msgspec.json.encode(slots, order="deterministic", enc_hook=NounPhrase).decode()
