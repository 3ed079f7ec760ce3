"""Questions that count, and questions whether there is any or none: the phrasings of the suite `metamorphic`."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from askance.core import UserError
from askance.wording.ontology import Entry, ontology
from askance.wording.templates.phrase import Number, Phrase, be, phrase_text

NUMBERS: dict[str, Number] = {"c": "singular", "m": "mass", "p": "plural"}


class Phrasing(NamedTuple):
    """One way to count: `{}` is what is counted."""

    id: str
    template: str


class Reversal(NamedTuple):
    """One way to ask whether there is any, with its negation; `one`: the noun stands in the singular."""

    id: str
    any: str
    no: str
    one: bool = False


COUNTS = (
    Phrasing("total", "What is the total number of {} in the image?"),  # figure 7 of the paper
    Phrasing("how-many", "How many {} are in the image?"),  # section 4.1 of the paper
    Phrasing("there", "How many {} are there in the image?"),
    Phrasing("number", "What is the number of {} in the image?"),
    Phrasing("see", "How many {} can you see in the image?"),
    Phrasing("are-there", "How many {} are there?"),
)
REVERSALS = (
    Reversal("any", "{Be} there {a} in the image?", "{Be} there {no} in the image?"),  # figure 5 of the paper
    Reversal("one", "{Be} there {a} in the image?", "{Be} there {no} in the image?", one=True),
    Reversal("shows", "Does the image show {a}?", "Does the image show {no}?"),
    Reversal("contains", "Does the image contain {a}?", "Does the image contain {no}?"),
)


def _entry(name: str) -> Entry:
    entry = ontology().noun(name)
    if entry is None:
        raise UserError(f"{name!r} is no noun that the ontology knows: add it to wording/ontology/objects.tsv")
    return entry


@cache
def several(name: str, quality: str | None = None) -> Phrase:
    """Objects of a name as they are counted: "red cars"; stuff and what is only plural in their own number."""
    entry = _entry(name)
    number: Number = "mass" if entry.count == "m" else "plural"
    return Phrase(entry.plural, (quality,) if quality else (), number)


@cache
def single(name: str, quality: str | None = None) -> Phrase:
    """One of a name: "red car"; stuff and what is only plural in their own number."""
    entry = _entry(name)
    if entry.count != "c":
        return several(name, quality)
    return Phrase(entry.name, (quality,) if quality else (), "singular")


@cache
def _bare(name: str, quality: str | None) -> str:
    return phrase_text(several(name, quality), "some")


@cache
def _filled(name: str, quality: str | None, phrasing: int) -> tuple[str, str]:
    """The question whether there is any, and the one whether there is none."""
    form = REVERSALS[phrasing]
    phrase = single(name, quality) if form.one else several(name, quality)
    words = {"Be": be(phrase).capitalize(), "a": phrase_text(phrase, "a"), "no": phrase_text(phrase, "no")}
    return form.any.format_map(words), form.no.format_map(words)


def how_many(things: Sequence[tuple[str, str | None]], phrasing: int) -> str:
    """How many there are of all (name, quality) together."""
    return COUNTS[phrasing].template.replace("{}", " and ".join([_bare(name, quality) for name, quality in things]))


def any_or_none(name: str, quality: str | None, phrasing: int) -> tuple[str, str]:
    """Whether there is any such object, and whether there is none: exactly one of the two is true."""
    return _filled(name, quality, phrasing)
