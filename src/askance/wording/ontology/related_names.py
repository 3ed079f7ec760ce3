"""Kin, parts and wholes of a name as sets: the answers of `kin` and `part_whole`, for whole vocabularies at once."""

from collections import defaultdict
from functools import cached_property

from askance.wording.ontology.object_classes import NOTHING, Names
from askance.wording.ontology.objects import ObjectNames
from askance.wording.ontology.read_tables import read_table_rows, split_list_field


class RelatedNames:
    """Remembers what it worked out; a question costs a few set unions the first time and a look-up afterwards."""

    def __init__(self, objects: ObjectNames):
        self.objects = objects
        self._kin: dict[str, Names] = {}
        self._partners: dict[str, Names] = {}
        self._whole_names: dict[str, Names] = {}
        self._content_kin: dict[str, Names] = {}

    def related_to(self, word: str) -> Names:
        """The names that are the same, a synonym, above, below, arguable or near."""
        name = self.objects.words.get(word)
        if name is None:
            return NOTHING
        if name not in self._kin:
            self._kin[name] = self._same_or_below(name) | self._names_above(name) | self._arguable_and_near_names(name)
        return self._kin[name]

    def parts_and_wholes(self, word: str) -> Names:
        """The names that are a part or a whole of it."""
        name = self.objects.words.get(word)
        if name is None:
            return NOTHING
        if name not in self._partners:
            self._partners[name] = self._parts(name) | self._wholes(name)
        return self._partners[name]

    def names_loosely_called(self, word: str) -> Names:
        """The names that some people would call by a broad word ("appliance": a printer), which must not be denied."""
        return self._loose_names_by_word.get(self.objects.words.get(word, word), NOTHING)

    @cached_property
    def _loose_names_by_word(self) -> dict[str, Names]:
        return {
            word: NOTHING.union(*map(self._name_and_all_below, split_list_field(names)))
            for word, names in read_table_rows("broad")
        }

    def _name_and_all_below(self, name: str) -> Names:
        """A name or a class with all below it."""
        group = self.objects.classes.get(name)
        if group is not None:
            return group.members | group.maybe | {name}
        return self.objects.below.get(self._node(name), NOTHING) | {name}

    def usual_contents(self, word: str) -> Names:
        """What is usually in, on or behind it and comes and goes with it, annotated or not."""
        return self._contents_by_name.get(self.objects.words.get(word, word), NOTHING)

    def contents_and_their_kinds(self, word: str) -> Names:
        """Its contents, and what these are kinds of: beside a desk nobody denies chairs, or furniture."""
        name = self.objects.words.get(word, word)
        if name not in self._content_kin:
            contents = self.usual_contents(name)
            self._content_kin[name] = contents.union(*(self.related_to(each) for each in contents))
        return self._content_kin[name]

    @cached_property
    def _contents_by_name(self) -> dict[str, Names]:
        found: dict[str, Names] = {}
        for whole, names in read_table_rows("contents"):
            held = NOTHING.union(*map(self._name_and_all_below, split_list_field(names)))
            for each in self._name_and_all_below(whole):
                found[each] = found.get(each, NOTHING) | held
        return found

    def wholes(self, word: str) -> Names:
        """The names of what has it as a part."""
        name = self.objects.words.get(word)
        if name is None:
            return NOTHING
        if name not in self._whole_names:
            self._whole_names[name] = self._wholes(name)
        return self._whole_names[name]

    def _node(self, name: str) -> str:
        chain = self.objects.chains.get(name)
        return chain[0] if chain else name

    @cached_property
    def _names_at_node(self) -> dict[str, Names]:
        found = defaultdict(set)
        for name in {*self.objects.entries, *self.objects.classes}:
            found[self._node(name)].add(name)
        return {node: frozenset(names) for node, names in found.items()}

    def _same_or_below(self, name: str) -> Names:
        objects, same = self.objects, self._names_at_node.get(self._node(name), NOTHING) | {name}
        if name not in objects.classes:
            return same | objects.below.get(self._node(name), NOTHING)
        members = objects.classes[name].members
        inner = {other for other, each in objects.classes.items() if NOTHING < each.members <= members}
        return same | members | inner

    def _names_above(self, name: str) -> Names:
        objects = self.objects
        chain = [
            other
            for node in objects.chains.get(name, ())
            for other in self._names_at_node.get(node, NOTHING)
            if other not in objects.classes  # what is in a class, its own list of members says
        ]
        groups = {other for other, each in objects.classes.items() if name in each.members}
        if name in objects.classes and objects.classes[name].members:
            own = objects.classes[name].members
            groups |= {other for other, each in objects.classes.items() if own <= each.members}
        return frozenset(chain) | groups

    def _arguable_and_near_names(self, name: str) -> Names:
        objects = self.objects
        arguable = {other for other, each in objects.classes.items() if name in each.maybe}
        if name in objects.classes:
            arguable |= objects.classes[name].maybe
        near = NOTHING.union(*(group.members for group in objects.near_groups.get(name, ())))
        for left, right in objects.apart:
            near -= right if name in left else NOTHING
            near -= left if name in right else NOTHING
        return frozenset(arguable) | near

    @cached_property
    def _wholes_by_part_node(self) -> dict[str, frozenset[str]]:
        found = defaultdict(set)
        for key, nodes in self.objects.parts.items():
            for node in nodes:
                found[node].add(key)
        return {node: frozenset(keys) for node, keys in found.items()}

    def _parts(self, name: str) -> Names:
        objects = self.objects
        keys = (*objects.chains.get(name, ()), *objects.memberships.get(name, ()), name)
        nodes = NOTHING.union(*(objects.parts.get(key, NOTHING) for key in keys))
        return NOTHING.union(*(objects.below.get(node, NOTHING) for node in nodes))

    def _wholes(self, name: str) -> Names:
        objects = self.objects
        keys = NOTHING.union(*(self._wholes_by_part_node.get(node, NOTHING) for node in objects.chains.get(name, ())))
        named = [objects.classes[key].members for key in keys if key in objects.classes]
        return NOTHING.union(keys, *named, *(objects.below.get(key, NOTHING) for key in keys))
