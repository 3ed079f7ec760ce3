"""Basic questions (Huang et al. 2023): Tables 2 to 7, and the numbers of Figure 5."""

from collections.abc import Iterator, Sequence

from askance.report.paper_tables.paper_table import NOTHING, PaperTable, Results, format_number

SUITE, CHAIN = "basic_questions", "basic_chain"
ORDINALS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh")
TYPES = {"other": "Other", "number": "Num", "yes-no": "Y/N"}
SCORES = {"score-1": "score1", "ratio-2": "score2/score1", "ratio-3": "score3/score2"}


def basic_questions_tables(results: Results) -> Iterator[PaperTable]:
    """The tables of one data set: of the noise levels, and of the chain where that suite was run."""
    named = sorted(name for name in results.suites if name.partition(":")[0] == SUITE)
    suites = sorted(named, key=_uses_yes_no_pool)  # the general pool first
    for suite in suites:
        for model in results.models(suite):
            yield _levels(results, suite, model)
    if suites:
        yield _r_scores(results, suites)
    for suite in suites:
        yield _curves(results, suite, "accuracy")
        yield _curves(results, suite, "difference")
    for suite in sorted(name for name in results.suites if name.partition(":")[0] == CHAIN):
        yield from _chain(results, suite)


def _uses_yes_no_pool(suite: str) -> bool:
    return "kind=yes/no" in suite.partition(":")[2].split(",")


def _levels(results: Results, suite: str, model: str) -> PaperTable:
    def line(name: str, level: int) -> list[str]:
        group = f"level-{level}"
        types = [results.cell(model, suite, "accuracy", f"{group}/{kind}", 2) for kind in TYPES]
        change = results.cell(model, suite, "difference", group, 2) if level else NOTHING
        return [name, *types, results.cell(model, suite, "accuracy", group, 2), change]

    number, pool = (3, "yes/no") if _uses_yes_no_pool(suite) else (2, "general")
    rows = [line(name, level) for level, name in enumerate(ORDINALS, 1)]
    caption = (
        f"{model}: accuracy with three basic questions of each partition ({pool} pool), in the form of Table {number}"
        f" of Huang et al. diff: original minus partition. {results.sample(suite)}"
    )
    heads = [["Partition", *TYPES.values(), "All", "diff"]]
    return PaperTable(f"basic-questions-{number}-{model}", caption, heads, rows, [line("Original", 0)])


def _r_scores(results: Results, suites: Sequence[str]) -> PaperTable:
    models = list(dict.fromkeys(model for suite in suites for model in results.models(suite)))
    rows = [
        [f"R_score{2 if _uses_yes_no_pool(suite) else 1}, {suite}",
         *(results.cell(model, suite, "r_score", "", 2) for model in models)]
        for suite in suites
    ]  # fmt: skip
    caption = (
        "Robustness scores, in the form of Table 4 of Huang et al.: R_score1 with the general pool, R_score2 with the"
        f" yes/no pool. {' '.join(results.sample(suite) for suite in suites)}"
    )
    return PaperTable("basic-questions-4", caption, [["Model", *models]], rows)


def _curves(results: Results, suite: str, metric: str) -> PaperTable:
    """What Figure 5 draws: a line per model, a point per partition."""
    part = "b" if _uses_yes_no_pool(suite) else "a"
    number, what, first = (1, "accuracy", 0) if metric == "accuracy" else (2, "accuracy decrement", 1)
    levels = range(first, len(ORDINALS) + 1)
    rows = [
        [model, *(results.cell(model, suite, metric, f"level-{level}", 2) for level in levels)]
        for model in results.models(suite)
    ]
    heads = [["Model", *("MQ only" if not level else f"{ORDINALS[level - 1]} top 3" for level in levels)]]
    caption = f"The {what} that Figure 5({part})-{number} of Huang et al. draws. {results.sample(suite)}"
    return PaperTable(f"basic-questions-figure-5-{part}-{number}", caption, heads, rows)


def _chain(results: Results, suite: str) -> Iterator[PaperTable]:
    models, sample = results.models(suite), results.sample(suite)
    first = models[0]
    rows = [
        [name, *(results.cell(first, suite, metric, score, 2) for score in SCORES)]
        for name, metric in (("avg", "score_mean"), ("std", "score_deviation"))
    ]
    caption = f"Mean and standard deviation of the scores, in the form of Table 5 of Huang et al. {sample}"
    yield PaperTable("basic-questions-5", caption, [["", *SCORES.values()]], rows)
    shares = [results.row(first, suite, "share", f"appended-{count}") for count in range(4)]
    heads = [["", *(f"{count} BQ" for count in range(4))]]
    counts = [NOTHING if row is None else f"{round(row['value'] / 100 * row['n']):,}" for row in shares]
    percents = [NOTHING if row is None else f"{format_number(row['value'], 2)}%" for row in shares]
    caption = f"How many basic questions are appended, in the form of Table 6 of Huang et al. {sample}"
    yield PaperTable("basic-questions-6", caption, heads, [["# Q", *counts], ["share", *percents]])
    lines = [
        [f"{model}, {name}", results.cell(model, suite, metric, "", 2),
         *(results.cell(model, suite, metric, f"type/{kind}", 2) for kind in TYPES)]
        for model in models
        for name, metric in (("with chain", "chain"), ("without", "without"))
    ]  # fmt: skip
    limits = ", ".join(results.cell(first, suite, "threshold", f"s{number}", 2) for number in (1, 2, 3))
    caption = (
        f"Accuracy with and without the chain of basic questions, in the form of Table 7 of Huang et al. Thresholds"
        f" (s1, s2, s3) = ({limits}). {sample}"
    )
    yield PaperTable("basic-questions-7", caption, [["", "All", *TYPES.values()]], lines)
