"""True answers as full sentences, varied by the query's key, from which a good reader gets the answer back."""

from askance.core import ModelInput, Text, query_key
from askance.models.oracle import Found
from askance.models.true_answers import NONE
from askance.wording.understand import (
    AttributeQuestion,
    CountQuestion,
    ExistsClaim,
    Form,
    NamingQuestion,
    Phrase,
    YesNoQuestion,
    plural_of_term,
)
from askance.wording.world_nouns import MASS_GROUPS

_NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
_LOOKS = frozenset({"color", "pattern", "size"})


def make_verbose(shown: ModelInput, form: Form, found: Found) -> Found:
    """The same answer, said at length."""
    if not isinstance(shown.query.readout, Text):
        return found
    turn = query_key(shown.query)[1]
    sentences = _answer_sentences(form, found[0])
    return (sentences[turn % len(sentences)],)


def _answer_sentences(form: Form, answer: str) -> tuple[str, ...]:
    """Every way to say an answer to a question of this form."""
    if answer == NONE:
        return ("None that I can see.", "None, as far as I can tell.")
    if isinstance(form, YesNoQuestion):
        return _yes_no_sentences(form, answer)
    if isinstance(form, CountQuestion):
        return _count_sentences(form, answer)
    if isinstance(form, NamingQuestion):
        name = _with_article(answer)
        return (
            f"It is {name}.",
            f"I think it is {name}.",
            f"That looks like {name} to me.",
            f"Based on the image, it appears to be {name}.",
            f"I'm not sure, but it could be {name}.",
        )
    if isinstance(form, AttributeQuestion):
        return _attribute_sentences(form, answer)
    if form.category == "place":
        place = f"the {answer}" if answer == "sea" else _with_article(answer)
        return (f"This looks like {place} to me.", f"I think this is {place}.", f"Sure! This seems to be {place}.")
    if form.category == "weather":
        return (f"The weather is {answer}, I think.", f"It looks {answer} to me.", f"It's {_with_article(answer)} day.")
    return (f"This is {answer}, I think.", f"It was taken {answer}.", f"It looks like it was taken {answer}.")


def _yes_no_sentences(form: YesNoQuestion, answer: str) -> tuple[str, ...]:
    claim = form.claim
    start = answer.capitalize()
    if isinstance(claim, ExistsClaim) and not claim.phrase.relations and claim.phrase.kind in ("class", "group"):
        name = _phrase_text(claim.phrase)
        there = (answer == "yes") != claim.negated
        fact = f"there is {_with_article(name)}" if there else f"there is no {name}"
        return (f"{start}, {fact} in the picture.", f"{start}, {fact} here, I think.")
    if answer == "yes":
        return ("Yes, that is right.", "Yes, I think so.", "I would say yes.")
    return ("No, that is not right.", "No, I do not think so.", "I would say no.")


def _count_sentences(form: CountQuestion, answer: str) -> tuple[str, ...]:
    number = _NUMBERS[int(answer)] if int(answer) < len(_NUMBERS) else answer
    verb = "is" if answer == "1" else "are"
    general = (f"I count {number}.", f"There {verb} {answer} in the picture.")
    phrase = form.phrases[0]
    if len(form.phrases) > 1 or phrase.relations or phrase.kind not in ("class", "group"):
        return general
    name = _phrase_text(phrase) if answer == "1" else _phrase_text(phrase, plural=True)
    return (f"I can see {number} {name} here.", f"There {verb} {number} {name} in the picture.", general[1])


def _attribute_sentences(form: AttributeQuestion, answer: str) -> tuple[str, ...]:
    subject = "thing" if form.phrase.kind in ("any", "who") else form.phrase.said
    if form.category == "text":
        return (
            f'The {subject} says "{answer}".',
            f"The {subject} says {answer.upper()}.",
            f"It says {answer}, I think.",
            f'I would say that it is "{answer}".',
        )
    if form.category == "material" and not form.options:
        return (
            f"The {subject} is made of {answer}.",
            f"I think it is made of {answer}.",
            f"I would say that it is {answer}.",
            f"Based on the image, the {subject} appears to be made of **{answer}**.",
        )
    said = (
        f"The {subject} is {answer}, I think.",
        f"I would say that it is {answer}.",
        f"I'm not sure, but it could be {answer}.",
        f"In this picture, the {subject} is {answer}. Let me know if you need more.",
    )
    return (*said, f"It looks {answer} to me.", f"The {subject} is **{answer}**.") if form.category in _LOOKS else said


def _phrase_text(phrase: Phrase, plural: bool = False) -> str:
    """The phrase in words, without its relations."""
    noun = plural_of_term(phrase.said) if plural else MASS_GROUPS.get(phrase.said, phrase.said)
    adjectives = [f"{'not ' if quality.negated else ''}{quality.value}" for quality in phrase.qualities]
    return " ".join([*adjectives, noun])


def _with_article(name: str) -> str:
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
