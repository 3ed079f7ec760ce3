"""What a noun phrase of a question or an answer presupposes: that there is such an object, and one of its class."""

from collections.abc import Iterator
from functools import cache, lru_cache

from askance.wording.implications.implication import Implication, Rule
from askance.wording.implications.read_answer import may_ask_whether_there, number_of_noun
from askance.wording.implications.tagged_question import QuestionPhrase, TaggedQuestion
from askance.wording.ontology import ontology
from askance.wording.ontology.usage_rules import usage_rules
from askance.wording.templates.noun_phrase import NounPhrase, form_of_be, phrase_text

PREMISE = Rule(
    "real-premise",
    "premise",
    "a question about the X, answered with yes or with a value",
    "Is there an X in the image? yes",
    "what a question speaks of exists where its answer is true",
    "the answer is no or 0; the X is a name that the ontology does not have, a place, a part of a body, or may be out"
    " of the image (the sun, the photographer); the answer is where it is in the world (Boston)",
    (
        "What color is the car? – red → Is there a car in the image? yes",
        "Are the zebras eating? – yes → Are there any zebras in the image? yes",
        "Is this man surfing? – yes → Is there a man in the image? yes",
    ),
)

OBJECT = Rule(
    "real-object",
    "necessary",
    "an answer that names an object which is seen where the question looks",
    "Is there an OBJECT in the image? yes",
    "what is worn, held, ridden or lies on something in the image is in the image",
    "the ontology does not have the name, or it is ambiguous; the verb does not need the object to be seen (look at)",
    (
        "What is the man holding? – umbrella → Is there an umbrella in the image? yes",
        "Is she wearing a hat? – yes → Is there a hat in the image? yes",
        "What is on the table? – cups → Are there any cups in the image? yes",
    ),
)

HYPERNYM = Rule(
    "real-hypernym",
    "hypernym",
    "an answer that names an object, or yes to a question whether there is one",
    "Is there a member of its class? yes",
    "every object of that name belongs to the class in classes.tsv",
    "the class is not said in questions, or people argue about the membership",
    (
        "Is there a dog on the bed? – yes → Is there an animal in the image? yes",
        "What is the woman riding? – bus → Is there a vehicle in the image? yes",
        "What animal is this? – zebra → Is there an animal in the image? yes",
    ),
)

RULES = (PREMISE, OBJECT, HYPERNYM)

PLACES = frozenset({
    "kitchen", "bedroom", "bathroom", "living room", "dining room", "office", "hallway", "store", "shop", "station",
    "train station", "park", "beach", "market", "garden", "airport", "stadium", "zoo", "school", "hotel",
    "parking lot", "lake", "river", "mountain", "hill", "cafe", "classroom", "library", "bar", "village", "desert",
    "farm", "forest", "street", "road", "field", "ocean", "sea", "church", "lobby", "hospital", "bus stop",
    "bus station", "runway", "skate park", "woods", "yard", "backyard", "highway", "pasture", "meadow", "harbor",
    "dock", "pond", "lawn", "court", "tennis court", "baseball field", "arena", "restroom", "garage", "patio",
    "porch", "balcony", "laundry room", "mountains", "hills", "hotel room", "restaurant", "grass field",
    "intersection", "rink", "tarmac",
})  # fmt: skip

_UNSAFE_MODIFIERS = frozenset({
    "other", "center", "universal", "same", "main", "only", "next", "last", "whole", "entire", "left", "right",
    "top", "bottom", "upper", "lower", "front", "back", "middle", "first", "second", "third", "far", "central",
    "closest", "nearest", "different", "rear", "several", "many", "few", "more", "most", "own", "actual", "real",
    "fake", "toy", "visible", "certain", "specific", "particular", "primary", "prominent", "dominant", "opposite",
    "missing", "such", "possible", "previous", "text", "word", "letter", "number", "camera",
})  # fmt: skip

_SAID = frozenset({
    "animal", "person", "vehicle", "furniture", "bird", "building", "appliance", "aircraft",
})  # fmt: skip

_SHOWS = frozenset({
    "screen", "sign", "poster", "cover", "page", "box", "bag", "mug", "tv", "television", "monitor", "book",
    "label", "plane", "bus", "truck", "train", "painting", "magazine", "newspaper", "card", "flag", "banner",
    "billboard", "blanket", "curtain", "pillow", "towel", "tie", "wallpaper", "rug", "umbrella", "kite", "logo",
    "statue", "mirror", "drawing", "artwork", "mural", "display", "computer", "laptop", "phone", "calendar", "map",
    "shirt", "jacket", "hat", "cap", "helmet", "surfboard", "skateboard", "snowboard", "motorcycle", "airplane",
    "stamp", "sticker", "jet", "fabric", "bedspread", "quilt", "cup", "vase", "side", "tail", "package", "bottle",
    "container", "reflection", "tattoo", "arm", "frame", "photograph", "pillows", "mouse", "shoe",
    "lane", "can", "tin", "packet", "carton", "envelope",
})  # fmt: skip


def exists_question(phrase: NounPhrase) -> str | None:
    """ "Is there a dog in the image?", if that may be asked."""
    if not may_ask_whether_there(phrase.name):
        return None
    if phrase.name in PLACES:
        return f"Does the image show {phrase_text(phrase, 'a' if phrase.number == 'singular' else 'some')}?"
    return f"{form_of_be(phrase).capitalize()} there {phrase_text(phrase, 'a')} in the image?"


@lru_cache(maxsize=1 << 12)
def hypernym_question(name: str) -> str | None:
    """Whether there is a member of the narrowest class that people say of the name."""
    names, unsaid = ontology(), usage_rules()["unsaid class"]
    if not may_ask_whether_there(name):
        return None
    for group in names.classes_of(name):
        found = names.objects.classes[group]
        if found.asked and group not in unsaid and group not in ("container", "device", "room", "toy", "tool"):
            return exists_question(NounPhrase(found.one)) if group in _SAID else None
    return None


def there_is(phrase: NounPhrase, because: str, rule: Rule = OBJECT) -> Iterator[Implication]:
    """That there is an object, and a member of its class."""
    if question := exists_question(phrase):
        yield Implication(rule.name, rule.kind, question, "yes", because)
    name = ontology().noun(phrase.name)
    if name is not None and (wide := _class_question(name.name)):
        yield Implication(HYPERNYM.name, HYPERNYM.kind, wide, "yes", because)


def _class_question(name: str) -> str | None:
    """The hypernym question, or None for a name of several meanings."""
    return None if name in usage_rules().sense else hypernym_question(name)


def may_be_depicted(question: TaggedQuestion) -> bool:
    """Whether the question looks at something that shows pictures: a lion on a shirt is no lion."""
    on = next((place for place, word in enumerate(question.low) if word in ("on", "in", "inside")), None)
    if on is None:
        return False
    return any(
        word in _SHOWS or word.removesuffix("s") in _SHOWS or ontology().is_a(word, "clothing")
        for word in question.low[on + 1 :]
    )


def spoken_of(question: TaggedQuestion, phrase: QuestionPhrase) -> NounPhrase | None:
    """What a noun phrase of the question names, with its modifiers; None if it is not sure to be an object."""
    if phrase.pronoun or phrase.determiner in ("his", "her", "their", "its", "my", "your", "our", "a", "an"):
        return None
    for cut in range(phrase.noun, phrase.end):
        name = " ".join(question.low[cut : phrase.end])
        entry = ontology().noun(name)
        if entry is None or entry.synset is None:
            continue
        before = [question.low[place] for place in range(phrase.noun, cut) if question.tag(place) != "CD"]
        if not all(_is_plain_modifier(question, place) for place in range(phrase.noun, cut)):
            return None
        number = number_of_noun(name)
        if (number == "plural") != phrase.plural and number != "mass":
            return None
        if phrase.plural and number == "mass":
            return None
        if ontology().is_a(name, "body part"):
            return None
        return NounPhrase(name, tuple(before), number)
    return None


def _is_plain_modifier(question: TaggedQuestion, place: int) -> bool:
    tag, word = question.tag(place), question.word(place)
    return tag == "CD" or (tag in ("JJ", "NN") and word.isalpha() and word not in _UNSAFE_MODIFIERS)


def premise(question: TaggedQuestion, phrase: QuestionPhrase) -> Iterator[Implication]:
    """That there is what the phrase speaks of."""
    if question.word(phrase.end) == "of":
        return  # "the bowl of the sink": a part
    named = spoken_of(question, phrase)
    if named is not None and (asked := exists_question(named)):
        yield Implication(
            PREMISE.name, PREMISE.kind, asked, "yes", f"the question is about {question.span(phrase.start, phrase.end)}"
        )


@cache
def _only_plural_names() -> frozenset[str]:
    """The names that are no plural of another one: "pants", "stairs"."""
    entries = ontology().objects.entries.values()
    plurals = {entry.plural for entry in entries if entry.count == "c"} | {"people"}
    return frozenset(entry.name for entry in entries if entry.count == "p" and entry.name not in plurals)


def plural_of(named: NounPhrase) -> str | None:
    """The phrase in the plural, without a determiner; None for stuff and for what is only plural."""
    entry = ontology().noun(named.name)
    if named.number == "mass" or entry is None or not may_ask_whether_there(named.name):
        return None
    if entry.name in _only_plural_names():
        return None
    name = named.name if named.number == "plural" else entry.plural
    return phrase_text(NounPhrase(name, named.attributes, "plural"), "some")
