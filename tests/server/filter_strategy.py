"""Random filters and orders for property tests."""

from askance.server.case_filter import OUTCOMES, CaseFilter, RightAndWrong, Sort, ValueRange
from hypothesis import strategies as st
from made_workspace import COLORS, NOUNS, REASONS, VALUES, MadeWorkspace

WORLD = MadeWorkspace()


def some(*values):
    """Often nothing, else one or two of the values."""
    return st.one_of(st.just(()), st.lists(st.sampled_from(values), min_size=1, max_size=2, unique=True).map(tuple))


BOUNDS = st.one_of(st.none(), st.sampled_from((*VALUES, 0.5, -1.0, 2.0, 0.123)))
RANGES = st.builds(
    lambda ends, *excluded: ValueRange(*ends, *excluded),
    st.tuples(BOUNDS, BOUNDS).map(lambda ends: ends if None in ends else tuple(sorted(ends))),
    st.booleans(),
    st.booleans(),
)
TAGS = [*(("noun", noun) for noun in NOUNS), *(("color", color) for color in COLORS), ("rare's", "1"), ("none", "x")]
IMAGES = ["image-3", "image-11", "image-", "it's no image"]
FILTERS = st.builds(
    CaseFilter,
    models=some(*WORLD.models, "unknown"),
    datasets=some(*WORLD.datasets),
    suites=some(*WORLD.suites),
    groups=some("", "negation", "negation/Q1", "order", "order/Q5", "negations"),
    tags=some(*TAGS),
    outcomes=some(*OUTCOMES),
    values=st.one_of(st.none(), RANGES),
    words=st.sampled_from(
        [
            "",
            "",
            "",
            "image-3",
            "IMAGE-1 red",
            "umbrella",
            "BLUE",
            '"pale blue"',
            "two is",
            "no",
            "is",
            "RE",
            "true red",
            "' or 1=1",
            "100%",
            "question:no",
            "answer:two",
            "umbrella OR BLUE",
            'question:"pale blue" OR answer:red',
            "OR no OR",
            "image-3 OR umbrella",
            "11_cat.jpg",
            "photos/1",
        ]
    ),
    statuses=some(*REASONS),
    reasons=some(*REASONS.values(), "it's another"),
    images=some(*IMAGES),
    right=st.one_of(st.none(), st.builds(RightAndWrong, st.sampled_from(WORLD.models), st.sampled_from(WORLD.models))),
)
SORTS = st.builds(Sort, st.sampled_from(["case", "value"]), st.booleans())
