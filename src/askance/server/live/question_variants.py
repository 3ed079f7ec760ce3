"""Variants of a question that a reader has typed: reworded, negated, in another order, and slightly changed (SEARs).

Each reworded, negated or reordered variant is read again by the grammar of `wording/understand`: a variant is used
only if its meaning is the one that the test needs. So a template that does not fit can never produce a wrong test.
Questions that this grammar reads loosely ("Is every dog brown?" as "Is there a brown dog?") have no such variants.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from string import Formatter
from typing import Any

import msgspec
from askance.server.live.meaning_slots import CannotReword, MeaningSlots
from askance.server.live.swapped_order import ARTICLES, other_order, swapped_around_joints
from askance.stickers.question_wordings import WORDINGS
from askance.suites.carets.question_pairs import templates_for
from askance.wording.counting_questions import COUNTS
from askance.wording.implications import is_understood, phrases_of_several
from askance.wording.implications.words import is_asked_in_plural
from askance.wording.part_of_speech_tags import tag_question
from askance.wording.sears_rules import may_any_rule_apply, rewrite_by_rules
from askance.wording.templates import fill_template, negated_template
from askance.wording.understand import (
    AttributeQuestion,
    Form,
    NamingQuestion,
    Phrase,
    PredicateClaim,
    SurroundingsQuestion,
    YesNoQuestion,
    rewrite_nodes,
    understand,
)
from askance.wording.understand.parse_existence import negate_claim

REPHRASINGS, NEGATIONS = 4, 2  # variants of each kind
REPHRASE, NEGATION, ORDER, SEARS = "rephrase", "negation", "order", "sears"  # as the suites name their tests
NOT_UNDERSTOOD = "Askance's question grammar does not understand this question word by word"
_CATEGORIES = frozenset({"action", "color", "material", "pattern", "pose"})  # wordings that name a category


@dataclass(frozen=True, slots=True)
class Variant:
    """Another form of the question, and the relation that the two answers must satisfy."""

    test: str
    question: str
    relation: str
    rule: str = ""  # of a SEARs variant: the rule's name
    assumes: str = ""  # what must be true of the image, where the relation holds only then


@dataclass(frozen=True, slots=True)
class MissingTest:
    """A test that is not possible for the question, with the reason."""

    test: str
    reason: str


@dataclass(frozen=True, slots=True)
class QuestionVariants:
    """All variants of one question, the tests that are not possible, and how the answers are read."""

    variants: tuple[Variant, ...]
    missing: tuple[MissingTest, ...]
    reads: str = "auto"
    options: tuple[str, ...] = ()  # that the question names


def question_variants(question: str) -> QuestionVariants:
    """The variants of a question; a test without a variant is listed with the reason."""
    form = understand(question)
    read_exactly = form if is_understood(question) else None
    found: list[Variant] = []
    missing: list[MissingTest] = []
    for test, make in _TESTS.items():
        made = make(question, read_exactly)
        if isinstance(made, str):
            missing.append(MissingTest(test, made))
        else:
            found += made
    options = _options(form)
    reads = "choice" if options else "yesno" if isinstance(form, YesNoQuestion) else "auto"  # as the suite carets does
    return QuestionVariants(tuple(found), tuple(missing), reads, options)


def _options(form: Form | None) -> tuple[str, ...]:
    if not isinstance(form, AttributeQuestion | NamingQuestion | SurroundingsQuestion):
        return ()
    return tuple(option.said for option in form.options)


Made = list[Variant] | str  # variants, or why there are none


def _rephrasings(question: str, form: Form | None) -> Made:
    if form is None:
        return NOT_UNDERSTOOD
    texts = _texts_that_mean(form, question, form, REPHRASINGS)
    return [Variant(REPHRASE, text, "equal") for text in texts] or "there is no other wording for this kind of question"


def _negations(question: str, form: Form | None) -> Made:
    if form is None:
        return NOT_UNDERSTOOD
    if not isinstance(form, YesNoQuestion):
        return "only a yes/no question can be negated"
    wanted = YesNoQuestion(negate_claim(form.claim))
    texts = _texts_that_mean(wanted, question, form, NEGATIONS, nearest=True)
    assumes = f"the image shows the {form.claim.subject.said}" if isinstance(form.claim, PredicateClaim) else ""
    made = [Variant(NEGATION, text, "opposite", assumes=assumes) for text in texts]
    return made or "there is no negated wording for this kind of question"


def _reordered(question: str, form: Form | None) -> Made:
    if form is None:
        return NOT_UNDERSTOOD
    wanted = other_order(form)
    if wanted is None:
        return "the question has no options and no two objects that could change places"
    for text in swapped_around_joints(question):
        if _same_meaning(understand(text), wanted):
            return [Variant(ORDER, text, "equal")]
    return "the parts that could change places were not found in the text"


def _sears(question: str, form: Form | None) -> Made:
    if not may_any_rule_apply(question):
        return "none of the four SEARs rules applies to this question"
    words = tag_question(question)
    made = [Variant(SEARS, text, "unchanged", rule) for rule, text in rewrite_by_rules(question, words).items()]
    return made or "none of the four SEARs rules applies to this question"


_TESTS: dict[str, Callable[[str, Form | None], Made]] = {
    REPHRASE: _rephrasings,
    NEGATION: _negations,
    ORDER: _reordered,
    SEARS: _sears,
}


def _texts_that_mean(wanted: Form, question: str, form: Form, most: int, nearest: bool = False) -> list[str]:
    """Wordings of a meaning, one per stem, without the question itself; `nearest`: those most like the question."""
    slots, own = MeaningSlots(form, question), _plain_text(question)
    texts = list(dict.fromkeys(_template_texts(slots)))
    if nearest:
        texts.sort(key=lambda text: -SequenceMatcher(None, own, _plain_text(text)).ratio())
        texts += filter(is_understood, _with_not_inserted(question))
    several = phrases_of_several(question, form)
    texts = [text for text in texts if all(is_asked_in_plural(text, phrase) for phrase in several)]
    found: dict[str, str] = {}
    for text in texts:
        stem = " ".join(text.lower().split()[:2])
        if stem not in found and _plain_text(text) != own and _same_meaning(understand(text), wanted):
            found[stem] = text
            if len(found) == most:
                break
    return list(found.values())


def _template_texts(slots: MeaningSlots) -> Iterator[str]:
    """All templates that the parts of a question can fill, negated ones included."""
    for texts in (_world_texts, _carets_texts):
        try:
            yield from texts(slots)
        except CannotReword:
            continue


def _world_texts(slots: MeaningSlots) -> Iterator[str]:
    given = slots.wording_slots()
    counted = [count.template.replace("{}", "{s}") for count in COUNTS]
    categories = slots.categories()
    fitting = (each for form, wordings in WORDINGS.items() if _CATEGORIES & set(form.split(".")) <= categories
               for each in wordings)  # fmt: skip
    for wording in (*fitting, *counted):
        if all(name in given for _, name, _, _ in Formatter().parse(wording) if name):
            yield wording.format_map(given)


def _carets_texts(slots: MeaningSlots) -> Iterator[str]:
    original = slots.original()
    if original is None:
        return
    for template in templates_for(original):
        yield fill_template(template, **original.slots)
        if template.negation:
            yield fill_template(negated_template(template), **original.slots)


def _with_not_inserted(question: str) -> Iterator[str]:
    """The question with "not" between two of its words: the grammar finds the place where it negates the whole."""
    words = question.split()
    for place in range(2, len(words)):
        if words[place - 1].lower() not in ARTICLES:
            yield " ".join([*words[:place], "not", *words[place:]])


def _same_meaning(one: Form | None, other: Form) -> bool:
    return one is not None and _without_wording(one) == _without_wording(other)


def _without_wording(form: Form) -> Any:
    """A meaning without the words that were used for its objects: "sofa" and "couch" are one."""
    return rewrite_nodes(
        form, lambda node: msgspec.structs.replace(node, said="") if isinstance(node, Phrase) else node
    )


def _plain_text(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))
