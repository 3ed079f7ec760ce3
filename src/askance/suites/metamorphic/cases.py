"""Questions and image edits → cases: queries, and the relation between their answers."""

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from askance.core import Case, Query, Step, Stimulus
from askance.core.case import Pairs
from askance.suites.metamorphic.image_variants import Variant
from askance.suites.metamorphic.questions import (
    COUNTS,
    REVERSALS,
    Pair,
    Single,
    Target,
    any_question,
    count_question,
    no_question,
)

Source = Literal["partition", "reorder", "reversion"]
PLUS = {"insert": ("edited", "clean"), "remove": ("clean", "edited")}  # which form shows one more


@dataclass(frozen=True, slots=True)
class Asked:
    """One question, of which question relation it is, and how the answers about pieces of the image add up to one."""

    text: str
    source: Source
    targets: tuple[Target, ...]
    gather: Literal["sum", "any", "all"]
    tags: Pairs

    @property
    def reads(self) -> str:
        """The kind of answer."""
        return "number" if self.gather == "sum" else "yesno"


@dataclass(frozen=True, slots=True)
class AskedPair:
    """Two objects counted: together, each alone, together the other way round."""

    pair: Pair
    joint: Asked
    first: Asked
    second: Asked
    swapped: Asked

    @property
    def all(self) -> tuple[Asked, ...]:
        """The questions that image relations run over."""
        return self.joint, self.first, self.second, self.swapped


@dataclass(frozen=True, slots=True)
class AskedSingle:
    """One object asked for and denied."""

    single: Single
    any: Asked
    no: Asked

    @property
    def all(self) -> tuple[Asked, ...]:
        """The questions that image relations run over."""
        return self.any, self.no


def asked_pair(pair: Pair, phrasing: int) -> AskedPair:
    """The four questions of a pair, in one phrasing."""
    one, other = pair.first, pair.second

    def ask(source: Source, which: str, *targets: Target) -> Asked:
        tags = {"kind": pair.kind, "phrasing": COUNTS[phrasing].id, "question": which, **_named(*targets)}
        if len(targets) == 2:
            tags["case"] = pair.case
        return Asked(count_question(targets, phrasing), source, targets, "sum", _sorted(tags))

    return AskedPair(
        pair,
        ask("partition", "joint", one, other),
        ask("partition", "first", one),
        ask("partition", "second", other),
        ask("reorder", "swapped", other, one),
    )


def asked_single(single: Single, phrasing: int) -> AskedSingle:
    """The question whether there is any, and the one whether there is none, in one phrasing."""
    target = single.target
    tags = {"kind": single.kind, "phrasing": REVERSALS[phrasing].id, "present": "yes" if single.present else "no"}
    tags |= _named(target)
    yes = Asked(any_question(target, phrasing), "reversion", (target,), "any", _sorted({**tags, "question": "any"}))
    no = Asked(no_question(target, phrasing), "reversion", (target,), "all", _sorted({**tags, "question": "no"}))
    return AskedSingle(single, yes, no)


def _named(first: Target, second: Target | None = None) -> dict[str, str]:
    tags = {"class": first.name}
    if first.property is not None:
        tags["property"] = first.property
    if second is not None and second.property is not None:
        tags["other_property"] = second.property
    elif second is not None:
        tags["other"] = second.name
    return tags


def _sorted(tags: dict[str, str]) -> Pairs:
    return tuple(sorted(tags.items()))


class CaseWriter:
    """Writes the cases of one image; the same query is one object, however many cases ask it."""

    def __init__(self, suite: str, image: str, numbers: Counter[str]):
        self.suite, self.image, self.numbers = suite, image, numbers
        self._queries: dict[tuple[str, tuple[Step, ...]], Query] = {}

    def _query(self, text: str, edits: tuple[Step, ...] = ()) -> Query:
        key = (text, edits)
        found = self._queries.get(key)
        if found is None:
            found = self._queries[key] = Query(Stimulus(self.image, text, edits))
        return found

    def _case(
        self, name: str, kind: str, asks: tuple[tuple[str, Query], ...], relation: str, reads: str, tags: Pairs
    ) -> Case:
        self.numbers[name] += 1
        title = f"{name}-{self.numbers[name]:07d}"
        return Case(self.suite, title, asks, relation, f"{name}/{kind}", reads, (), (), tags)

    def partition(self, asked: AskedPair) -> Case:
        """The count of two is the sum of the counts of each."""
        asks = (
            ("whole", self._query(asked.joint.text)),
            ("part-a", self._query(asked.first.text)),
            ("part-b", self._query(asked.second.text)),
        )
        return self._case("partition", asked.pair.kind, asks, "sum", "number", asked.joint.tags)

    def reorder(self, asked: AskedPair) -> Case:
        """The count of two is the same the other way round."""
        asks = (("first", self._query(asked.joint.text)), ("second", self._query(asked.swapped.text)))
        return self._case("reorder", asked.pair.kind, asks, "equal", "number", asked.joint.tags)

    def reversion(self, asked: AskedSingle) -> Case:
        """If there are any, there are not none."""
        asks = (("any", self._query(asked.any.text)), ("no", self._query(asked.no.text)))
        return self._case("reversion", asked.single.kind, asks, "opposite", "yesno", asked.any.tags)

    def cut(self, asked: Asked, variant: Variant) -> Case:
        """The answer about the whole is that of the pieces, added up."""
        pieces = [(f"part-{place}", self._query(asked.text, form)) for place, form in enumerate(variant.forms)]
        asks = (("whole", self._query(asked.text)), *pieces)
        return self._case("cut", asked.source, asks, asked.gather, asked.reads, _merged(asked, variant))

    def same(self, asked: Asked, variant: Variant) -> Case:
        """What is asked did not change."""
        asks = (("clean", self._query(asked.text)), ("edited", self._query(asked.text, variant.forms[0])))
        return self._case(variant.change, asked.source, asks, "equal", asked.reads, _merged(asked, variant))

    def plus(self, asked: Asked, variant: Variant) -> Case:
        """There is one more with it than without it."""
        forms = {"clean": (), "edited": variant.forms[0]}
        more, less = PLUS[variant.change]
        asks = (("more", self._query(asked.text, forms[more])), ("less", self._query(asked.text, forms[less])))
        return self._case(f"{variant.change}+", asked.source, asks, "plus_one", "number", _merged(asked, variant))


def _merged(asked: Asked, variant: Variant) -> Pairs:
    return tuple(sorted((*asked.tags, *variant.tags)))
