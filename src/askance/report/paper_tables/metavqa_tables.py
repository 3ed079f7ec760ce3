"""MetaVQA (Yuan et al. 2021): Table 4, error rates by relation with totals and marks."""

from collections.abc import Iterator

from askance.report.paper_tables.paper_table import NOTHING, PaperTable, Results, format_number

SUITE = "metamorphic"
RELATIONS = {
    "partition": "Partition", "reversion": "Reversion", "reorder": "Reordering", "cut": "Cutting",
    "insert": "Insertion", "remove": "Removal", "remove+": "Removal+",
}  # fmt: skip
MARKED = 5  # of the highest error rates of a relation


def metavqa_tables(results: Results) -> Iterator[PaperTable]:
    """The table of one data set."""
    models = results.models(SUITE)
    rates = {
        (model, relation): row["value"]
        for model in models
        for relation in RELATIONS
        if (row := results.row(model, SUITE, "error", relation)) is not None
    }
    marked = min(MARKED, max(1, len(models) // 2))
    rows = [[model, *(_percent(rates.get((model, relation))) for relation in RELATIONS)] for model in models]
    bold = set()
    for column, relation in enumerate(RELATIONS, 1):
        highest = sorted((rates.get((model, relation), 0.0) for model in models), reverse=True)[:marked]
        bold |= {
            (place, column)
            for place, model in enumerate(models)
            if highest and 0 < rates.get((model, relation), 0.0) >= highest[-1]
        }
    counts = [f"{results.count(SUITE, 'error', relation):,}" for relation in RELATIONS]
    errors = [f"{sum(_errors(results, model, relation) for model in models):,}" for relation in RELATIONS]
    caption = (
        f"Error rates by metamorphic relation, in the form of MetaVQA Table 4. Second line: the number of cases. Bold:"
        f" the {marked} highest of each relation. Total: erroneous cases of all models. {results.sample(SUITE)}"
    )
    heads = [["Model", *RELATIONS.values()], ["", *counts]]
    yield PaperTable("metavqa-4", caption, heads, rows, [["Total", *errors]], frozenset(bold))


def _percent(value: float | None) -> str:
    return NOTHING if value is None else f"{format_number(value, 2)}%"


def _errors(results: Results, model: str, relation: str) -> int:
    row = results.row(model, SUITE, "error", relation)
    return 0 if row is None else round(row["value"] / 100 * row["n"])
