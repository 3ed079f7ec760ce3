"""The objects of the tables beside this file."""

from collections.abc import Iterable, Mapping

from askance.wording.ontology.object_classes import NOTHING, Names, ObjectClass, parse_object_classes
from askance.wording.ontology.objects import NearGroup, NounEntry, ObjectNames
from askance.wording.ontology.read_tables import Row, read_table_rows, split_list_field


def load_objects() -> ObjectNames:
    """Everything about object names, from its seven tables."""
    entries = {row[0]: _parse_noun_entry(row) for row in read_table_rows("objects")}
    chains = {name: tuple(chain.split()) for name, chain in read_table_rows("hypernyms")}
    nodes = {name: chain[0] for name, chain in chains.items()}
    at = _group_values_by_key((node, name) for name, node in nodes.items())
    below = _group_values_by_key((node, name) for name, chain in chains.items() for node in chain)
    classes = parse_object_classes(read_table_rows("classes"), nodes, at, below)
    groups, apart = _parse_near_groups(read_table_rows("near_objects"), nodes, below)
    return ObjectNames(
        entries=entries,
        words=_names_by_form(entries, classes),
        chains=chains,
        below=below,
        classes=classes,
        memberships=_classes_by_member(classes),
        near_groups=groups,
        apart=apart,
        parts=_parts_by_whole(nodes, classes),
    )


def _parse_noun_entry(row: Row) -> NounEntry:
    name, synset, plural, count, synonyms = row
    return NounEntry(name, None if synset == "-" else synset, plural, count, split_list_field(synonyms))


def _group_values_by_key(pairs: Iterable[tuple[str, str]]) -> dict[str, Names]:
    found: dict[str, set[str]] = {}
    for key, value in pairs:
        found.setdefault(key, set()).add(value)
    return {key: frozenset(values) for key, values in found.items()}


def _names_by_form(entries: Mapping[str, NounEntry], classes: Mapping[str, ObjectClass]) -> dict[str, str]:
    """Every form → its name; a name goes before a synonym, that before a plural, and all before "tennisracket"."""
    words = {each.plural: each.name for each in classes.values()}
    words |= {entry.plural: entry.name for entry in entries.values()}
    words |= {synonym: entry.name for entry in entries.values() for synonym in entry.synonyms}
    words |= {name: name for name in (*classes, *entries)}
    return {form.replace(" ", ""): name for form, name in words.items() if " " in form} | words


def _classes_by_member(classes: Mapping[str, ObjectClass]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for each in sorted(classes.values(), key=lambda each: (len(each.members), each.name)):
        for name in each.members:
            found[name] = (*found.get(name, ()), each.name)
    return found


def _parse_near_groups(
    table: list[Row], nodes: Mapping[str, str], below: Mapping[str, Names]
) -> tuple[dict[str, tuple[NearGroup, ...]], tuple[tuple[Names, Names], ...]]:
    def under(names: tuple[str, ...]) -> Names:
        return NOTHING.union(*(below.get(nodes.get(name, name), NOTHING) for name in names))

    groups: dict[str, tuple[NearGroup, ...]] = {}
    apart = []
    for label, names, exceptions in table:
        group = NearGroup(label, under(split_list_field(names)))
        for name in group.members:
            groups[name] = (*groups.get(name, ()), group)
        for pair in split_list_field(exceptions):
            left, right = pair.split("/")
            apart.append((under(tuple(left.split(","))), under(tuple(right.split(",")))))
    return groups, tuple(apart)


def _parts_by_whole(nodes: Mapping[str, str], classes: Mapping[str, ObjectClass]) -> dict[str, Names]:
    """Whole → parts, of WordNet and of our own table; a whole that is a class stays its name."""
    pairs = [(whole, part) for whole, parts in read_table_rows("meronyms") for part in parts.split()]
    for whole, parts in read_table_rows("parts"):
        key = whole if whole in classes else nodes.get(whole, whole)
        pairs += [(key, nodes.get(part, part)) for part in split_list_field(parts)]
    return _group_values_by_key(pairs)
