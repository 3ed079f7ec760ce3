"""How many pairs of each test and type: the paper's Table 6, scaled to a limit that is never passed."""

from askance.suites.carets.question_pairs import PERTURBATIONS

SIZES = {
    "rephrase": 19_412,
    "order": 14_412,
    "ontological": 13_952,
    "visual": 26_272,  # of each of the five perturbations
    "negation": 10_000,
    "antonym": 5_000,
}
TYPES = {
    "rephrase": ("Q1", "Q2", "Q3", "Q5", "Q6", "Q7"),
    "order": ("Q2", "Q3", "Q5", "Q6", "Q7"),
    "ontological": ("Q1",),
    "visual": ("Q1", "Q2", "Q3", "Q4", "Q5", "Q6", "Q7"),
    "negation": ("Q1", "Q2", "Q3"),
    "antonym": ("Q4",),
}
TOTAL = sum(SIZES.values()) + (len(PERTURBATIONS) - 1) * SIZES["visual"]  # 194,136 pairs


def pairs_per_original(test: str) -> int:
    """Pairs that one original gives: a visual one is shown in all five ways, or not at all."""
    return len(PERTURBATIONS) if test == "visual" else 1


def originals_per_test_and_type(limit: int | None) -> dict[tuple[str, str], int]:
    """Originals wanted of each (test, type), of `limit` pairs in all."""
    wanted: dict[tuple[str, str], int] = {}
    for test, count in _originals_per_test(TOTAL if limit is None else limit).items():
        types = TYPES[test]
        each, more = divmod(count, len(types))
        wanted |= {(test, type_): each + (place < more) for place, type_ in enumerate(types)}
    return wanted


def _originals_per_test(limit: int) -> dict[str, int]:
    """Originals of each test by largest remainder; what no further visual original fits into goes to the others."""
    due = {test: size * limit / TOTAL for test, size in SIZES.items()}
    given = {test: int(count) for test, count in due.items()}
    left = limit - sum(pairs_per_original(test) * count for test, count in given.items())
    while left:
        short = max(
            (test for test in SIZES if pairs_per_original(test) <= left), key=lambda test: due[test] - given[test]
        )
        given[short] += 1
        left -= pairs_per_original(short)
    return given
