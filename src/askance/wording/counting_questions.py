"""Questions that count, and questions whether there is any or none: the phrasings of the suite `metamorphic`."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from askance.core import UserError
from askance.wording.ontology import NounEntry, ontology
from askance.wording.templates.noun_phrase import NounPhrase, Number, form_of_be, phrase_text

NUMBERS: dict[str, Number] = {"c": "singular", "m": "mass", "p": "plural"}


class CountPhrasing(NamedTuple):
    """One way to count: `{}` is what is counted."""

    id: str
    template: str


class AnyOrNonePhrasing(NamedTuple):
    """One way to ask whether there is any, with its negation; `one`: the noun stands in the singular."""

    id: str
    any: str
    no: str
    one: bool = False


COUNTS = (
    CountPhrasing("total", "What is the total number of {} in the image?"),  # figure 7 of the paper
    CountPhrasing("how-many", "How many {} are in the image?"),  # section 4.1 of the paper
    CountPhrasing("there", "How many {} are there in the image?"),
    CountPhrasing("number", "What is the number of {} in the image?"),
    CountPhrasing("see", "How many {} can you see in the image?"),
    CountPhrasing("are-there", "How many {} are there?"),
)
REVERSALS = (
    AnyOrNonePhrasing("any", "{Be} there {a} in the image?", "{Be} there {no} in the image?"),  # figure 5 of the paper
    AnyOrNonePhrasing("one", "{Be} there {a} in the image?", "{Be} there {no} in the image?", one=True),
    AnyOrNonePhrasing("shows", "Does the image show {a}?", "Does the image show {no}?"),
    AnyOrNonePhrasing("contains", "Does the image contain {a}?", "Does the image contain {no}?"),
)


def _ontology_entry(name: str) -> NounEntry:
    entry = ontology().noun(name)
    if entry is None:
        raise UserError(f"{name!r} is no noun that the ontology knows: add it to wording/ontology/objects.tsv")
    return entry


@cache
def plural_phrase(name: str, quality: str | None = None) -> NounPhrase:
    """Objects of a name as they are counted: "red cars"; stuff and what is only plural in their own number."""
    entry = _ontology_entry(name)
    number: Number = "mass" if entry.count == "m" else "plural"
    return NounPhrase(entry.plural, (quality,) if quality else (), number)


@cache
def singular_phrase(name: str, quality: str | None = None) -> NounPhrase:
    """One of a name: "red car"; stuff and what is only plural in their own number."""
    entry = _ontology_entry(name)
    if entry.count != "c":
        return plural_phrase(name, quality)
    return NounPhrase(entry.name, (quality,) if quality else (), "singular")


@cache
def _plural_phrase_text(name: str, quality: str | None) -> str:
    return phrase_text(plural_phrase(name, quality), "some")


@cache
def _fill_any_and_none(name: str, quality: str | None, phrasing: int) -> tuple[str, str]:
    """The question whether there is any, and the one whether there is none."""
    form = REVERSALS[phrasing]
    phrase = singular_phrase(name, quality) if form.one else plural_phrase(name, quality)
    words = {"Be": form_of_be(phrase).capitalize(), "a": phrase_text(phrase, "a"), "no": phrase_text(phrase, "no")}
    return form.any.format_map(words), form.no.format_map(words)


def how_many_question(things: Sequence[tuple[str, str | None]], phrasing: int) -> str:
    """How many there are of all (name, quality) together."""
    return COUNTS[phrasing].template.replace(
        "{}", " and ".join([_plural_phrase_text(name, quality) for name, quality in things])
    )


def any_and_none_questions(name: str, quality: str | None, phrasing: int) -> tuple[str, str]:
    """Whether there is any such object, and whether there is none: exactly one of the two is true."""
    return _fill_any_and_none(name, quality, phrasing)
