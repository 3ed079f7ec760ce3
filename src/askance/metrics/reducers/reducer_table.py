"""The named reducers: what each is, which benchmarks publish it, and what it needs from the data."""

from collections.abc import Callable
from dataclasses import dataclass

from askance.core.metric import POINTS, Metric
from askance.metrics.reducers.corruption_error import mean_corruption_error
from askance.metrics.reducers.group_reducers import (
    all_correct,
    image_accuracy,
    pairwise_agreement,
    question_accuracy,
    worst_case,
)
from askance.metrics.reducers.pope import pope
from askance.metrics.reducers.scored_answers import Reduced, ScoredAnswers
from askance.metrics.reducers.spread import spread

Compute = Callable[[ScoredAnswers], dict[str, Reduced]]
Compare = Callable[[ScoredAnswers, ScoredAnswers], dict[str, Reduced]]


@dataclass(frozen=True, slots=True)
class Reducer:
    """One way to reduce the table; either `compute`, or `compare` with the answers of a baseline model."""

    name: str
    source: str  # benchmarks that publish this score
    unit: str  # what n counts
    metrics: tuple[Metric, ...]
    compute: Compute | None = None
    compare: Compare | None = None
    needs: frozenset[str] = frozenset()  # of group, variant, yes/no, equal (answers of a group that should be equal)


def _up(name: str, meaning: str) -> Metric:
    return Metric(name, meaning, better="up")


_GROUPS = frozenset({"group"})
_VARIANTS = frozenset({"variant"})
REDUCERS: dict[str, Reducer] = {
    each.name: each
    for each in (
        Reducer(
            "all-correct",
            "NaturalBench G-Acc, MME acc+, HallusionBench qAcc and fAcc, MMVP, MMBench CircularEval",
            "groups",
            (_up("all_correct", "share of groups in which every answer is right"),),
            all_correct,
            needs=_GROUPS,
        ),
        Reducer(
            "question-accuracy",
            "NaturalBench Q-Acc",
            "questions",
            (_up("question_accuracy", "share of questions answered right for every image of their group"),),
            question_accuracy,
            needs=_GROUPS,
        ),
        Reducer(
            "image-accuracy",
            "NaturalBench I-Acc",
            "images",
            (_up("image_accuracy", "share of images with every question of their group answered right"),),
            image_accuracy,
            needs=_GROUPS,
        ),
        Reducer(
            "worst-case",
            "HELM robustness, DynaMath worst-case accuracy",
            "groups",
            (_up("worst_case", "mean over groups of the lowest score"),),
            worst_case,
            needs=_GROUPS,
        ),
        Reducer(
            "pairwise-agreement",
            "SCORE consistency rate",
            "groups",
            (_up("pairwise_agreement", "mean over groups of the share of pairs of answers that are equal"),),
            pairwise_agreement,
            needs=_GROUPS | {"equal"},
        ),
        Reducer(
            "pope",
            "POPE",
            "questions",
            (
                _up("accuracy", "share of right answers"),
                _up("precision", "share of right answers among the answers yes"),
                _up("recall", "share of the answer yes among questions whose true answer is yes"),
                _up("f1", "harmonic mean of precision and recall"),
                Metric("yes_ratio", "share of the answer yes; the true share is 50 in POPE"),
            ),
            pope,
            needs=frozenset({"yes/no"}),
        ),
        Reducer(
            "mce",
            "ImageNet-C mCE and relative mCE",
            "answers",
            (
                Metric("mce", "errors under corruption, in percent of the baseline's", "%", (0.0, None), "down"),
                Metric("relative_mce", "the same for errors above the clean variant's", "%", (None, None), "down"),
            ),
            compare=mean_corruption_error,
            needs=_VARIANTS,
        ),
        Reducer(
            "spread",
            "max − min over prompts or variants (Sclar et al. 2024, FormatSpread)",
            "answers",
            (
                Metric("spread", "accuracy of the best variant minus that of the worst", POINTS, better="down"),
                Metric("spread_bias", "jackknife estimate of what chance adds to spread", POINTS, (None, None)),
            ),
            spread,
            needs=_VARIANTS,
        ),
    )
}
