"""A template and its slots → one sentence."""

import re
from collections.abc import Mapping
from typing import cast

from askance.wording.templates.noun_phrase import Determiner, NounPhrase, form_of_be, join_choices, phrase_text
from askance.wording.templates.predicate_words import Clause
from askance.wording.templates.template_table import QuestionTemplate

Slot = NounPhrase | str | tuple[str, ...] | tuple[NounPhrase, ...]
_SLOT = re.compile(r"\{(?:(is|does|a|some|no|the) )?(\w+)\}")
_HELD, _DONE = "in", "performing"  # "which pose is he in", "which action is he performing"
POSES = frozenset({"pose", "posture", "position"})


def fill_template(template: QuestionTemplate, **slots: Slot) -> str:
    """The sentence: obj, or first and second (phrases); attribute, category (words); choices (two or three)."""
    _check_slots(template, slots)
    text = _SLOT.sub(lambda slot: _fill_slot(slot[1], slot[2], slots, template.clause), template.text)
    return text[0].upper() + text[1:]


def _check_slots(template: QuestionTemplate, slots: Mapping[str, Slot]) -> None:
    """Wrong slots are an error that names the template."""
    wanted = {name for _, name in _SLOT.findall(template.text)} - {"doing"}
    if missing := sorted(wanted - set(slots)):
        raise ValueError(f"template {template.id} needs {', '.join(missing)}")
    related = any(isinstance(slot := slots[name], NounPhrase) and slot.relation is not None for name in wanted)
    if related != template.relational:
        raise ValueError(f"template {template.id} needs {'a' if template.relational else 'no'} relation in its object")
    choices = slots.get("choices", ("", ""))
    if not isinstance(choices, tuple) or len(choices) not in (2, 3):
        raise ValueError(f"template {template.id} takes two or three choices")


def _fill_slot(form: str | None, name: str, slots: Mapping[str, Slot], clause: Clause) -> str:
    """What stands for one slot."""
    if name == "doing":
        return _HELD if slots["category"] in POSES else _DONE
    value = slots[name]
    if isinstance(value, tuple):
        return join_choices(value)
    if isinstance(value, str):
        return value
    if form == "is":
        return form_of_be(value)
    if form == "does":
        return "do" if value.number == "plural" else "does"
    return phrase_text(value, cast(Determiner, form), clause)
