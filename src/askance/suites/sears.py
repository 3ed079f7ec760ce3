"""Suite `sears`: does the answer stay when the question is slightly reworded?"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import tee
from typing import Any

import pyarrow as pa
from askance.core import Card, Case, Dataset, Item, Metric, Query, Stimulus
from askance.core.case_score import CaseScore
from askance.core.suite import Rounds, SuiteOption
from askance.metrics import coverage_rows, rates
from askance.metrics.case_scores import VALUE
from askance.suites.report_rules.sears import CHARTS, FINDINGS
from askance.wording.part_of_speech_tags import (
    TAGGERS,
    TaggerName,
    missing_tagger_packages,
    read_tagger,
    tag_questions,
    tagger_fingerprint,
)
from askance.wording.sears_rules import may_any_rule_apply, rewrite_by_rules

CARD = Card(
    name="sears",
    version=2,
    paper="VQA benchmarking tool (papers/001), robustness to adversarial questions; rules of Ribeiro et al. 2018",
    claim="a slightly reworded question gets the same answer",
    deviations=(
        'words are tagged by the built-in tagger unless tagger=spacy; contractions of "is" alone, and only where they'
        ' can be said; "What NOUN" leaves out free relatives and amounts ("what number of"); a rule rewrites every'
        " place where it applies"
    ),
    cost="0 to 4 additional calls per item, one per rule that applies; about 0.5 on VQA questions",
    expected="oracle 100; paraphrase-sensitive falls; every other fault 100",
    metrics=(
        Metric(
            "sears_robustness",
            "share of rewritten questions with an unchanged answer, by rule",
            better="up",
            label="same when reworded",
        ),
        Metric("coverage", "share of cases that could be decided", better="up"),
    ),
    headline=("sears_robustness",),
    findings=FINDINGS,
    charts=CHARTS,
)


class Sears:
    """Each item as it is and as each rule that applies rewrites it; the answer should stay."""

    options: Mapping[str, SuiteOption] = {
        "tagger": SuiteOption("|".join(TAGGERS), "what tags the words of a question", read_tagger),
    }
    by = ("type",)
    case_scores: Mapping[str, CaseScore] = {"sears_robustness": VALUE}

    def __init__(self, name: str = CARD.name, tagger: TaggerName = "builtin"):
        self.card = CARD if name == CARD.name else replace(CARD, name=name, variant_of=CARD.name)
        self.tagger = tagger

    def with_options(self, name: str, values: Mapping[str, Any]) -> "Sears":
        """The same suite with another tagger."""
        return Sears(name, **values)

    @property
    def fingerprint(self) -> str:
        """The tagger, which decides the cases beside the data and our own code."""
        return tagger_fingerprint(self.tagger)

    def lacks(self) -> str | None:
        """What must be installed before there can be cases."""
        return missing_tagger_packages(self.tagger)

    def rounds(self, data: Dataset, limit: int | None, seed: int) -> Rounds:
        """One round: every item, once for each rule that applies."""
        yield self._cases(data.items(limit, seed))

    def metrics(self, verdicts: pa.Table) -> pa.Table:
        """The share of answers that stay, in all, by rule, and by answer type; with coverage."""
        return pa.concat_tables([rates(verdicts, "sears_robustness", of="value", by=self.by), coverage_rows(verdicts)])

    def _cases(self, items: Iterable[Item]) -> Iterator[Case]:
        items, again = tee(item for item in items if may_any_rule_apply(item.question))
        for item, words in zip(items, tag_questions((each.question for each in again), self.tagger), strict=True):
            original = Query(Stimulus(item.image, item.question))
            for rule, question in rewrite_by_rules(item.question, words).items():
                asks = {"original": original, "rewritten": Query(Stimulus(item.image, question))}
                yield Case.of(
                    self.card.name, f"{item.id}/{rule}", asks, "unchanged",
                    group=rule, options=item.options, tags=dict(item.tags),
                )  # fmt: skip
