"""Real questions: "How many …?" with a number."""

from collections.abc import Iterator
from typing import NamedTuple

from askance.wording.implications.implication import Implication, Rule
from askance.wording.implications.presupposed_objects import (
    HYPERNYM,
    exists_question,
    hypernym_question,
    may_be_depicted,
    premise,
)
from askance.wording.implications.read_answer import GREATEST, ReadAnswer, noun_answer
from askance.wording.implications.tagged_question import QuestionPhrase, TaggedQuestion, noun_phrase_at
from askance.wording.templates.person_names import is_person_name

SAME_NUMBER = Rule(
    "real-same-number",
    "equivalence",
    "How many Xs are …? – a number above 1",
    "Are there NUMBER Xs …? yes",
    "the same count, asked as yes or no",
    "0 and 1, where English asks otherwise; above 20, where a count is a guess; amounts, units and times",
    (
        "How many birds are there? – 3 → Are there 3 birds? yes",
        "How many people are sitting? – 2 → Are there 2 people sitting? yes",
        "How many wheels does the cart have? – 4 → Does the cart have 4 wheels? yes",
    ),
)
OTHER_NUMBER = Rule(
    "real-other-number",
    "exclusion",
    "How many Xs are …? – a number",
    "Are there more than NUMBER Xs …? no; are there fewer? no",
    "the count is not above itself",
    "above 20, where a count is a guess; amounts, units and times",
    (
        "How many birds are there? – 3 → Are there more than 3 birds? no",
        "How many people are sitting? – 2 → Are there fewer than 2 people sitting? no",
        "How many wheels does the cart have? – 4 → Does the cart have more than 4 wheels? no",
    ),
)
ANY = Rule(
    "real-any",
    "necessary",
    "How many Xs are …? – a number",
    "Are there any Xs …? yes above 0, no at 0",
    "a count of 0 and absence are the same",
    "amounts, units and times; kinds of X",
    (
        "How many birds are there? – 3 → Are there any birds? yes",
        "How many cars are on the road? – 0 → Are there any cars on the road? no",
        "How many of the dogs are lying? – 1 → Are any of the dogs lying? yes",
    ),
)
AT_LEAST = Rule(
    "real-at-least",
    "necessary",
    "How many Xs are …? – a number",
    "Are there at least NUMBER Xs …? yes; for 0 and 1: at least 2? no",
    "a count is at least itself",
    "above 20, where a count is a guess; amounts, units and times",
    (
        "How many birds are there? – 3 → Are there at least 3 birds? yes",
        "How many birds are there? – 1 → Are there at least 2 birds? no",
        "How many bags is he carrying? – 2 → Is he carrying at least 2 bags? yes",
    ),
)
RULES = (SAME_NUMBER, OTHER_NUMBER, ANY, AT_LEAST)

_UNITS = frozenset({
    "hours", "minutes", "seconds", "days", "weeks", "months", "years", "miles", "feet", "inches", "meters",
    "pounds", "ounces", "dollars", "cents", "percent", "degrees", "times", "calories", "gallons", "cups",
    "tablespoons", "grams", "points", "servings", "ways", "liters", "stories", "levels", "megapixels", "bits",
    "sides", "directions", "meals", "clicks", "steps", "speeds", "games", "generations", "matches", "colors",
    "shades", "ml", "oz", "color", "colored", "mg", "carbs", "proteins", "volts", "amps", "watts", "tbs", "species",
    "races", "genders", "things", "pets", "digits", "numbers", "sets", "pairs", "groups", "types", "kinds",
    "varieties", "sorts", "flavors", "patterns", "angles", "languages", "countries",
})  # fmt: skip
# what is kept of "are visible": how many legs are seen is not how many there are
_SEEN = {"shown": "shown", "pictured": "pictured", "seen": "visible", "visible": "visible", "displayed": "displayed",
         "present": "present", "here": "here", "depicted": "depicted", "there": ""}  # fmt: skip
_HARD = frozenset({
    "or", "and", "but", "than", "not", "n't", "if", "when", "because", "total", "altogether", "more", "per", "each",
    "every", "both", "either", "only", "could", "would", "should", "will", "might", "may", "most", "less", "fewer",
    "left", "them", "combined", "same", "different", "been", "probably", "likely", "approximately", "about", "all",
    "together", "besides", "other", "that", "which", "who", "what", "how", "needed", "required", "used", "allowed",
})  # fmt: skip


class _Frame(NamedTuple):
    """A count as a yes/no question: `opening` amount Xs `tail`; "Are there 3 birds on the roof?"."""

    opening: str
    counted: str
    tail: str
    exact: bool = True  # False: a plural subject, where each may have so many

    def ask(self, amount: str) -> str:
        """The question with an amount."""
        return " ".join(part for part in (self.opening, amount, self.counted, self.tail) if part) + "?"


def counts(question: TaggedQuestion, answer: ReadAnswer) -> Iterator[Implication]:
    """What follows from a number of things."""
    if not question.starts("how", "many") or answer.number is None:
        return
    if any(word in _HARD for word in question.low[2:]):
        return
    if question.word(2) == "of":
        yield from _part_of_several(question, answer.number)
        return
    frame = _frame(question)
    if frame is None:
        return
    because = f'the answer to "{question.text}?" was {answer.number}'
    yield from _from_number(frame, answer.number, because)
    if answer.number and not may_be_depicted(question) and frame.opening in ("Are there", "Can you see", "Do you see"):
        yield from _seen_at_all(frame.counted, because)
    owner = noun_phrase_at(question, _owner_start(question))
    if owner is not None and answer.number and not owner.plural:
        yield from premise(question, owner)


def _owner_start(question: TaggedQuestion) -> int:
    """Where "the cart" starts in "How many wheels does the cart have"; the end if nowhere."""
    found = [place for place, word in enumerate(question.low) if word in ("does", "is") and place > 2]
    return found[0] + 1 if found else len(question)


def _seen_at_all(counted: str, because: str) -> Iterator[Implication]:
    named = noun_answer(counted)
    if named is None or named.number != "plural":
        return
    if asked := exists_question(named):
        yield Implication(ANY.name, ANY.kind, asked, "yes", because)
    if wide := hypernym_question(named.name):
        yield Implication(HYPERNYM.name, HYPERNYM.kind, wide, "yes", because)


def _from_number(frame: _Frame, number: int, because: str) -> Iterator[Implication]:
    yield Implication(ANY.name, ANY.kind, frame.ask("any"), "yes" if number else "no", because)
    if not frame.exact or number > GREATEST:
        return
    if number < 2:
        yield Implication(AT_LEAST.name, AT_LEAST.kind, frame.ask("at least 2"), "no", because)
        yield Implication(OTHER_NUMBER.name, OTHER_NUMBER.kind, frame.ask("exactly 3"), "no", because)
        return
    yield Implication(SAME_NUMBER.name, SAME_NUMBER.kind, frame.ask(str(number)), "yes", because)
    yield Implication(AT_LEAST.name, AT_LEAST.kind, frame.ask(f"at least {number}"), "yes", because)
    yield Implication(OTHER_NUMBER.name, OTHER_NUMBER.kind, frame.ask(f"more than {number}"), "no", because)
    yield Implication(OTHER_NUMBER.name, OTHER_NUMBER.kind, frame.ask(f"fewer than {number}"), "no", because)


def _frame(question: TaggedQuestion) -> _Frame | None:
    phrase = noun_phrase_at(question, 2)
    if phrase is None or not phrase.plural or phrase.determiner or phrase.noun != 2:
        return None
    if not _UNITS.isdisjoint(question.low[2 : phrase.end]):
        return None
    counted, place = question.span(2, phrase.end), phrase.end
    if question.word(place) == "of":
        return None
    if place == len(question):
        return _Frame("Are there", counted, "")
    if question.word(place) in ("are", "is"):
        return _after_be(question, counted, place + 1)
    if question.word(place) in ("can", "do") and question.word(place + 1) in ("you", "be", "we", "i"):
        return _after_see(question, counted, place + 2)
    if question.word(place) in ("does", "do"):
        return _after_do(question, counted, place + 1)
    if question.word(place) == "have" and question.tag(place + 1) in ("DT", "NN", "NNS", "JJ", "PRP$"):
        who = "who" if is_person_name(counted) else "that"
        return _Frame("Are there", counted, f"{who} {question.span(place)}")
    if question.tag(place) == "IN" and not _has_verb(question, place):
        return _Frame("Are there", counted, question.span(place))
    return None


def _has_verb(question: TaggedQuestion, start: int) -> bool:
    return any(question.tag(place) in ("VBZ", "VBP", "VBD", "MD", "VB") for place in range(start, len(question)))


def _after_be(question: TaggedQuestion, counted: str, place: int) -> _Frame | None:
    if _has_verb(question, place):
        return None
    if place == len(question):
        return None
    subject = noun_phrase_at(question, place)
    if subject is not None and question.tag(place) not in ("JJ", "VBN", "VBG"):
        return _subject_does(question, counted, subject)
    seen = ""
    while question.word(place) in _SEEN:
        seen = _SEEN[question.word(place)] or seen
        place += 1
    tag = question.tag(place)
    if place == len(question) or tag == "IN" or question.word(place) == "next":
        return _Frame("Are there", counted, f"{seen} {question.span(place)}".strip())
    if seen:
        return None
    if tag == "VBG" or (tag == "VBN" and place + 1 < len(question)):
        return _Frame("Are there", counted, question.span(place))
    if tag in ("JJ", "VBN"):
        who = "who" if is_person_name(counted) else "that"
        return _Frame("Are there", counted, f"{who} are {question.span(place)}")
    return None


def _subject_does(question: TaggedQuestion, counted: str, subject: QuestionPhrase) -> _Frame | None:
    """ "How many bags is the man carrying?"."""
    verb = subject.end
    if question.tag(verb) != "VBG":
        return None
    if question.word(subject.start - 1) == "are" and not subject.plural:
        return None
    be = "Are" if subject.plural else "Is"
    tail = question.span(verb + 1)
    if tail and question.tag(verb + 1) != "IN":
        return None
    if verb + 1 < len(question) and question.tag(len(question) - 1) == "IN":
        return None  # "… is the man standing on?"
    return _Frame(f"{be} {question.span(subject.start, verb + 1)}", counted, tail, exact=not subject.plural)


def _after_see(question: TaggedQuestion, counted: str, place: int) -> _Frame | None:
    if question.word(place) not in ("see", "seen", "count", "counted"):
        return None
    opening, seen = f"{question.word(place - 2).capitalize()} you see", ""
    if question.word(place - 1) == "be":
        opening, seen = "Are there", "visible "
    place += 1
    if (place == len(question) or question.tag(place) == "IN") and not _has_verb(question, place):
        return _Frame(opening, counted, f"{seen}{question.span(place)}".strip())
    return None


def _after_do(question: TaggedQuestion, counted: str, place: int) -> _Frame | None:
    subject = noun_phrase_at(question, place)
    if subject is None or subject.plural or question.word(subject.end) != "have" or question.word(place - 1) == "do":
        return None
    place = subject.end + 1
    if place < len(question) and question.tag(place) != "IN":
        return None
    return _Frame(f"Does {question.span(subject.start, subject.end)} have", counted, question.span(place))


def _part_of_several(question: TaggedQuestion, number: int) -> Iterator[Implication]:
    """ "How many of the dogs are lying down?"."""
    phrase = noun_phrase_at(question, 3)
    if phrase is None or not phrase.plural or phrase.determiner not in ("the", "these", "those"):
        return
    verb = phrase.end
    if question.word(verb) != "are" or question.tag(verb + 1) not in ("VBG", "VBN", "JJ", "IN"):
        return
    if phrase.pronoun or _has_verb(question, verb + 1):
        return
    asked = f"Are any of {question.span(3, verb)} {question.span(verb + 1)}?"
    because = f'the answer to "{question.text}?" was {number}'
    yield Implication(ANY.name, ANY.kind, asked, "yes" if number else "no", because)
    if number:
        yield from premise(question, phrase)
