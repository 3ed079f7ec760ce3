"""How many pairs of each test and type: the paper's Table 6, scaled."""

from askance.suites.carets.pairs import BINARY, PERTURBATIONS

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


def quotas(limit: int | None) -> dict[tuple[str, str], int]:
    """Originals wanted of each (test, type); of `limit` pairs in all, visual ones count five times."""
    share = 1.0 if limit is None else limit / TOTAL
    wanted: dict[tuple[str, str], int] = {}
    for test, size in SIZES.items():
        left, types = max(2 * len(TYPES[test]), round(size * share)), TYPES[test]
        for place, type_ in enumerate(types):
            each = left / (len(types) - place)
            count = round(each / 2) * 2 if type_ in BINARY else round(each)  # even, so that yes and no can balance
            wanted[test, type_] = count
            left -= count
    return wanted
