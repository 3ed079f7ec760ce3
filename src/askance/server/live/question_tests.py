""" "Test this question": a model's answers to the variants of a question, judged by the relations of the suites."""

from collections.abc import Sequence
from dataclasses import dataclass

from askance.core import Answer, Case, Verdict
from askance.engine.judging import parse_answers
from askance.relations import ALL_RELATIONS, judge_case
from askance.report.true_answer_lookup import TrueAnswer
from askance.server.live.live_answers import LiveAnswer, LiveQuestion
from askance.server.live.question_variants import SEARS, MissingTest, QuestionVariants, Variant, question_variants
from askance.server.live.sliders import Edits

ORIGINAL, VARIANT = "original", "perturbed"  # roles, as in the suite carets


@dataclass(frozen=True, slots=True)
class JudgedVariant:
    """One variant with the model's answer, the verdict, and in words what must hold and what the answers are."""

    variant: Variant
    answer: LiveAnswer
    verdict: Verdict
    rule: str
    finding: str


@dataclass(frozen=True, slots=True)
class QuestionTest:
    """A model's answer to the question, and its tested variants."""

    original: LiveAnswer
    tested: tuple[JudgedVariant, ...]


def variants_for_image(asked: LiveQuestion, edits: Edits, truth: TrueAnswer) -> QuestionVariants:
    """The variants of a question that are fair tests for an image: where its ground truth is known, that obeys them.

    "Is the dog brown?" and "Is the dog not brown?" both have the true answer no if there is no dog.
    """
    found = question_variants(asked.text)
    own = truth(asked.query(edits))
    if own is None:
        return found
    fair, missing = [], list(found.missing)
    for variant in found.variants:
        true = truth(asked.query(edits, variant.question))
        case = make_case(asked, edits, found, variant)
        if true is not None and _judge(case, Answer(text=own), Answer(text=true)).holds is False:
            missing.append(MissingTest(variant.test, f"“{variant.question}” assumes that {variant.assumes}"))
        else:
            fair.append(variant)
    return QuestionVariants(tuple(fair), tuple(missing), found.reads, found.options)


def make_case(asked: LiveQuestion, edits: Edits, about: QuestionVariants, variant: Variant) -> Case:
    """The question and one variant as a case of the suite that has this test."""
    return Case.of(
        "sears" if variant.test == SEARS else "carets",
        f"live-{variant.test}",
        {ORIGINAL: asked.query(edits), VARIANT: asked.query(edits, variant.question)},
        variant.relation,
        group=variant.rule or variant.test,
        reads=about.reads,
        options=about.options,
    )


def judge_variants(
    asked: LiveQuestion, edits: Edits, about: QuestionVariants, answers: Sequence[LiveAnswer]
) -> QuestionTest:
    """The verdicts on a model's answers: the first is to the question, the others are to its variants in order."""
    original, *others = answers
    tested = []
    for variant, given in zip(about.variants, others, strict=True):
        case = make_case(asked, edits, about, variant)
        said = {ORIGINAL: original.answer, VARIANT: given.answer}
        readings = parse_answers(case, said)
        verdict, relation = judge_case(case, readings, said), ALL_RELATIONS.find(variant.relation)
        finding = relation.finding(case, readings) if verdict.holds is False else ""
        tested.append(JudgedVariant(variant, given, verdict, relation.rule(case), finding))
    return QuestionTest(original, tuple(tested))


def _judge(case: Case, original: Answer, variant: Answer) -> Verdict:
    said = {ORIGINAL: original, VARIANT: variant}
    return judge_case(case, parse_answers(case, said), said)
