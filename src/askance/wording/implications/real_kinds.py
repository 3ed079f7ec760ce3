"""Real questions that ask for a kind or a value: "What animal is this?", "What sport is being played?"."""

from collections.abc import Iterator

from askance.wording.implications.excluded_values import OTHER_VALUE, names_apart
from askance.wording.implications.implication import Implication, Rule
from askance.wording.implications.presupposed_objects import may_be_depicted, premise, there_is
from askance.wording.implications.read_answer import ReadAnswer, noun_answer
from askance.wording.implications.restated_claims import claim
from askance.wording.implications.tagged_question import (
    QuestionPhrase,
    TaggedQuestion,
    noun_phrase_at,
    prepositional_phrase_end,
)
from askance.wording.ontology import ontology
from askance.wording.templates.noun_phrase import NounPhrase, form_of_be, phrase_text

SAME_KIND = Rule(
    "real-same-kind",
    "equivalence",
    "What kind of X is this?, What X is …? – a name",
    "Is this a NAME? yes; Is there a NAME …? yes",
    "the same claim, asked as yes or no",
    "the name is not known to be an X (What kind of pizza? – cheese)",
    (
        "What kind of animal is this? – zebra → Is this a zebra? yes",
        "What animal is in the water? – duck → Is there a duck in the water? yes",
        "What room is this? – kitchen → Is this a kitchen? yes",
    ),
)
SAME_VALUE = Rule(
    "real-same-value",
    "equivalence",
    "What shape, material, pattern or gender is the X? – a value of it",
    "Is the X VALUE? yes",
    "the same claim, asked as yes or no",
    "values that the ontology does not have in that category",
    (
        "What shape is the plate? – round → Is the plate round? yes",
        "What is the table made of? – wood → Is the table made of wood? yes",
        "What gender is the person? – male → Is the person male? yes",
    ),
)
SAME_SPORT = Rule(
    "real-same-sport",
    "equivalence",
    "What sport is being played? – a game",
    "Is GAME being played? yes",
    "the same claim, asked as yes or no",
    "sports that one does not play (skiing)",
    (
        "What sport is being played? – tennis → Is tennis being played? yes",
        "What game are they playing? – soccer → Are they playing soccer? yes",
        "What sport is the man playing? – baseball → Is the man playing baseball? yes",
    ),
)
RULES = (SAME_KIND, SAME_VALUE, SAME_SPORT)

_WIDE = frozenset({
    "animal", "animals", "food", "vehicle", "vehicles", "fruit", "fruits", "vegetable", "vegetables", "bird",
    "birds", "room", "furniture", "transportation", "appliance", "appliances", "device", "utensil", "building",
    "object", "thing", "item", "utensils", "objects", "things", "items",
})  # fmt: skip
_KINDS = frozenset({
    "kind", "type", "sort", "kinds", "types",
})  # fmt: skip
_PLAYED = ("tennis", "baseball", "soccer", "basketball", "football", "volleyball", "golf", "frisbee")
_MORE_PLAYED = frozenset({
    "cricket", "hockey", "rugby", "polo", "badminton", "croquet", "softball", "chess",
})  # fmt: skip
_VALUES = {"shape": "shape", "pattern": "pattern", "gender": "gender", "sex": "gender"}
_HARD = frozenset({
    "or", "and", "not", "n't", "besides", "than", "other", "if", "for", "most", "main", "both", "would", "will",
    "should", "could", "each", "only", "primary", "same", "different", "about", "all", "some", "likely", "many",
    "two", "three", "second", "first", "like", "except", "another", "majority",
})  # fmt: skip


def kinds(question: TaggedQuestion, answer: ReadAnswer) -> Iterator[Implication]:
    """What follows from the name of a kind, a value or a sport."""
    if question.word(0) not in ("what", "which") or answer.polar is not None or answer.number is not None:
        return
    if any(word in _HARD for word in question.low[1:]):
        return
    if question.word(1) in ("is", "are", "'s"):
        yield from _plain_what(question, answer)
        return
    start = 3 if question.word(1) in _KINDS and question.word(2) == "of" else 1
    group = noun_phrase_at(question, start)
    if group is None or group.determiner:
        return
    name = " ".join(question.low[group.noun : group.end])
    if name in ("sport", "game"):
        yield from _sport(question, answer, group.end)
    elif name == "material":
        yield from _what_material(question, answer, group.end)
    elif name == "season":
        yield from _season(question, answer, group.end)
    elif name in _VALUES:
        yield from _value(question, answer, group.end, _VALUES[name])
    else:
        yield from _kind(question, answer, group, name)


def _because(question: TaggedQuestion, answer: ReadAnswer) -> str:
    return f'the answer to "{question.text}?" was {answer.text}'


def _plain_what(question: TaggedQuestion, answer: ReadAnswer) -> Iterator[Implication]:
    """ "What is this?", "What is this animal?", "What is the table made of?"."""
    subject = noun_phrase_at(question, 2)
    if subject is None or subject.plural != (question.word(1) == "are"):
        return
    if question.low[subject.end :] in (("made", "of"), ("made", "out", "of"), ("made", "from")):
        yield from _made_of(question, answer, subject)
        return
    named = noun_answer(answer.text)
    if named is None or subject.end != len(question) or subject.determiner not in ("this", "that", "these", "those"):
        return
    if not subject.pronoun and not _is_kind_of(named.name, question.word(subject.end - 1)):
        return
    yield from _this_is(question.span(subject.start), subject.plural, named, _because(question, answer))


def _this_is(this: str, plural: bool, named: NounPhrase, because: str) -> Iterator[Implication]:
    entry = ontology().noun(named.name)
    if named.number == "mass" and entry is not None and entry.count == "c":
        return  # "Is this onion?"
    if plural and named.number == "singular" and entry is not None:
        named = NounPhrase(entry.plural, named.attributes, "plural")
    if plural != (named.number == "plural") and named.number != "mass":
        return
    opening = f"{'Are' if plural else 'Is'} {this[:1].lower()}{this[1:]}"
    yield from claim(SAME_KIND, opening, phrase_text(named, "some"), because)
    if named.number == "singular" and not named.attributes and this.lower() in ("this", "that"):
        yield from names_apart(named, opening, because)
    yield from there_is(named, because)


def _what_material(question: TaggedQuestion, answer: ReadAnswer, place: int) -> Iterator[Implication]:
    subject = noun_phrase_at(question, place + 1) if question.word(place) in ("is", "are") else None
    if subject is None or subject.determiner in ("", "a", "an") or subject.plural != (question.word(place) == "are"):
        return
    if question.low[subject.end :] in ((), ("made", "of"), ("made", "out", "of"), ("made", "from")):
        yield from _made_of(question, answer, subject)


def _season(question: TaggedQuestion, answer: ReadAnswer, place: int) -> Iterator[Implication]:
    rest = question.low[place:]
    if answer.text in ("summer", "winter", "spring", "fall", "autumn") and rest in (("is", "it"), ("is", "this")):
        because = _because(question, answer)
        yield from claim(SAME_VALUE, "Is it", answer.text, because)


def _made_of(question: TaggedQuestion, answer: ReadAnswer, subject: QuestionPhrase) -> Iterator[Implication]:
    words = ontology()
    if "material" not in words.categories(answer.text) or answer.text.endswith(("en", "ed", "y")):
        return
    be = "Are" if subject.plural else "Is"
    opening = f"{be} {question.span(subject.start, subject.end)}"
    yield from claim(SAME_VALUE, opening, f"made of {answer.text}", _because(question, answer))
    yield from premise(question, subject)


def _sport(question: TaggedQuestion, answer: ReadAnswer, place: int) -> Iterator[Implication]:
    if answer.text not in _PLAYED and answer.text not in _MORE_PLAYED:
        return
    forms = list(_sport_forms(question, place))
    because = _because(question, answer)
    mine = f"playing {answer.text}"
    other = next((each for each in _PLAYED if ontology().excludes(mine, f"playing {each}", "action")), None)
    for opening in forms:
        if opening == "Is":
            yield from claim(SAME_SPORT, f"Is {answer.text}", "being played", because)
            continue
        yield from claim(SAME_SPORT, opening, mine, because)
        if other is not None and opening.startswith("Is "):
            asked = f"{opening} playing {other}?"
            yield Implication(OTHER_VALUE.name, OTHER_VALUE.kind, asked, "no", because)
    if forms and question.word(place) in ("is", "are"):
        subject = noun_phrase_at(question, place + 1)
        if subject is not None:
            yield from premise(question, subject)


def _sport_forms(question: TaggedQuestion, place: int) -> Iterator[str]:
    rest = question.low[place:]
    if rest[:3] == ("is", "being", "played") and _ends_in_place(question, place + 3):
        yield "Is"
        return
    subject = noun_phrase_at(question, place + 1) if rest[:1] in (("is",), ("are",)) else None
    if subject is None or question.low[subject.end :] != ("playing",):
        return
    if subject.plural == (rest[0] == "are"):
        yield f"{rest[0].capitalize()} {question.span(subject.start, subject.end)}"


def _ends_in_place(question: TaggedQuestion, place: int) -> bool:
    return place == len(question) or prepositional_phrase_end(question, place) == len(question)


def _value(question: TaggedQuestion, answer: ReadAnswer, place: int, category: str) -> Iterator[Implication]:
    words = ontology()
    subject = noun_phrase_at(question, place + 1) if question.word(place) in ("is", "are") else None
    if subject is None or category not in words.categories(answer.text) or not _ends_in_place(question, subject.end):
        return
    if subject.determiner in ("", "a", "an") or subject.plural != (question.word(place) == "are"):
        return
    because = _because(question, answer)
    opening = f"{question.word(place).capitalize()} {question.span(place + 1)}"
    if answer.text in ("stripes", "dots", "polka dots", "flowers pattern", "triangle"):
        return
    yield from claim(SAME_VALUE, opening, answer.text, because)
    if category == "gender" and not subject.plural:
        other = "female" if answer.text == "male" else "male"
        yield Implication(OTHER_VALUE.name, OTHER_VALUE.kind, f"{opening} {other}?", "no", because)
    yield from premise(question, subject)


def _is_kind_of(name: str, group: str) -> bool:
    return (group in _WIDE and (group not in _CLASSES or ontology().is_a(name, _CLASSES[group]))) or (
        name != group and ontology().noun(group) is not None and ontology().is_a(name, group)
    )


_CLASSES = {"animal": "animal", "animals": "animal", "food": "food", "vehicle": "vehicle", "vehicles": "vehicle",
            "fruit": "fruit", "fruits": "fruit", "vegetable": "vegetable", "vegetables": "vegetable", "bird": "bird",
            "birds": "bird", "room": "room", "furniture": "furniture", "transportation": "vehicle",
            "appliance": "appliance", "appliances": "appliance", "device": "device", "utensil": "utensil",
            "utensils": "utensil", "building": "building"}  # fmt: skip


def _kind(question: TaggedQuestion, answer: ReadAnswer, group: QuestionPhrase, name: str) -> Iterator[Implication]:
    """ "What animal is this?", "What kind of animal is in the water?", "What animal is shown?"."""
    named = noun_answer(answer.text)
    place = group.end
    if named is None or not _is_kind_of(named.name, name) or question.word(place) not in ("is", "are"):
        return
    because = _because(question, answer)
    rest = question.low[place + 1 :]
    subject = noun_phrase_at(question, place + 1)
    if subject is not None and subject.pronoun and subject.end == len(question):
        if subject.determiner in ("this", "that", "these", "those", "it", "they"):
            yield from _this_is(question.span(place + 1), subject.plural, named, because)
        return
    skip = 1 if rest[:1] in (("shown",), ("pictured",), ("visible",), ("depicted",)) else 0
    start = place + 1 + skip
    if start == len(question) and skip:
        yield from there_is(named, because)
    elif (
        question.tag(start) == "IN"
        and question.word(start) != "that"
        and prepositional_phrase_end(question, start) == len(question)
    ):
        asked = f"{form_of_be(named).capitalize()} there {phrase_text(named, 'a')} {question.span(start)}?"
        yield Implication(SAME_KIND.name, SAME_KIND.kind, asked, "yes", because)
        if not may_be_depicted(question):
            yield from there_is(named, because)
