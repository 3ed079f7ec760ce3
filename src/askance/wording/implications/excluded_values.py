"""What a value excludes: opposites, other colors, actions that nobody does at once, other names."""

from collections.abc import Iterator
from zlib import crc32

from askance.wording.implications.implication import Implication, Rule
from askance.wording.implications.presupposed_objects import HYPERNYM
from askance.wording.implications.real_colors import other_color
from askance.wording.implications.tagged_question import QuestionPhrase, TaggedQuestion
from askance.wording.ontology import ontology
from askance.wording.templates.noun_phrase import NounPhrase, phrase_text

OPPOSITE = Rule(
    "real-opposite",
    "antonym",
    "Is the X ADJECTIVE? – yes",
    "Is the X OPPOSITE? no",
    "nothing is both at once in the sense that fits the X (antonyms.tsv)",
    "the answer is no: between opposites there may be a third; weather; several things",
    (
        "Is the door open? – yes → Is the door closed? no",
        "Is the dog wet? – yes → Is the dog dry? no",
        "Is the bed made? – yes → Is the bed unmade? no",
    ),
)

OTHER_VALUE = Rule(
    "real-other-value",
    "exclusion",
    "Is the X VALUE? – yes, or is the X doing something? – yes",
    "Is the X another value that excludes it? no",
    "values of one exclusive category, actions that nobody does at once, names that exclude each other",
    "the answer is no; words that the ontology does not have; several things",
    (
        "Is the car red? – yes → Is the car entirely gray? no",
        "Is the man sitting? – yes → Is the man kneeling? no",
        "Is this a kitchen? – yes → Is this a bathroom? no",
    ),
)

RULES = (OPPOSITE, OTHER_VALUE)

_UNLIKELY = frozenset({
    "steep", "dark", "hairy", "artificial", "contemporary", "unhappy", "coarse", "matte", "wired", "level", "still",
})  # fmt: skip

_ACTIONS = ("standing", "sitting", "sleeping", "lying", "running", "walking", "swimming", "jumping", "kneeling")

_APART = {
    "animal": ("cat", "horse", "elephant", "bird"),
    "vehicle": ("bus", "motorcycle", "boat", "airplane"),
    "room": ("bathroom", "kitchen", "bedroom"),
    "fruit": ("banana", "apple"),
    "vegetable": ("broccoli", "carrot"),
}


def excluded_attribute(word: str, noun: str, subject: str, seed: str, because: str) -> Iterator[Implication]:
    if "weather" in ontology().categories(word) or word in ("blurry", "clear", "left", "right"):
        return
    if "color" in ontology().categories(word):
        if other := other_color(word, seed):
            yield Implication(OTHER_VALUE.name, OTHER_VALUE.kind, f"Is {subject} entirely {other}?", "no", because)
        return
    opposites = [each for each in ontology().antonyms(word, noun) if each not in _UNLIKELY]
    for opposite in opposites[:1]:
        yield Implication(OPPOSITE.name, OPPOSITE.kind, f"Is {subject} {opposite}?", "no", because)


def other_action(action: str, seed: str) -> str | None:
    """A common action that nobody does together with this one; which one depends on the question."""
    found = [each for each in _ACTIONS if ontology().excludes(action, each, "action")]
    return found[crc32(seed.encode()) % len(found)] if found else None


def is_animate(question: TaggedQuestion, subject: QuestionPhrase) -> bool:
    """Whether the subject is a person or an animal."""
    if subject.pronoun:
        return subject.determiner in ("he", "she", "they")
    noun = question.low[subject.end - 1]
    return ontology().is_a(noun, "person") or ontology().is_a(noun, "animal") or noun in ("person", "animal")


def names_apart(named: NounPhrase, opening: str, because: str) -> Iterator[Implication]:
    """What a thing of a name is and is not: "Is this an animal?", "Is this a cat?"."""
    names = ontology()
    entry = names.noun(named.name)
    if entry is None or entry.name in ("orange",):
        return
    for group, others in _APART.items():
        if not names.is_a(entry.name, group):
            continue
        if group != "room":
            asked = f"{opening} {phrase_text(NounPhrase(group), 'a')}?"
            yield Implication(HYPERNYM.name, HYPERNYM.kind, asked, "yes", because)
        other = next((each for each in others if names.excludes(entry.name, each)), None)
        if other is not None:
            asked = f"{opening} {phrase_text(NounPhrase(other), 'a')}?"
            yield Implication(OTHER_VALUE.name, OTHER_VALUE.kind, asked, "no", because)
