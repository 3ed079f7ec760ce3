"""Suite `beliefs`: what does the model believe about this image, and can all of it be true?"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
from askance.core import Card, Dataset, Metric, Model, Suite, UserError, source_digest
from askance.core.plural import plural
from askance.core.suite import Rounds
from askance.models.builtin.onnx_sessions import usable_processor_count
from askance.suites.beliefs.annotated_image import find_annotated_images
from askance.suites.beliefs.belief_cases import confidence_cases, drawn_cases, judge_cases, judged_cases
from askance.suites.beliefs.belief_sets import find_belief_sets, with_scores
from askance.suites.beliefs.draw_cache import DrawCache
from askance.suites.beliefs.drawn_questions import Drawing, draw_for_images
from askance.suites.beliefs.judges import CODE
from askance.suites.beliefs.metrics import belief_metrics, case_scores, judged_beliefs, scene_agreement
from askance.suites.beliefs.settings import OPTIONS, BeliefSettings
from askance.suites.report_rules.beliefs import CHARTS, DISPLAYS, FINDINGS

NAME = "beliefs"
CARD = Card(
    name=NAME,
    version=1,
    paper="Inverse Visual Question Answering (Liu et al. 2020), sections 5 and 6",
    claim="what the model believes about an image is true, and can be true together",
    deviations=(
        "every belief is judged, by the scene graph where nothing else is chosen; the pool of answers always has yes,"
        " no, a number and another answer; contradictions are counted"
    ),
    cost="1 call per different question: at most draws x answers per image; 1 more per belief without a probability",
    expected="oracle: 0 adversarial, 0 contradictory",
    metrics=(
        Metric("correct", "share of the judged beliefs that are true: rephrase and complementary", better="up",
               label="true beliefs"),
        Metric("rephrase", "share of the judged beliefs that are true and about an annotated fact", better="up"),
        Metric("complementary", "share of the judged beliefs that are true and about another fact", better="up"),
        Metric("adversarial", "share of the judged beliefs that are false", better="down", label="false beliefs"),
        Metric("irrelevant", "share of the judged beliefs about something that the image does not show",
               better="down"),
        Metric("contradictory", "share of the beliefs that another belief about the same image excludes", better="down",
               label="contradicts itself"),
        Metric("contradictory_images", "share of the images with two beliefs that exclude each other", better="down",
               label="contradicted images"),
        Metric("found_per_100_calls", "false (adversarial) beliefs found per 100 questions asked",
               label="false per 100 questions"),
        Metric("believed", "share of the drawn questions that get the answer they were drawn for"),
        Metric("confidence", "mean probability that the model gives to the answers of its beliefs, by type"),
        Metric("unique", "different legal questions per image and answer", unit="", bounds=(0.0, None)),
        Metric("coverage", "share of cases that could be decided", better="up"),
    ),
    headline=("adversarial", "contradictory"),  # not `correct`: irrelevant beliefs lower it, the oracle's too
    optional=(("score", "confidence"),),
    adaptive=True,
    by_image=True,
    findings=FINDINGS,
    charts=CHARTS,
    displays=DISPLAYS,
)  # fmt: skip


class Beliefs:
    """Draws questions for answers, keeps those that the model answers so, and judges what it then believes."""

    options = OPTIONS
    case_scores = case_scores()

    def __init__(self, name: str = NAME, settings: BeliefSettings | None = None):
        self.settings = settings or BeliefSettings()
        cost = f"{CARD.cost}; {self.settings.judge_cost}" if self.settings.judge_cost else CARD.cost
        self.card = CARD if name == NAME else replace(CARD, name=name, variant_of=NAME, cost=cost)

    def with_options(self, name: str, values: Mapping[str, Any]) -> Suite:
        """The same suite with another generator, judge or number of draws."""
        return Beliefs(name, BeliefSettings.from_options(values))

    @property
    def fingerprint(self) -> str:
        """What decides the cases beside the data and the code of suites.

        A run asks for it before the first call, and so finds a missing generator or file; a report does not need them.
        """
        prints = [each.fingerprint for each in self.settings.generators]
        return ":".join([*prints, self.settings.judge.fingerprint, source_digest(*CODE)])

    def judge_model(self) -> Model | None:
        """The second model that judges, if the options name one."""
        return self.settings.judge.model

    def rounds(self, data: Dataset, limit: int | None, seed: int) -> Rounds:
        """Candidates; probabilities of those that are believed; the judged beliefs. `limit` counts images."""
        settings = self.settings
        images = find_annotated_images(data, limit, seed)
        if not images:
            raise UserError(f"{data.name} has no images")
        settings.judge.check_data(data, images)
        drawing = Drawing(settings.generators, settings.draws, settings.answers, seed)
        cache = DrawCache((self._drawing_fingerprint(), data.fingerprint, settings.draws, settings.answers, seed))
        drawn = list(draw_for_images(data, images, drawing, cache, usable_processor_count()))
        name = self.card.name
        answers = yield (case for about, texts in drawn for case in drawn_cases(name, about, texts))
        sets = find_belief_sets(drawn, answers)
        if unscored := [case for each in sets for case in confidence_cases(name, each)]:
            answers = yield unscored
            sets = [with_scores(each, answers) for each in sets]
        if settings.judge.model is not None:
            answers = yield (case for each in sets for case in judge_cases(name, each))
        yield (case for each in sets for case in judged_cases(name, data, each, settings.judge, answers))

    def metrics(self, verdicts: pa.Table) -> pa.Table:
        """Composition, contradictions, and what was found per call."""
        return belief_metrics(verdicts)

    def notes(self, verdicts: pa.Table) -> list[str]:
        """Why few or no beliefs were found or judged, how the judge agrees with the scene, and one contradiction."""
        return [
            *_no_beliefs_note(verdicts),
            *_unjudged_note(verdicts),
            *_agreement_note(verdicts),
            *_example_note(verdicts),
        ]

    def _drawing_fingerprint(self) -> str:
        prints = [each.fingerprint for each in self.settings.generators]
        return ":".join([*prints, source_digest("inverse", "suites/beliefs", "wording")])


def _no_beliefs_note(verdicts: pa.Table) -> Iterator[str]:
    drawn = verdicts.filter(pc.equal(verdicts["relation"], "answers_with"))
    if len(drawn) and not pc.any(pc.fill_null(drawn["holds"], False)).as_py():
        undecided = drawn["holds"].null_count
        yield (
            f"{_model_name(verdicts)} has no beliefs: it gives none of the {plural(len(drawn), 'drawn question')} the"
            f" answer that the question was drawn for ({undecided:,} refused, failed or unreadable)"
        )


def _unjudged_note(verdicts: pa.Table) -> Iterator[str]:
    beliefs = judged_beliefs(verdicts)
    unjudged = beliefs.filter(pc.is_null(beliefs["holds"]))
    if 2 * len(unjudged) > len(beliefs):
        reasons = Counter(str(each).removeprefix("untested: ") for each in unjudged["reason"].to_pylist())
        ((reason, _),) = reasons.most_common(1)
        yield (
            f"the judge decided {len(beliefs) - len(unjudged):,} of the {plural(len(beliefs), 'belief')} of"
            f" {_model_name(verdicts)}; the most common reason for the others: {reason}. Try another judge="
            " (scene, human:FILE or MODEL), or a generator= trained on this data"
        )


def _agreement_note(verdicts: pa.Table) -> Iterator[str]:
    found = scene_agreement(verdicts)
    if found.beliefs:
        value = "not defined" if found.kappa is None else f"{found.kappa:.2f}"
        yield (
            f"Cohen's kappa between the judge and the scene graph, beliefs of {_model_name(verdicts)}: {value}"
            f" ({plural(found.beliefs, 'belief')})"
        )


def _example_note(verdicts: pa.Table) -> Iterator[str]:
    pairs = verdicts.filter(pc.equal(verdicts["relation"], "not_both"))
    if len(pairs):
        reason = min(pairs["reason"].to_pylist(), key=lambda each: (len(each), each))  # the easiest to read
        yield f"{_model_name(verdicts)} contradicts itself, for example: {reason}"


def _model_name(verdicts: pa.Table) -> str:
    return str(verdicts["model"][0].as_py())
