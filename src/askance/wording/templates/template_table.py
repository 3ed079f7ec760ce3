"""The templates, made from the table of stems."""

from collections.abc import Iterator

import msgspec
from askance.wording.templates.predicate_words import Clause
from askance.wording.templates.question_stems import STEMS, QuestionStem


class QuestionTemplate(msgspec.Struct, frozen=True):
    """A sentence with slots; `relational` ones need a relation in their object, and say it in the way of `clause`."""

    id: str
    type: str
    text: str
    relational: bool = False
    clause: Clause = "short"
    plain: bool = False  # the first of its type and variant, or the negation of that one
    negation: str | None = None  # the id of the negated partner
    negated: bool = False


def _templates_of_type(kind: str) -> Iterator[tuple[QuestionTemplate, QuestionTemplate | None]]:
    """Every template of a type with its negation: those without a relation first."""
    first = {False: True, True: True}
    for relational in (False, True):
        for stem in STEMS[kind]:
            for place, clause in _positions_and_clauses(stem, relational):
                yield _template_and_negation(kind, stem, place, relational, clause, first[relational])
                first[relational] = False


def _positions_and_clauses(stem: QuestionStem, relational: bool) -> list[tuple[str, Clause]]:
    """Places and clauses of a stem."""
    if not relational:
        return [(place, "short") for place in stem.places]
    ways: tuple[Clause, ...] = ("short", "full")
    return [(place, way) for place in stem.related_places for way in ways if way in stem.clauses]


def _template_and_negation(
    kind: str, stem: QuestionStem, place: str, relational: bool, clause: Clause, plain: bool
) -> tuple[QuestionTemplate, QuestionTemplate | None]:
    name = "/".join([kind, stem.name, *([place.replace(" ", "-")] if place else []), *([clause] if relational else [])])
    partner = f"{name}/not" if stem.negation else None
    made = QuestionTemplate(name, kind, _fill_position(stem.text, place), relational, clause, plain, partner)
    if partner is None:
        return made, None
    return made, QuestionTemplate(
        partner, kind, _fill_position(stem.negation, place), relational, clause, plain, None, True
    )


def _fill_position(text: str, place: str) -> str:
    if "{pic}" in text:
        return text.replace("{pic}", place)
    return text.replace(" {where}", f" {place}" if place else "")


_PAIRS = {kind: tuple(_templates_of_type(kind)) for kind in STEMS}
TEMPLATES: dict[str, tuple[QuestionTemplate, ...]] = {
    kind: tuple(one for one, _ in pairs) for kind, pairs in _PAIRS.items()
}
_NEGATED = {one.id: partner for pairs in _PAIRS.values() for one, partner in pairs if partner is not None}


def negated_template(template: QuestionTemplate) -> QuestionTemplate:
    """The one negated partner of a template of Q1, Q2 or Q3."""
    partner = _NEGATED.get(template.id)
    if partner is None:
        raise ValueError(f"template {template.id} has no negated partner: only those of Q1, Q2 and Q3 have one")
    return partner
