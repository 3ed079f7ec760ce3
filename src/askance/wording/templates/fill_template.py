"""A template and its slots → one sentence."""

import re
from collections.abc import Mapping
from typing import cast

from askance.wording.templates.phrase import Determiner, Phrase, alternatives, be, phrase_text
from askance.wording.templates.predicates import Clause
from askance.wording.templates.table import Template

Slot = Phrase | str | tuple[str, ...] | tuple[Phrase, ...]
_SLOT = re.compile(r"\{(?:(is|does|a|some|no|the) )?(\w+)\}")
_HELD, _DONE = "in", "performing"  # "which pose is he in", "which action is he performing"
POSES = frozenset({"pose", "posture", "position"})


def fill_template(template: Template, **slots: Slot) -> str:
    """The sentence: obj, or first and second (phrases); attribute, category (words); choices (two or three)."""
    _check(template, slots)
    text = _SLOT.sub(lambda slot: _filled(slot[1], slot[2], slots, template.clause), template.text)
    return text[0].upper() + text[1:]


def _check(template: Template, slots: Mapping[str, Slot]) -> None:
    """Wrong slots are an error that names the template."""
    wanted = {name for _, name in _SLOT.findall(template.text)} - {"doing"}
    if missing := sorted(wanted - set(slots)):
        raise ValueError(f"template {template.id} needs {', '.join(missing)}")
    related = any(isinstance(slot := slots[name], Phrase) and slot.relation is not None for name in wanted)
    if related != template.relational:
        raise ValueError(f"template {template.id} needs {'a' if template.relational else 'no'} relation in its object")
    choices = slots.get("choices", ("", ""))
    if not isinstance(choices, tuple) or len(choices) not in (2, 3):
        raise ValueError(f"template {template.id} takes two or three choices")


def _filled(form: str | None, name: str, slots: Mapping[str, Slot], clause: Clause) -> str:
    """What stands for one slot."""
    if name == "doing":
        return _HELD if slots["category"] in POSES else _DONE
    value = slots[name]
    if isinstance(value, tuple):
        return alternatives(value)
    if isinstance(value, str):
        return value
    if form == "is":
        return be(value)
    if form == "does":
        return "do" if value.number == "plural" else "does"
    return phrase_text(value, cast(Determiner, form), clause)
