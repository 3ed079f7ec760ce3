"""What follows from "Where is this? kitchen", "Is it sunny? yes" and "Is this indoors? no"."""

from random import Random

from askance.wording.implications.family import NO, YES, Implied, implied
from askance.wording.implications.implication import Rule
from askance.wording.templates.indefinite_article import indefinite_article
from askance.wording.understand import Form, SurroundingsClaim, SurroundingsQuestion, YesNoQuestion, chosen_option
from askance.wording.understand.lexicon import AROUND
from askance.wording.world_attributes import ANTONYMS, INDOORS

PLACE_VERIFIED = Rule(
    "place-verified",
    "equivalence",
    "What is the weather like? – sunny",
    "Is it sunny? – yes",
    "for every image: the same is asked",
    "words that are no place or weather of the vocabulary",
    (
        "What is the weather like? sunny → Is it sunny? yes",
        "Where is this? kitchen → Is this a kitchen? yes",
        "Is this indoors or outdoors? outdoors → Is this outdoors? yes",
    ),
)
PLACE_OTHER = Rule(
    "place-other",
    "exclusion",
    "What is the weather like? – sunny",
    "Is it rainy? – no",
    "for every image of one moment: sunny and rainy exclude each other in the ontology",
    "weathers that can be true together (a sunny day with snow or clouds), places (a beach is at the sea)",
    (
        "What is the weather like? sunny → Is it rainy? no",
        "Is it rainy? yes → Is it sunny? no",
        "What is the weather like? rainy → Is it sunny? no",
    ),
)
SETTING_ANTONYM = Rule(
    "setting-antonym",
    "antonym",
    "Is this indoors? – yes",
    "Is this outdoors? – no",
    "for every image of one place",
    "images of both a room and what is outside are not recognised",
    (
        "Is this indoors? yes → Is this outdoors? no",
        "Was this picture taken indoors or outdoors? outdoors → Is this indoors? no",
        "Where is this? kitchen → Is this outdoors? no",
    ),
)
PLACE_SETTING = Rule(
    "place-setting",
    "necessary",
    "Where is this? – kitchen",
    "Is this indoors? – yes",
    "for every image: rooms are indoors, landscapes and streets are outdoors",
    "places that can be either",
    (
        "Where is this? kitchen → Is this indoors? yes",
        "Where is this? beach → Is this outdoors? yes",
        "Is this a bedroom? yes → Is this indoors? yes",
    ),
)
PLACE_NEGATED = Rule(
    "place-negated",
    "negation",
    "Is it sunny? – yes, or no",
    "Is it not sunny? – the opposite",
    "for every image: one question is the negation of the other",
    "questions with another negation inside",
    (
        "Is it sunny? yes → Is it not sunny? no",
        "Is this indoors? no → Is this not indoors? yes",
        "Where is this? kitchen → Is this not a kitchen? no",
    ),
)
_NOT_BOTH = {"sunny": "rainy", "rainy": "sunny"}  # a sunny day can have snow on the ground, or some clouds
RULES = (PLACE_VERIFIED, PLACE_OTHER, SETTING_ANTONYM, PLACE_SETTING, PLACE_NEGATED)


def imply(form: Form, answer: str, rng: Random) -> Implied:
    """From a place, a weather or a setting."""
    if isinstance(form, SurroundingsQuestion):
        chosen = chosen_option(form.options, answer)
        meant = chosen.meaning if chosen else AROUND.entries.get(answer.strip().lower())
        if isinstance(meant, SurroundingsClaim) and meant.category == form.category and not meant.negated:
            yield implied(PLACE_VERIFIED, _asked(meant), YES, f"the model says {meant.value}")
            yield from _from_value(meant, rng)
    elif isinstance(form, YesNoQuestion) and isinstance(form.claim, SurroundingsClaim) and answer in (YES, NO):
        yield from _from_claim(form.claim, answer, rng)


def _from_claim(claim: SurroundingsClaim, answer: str, rng: Random) -> Implied:
    positive = SurroundingsClaim(claim.category, claim.value)
    if claim.negated:
        because = f"the model {'denies' if answer == YES else 'affirms'} {claim.value}"
        yield implied(PLACE_NEGATED, _asked(positive), NO if answer == YES else YES, because)
        yield implied(PLACE_NEGATED, f"is it true that {_stated(positive)}", YES if answer == YES else NO, because)
    elif answer == YES:
        yield from _from_value(positive, rng)
    else:
        because = f"the model denies {claim.value}"
        yield implied(PLACE_NEGATED, _asked(positive, "not "), YES, because)
        yield implied(PLACE_VERIFIED, f"is it true that {_stated(positive, '')}", NO, because)


def _from_value(meant: SurroundingsClaim, rng: Random) -> Implied:
    because = f"the model says {meant.value}"
    yield implied(PLACE_NEGATED, _asked(meant, "not "), NO, because)
    if meant.category == "weather":
        if meant.value in _NOT_BOTH:
            other = SurroundingsClaim("weather", _NOT_BOTH[meant.value])
            yield implied(PLACE_OTHER, _asked(other), NO, f"it is not both {meant.value} and {other.value}")
        return
    setting = meant.value if meant.category == "setting" else "indoors" if meant.value in INDOORS else "outdoors"
    if meant.category == "place":
        yield implied(PLACE_SETTING, f"is this {setting}", YES, f"{_named_place(meant.value)} is {setting}")
    yield implied(
        SETTING_ANTONYM, f"is this {ANTONYMS[setting]}", NO, f"{ANTONYMS[setting]} is the opposite of {setting}"
    )


def _named_place(value: str) -> str:
    return f"{indefinite_article(value)} {value}"


def _asked(claim: SurroundingsClaim, negation: str = "") -> str:
    """ "is it sunny", "is this not a kitchen" """
    if claim.category == "weather":
        return f"is it {negation}{claim.value}"
    return f"is this {negation}{claim.value if claim.category == 'setting' else _named_place(claim.value)}"


def _stated(claim: SurroundingsClaim, negation: str = "not ") -> str:
    """ "it is not sunny", "this is a kitchen" """
    if claim.category == "weather":
        return f"it is {negation}{claim.value}"
    return f"this is {negation}{claim.value if claim.category == 'setting' else _named_place(claim.value)}"
