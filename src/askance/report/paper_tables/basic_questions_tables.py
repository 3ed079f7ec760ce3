"""Basic questions (Huang et al. 2023): Tables 2 to 7."""

from collections.abc import Iterator

from askance.report.paper_tables.paper_table import NOTHING, PaperTable, Results, format_number

SUITE, CHAIN = "basic_questions", "basic_chain"
ORDINALS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh")
TYPES = {"other": "Other", "number": "Num", "yes-no": "Y/N"}
SCORES = {"score-1": "score1", "ratio-2": "score2/score1", "ratio-3": "score3/score2"}


def basic_questions_tables(results: Results) -> Iterator[PaperTable]:
    """The tables of one data set: of the noise levels, and of the chain where that suite was run."""
    for suite in sorted(name for name in results.suites if name.partition(":")[0] == SUITE):
        for model in results.models(suite):
            yield _levels(results, suite, model)
        yield _r_scores(results, suite)
    for suite in sorted(name for name in results.suites if name.partition(":")[0] == CHAIN):
        yield from _chain(results, suite)


def _levels(results: Results, suite: str, model: str) -> PaperTable:
    def line(name: str, level: int) -> list[str]:
        group = f"level-{level}"
        types = [results.cell(model, suite, "accuracy", f"{group}/{kind}", 2) for kind in TYPES]
        change = results.cell(model, suite, "difference", group, 2) if level else NOTHING
        return [name, *types, results.cell(model, suite, "accuracy", group, 2), change]

    rows = [line(name, level) for level, name in enumerate(ORDINALS, 1)]
    caption = (
        f"{model}: accuracy with three basic questions of each partition, in the form of Tables 2 and 3 of Huang et"
        f" al. diff: original minus partition. {results.sample(suite)}"
    )
    heads = [["Partition", *TYPES.values(), "All", "diff"]]
    return PaperTable(f"basic-questions-2-{model}", caption, heads, rows, [line("Original", 0)])


def _r_scores(results: Results, suite: str) -> PaperTable:
    models = results.models(suite)
    rows = [["R_score", *(results.cell(model, suite, "r_score", "", 2) for model in models)]]
    caption = f"Robustness score R_score, in the form of Table 4 of Huang et al. {results.sample(suite)}"
    return PaperTable("basic-questions-4", caption, [["Model", *models]], rows)


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
