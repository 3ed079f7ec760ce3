"""What may be said, beside what is true: names, attributes, actions and predicates as people use them."""

from dataclasses import dataclass
from functools import cache

from askance.wording.ontology.object_classes import NOTHING, Names
from askance.wording.ontology.read_tables import read_table_rows, split_list_field


@dataclass(frozen=True, slots=True)
class UsageRules:
    """The rules of usage.tsv; see there."""

    rules: dict[str, Names]
    fits: dict[str, tuple[str, ...]]  # attribute or action → the kinds of thing that it is said of
    unfit: dict[str, tuple[str, ...]]  # attribute → the kinds of thing that it is not said of
    beside: dict[str, tuple[str, ...]]  # class → the kinds of thing that are not called so
    sense: dict[str, tuple[str, ...]]  # ambiguous name → beside what it has the sense of objects.tsv

    def __getitem__(self, rule: str) -> Names:
        """The words of a rule."""
        return self.rules[rule]


@cache
def usage_rules() -> UsageRules:
    """The one table, read when first wanted."""
    rules: dict[str, Names] = {}
    kinds_of: dict[str, dict[str, tuple[str, ...]]] = {"fits": {}, "unfit": {}, "beside": {}, "sense": {}}
    for rule, words, kinds in read_table_rows("usage"):
        if rule in kinds_of:
            known = kinds_of[rule]
            known |= {word: (*known.get(word, ()), *split_list_field(kinds)) for word in split_list_field(words)}
        else:
            rules[rule] = rules.get(rule, NOTHING) | frozenset(split_list_field(words))
    return UsageRules(rules, **kinds_of)
