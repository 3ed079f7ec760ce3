"""Questions and image edits → cases: queries, and the relation between their answers."""

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from askance.core import Case, Query, Step, Stimulus
from askance.core.case import Pairs
from askance.suites.metamorphic.image_variants import ImageVariant
from askance.suites.metamorphic.question_texts import (
    COUNTS,
    REVERSALS,
    QuestionTarget,
    SingleTarget,
    TargetPair,
    any_question_text,
    count_question_text,
    none_question_text,
)

Source = Literal["partition", "reorder", "reversion"]
PLUS = {"insert": ("edited", "clean"), "remove": ("clean", "edited")}  # which form shows one more


@dataclass(frozen=True, slots=True)
class MetamorphicQuestion:
    """One question, of which question relation it is, and how the answers about pieces of the image add up to one."""

    text: str
    source: Source
    targets: tuple[QuestionTarget, ...]
    gather: Literal["sum", "any", "all"]
    tags: Pairs

    @property
    def reads(self) -> str:
        """The kind of answer."""
        return "number" if self.gather == "sum" else "yesno"


@dataclass(frozen=True, slots=True)
class PairQuestions:
    """Two objects counted: together, each alone, together the other way round."""

    pair: TargetPair
    joint: MetamorphicQuestion
    first: MetamorphicQuestion
    second: MetamorphicQuestion
    swapped: MetamorphicQuestion

    @property
    def questions_for_image_relations(self) -> tuple[MetamorphicQuestion, ...]:
        """The questions that image relations run over."""
        return self.joint, self.first, self.second, self.swapped


@dataclass(frozen=True, slots=True)
class SingleQuestions:
    """One object asked for and denied."""

    single: SingleTarget
    any: MetamorphicQuestion
    no: MetamorphicQuestion

    @property
    def questions_for_image_relations(self) -> tuple[MetamorphicQuestion, ...]:
        """The questions that image relations run over."""
        return self.any, self.no


def make_pair_questions(pair: TargetPair, phrasing: int) -> PairQuestions:
    """The four questions of a pair, in one phrasing."""
    one, other = pair.first, pair.second

    def ask(source: Source, which: str, *targets: QuestionTarget) -> MetamorphicQuestion:
        tags = {"kind": pair.kind, "phrasing": COUNTS[phrasing].id, "question": which, **_target_tags(*targets)}
        if len(targets) == 2:
            tags["case"] = pair.case
        return MetamorphicQuestion(count_question_text(targets, phrasing), source, targets, "sum", _sorted_tags(tags))

    return PairQuestions(
        pair,
        ask("partition", "joint", one, other),
        ask("partition", "first", one),
        ask("partition", "second", other),
        ask("reorder", "swapped", other, one),
    )


def make_single_questions(single: SingleTarget, phrasing: int) -> SingleQuestions:
    """The question whether there is any, and the one whether there is none, in one phrasing."""
    target = single.target
    tags = {"kind": single.kind, "phrasing": REVERSALS[phrasing].id, "present": "yes" if single.present else "no"}
    tags |= _target_tags(target)
    yes = MetamorphicQuestion(
        any_question_text(target, phrasing), "reversion", (target,), "any", _sorted_tags({**tags, "question": "any"})
    )
    no = MetamorphicQuestion(
        none_question_text(target, phrasing), "reversion", (target,), "all", _sorted_tags({**tags, "question": "no"})
    )
    return SingleQuestions(single, yes, no)


def _target_tags(first: QuestionTarget, second: QuestionTarget | None = None) -> dict[str, str]:
    tags = {"class": first.name}
    if first.property is not None:
        tags["property"] = first.property
    if second is not None and second.property is not None:
        tags["other_property"] = second.property
    elif second is not None:
        tags["other"] = second.name
    return tags


def _sorted_tags(tags: dict[str, str]) -> Pairs:
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

    def partition_case(self, asked: PairQuestions) -> Case:
        """The count of two is the sum of the counts of each."""
        asks = (
            ("whole", self._query(asked.joint.text)),
            ("part-a", self._query(asked.first.text)),
            ("part-b", self._query(asked.second.text)),
        )
        return self._case("partition", asked.pair.kind, asks, "sum", "number", asked.joint.tags)

    def reorder_case(self, asked: PairQuestions) -> Case:
        """The count of two is the same the other way round."""
        asks = (("first", self._query(asked.joint.text)), ("second", self._query(asked.swapped.text)))
        return self._case("reorder", asked.pair.kind, asks, "equal", "number", asked.joint.tags)

    def reversion_case(self, asked: SingleQuestions) -> Case:
        """If there are any, there are not none."""
        asks = (("any", self._query(asked.any.text)), ("no", self._query(asked.no.text)))
        return self._case("reversion", asked.single.kind, asks, "opposite", "yesno", asked.any.tags)

    def cut_case(self, asked: MetamorphicQuestion, variant: ImageVariant) -> Case:
        """The answer about the whole is that of the pieces, added up."""
        pieces = [(f"part-{place}", self._query(asked.text, form)) for place, form in enumerate(variant.forms)]
        asks = (("whole", self._query(asked.text)), *pieces)
        return self._case("cut", asked.source, asks, asked.gather, asked.reads, _merged_tags(asked, variant))

    def unchanged_case(self, asked: MetamorphicQuestion, variant: ImageVariant) -> Case:
        """What is asked did not change."""
        asks = (("clean", self._query(asked.text)), ("edited", self._query(asked.text, variant.forms[0])))
        return self._case(variant.change, asked.source, asks, "equal", asked.reads, _merged_tags(asked, variant))

    def plus_one_case(self, asked: MetamorphicQuestion, variant: ImageVariant) -> Case:
        """There is one more with it than without it."""
        forms = {"clean": (), "edited": variant.forms[0]}
        more, less = PLUS[variant.change]
        asks = (("more", self._query(asked.text, forms[more])), ("less", self._query(asked.text, forms[less])))
        return self._case(f"{variant.change}+", asked.source, asks, "plus_one", "number", _merged_tags(asked, variant))


def _merged_tags(asked: MetamorphicQuestion, variant: ImageVariant) -> Pairs:
    return tuple(sorted((*asked.tags, *variant.tags)))
