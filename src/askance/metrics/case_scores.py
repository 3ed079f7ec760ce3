"""The metrics of the built-in suites as scores of single cases; equal to what their metric functions compute."""

from collections.abc import Mapping

import numpy as np
from askance.core.case_score import CaseScore, Floats, Transform, is_in_part

HOLDS = CaseScore("holds::double")
VALUE = CaseScore("value")

_ORIGINAL, _PERTURBED = "scores['original']", "scores['perturbed']"
_SAME_TEXT = "(texts['original'] = texts['perturbed'])::double"
_CONSISTENT = (
    "case when status = 'unreadable' then"
    f" case when relation = 'opposite' then 0.0 else {_SAME_TEXT} end else holds::double end"
)
PAIR_SCORES: Mapping[str, CaseScore] = {
    metric: CaseScore(score, is_mean_of_tests=True)
    for metric, score in {
        "acc": f"({_ORIGINAL} + {_PERTURBED}) / 2",
        "acc_original": _ORIGINAL,
        "acc_perturbed": _PERTURBED,
        # `least` skips nulls: both halves must be answered
        "cacc": f"case when {_ORIGINAL} + {_PERTURBED} is not null"
        f" then (least({_ORIGINAL}, {_PERTURBED}) >= 1)::double end",
        "cons": _CONSISTENT,
        "cons_readable": "holds::double",
    }.items()
}

_INVALID = (
    "(coalesce(status, '') = 'unreadable'"
    " or coalesce(regexp_matches(reason, '^(not a number|neither yes nor no)'), false))"
)
METAMORPHIC_SCORES: Mapping[str, CaseScore] = {
    "error": CaseScore(f"case when not {_INVALID} then (not holds)::double end", wrong=1.0),
    "invalid": CaseScore(
        f"case when coalesce(status, '') not in ('failed', 'refused') then {_INVALID}::double end", wrong=1.0
    ),
}


def part_scores(parts: Mapping[str, str], *, lost: bool = False) -> dict[str, CaseScore]:
    """Metric → the mean value, or (`lost`) 1 minus it, of one part of a suite; `parts` maps metrics to parts."""
    score = "1 - value" if lost else "value"
    return {metric: CaseScore(score, is_in_part(part)) for metric, part in parts.items()}


def question_group_scores(right: float) -> dict[str, CaseScore]:
    """Scores of groups of related questions; `right` is the lowest score of a correct answer."""
    lowest = "list_min(map_values(scores))"
    correct = (
        f"case when {lowest} < {right!r} then 0.0 when len(map_keys(scores)) = tags['questions']::bigint then 1.0 end"
    )
    return {
        "consistency": HOLDS,
        "pair_consistency": VALUE,
        "all_correct": CaseScore(correct, "tags['ground_truth'] = 'yes'"),
    }


def level_scores(t: float, m: float) -> dict[str, CaseScore]:
    """Scores of items asked at noise level 0 and 1; `t` and `m` are the limits of R_score in points."""

    def loss(transform: Transform | None = None) -> CaseScore:
        return CaseScore(
            "case when \"group\" = 'level-0' then value else -value end",
            "\"group\" in ('level-0', 'level-1')",
            wrong=0.0,
            item="regexp_replace(name, '/level-[0-9]+$', '')",
            cases_per_item=2,
            transform=transform,
        )

    def r_score(means: Floats) -> Floats:
        size = np.sqrt(np.abs(100 * means[..., 0]))
        return np.asarray(np.clip((np.sqrt(m) - size) / (np.sqrt(m) - np.sqrt(t)), 0.0, 1.0))

    def absolute(means: Floats) -> Floats:
        return np.asarray(np.abs(100 * means[..., 0]))

    return {
        "accuracy": VALUE,
        "difference": loss(),
        "absolute_difference": loss(absolute),
        "r_score": loss(r_score),
    }


def chain_scores(limits: tuple[float, float, float]) -> dict[str, CaseScore]:
    """Scores of items with 0 to 3 basic questions appended; `limits` are the thresholds that choose the number."""
    scores = [f"tags['score-{place}']::double" for place in (1, 2, 3)]
    passes = [f"{scores[0]} > {limits[0]!r}"]
    for place in (1, 2):
        ratio = f"{scores[place]} / {scores[place - 1]} > {limits[place]!r}"
        passes.append(f"(case when {scores[place - 1]} > 0 then {ratio} else false end)")
    chosen = f"case when not {passes[0]} then 0 when not {passes[1]} then 1 when not {passes[2]} then 2 else 3 end"
    return _with_and_without(f"\"group\" = 'appended-' || ({chosen})", "\"group\" = 'appended-0'", 4)


def turn_scores() -> dict[str, CaseScore]:
    """Scores of items asked without and with earlier turns."""
    return _with_and_without("\"group\" = 'chain'", "\"group\" = 'without'", 2)


def _with_and_without(is_chain: str, is_alone: str, cases: int) -> dict[str, CaseScore]:
    factors = {
        "without": f"({is_alone})::int",
        "chain": f"({is_chain})::int",
        "gain": f"(({is_chain})::int - ({is_alone})::int)",
    }
    return {
        metric: CaseScore(
            f"value * {factor}", wrong=0.0, item="regexp_replace(name, '/[^/]*$', '')", cases_per_item=cases
        )
        for metric, factor in factors.items()
    }
