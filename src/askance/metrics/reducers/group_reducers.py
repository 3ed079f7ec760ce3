"""Reducers that give each group, question or image one value: all right, the lowest score, equal answers."""

import numpy as np
from askance.metrics.confidence_interval import Codes, Floats
from askance.metrics.reducers.scored_answers import Reduced, ScoredAnswers, mean_over_units, unit_codes


def all_correct(answers: ScoredAnswers) -> dict[str, Reduced]:
    """The share of groups in which every answer is right."""
    return {"all_correct": _lowest_score(answers, unit_codes(answers.group), _fully_right(answers.score))}


def question_accuracy(answers: ScoredAnswers) -> dict[str, Reduced]:
    """The share of questions that are answered right for every image of their group."""
    units = unit_codes(answers.group, answers.question)
    return {"question_accuracy": _lowest_score(answers, units, _fully_right(answers.score))}


def image_accuracy(answers: ScoredAnswers) -> dict[str, Reduced]:
    """The share of images for which every question of their group is answered right."""
    units = unit_codes(answers.group, answers.image)
    return {"image_accuracy": _lowest_score(answers, units, _fully_right(answers.score))}


def worst_case(answers: ScoredAnswers) -> dict[str, Reduced]:
    """The mean over groups of the lowest score."""
    return {"worst_case": _lowest_score(answers, unit_codes(answers.group), answers.score)}


def pairwise_agreement(answers: ScoredAnswers) -> dict[str, Reduced]:
    """The mean over groups of the share of pairs of answers that are equal, whether or not they are right."""
    units = unit_codes(answers.group)
    count = int(units.max(initial=-1)) + 1
    is_read = np.array([said is not None for said in answers.said], dtype=bool)
    cells = unit_codes(units, answers.said)  # one per group and answer
    repeats = np.bincount(cells[is_read], minlength=int(cells.max(initial=-1)) + 1)
    group_of = units[np.unique(cells, return_index=True)[1]]
    equal = np.bincount(group_of, weights=repeats * (repeats - 1) / 2, minlength=count)
    read = np.bincount(units[is_read], minlength=count)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(read > 1, equal / (read * (read - 1) / 2), np.nan)
    has_pairs = np.bincount(units, minlength=count) > 1  # one answer cannot agree or disagree
    return {"pairwise_agreement": mean_over_units(share[has_pairs], _cluster_of_unit(answers, units)[has_pairs])}


def _fully_right(scores: Floats) -> Floats:
    """1 where a score is 1, 0 where it is less, not a number where it is undecided."""
    return np.where(np.isnan(scores), np.nan, (scores >= 1).astype(np.float64))


def _lowest_score(answers: ScoredAnswers, units: Codes, scores: Floats) -> Reduced:
    """The mean over units of the lowest score; a unit is undecided if an answer is missing."""
    lowest = np.full(int(units.max(initial=-1)) + 1, np.inf)
    with np.errstate(invalid="ignore"):
        np.minimum.at(lowest, units, scores)  # the minimum with one that is not a number is not a number
    return mean_over_units(lowest, _cluster_of_unit(answers, units))


def _cluster_of_unit(answers: ScoredAnswers, units: Codes) -> Codes:
    return answers.cluster[np.unique(units, return_index=True)[1]]
