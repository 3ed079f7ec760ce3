"""The objects of the tables beside this file."""

from collections.abc import Iterable, Mapping

from askance.wording.ontology.classes import NOTHING, Names, ObjectClass, classes_from
from askance.wording.ontology.objects import Entry, NearGroup, Objects
from askance.wording.ontology.tables import Row, listed, rows


def load_objects() -> Objects:
    """Everything about object names, from its seven tables."""
    entries = {row[0]: _entry(row) for row in rows("objects")}
    chains = {name: tuple(chain.split()) for name, chain in rows("hypernyms")}
    nodes = {name: chain[0] for name, chain in chains.items()}
    at = _gathered((node, name) for name, node in nodes.items())
    below = _gathered((node, name) for name, chain in chains.items() for node in chain)
    classes = classes_from(rows("classes"), nodes, at, below)
    groups, apart = _near(rows("near_objects"), nodes, below)
    return Objects(
        entries=entries,
        words=_words(entries, classes),
        chains=chains,
        below=below,
        classes=classes,
        memberships=_memberships(classes),
        near_groups=groups,
        apart=apart,
        parts=_parts(nodes, classes),
    )


def _entry(row: Row) -> Entry:
    name, synset, plural, count, synonyms = row
    return Entry(name, None if synset == "-" else synset, plural, count, listed(synonyms))


def _gathered(pairs: Iterable[tuple[str, str]]) -> dict[str, Names]:
    found: dict[str, set[str]] = {}
    for key, value in pairs:
        found.setdefault(key, set()).add(value)
    return {key: frozenset(values) for key, values in found.items()}


def _words(entries: Mapping[str, Entry], classes: Mapping[str, ObjectClass]) -> dict[str, str]:
    """Every form → its name; a name goes before a synonym, that before a plural, and all before "tennisracket"."""
    words = {each.plural: each.name for each in classes.values()}
    words |= {entry.plural: entry.name for entry in entries.values()}
    words |= {synonym: entry.name for entry in entries.values() for synonym in entry.synonyms}
    words |= {name: name for name in (*classes, *entries)}
    return {form.replace(" ", ""): name for form, name in words.items() if " " in form} | words


def _memberships(classes: Mapping[str, ObjectClass]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for each in sorted(classes.values(), key=lambda each: (len(each.members), each.name)):
        for name in each.members:
            found[name] = (*found.get(name, ()), each.name)
    return found


def _near(
    table: list[Row], nodes: Mapping[str, str], below: Mapping[str, Names]
) -> tuple[dict[str, tuple[NearGroup, ...]], tuple[tuple[Names, Names], ...]]:
    def under(names: tuple[str, ...]) -> Names:
        return NOTHING.union(*(below.get(nodes.get(name, name), NOTHING) for name in names))

    groups: dict[str, tuple[NearGroup, ...]] = {}
    apart = []
    for label, names, exceptions in table:
        group = NearGroup(label, under(listed(names)))
        for name in group.members:
            groups[name] = (*groups.get(name, ()), group)
        for pair in listed(exceptions):
            left, right = pair.split("/")
            apart.append((under(tuple(left.split(","))), under(tuple(right.split(",")))))
    return groups, tuple(apart)


def _parts(nodes: Mapping[str, str], classes: Mapping[str, ObjectClass]) -> dict[str, Names]:
    """Whole → parts, of WordNet and of our own table; a whole that is a class stays its name."""
    pairs = [(whole, part) for whole, parts in rows("meronyms") for part in parts.split()]
    for whole, parts in rows("parts"):
        key = whole if whole in classes else nodes.get(whole, whole)
        pairs += [(key, nodes.get(part, part)) for part in listed(parts)]
    return _gathered(pairs)
