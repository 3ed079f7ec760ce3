"""Classes of objects, as people use them in questions: unions of WordNet synsets, with exceptions."""

from collections.abc import Mapping
from dataclasses import dataclass

from askance.wording.ontology.read_tables import Row, split_list_field

Names = frozenset[str]
NOTHING: Names = frozenset()


@dataclass(frozen=True, slots=True)
class ObjectClass:
    """A class with the object names that surely belong to it, and those that people might argue about."""

    name: str
    plural: str
    one: str  # how one of them is called: "a piece of furniture"
    asked: bool  # whether a thing may be called so in a choice question
    members: Names
    maybe: Names


def parse_object_classes(
    table: list[Row], nodes: Mapping[str, str], at: Mapping[str, Names], below: Mapping[str, Names]
) -> dict[str, ObjectClass]:
    """The classes of a table; `nodes`: name → its node, `at`: node → the names there, `below`: those below it, too."""
    wide = {name: split_list_field(of) for name, _, _, _, of, _, _ in table}

    def gathered(entries: tuple[str, ...]) -> Names:
        opened = [part for entry in entries for part in (wide.get(entry) or (entry,))]
        alone = [at[nodes[part[1:]]] for part in opened if part.startswith("=")]
        return NOTHING.union(*alone, *(below.get(nodes.get(part, part), NOTHING) for part in opened))

    made = {}
    for name, plural, one, asked, of, without, doubtful in table:
        itself = at.get(nodes.get(name, ""), NOTHING)  # its own name and its plural are not its members
        out = gathered(split_list_field(without)) | itself
        maybe = gathered(split_list_field(doubtful)) - out
        made[name] = ObjectClass(name, plural, one, asked == "yes", gathered(split_list_field(of)) - out - maybe, maybe)
    return made
