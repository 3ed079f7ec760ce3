"""What may be asked about each object class, computed once per name; sets of names are bits of an integer."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from askance.suites.carets.plausible_values import is_plausible_action, is_plausible_attribute
from askance.suites.metamorphic.vocabulary import (
    ACTIONS,
    BABIES,
    BOUNDLESS,
    COLLECTIVE,
    COLORS,
    GROUNDS,
    HUMANS,
    NOT_BEFORE_NOUNS,
    NOT_OF_BABIES,
    PIED,
)
from askance.wording.ontology import Kind, NounEntry, Ontology
from askance.wording.ontology.find_object_names import find_object_names
from askance.wording.ontology.multicolor_words import shows_several_colors
from askance.wording.ontology.related_names import RelatedNames
from askance.wording.ontology.usage_rules import usage_rules

Value = tuple[str, str]  # category (color, pose or action) and the word
CLASHING = frozenset({"pattern", "coloring"})  # what has one of these shows colors that nobody listed


@dataclass(frozen=True, slots=True, eq=False)
class ClassRule:
    """A name as questions use it; sets of names are bits: `partners` are parts and wholes, `barred` those and kin."""

    name: str
    bit: int
    kin: int
    barred: int
    partners: int
    under: int  # what may be called so: the name, all below it, and what people would argue about
    is_human: bool
    is_many: bool  # names several things, or stuff: no box of it is one thing
    is_counted: bool
    is_asked: bool
    is_denied: bool  # whether it may be called absent


class ClassRules:
    """The class rules of all names, cached."""

    def __init__(self, words: Ontology, relatives: RelatedNames):
        self.words, self.relatives = words, relatives
        self._rule_by_word: dict[str, ClassRule | None] = {}
        self._barred: dict[str, int] = {}
        self._values: dict[tuple[str, str, str], Value | None] = {}
        self._excluding: dict[tuple[str, str, str], bool] = {}
        self._pairable: dict[tuple[str, str], bool] = {}

    @cached_property
    def _index_by_name(self) -> dict[str, int]:
        objects = self.words.objects
        return {name: place for place, name in enumerate(sorted({*objects.entries, *objects.classes}))}

    def _names_as_bits(self, names: Iterable[str]) -> int:
        return sum(1 << self._index_by_name[name] for name in set(names) if name in self._index_by_name)

    def class_rule(self, word: str) -> ClassRule | None:
        """The class rule of an object name; None if it is no known noun."""
        if word not in self._rule_by_word:
            entry = self.words.noun(word)
            self._rule_by_word[word] = None if entry is None or entry.synset is None else self._make_rule(word, entry)
        return self._rule_by_word[word]

    def names_not_deniable_beside(self, word: str) -> int:
        """The names that may not be called absent beside this one; an unknown compound bars like every name in it."""
        if word not in self._barred:
            names = [word] if self.words.objects.canonical_name(word) else find_object_names(word) or [word]
            found = 0
            for name in names:
                class_rule = self.class_rule(name)
                found |= class_rule.barred if class_rule else self._names_as_bits([self.canonical_name(name)])
            self._barred[word] = found
        return self._barred[word]

    def canonical_name(self, word: str) -> str:
        """A name as questions write it."""
        return self.words.objects.canonical_name(word) or word

    def names_not_deniable_if_unclear(self, word: str) -> int:
        """The names that may not be called absent where this one is unclear; a class does not bar its members."""
        name = self.canonical_name(word)
        return (
            self._names_as_bits([name]) if name in self.words.objects.classes else self.names_not_deniable_beside(word)
        )

    def _make_rule(self, word: str, entry: NounEntry) -> ClassRule:
        rules, name, words = usage_rules(), entry.name, self.words
        kin = self._names_as_bits(self.relatives.related_to(name) | {name})
        head = name.rsplit(" ", 1)[-1]
        is_many = entry.count != "c" or entry.is_plural_form(word) or head in COLLECTIVE
        is_part = words.is_a(name, "body part")
        is_background = name in rules["scenery"] or name in rules["undenied"] or head in BOUNDLESS
        is_asked = name not in rules["unasked"] and not is_part
        is_asked = is_asked and (name not in rules["scenery"] or name in GROUNDS)
        partners = self._names_as_bits(self.relatives.parts_and_wholes(name))
        return ClassRule(
            name=name,
            bit=self._names_as_bits([name]),
            kin=kin,
            barred=kin | partners,
            partners=partners & ~kin,
            under=self._names_below_as_bits(name),
            is_human=name in HUMANS or words.is_a(name, "person"),
            is_many=is_many,
            is_counted=is_asked and not is_many and not is_background,
            is_asked=is_asked,
            is_denied=is_asked and not is_background and head not in COLLECTIVE,
        )

    def _names_below_as_bits(self, name: str) -> int:
        objects = self.words.objects
        chain = objects.chains.get(name)
        group = objects.classes.get(name)
        below = objects.below.get(chain[0] if chain else name, frozenset())
        return self._names_as_bits({name, *below, *(group.members | group.maybe if group else ())})

    def can_be_counted_apart(self, one: ClassRule, other: ClassRule) -> bool:
        """Whether no object can be counted as both, nor as a part of the other, however the two are listed."""
        key = (one.name, other.name)
        found = self._pairable.get(key)
        if found is None:
            related = (one.barred & other.bit) | (other.barred & one.bit)
            related |= (one.under & other.kin) | (other.under & one.kin)  # a toy bear is a toy, and perhaps a bear
            found = not related and not self._share_words(one.name, other.name)
            self._pairable[key] = self._pairable[key[::-1]] = found
        return found

    def _share_words(self, one: str, other: str) -> bool:
        """Whether one is in the other, or the first's modifier could be heard with both: "wine glasses and bottles"."""
        (*first, head), (*second, last) = one.split(), other.split()
        heard = [" ".join([*first, other]) if first else "", " ".join([*second, one]) if second else ""]
        within = head == last or one in second or other in first  # a lamp post has a lamp
        return within or any(words in self.words.objects.words for words in heard)

    def known_value(self, class_rule: ClassRule, category: str, word: str) -> Value | None:
        """An attribute of an object of this class, if it is a color, a pose or an action, or clashes with colors."""
        key = (class_rule.name, category, word)
        if key not in self._values:
            self._values[key] = self._classify_value(*key)
        return self._values[key]

    def _classify_value(self, name: str, category: str, word: str) -> Value | None:
        words = self.words
        action = words.action_category(word)
        if action and (not category or category in ("pose", "action")):
            return ("pose" if action == "pose" else "action"), words.actions.words[word]
        known = category or words.category(word) or ""
        if known in CLASHING or shows_several_colors(word):
            return known if known in CLASHING else "coloring", word
        if known == "color" and is_plausible_attribute(word, known, name):
            return known, words.attributes.words.get(word, word)
        return None

    def may_ask_value(self, class_rule: ClassRule, value: Value) -> bool:
        """Whether a question may use a property of this class: the paper's pools, as people speak."""
        category, word = value
        if class_rule.is_human:
            is_fit = class_rule.name not in BABIES or word not in NOT_OF_BABIES
            return is_fit and word in self._askable_actions and is_plausible_action(class_rule.name, word, self.words)
        return category == "color" and word in COLORS and class_rule.name not in PIED

    @cached_property
    def _askable_actions(self) -> frozenset[str]:
        return frozenset(self.words.actions.words[word] for word in ACTIONS) - NOT_BEFORE_NOUNS

    def askable_values(self, class_rule: ClassRule) -> tuple[Value, ...]:
        """All property values that may be asked about a class, from the paper's pools."""
        if class_rule.is_human:
            values = [
                ("pose" if self.words.action_category(word) == "pose" else "action", word)
                for word in self._askable_actions
            ]
        else:
            values = [("color", word) for word in COLORS if is_plausible_attribute(word, "color", class_rule.name)]
        return tuple(sorted(value for value in values if self.may_ask_value(class_rule, value)))

    def excludes(self, class_rule: ClassRule, one: str, other: str) -> bool:
        """Whether no object of this class has both properties at once."""
        key = (class_rule.name, one, other)
        found = self._excluding.get(key)
        if found is None:
            kind: Kind = "action" if class_rule.is_human else "attribute"
            found = bool(self.words.excludes(one, other, kind, class_rule.name))
            self._excluding[key] = found
        return found
