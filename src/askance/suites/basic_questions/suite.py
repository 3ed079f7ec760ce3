"""Suite `basic_questions`: is the answer still right when questions like the main one stand behind it?"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pyarrow as pa
from askance.core import Card, Case, Dataset, Metric, Query, Stimulus
from askance.core.metric import POINTS
from askance.core.suite import Rounds, SuiteOption
from askance.metrics import robustness_metrics
from askance.metrics.case_scores import level_scores
from askance.metrics.robustness_metrics import LIMIT, TOLERANCE, check_r_score_limits
from askance.ranking.noise_levels import LEVELS, question_at_noise_level
from askance.suites.basic_questions.question_source import OPTIONS, QuestionSource
from askance.suites.no_cases_reason import items_with_expected_answers
from askance.suites.report_rules.basic_questions import CHARTS, DISPLAYS, FINDINGS
from askance.suites.suite_options import read_whole_number


def _describe_r_score(t: float, m: float) -> str:
    return (
        f"score of the difference: 1 for at most t = {t:g} points, 0 for at least m = {m:g} points;"
        " the total uses level 1"
    )


CARD = Card(
    name="basic_questions",
    version=2,
    paper="Huang, Alfadly, Ghanem, Worring 2023 (papers/004), noise levels and R_score",
    claim="the answer stays correct when similar questions follow the main question",
    deviations=(
        "vectors by the built-in encoder unless another one is named; LASSO scores clipped to 0 … 1; differences over"
        " the items decided at both levels; the built-in world's pool are 20,000 questions of its training split"
    ),
    cost="8 calls per item; the suite accuracy shares the first one",
    expected="oracle: r_score 1; distracted falls at the levels 1 to 7; the paper's six models .19 to .48",
    metrics=(
        Metric("accuracy", "mean VQA accuracy, by level and answer type", better="up"),
        Metric(
            "difference",
            "accuracy at level 0 minus accuracy at the level, in points; the total uses level 1",
            unit=POINTS,
            bounds=(-100.0, 100.0),  # no direction: 0 is best, and absolute_difference says how far off it is
            label="lost by distraction",
        ),
        Metric(
            "absolute_difference", "absolute value of the difference", unit=POINTS, bounds=(0.0, 100.0), better="down"
        ),
        Metric(
            "r_score",
            _describe_r_score(TOLERANCE, LIMIT),
            unit="",
            bounds=(0.0, 1.0),
            better="up",
            label="robust to distraction",
        ),
        Metric(
            "r_score_bias",
            "jackknife bias of r_score: about how far it is from the score of very many images; negative: too low",
            unit="",
            bounds=(None, None),
        ),
        Metric("monotonicity", "share of the steps from level 1 to level 7 without a rise in accuracy"),
        Metric(
            "spearman",
            "rank correlation between level (1 to 7) and accuracy, from -1 to 1",
            unit="",
            bounds=(-1.0, 1.0),
        ),
        Metric(
            "largest_rise",
            "largest rise of accuracy from a level (1 to 7) to a later one, in points; the interval is simultaneous",
            unit=POINTS,
            bounds=(-100.0, 100.0),
        ),
        Metric("coverage", "share of cases that could be decided", better="up"),
    ),
    headline=("r_score", "difference"),
    findings=FINDINGS,
    charts=CHARTS,
    displays=DISPLAYS,
)


MODES = {"default": "truth", "official": "truth_official", "plain": "truth_plain"}  # mode → relation


def _read_mode_option(text: str) -> str:
    if text not in MODES:
        raise ValueError(f"not one of {', '.join(MODES)}")
    return text


def _read_points_option(text: str) -> float:
    try:
        points = float(text)
    except ValueError:
        points = math.nan
    if not 0 <= points <= 100:
        raise ValueError("not a number from 0 to 100")
    return points


class BasicQuestions:
    """Each item alone, and with three basic questions behind it at seven levels, ever less like it."""

    options: Mapping[str, SuiteOption] = {
        **OPTIONS,
        "words": SuiteOption(
            "NUMBER", "the most words of a question, the paper's 26: what is beyond is cut off", read_whole_number
        ),
        "t": SuiteOption(
            "POINTS", f"R_score is 1 up to this difference: {TOLERANCE} if not given", _read_points_option
        ),
        "m": SuiteOption(
            "POINTS", f"R_score is 0 from this difference on: {LIMIT:g} if not given", _read_points_option
        ),
        "mode": SuiteOption(
            "default|official|plain", "how accuracy is scored; plain is the paper's Equation 6", _read_mode_option
        ),
    }

    def __init__(
        self,
        name: str = CARD.name,
        source: QuestionSource | None = None,
        words: int | None = None,
        t: float = TOLERANCE,
        m: float = LIMIT,
        mode: str = "default",
    ):
        check_r_score_limits(t, m)
        meaning = _describe_r_score(t, m)
        figures = tuple(replace(each, meaning=meaning) if each.name == "r_score" else each for each in CARD.metrics)
        self.card = replace(CARD, name=name, variant_of="" if name == CARD.name else CARD.name, metrics=figures)
        self.source, self.words = source or QuestionSource(), words
        self.t, self.m, self.mode = t, m, mode
        self.case_scores = level_scores(t, m)

    def with_options(self, name: str, values: Mapping[str, Any]) -> "BasicQuestions":
        """The same suite with other basic questions."""
        own = {key: values[key] for key in ("words", "t", "m", "mode") if key in values}
        return BasicQuestions(name, QuestionSource.from_options(values), **own)

    @property
    def fingerprint(self) -> str:
        """What decides the cases beside the data and our own code."""
        return self.source.fingerprint

    def lacks(self) -> str | None:
        """What must be installed before there can be cases."""
        return self.source.lacks()

    def rounds(self, data: Dataset, limit: int | None, seed: int) -> Rounds:
        """One round: every item at eight levels."""
        yield self._cases(data, limit, seed)

    def metrics(self, verdicts: pa.Table) -> pa.Table:
        """All figures by level and answer type."""
        return robustness_metrics(verdicts, self.t, self.m)

    def _cases(self, data: Dataset, limit: int | None, seed: int) -> Iterator[Case]:
        items = list(items_with_expected_answers(data, limit, seed))
        found = self.source.find_basic_questions(data, [item.question for item in items])
        for item in items:
            basic = [each.question for each in found[item.question]]
            for level in range(LEVELS + 1):
                question = question_at_noise_level(item.question, basic, level, self.words)
                yield Case.of(
                    self.card.name, f"{item.id}/level-{level}", {"ask": Query(Stimulus(item.image, question))},
                    MODES[self.mode], group=f"level-{level}", options=item.options, expected={"ask": item.answers},
                    scores={"ask": item.scores}, tags=dict(item.tags), question=item.question,
                )  # fmt: skip
