"""Yes and no, true and false: two pairs of words for the same answers, where nothing else can be answered."""

from functools import lru_cache

from askance.wording.normalise_answers import normalise_answer

POLAR = {"yes": "yes", "no": "no", "true": "yes", "false": "no"}


@lru_cache(maxsize=1 << 12)
def are_mostly_yes_no(answers: tuple[str, ...], weights: tuple[float, ...] = ()) -> bool:
    """Whether most of these answers, by number or by weight, are yes, no, true or false."""
    weighed = zip(answers, weights or (1.0,) * len(answers), strict=True)
    return sum(weight if normalise_answer(answer) in POLAR else -weight for answer, weight in weighed) > 0


def true_false_as_yes_no(answer: str) -> str:
    """ "true" as "yes" and "false" as "no"; any other answer as it is."""
    return POLAR.get(normalise_answer(answer), answer)
