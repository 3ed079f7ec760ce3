"""Reducer `pope`: accuracy, precision, recall, F1 and yes ratio of yes/no questions (Li et al. 2023)."""

import numpy as np
from askance.metrics.confidence_interval import Codes, Floats
from askance.metrics.jackknife import jackknife_of_sums
from askance.metrics.reducers.scored_answers import Bools, Reduced, ScoredAnswers, from_jackknife, mean_over_units


def pope(answers: ScoredAnswers) -> dict[str, Reduced]:
    """The five scores; yes is the positive class, and an answer that is neither yes nor no is wrong."""
    asked = np.isin(answers.truth.astype(str), ("yes", "no"))
    decided = asked & ~np.isnan(answers.score)
    mine, undecided = answers.where(decided), int((asked & ~decided).sum())
    is_yes, says_yes, says_no = mine.truth == "yes", mine.said == "yes", mine.said == "no"
    hits = is_yes & says_yes
    found = {
        "accuracy": _share(hits | (~is_yes & says_no), np.ones(len(is_yes), dtype=bool), mine.cluster),
        "precision": _share(hits, says_yes, mine.cluster),
        "recall": _share(hits, is_yes, mine.cluster),
        "f1": _f1(hits, is_yes, says_yes, mine.cluster),
        "yes_ratio": _share(says_yes, np.ones(len(is_yes), dtype=bool), mine.cluster),
    }
    return {name: one._replace(undecided=undecided) for name, one in found.items()}


def _share(hits: Bools, among: Bools, clusters: Codes) -> Reduced:
    return mean_over_units(hits[among].astype(np.float64), clusters[among])


def _f1(hits: Bools, is_yes: Bools, says_yes: Bools, clusters: Codes) -> Reduced:
    """Twice the hits over the answers yes and the questions with the answer yes: 0 where there is no hit."""

    def ratio(sums: Floats) -> Floats:
        with np.errstate(divide="ignore", invalid="ignore"):
            return 2 * sums[..., :1] / (sums[..., 1:2] + sums[..., 2:])

    (found,) = jackknife_of_sums(np.stack([hits, is_yes, says_yes], axis=1).astype(np.float64), clusters, ratio)
    return from_jackknife(found, len(hits), 0, len(np.unique(clusters)))
