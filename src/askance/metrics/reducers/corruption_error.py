"""Reducer `mce`: mean corruption error and relative mCE against a baseline (Hendrycks & Dietterich 2019)."""

import numpy as np
from askance.core import UserError
from askance.metrics.confidence_interval import Floats
from askance.metrics.jackknife import jackknife_of_sums
from askance.metrics.reducers.scored_answers import Reduced, ScoredAnswers, from_jackknife

CLEAN = "clean"  # the variant without corruption


def mean_corruption_error(answers: ScoredAnswers, baseline: ScoredAnswers) -> dict[str, Reduced]:
    """`mce`, `relative_mce`, and the corruption error of each kind (`mce/KIND`), over questions that both answered.

    A variant is KIND/LEVEL, or `clean`. The errors of all levels of a kind are added up and divided by those of the
    baseline; mce is the mean over kinds. The relative form subtracts the error on the clean variant first.
    """
    scores, base, mine = _shared(answers, baseline)
    names = sorted(set(mine.variant.astype(str)))
    if CLEAN not in names or len(names) < 2:
        raise UserError(
            f"mce needs the variant {CLEAN!r} and variants KIND/LEVEL such as blur/3; there are {', '.join(names)}"
        )
    kinds = sorted({name.rpartition("/")[0] or name for name in names if name != CLEAN})
    kind_of = np.array([-1 if name == CLEAN else kinds.index(name.rpartition("/")[0] or name) for name in names])
    codes = np.array([names.index(str(name)) for name in mine.variant], dtype=np.int64)
    is_variant = (codes[:, None] == np.arange(len(names))).astype(np.float64)
    wrong = [(1 - one)[:, None] * is_variant for one in (scores, base)]

    def errors_of_kinds(sums: Floats) -> Floats:
        return _relative_errors(sums, kind_of, len(kinds))

    found = jackknife_of_sums(np.concatenate([*wrong, is_variant], axis=1), mine.cluster, errors_of_kinds)
    undecided = int(np.isnan(answers.score).sum())
    images = len(np.unique(mine.cluster))
    labels = ["mce", "relative_mce", *(f"mce/{kind}" for kind in kinds)]
    least = {"relative_mce": -np.inf}  # corruption may help
    return {
        label: from_jackknife(one, len(scores), undecided, images, (least.get(label, 0.0), np.inf))
        for label, one in zip(labels, found, strict=True)
    }


def _shared(answers: ScoredAnswers, baseline: ScoredAnswers) -> tuple[Floats, Floats, ScoredAnswers]:
    """The scores of the model and of the baseline on the questions that both answered."""
    place = {case: row for row, case in enumerate(baseline.case)}
    rows = np.array([place.get(case, -1) for case in answers.case], dtype=np.int64)
    other = np.where(rows >= 0, baseline.score[rows], np.nan)
    both = ~np.isnan(answers.score) & ~np.isnan(other)
    if not both.any():
        raise UserError("mce: the model and the baseline have answered no question in common")
    return answers.score[both], other[both], answers.where(both)


def _relative_errors(sums: Floats, kind_of: Floats, kinds: int) -> Floats:
    """mce, relative mce, and the error of each kind, from sums of errors (model, baseline) and of questions."""
    own, base, count = np.split(sums, 3, axis=-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        own, base = own / count, base / count
        clean = kind_of < 0
        plain, relative = [], []
        for kind in range(kinds):
            mine = kind_of == kind
            plain.append(own[..., mine].sum(axis=-1) / base[..., mine].sum(axis=-1))
            above = [(error[..., mine] - error[..., clean]).sum(axis=-1) for error in (own, base)]
            relative.append(above[0] / above[1])
        return np.stack([np.mean(plain, axis=0), np.mean(relative, axis=0), *plain], axis=-1)
