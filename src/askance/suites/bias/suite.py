"""Suite `bias`: how often is the answer the same although the image, or the question, is another one?"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pyarrow as pa
from askance.core import Card, Case, Dataset, Item, Metric, Query, Stimulus
from askance.core.suite import Rounds, SuiteOption
from askance.metrics import coverage_rows, rates_within_part
from askance.metrics.case_scores import part_scores
from askance.relations.unchanged import TROUBLE
from askance.suites.bias.replacements import ReplacementPool, SampleToReplace, make_replacement_pool, make_sample
from askance.suites.report_rules.bias import CHARTS, FINDINGS
from askance.suites.suite_options import read_whole_number

TRIALS = 5
POOL = 300  # items among which replacements are looked for, where fewer are asked about: as many images to draw


class Bias:
    """Each item with other images, and with other questions; the answer should change."""

    card = Card(
        name="bias",
        version=1,
        paper="VQA benchmarking tool (papers/001), modality bias",
        claim="the answer changes if the image or the question is replaced",
        deviations=(
            "5 distinct replacements a sample instead of 15 draws; the swapped sample is really asked; the search is"
            " bounded; no shared subject or object is taken as no shared content word"
        ),
        cost="11 calls per item: 1 original, 5 with other images, 5 with other questions",
        expected="blind: question_bias 100; question-deaf: image_bias 100; the oracle's figures are chance",
        metrics=(
            Metric(
                "question_bias",
                "share of replaced images that do not change the answer; 100 = the image is ignored",
                label="same for another image",
            ),
            Metric(
                "image_bias",
                "share of replaced questions that do not change the answer; 100 = the question is ignored",
                label="same to another question",
            ),
            Metric(
                "coverage",
                "share of cases that could be decided; an item without a replacement is undecided",
                better="up",
            ),
        ),
        headline=("question_bias", "image_bias"),
        findings=FINDINGS,
        charts=CHARTS,
    )
    by = ("type",)
    case_scores = part_scores({"question_bias": "question", "image_bias": "image"}, lost=True)
    options: Mapping[str, SuiteOption] = {
        "trials": SuiteOption(
            "NUMBER", f"other images, and other questions, per item: {TRIALS} if not given", read_whole_number
        )
    }

    def __init__(self, name: str = "bias", trials: int = TRIALS):
        self.trials = trials
        self.card = replace(
            Bias.card,
            name=name,
            variant_of="" if name == "bias" else "bias",
            cost=f"{1 + 2 * trials} calls per item: 1 original, {trials} with other images,"
            f" {trials} with other questions",
        )

    def with_options(self, name: str, values: Mapping[str, Any]) -> "Bias":
        """The same suite with another number of trials."""
        return Bias(name, **values)

    def rounds(self, data: Dataset, limit: int | None, seed: int) -> Rounds:
        """One round: two cases an item."""
        yield self._cases(data, limit, seed)

    def metrics(self, verdicts: pa.Table) -> pa.Table:
        """Both figures in all and by answer type, with coverage; of one sample a figure is 1 less the value."""
        return pa.concat_tables(
            [
                rates_within_part(verdicts, "question", "question_bias", lost=True, by=self.by),
                rates_within_part(verdicts, "image", "image_bias", lost=True, by=self.by),
                coverage_rows(verdicts),
            ]
        )

    def _cases(self, data: Dataset, limit: int | None, seed: int) -> Iterator[Case]:
        items = list(data.items(limit, seed))
        more = limit is not None and limit < POOL
        pool = make_replacement_pool(data.items(POOL, seed) if more else items, seed)
        for item in items:
            sample = make_sample(item)
            yield self._question_case(sample, pool)
            yield self._image_case(sample, pool)

    def _question_case(self, sample: SampleToReplace, pool: ReplacementPool) -> Case:
        """The same question about other images."""
        item, found = sample.item, pool.other_images(sample, self.trials)
        answers = ", ".join(sorted(sample.answers))
        why = f"none of {len(pool.samples)} samples has another image and only answers that are none of: {answers}"
        if not answers:
            why = "the question has no expected answers, which an image with other answers is looked for by"
        return self._case(item, "question", [Stimulus(image, item.question) for image in found], why)

    def _image_case(self, sample: SampleToReplace, pool: ReplacementPool) -> Case:
        """Other questions about the same image."""
        item, found = sample.item, pool.other_questions(sample, self.trials)
        why = (
            f"none of {len(pool.samples)} samples has a question that shares no subject or object with: {item.question}"
        )
        return self._case(item, "image", [Stimulus(item.image, question) for question in found], why)

    def _case(self, item: Item, part: str, swapped: Sequence[Stimulus], why: str) -> Case:
        asks = {"original": Query(Stimulus(item.image, item.question))}
        asks |= {f"trial-{number}": Query(stimulus) for number, stimulus in enumerate(swapped, 1)}
        tags = dict(item.tags) | ({} if swapped else {TROUBLE: f"no replacement: {why}"})
        return Case.of(self.card.name, f"{item.id}/{part}", asks, "changed", group=part, tags=tags)
