"""Suite `noise`: the answer under noise in the pixels, in the features, and in the question's embedding."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pyarrow as pa
from askance.core import Card, Case, Dataset, Item, Metric, Query, Stimulus
from askance.core.suite import Rounds, SuiteOption
from askance.metrics import coverage_rows, rates_within_part
from askance.metrics.case_scores import part_scores
from askance.suites.noise.noise_kinds import (
    GEOMETRIC,
    PIXEL_NOISE,
    SCALE,
    feature_noise_condition,
    geometric_edits,
    pixel_noise_edits,
    seed_from_parts,
)
from askance.suites.report_rules.noise import CHARTS, DISPLAYS, FINDINGS
from askance.suites.suite_options import read_whole_number

TRIALS = 3
PARTS = {
    "image": "image_robustness",
    "geometric": "geometric_robustness",
    "feature": "feature_robustness",
    "question": "question_robustness",
}
SITES = {"feature": "vision.out", "question": "text.in"}


class Noise:
    """Each item clean and noisy; the answer should stay."""

    card = Card(
        name="noise",
        version=1,
        paper="VQA benchmarking tool (papers/001), robustness to noise",
        claim="small noise and small geometric changes do not change the answer",
        deviations=(
            "3 trials of each kind instead of 15 of a drawn kind; the model does see the noise, in 8 bits as"
            " the original has; σ of features over all rows; geometric stability edits, with a figure of their own"
        ),
        cost="37 calls per item: 1 original, 12 noisy, 18 edited, 3 + 3 with noise inside the model",
        expected="oracle and blind 100; noise-sensitive near 0 in image_robustness, 100 in geometric_robustness",
        metrics=(
            Metric(
                "image_robustness",
                "share of noisy images that do not change the answer, by kind of noise",
                better="up",
                label="same under noise",
            ),
            Metric(
                "geometric_robustness",
                "share of small edits (shift, padding, JPEG and others) that do not change the answer, by edit",
                better="up",
                label="same after small edits",
            ),
            Metric(
                "feature_robustness",
                "share of answers that noise in the image features does not change",
                better="up",
                label="same with noisy features",
            ),
            Metric(
                "question_robustness",
                "share of answers that noise in the question embedding does not change",
                better="up",
                label="same with noisy question",
            ),
            Metric("coverage", "share of cases that could be decided", better="up"),
        ),
        headline=("image_robustness", "geometric_robustness", "feature_robustness", "question_robustness"),
        findings=FINDINGS,
        charts=CHARTS,
        displays=DISPLAYS,
        optional=tuple((f"noise:{site}", PARTS[part]) for part, site in SITES.items()),
    )
    by = ("type",)
    case_scores = part_scores({metric: part for part, metric in PARTS.items()})
    options: Mapping[str, SuiteOption] = {
        "trials": SuiteOption(
            "NUMBER", f"noisy images per kind of noise, and runs per site: {TRIALS} if not given", read_whole_number
        )
    }

    def __init__(self, name: str = "noise", trials: int = TRIALS):
        self.trials = trials
        variant_of = "" if name == "noise" else "noise"
        self.card = replace(Noise.card, name=name, variant_of=variant_of, cost=self.cost_without(frozenset()))

    def with_options(self, name: str, values: Mapping[str, Any]) -> "Noise":
        """The same suite with another number of trials."""
        return Noise(name, **values)

    def cost_without(self, lacking: frozenset[str]) -> str:
        """The calls per item for a model that lacks some of the sites."""
        noisy, kinds = self.trials * len(PIXEL_NOISE), sum(len(edit.levels) for edit in GEOMETRIC.values())
        inside = [str(self.trials) for site in SITES.values() if f"noise:{site}" not in lacking]
        more = f", {' + '.join(inside)} with noise inside the model" if inside else ""
        total = 1 + noisy + kinds + self.trials * len(inside)
        return f"{total} calls per item: 1 original, {noisy} noisy, {kinds} edited{more}"

    def rounds(self, data: Dataset, limit: int | None, seed: int) -> Rounds:
        """One round: every item under every kind of noise."""
        yield (
            case for item in data.items(limit, seed) for case in _cases_of_item(item, seed, self.card.name, self.trials)
        )

    def metrics(self, verdicts: pa.Table) -> pa.Table:
        """Each figure in all, by kind and strength, and by answer type; with coverage."""
        figures = [rates_within_part(verdicts, part, metric, by=self.by) for part, metric in PARTS.items()]
        return pa.concat_tables([*figures, coverage_rows(verdicts)])


def _cases_of_item(item: Item, seed: int, suite: str, trials: int) -> Iterator[Case]:
    """The cases of one item: the four kinds, the stability edits level by level, and the two sites."""
    image, question = item.image, item.question
    for kind in PIXEL_NOISE:
        noisy = [Stimulus(image, question, pixel_noise_edits(kind, image, trial, seed)) for trial in range(trials)]
        yield _noise_case(suite, item, f"image/{kind}", [Query(stimulus) for stimulus in noisy])
    for kind, edit in GEOMETRIC.items():
        for level in edit.levels:
            stimulus = Stimulus(image, question, geometric_edits(kind, level, image, seed))
            yield _noise_case(suite, item, f"geometric/{kind}/{level:g}", [Query(stimulus)])
    clean = Stimulus(image, question)
    for part, site in SITES.items():
        about = image if part == "feature" else item.id
        conditions = [
            feature_noise_condition(site, SCALE, seed_from_parts(site, about, trial, seed)) for trial in range(trials)
        ]
        yield _noise_case(
            suite, item, f"{part}/gaussian", [Query(clean, condition=condition) for condition in conditions]
        )


def _noise_case(suite: str, item: Item, group: str, trials: Sequence[Query]) -> Case:
    asks = {"clean": Query(Stimulus(item.image, item.question))}
    asks |= {f"trial-{number}": query for number, query in enumerate(trials, 1)}
    return Case.of(suite, f"{item.id}/{group}", asks, "unchanged", group=group, tags=dict(item.tags))
