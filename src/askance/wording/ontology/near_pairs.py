"""Pairs of words that overlap or nearly equal, from groups and hubs."""

from collections.abc import Mapping
from itertools import combinations

from askance.wording.ontology.read_tables import Row, split_list_field

Pairs = frozenset[frozenset[str]]


def read_near_pairs(table: list[Row], categories: Mapping[str, tuple[str, ...]]) -> Pairs:
    """All pairs of a table of groups (each near each) and hubs (the first near all others)."""
    pairs = set()
    for form, field in table:
        words = [word for entry in split_list_field(field) for word in _expand_category(entry, categories)]
        if form == "hub":
            pairs |= {frozenset((words[0], word)) for word in words[1:]}
        else:
            pairs |= {frozenset(pair) for pair in combinations(words, 2)}
    return frozenset(pairs)


def _expand_category(entry: str, categories: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    name, _, category = entry.partition(":")
    return categories[category] if name == "category" and category else (entry,)
