"""Every template of a question in the built-in world, as words and slots: those of its items and of the suites."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product

from askance.inverse.question_slots import (
    NounSlot,
    Number,
    OptionsSlot,
    PartsSlot,
    RelationSlot,
    Slot,
    SlotReader,
    ValueSlot,
    question_tokens,
)
from askance.stickers.question_wordings import WORDINGS
from askance.wording.counting_questions import COUNTS, REVERSALS
from askance.wording.templates import TEMPLATES, QuestionTemplate, negated_template
from askance.wording.templates.fill_template import POSES

Element = str | Slot
Template = tuple[Element, ...]

_SLOT = re.compile(r"\{[^}]*\}")
_NUMBERS: tuple[Number, ...] = ("singular", "plural")
_LOOKS = ("color", "size", "material", "pattern", "state")
_DOING = ("pose", "action")
_THE = NounSlot("the", "singular", "maybe")
# the slots of the items' wordings; "rel other" and "rel the" are read as one
_ITEM_SLOTS: dict[str, Slot] = {
    "{a}": NounSlot("a", "singular"), "{b}": NounSlot("a", "singular", adjective=False),
    "{n}": NounSlot("", "singular"), "{s}": NounSlot("", "plural"),
    "{t}": NounSlot("", "plural", adjective=False), "{the}": _THE, "{other}": _THE,
    "{rel} {other}": RelationSlot(False), "{rel} {the}": RelationSlot(True), "{part}": PartsSlot(),
    "{v}": ValueSlot(_LOOKS), "{options}": OptionsSlot(_LOOKS),
}  # fmt: skip
# forms whose values or options are of other categories
_FORM_SLOTS: dict[str, dict[str, Slot]] = {
    "verify.color": {"{v}": ValueSlot(("color",))},
    "action.verify": {"{v}": ValueSlot(_DOING)},
    "choice.color": {"{options}": OptionsSlot(("color",))},
    "choice.material": {"{options}": OptionsSlot(("material",))},
    "choice.class": {"{options}": OptionsSlot()},
    "pose": {"{options}": OptionsSlot(_DOING)},
    "place.indoors": {"{options}": OptionsSlot(("setting",))},
}
# what a template of `carets` calls a category, and the categories of the values that it may offer
_ASKED = {name: (name,) for name in _LOOKS[:4]} | {"pose": _DOING, "action": _DOING}


def _elements(text: str, slots: Mapping[str, Slot | str]) -> Template:
    """A template as words and slots."""
    made: list[Element] = []
    position = 0
    pattern = re.compile("|".join(sorted(map(re.escape, slots), key=len, reverse=True)) or "(?!)")
    for found in pattern.finditer(text):
        made += _inner_tokens(text[position : found.start()])
        slot = slots[found.group()]
        made += _inner_tokens(slot) if isinstance(slot, str) else [slot]
        position = found.end()
    made += question_tokens(text[position:])
    return tuple(made)


def _inner_tokens(text: str) -> tuple[str, ...]:
    """The words of a piece of a template that something follows."""
    return question_tokens(f"{text} ?") if text.strip() else ()


def _item_templates() -> Iterator[Template]:
    for form, wordings in WORDINGS.items():
        slots = _ITEM_SLOTS | _FORM_SLOTS.get(form, {})
        for wording in wordings:
            yield _elements(wording, slots)


def _carets_templates() -> Iterator[Template]:
    for templates in TEMPLATES.values():
        for template in templates:
            yield from _fill_numbers(template)
            if template.negation:
                yield from _fill_numbers(negated_template(template))


def _fill_numbers(template: QuestionTemplate) -> Iterator[Template]:
    """A template of `carets`, once for every number of its nouns and every category that it may name."""
    nouns = [name for name in ("obj", "first", "second") if f"{name}}}" in template.text]
    kinds = _ASKED.items() if "{category}" in template.text else [("", _values_offered(template.type))]
    for numbers in product(_NUMBERS, repeat=len(nouns)):
        slots: dict[str, Slot | str] = {}
        for name, number in zip(nouns, numbers, strict=True):
            slots |= _noun_slots(name, number, template)
        for category, values in kinds:
            slots |= {"{category}": category, "{doing}": "in" if category in POSES else "performing"}
            slots |= {"{choices}": OptionsSlot(values), "{attribute}": ValueSlot((*_LOOKS, *_DOING))}
            yield _elements(template.text, slots)


def _values_offered(kind: str) -> tuple[str, ...]:
    return {"Q5": (), "Q6": _LOOKS, "Q7": _DOING}.get(kind, ())


def _noun_slots(name: str, number: Number, template: QuestionTemplate) -> dict[str, Slot | str]:
    clause = template.clause if template.relational else ""
    one = number == "singular"
    return {
        f"{{is {name}}}": "is" if one else "are",
        f"{{does {name}}}": "does" if one else "do",
        f"{{a {name}}}": NounSlot("a" if one else "any", number, clause),
        f"{{some {name}}}": NounSlot("a" if one else "", number, clause),
        f"{{no {name}}}": NounSlot("no", number, clause),
        f"{{the {name}}}": NounSlot("the", number, clause),
    }


def _counting_templates() -> Iterator[Template]:
    """The phrasings of `metamorphic`."""
    plural = NounSlot("", "plural")
    for phrasing in COUNTS:
        yield _elements(phrasing.template, {"{}": plural})
        yield _elements(phrasing.template.replace("{}", "{} and {}"), {"{}": plural})
    for any_or_none in REVERSALS:
        number: Number = "singular" if any_or_none.one else "plural"
        slots: dict[str, Slot | str] = {
            "{Be}": "is" if number == "singular" else "are",
            "{a}": NounSlot("a" if number == "singular" else "any", number),
            "{no}": NounSlot("no", number),
        }
        yield _elements(any_or_none.any, slots)
        yield _elements(any_or_none.no, slots)


class TemplateTree:
    """Templates with the same beginning share it."""

    __slots__ = ("is_end", "slots", "words")

    def __init__(self) -> None:
        self.words: dict[str, TemplateTree] = {}
        self.slots: dict[Slot, TemplateTree] = {}
        self.is_end = False

    def add(self, template: Template) -> None:
        """Add a template."""
        node = self
        for element in template:
            if isinstance(element, str):
                node = node.words.setdefault(element, TemplateTree())
            else:
                node = node.slots.setdefault(element, TemplateTree())
        node.is_end = True

    def matches(self, reader: SlotReader, start: int = 0) -> bool:
        """Whether the words from `start` to the end are one of the templates."""
        if start == len(reader.words):
            return self.is_end
        follows = self.words.get(reader.words[start])
        if follows is not None and follows.matches(reader, start + 1):
            return True
        return any(node.matches(reader, end) for slot, node in self.slots.items() for end in reader.ends(slot, start))


@cache
def template_tree() -> TemplateTree:
    """All templates, made when first needed."""
    tree = TemplateTree()
    for templates in (_item_templates(), _carets_templates(), _counting_templates()):
        for template in templates:
            tree.add(template)
    return tree
