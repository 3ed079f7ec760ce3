"""askance ontology: what words are to one another."""

from typing import TYPE_CHECKING, Any

import click
from askance.cli.console import json_option, print_json, print_text
from askance.core.errors import UserError
from askance.core.unknown_names import unknown_name_error

if TYPE_CHECKING:
    from askance.wording.ontology import Kind, Ontology


@click.command("ontology")
@click.argument("action", type=click.Choice(["why"]))
@click.argument("one", metavar="WORD")
@click.argument("other", metavar="OTHER_WORD")
@click.option(
    "--of",
    "thing",
    help="Object that both words describe, such as car. Use this option if a word has several meanings: for example,"
    ' "old" can mean "not young" or "not new".',
)
@json_option
def command(action: str, one: str, other: str, thing: str | None, as_json: bool) -> None:
    """Explain whether two words can describe the same object, and how the words are related.

    Two words exclude each other if they cannot describe the same object. Example: `askance ontology why tan beige`.
    """
    from askance.wording.ontology import ontology

    found = ontology()
    rows = _relation_rows(found, one.lower(), other.lower(), thing)
    if not rows:
        raise _unknown_words_error(found, one.lower(), other.lower())
    if as_json:
        print_json(rows)
        return
    for row in rows:
        print_text(f"{row['kind']}: {'exclude each other' if row['excludes'] else 'do not exclude each other'}")
        print_text(f"  why: {row['reason']}")
        print_text(f"  related: {row['related']}")


def _relation_rows(found: "Ontology", one: str, other: str, thing: str | None) -> list[dict[str, Any]]:
    """One row for every kind that knows both words."""
    from askance.wording.ontology import KINDS

    rows = []
    for kind in KINDS:
        if found.knows(one, kind) and found.knows(other, kind):
            verdict = found.excludes(one, other, kind, thing)
            row = {"kind": kind, "one": one, "other": other, "excludes": verdict.excludes, "reason": verdict.reason}
            rows.append({**row, "related": _describe_relation(found, one, other, kind)})
    return rows


def _describe_relation(found: "Ontology", one: str, other: str, kind: "Kind") -> str:
    """How the first word stands to the second, in words."""
    if kind == "object":
        kin, side = found.kin(one, other), found.part_whole(one, other)
        said = [f"{one} is {_relation_in_words(kin)} {other}"] if kin else []
        said += [f"{one} is {'a part' if side == 'part' else 'the whole'} of {other}"] if side else []
        said += [f"{word}: {', '.join(found.classes_of(word)) or 'no class'}" for word in (one, other)]
        return "; ".join(said)
    said = [f"{word}: {', '.join(_categories_of_word(found, word, kind))}" for word in (one, other)]
    return "; ".join([*said, *(["opposites"] if other in found.antonyms(one) and kind == "attribute" else [])])


def _categories_of_word(found: "Ontology", word: str, kind: "Kind") -> tuple[str, ...]:
    table = found.attributes if kind == "attribute" else found.actions
    return table.of[table.words[word]]


def _relation_in_words(kin: str) -> str:
    fixed = {"same": "the same as", "synonym": "another word for", "hyponym": "a kind of", "hypernym": "a class over"}
    return fixed.get(kin, "arguably" if kin == "maybe" else f"easily confused ({kin.removeprefix('near: ')}) with")


def _unknown_words_error(found: "Ontology", one: str, other: str) -> UserError:
    tables = (found.objects, found.attributes, found.actions)
    known = {word for table in tables for word in table.words}
    for word in (one, other):
        if word not in known:
            return unknown_name_error("word", word, known)
    return UserError(f"{one!r} and {other!r} are words of different kinds: name two objects, attributes or actions")
