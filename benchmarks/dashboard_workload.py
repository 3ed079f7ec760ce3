"""The requests that the benchmark of the dashboard makes: every filter alone, combinations, pages, the board."""

import random
from collections.abc import Callable, Iterator

from askance.server.case_filter import CaseFilter, RightAndWrong, Sort, ValueRange
from askance.server.queries import Queries

from benchmarks.made_verdicts import LOOKS, NOUNS, REASONS, RULES, TESTS

Request = Callable[[Queries], object]
SINGLE, COMBINED = "single", "combined"
PAGE = 50  # rows


def _counts_and_page(wanted: CaseFilter, sort: Sort | None = None) -> Request:
    """What the view of cases asks after each change of a filter."""

    def ask(queries: Queries) -> object:
        return queries.count_and_histogram(wanted), queries.case_page(wanted, sort or Sort(), 0, PAGE)

    return ask


def _random_page(rng: random.Random, wanted: CaseFilter, sort: Sort) -> Request:
    share = rng.random()

    def ask(queries: Queries) -> object:
        return queries.case_page(wanted, sort, int(share * max(0, queries.count(wanted) - PAGE)), PAGE)

    return ask


def requests(rng: random.Random, models: list[str], datasets: list[str]) -> Iterator[tuple[str, str, Request]]:
    """One request of every kind: single or combined, its name, the request."""
    model, data = rng.choice(models), rng.choice(datasets)
    a, b = rng.sample(models, 2)
    low = rng.randrange(0, 150)
    values = ValueRange(low / 200, (low + rng.randrange(1, 50)) / 200)
    word, tag = rng.choice(NOUNS).split()[0], ("object", rng.choice(NOUNS))
    look, skill = rng.choice(LOOKS), ("skill", f"skill-{rng.randrange(12)}")
    narrow = CaseFilter(models=(model,), datasets=(data,))
    by_value = Sort("value", rng.random() < 0.5)
    yield SINGLE, "nothing", _counts_and_page(CaseFilter())
    yield SINGLE, "model", _counts_and_page(CaseFilter(models=(model,)))
    yield SINGLE, "data set", _counts_and_page(CaseFilter(datasets=(data,)))
    yield SINGLE, "suite", _counts_and_page(CaseFilter(suites=(rng.choice(["accuracy", "carets", "sears"]),)))
    yield SINGLE, "group", _counts_and_page(CaseFilter(groups=(rng.choice([*TESTS, *RULES, "negation"]),)))
    yield SINGLE, "outcome", _counts_and_page(CaseFilter(outcomes=(rng.choice(["holds", "fails", "undecided"]),)))
    yield SINGLE, "value range", _counts_and_page(CaseFilter(values=values))
    yield SINGLE, "slider (count and histogram)", lambda queries: queries.count_and_histogram(CaseFilter(values=values))
    yield SINGLE, "tag, frequent", _counts_and_page(CaseFilter(tags=(skill,)))
    yield SINGLE, "tag, rare", _counts_and_page(CaseFilter(tags=(tag,)))
    yield SINGLE, "word", _counts_and_page(CaseFilter(words=word))
    yield SINGLE, "word, one model and data set", _counts_and_page(CaseFilter((model,), (data,), words=word))
    yield SINGLE, "status", _counts_and_page(CaseFilter(statuses=(rng.choice(list(REASONS)),)))
    yield SINGLE, "reason", _counts_and_page(CaseFilter(reasons=(rng.choice(list(REASONS.values())),)))
    yield SINGLE, "A right, B wrong", _counts_and_page(CaseFilter(right=RightAndWrong(a, b)))
    yield SINGLE, "page by case, random offset", _random_page(rng, CaseFilter(), Sort())
    yield SINGLE, "page by value, random offset", _random_page(rng, CaseFilter(), by_value)
    yield SINGLE, "page by value of one model and data set", _random_page(rng, narrow, by_value)
    yield SINGLE, "2 × 2 of two models", lambda queries: queries.two_by_two(CaseFilter(datasets=(data,)), a, b)
    yield (
        SINGLE,
        "cases of an image",
        lambda queries: queries.cases_of_image(f"blake2b:{0:08x}{rng.randrange(10000):024x}"),
    )
    yield SINGLE, "board", lambda queries: queries.board()
    yield COMBINED, "tag and value range", _counts_and_page(CaseFilter(tags=(skill,), values=values))
    yield COMBINED, "tag, word, by value", _counts_and_page(CaseFilter(tags=(skill,), words=word), by_value)
    yield COMBINED, "A right, B wrong, tag", _counts_and_page(CaseFilter(right=RightAndWrong(a, b), tags=(tag,)))
    yield COMBINED, "A right, B wrong, word", _counts_and_page(CaseFilter(right=RightAndWrong(a, b), words=look))
    yield COMBINED, "two words", _counts_and_page(CaseFilter(words=f"{look} {word}"))
    yield COMBINED, "model, outcome, word", _counts_and_page(CaseFilter((model,), outcomes=("fails",), words=word))
    yield (
        COMBINED,
        "data set, outcome, range, by value",
        _counts_and_page(CaseFilter(datasets=(data,), outcomes=("fails",), values=values), by_value),
    )
