"""CARETS (Jimenez et al. 2022): Tables 1 to 5 and the numbers of Figure 2."""

from collections.abc import Iterator

from askance.report.paper_tables.paper_table import NOTHING, PaperTable, Results, format_number

SUITE = "carets"
TESTS = {
    "rephrase": "Reph.", "order": "Order", "ontological": "Onto.", "visual": "Vis.", "negation": "Neg.",
    "antonym": "Ant.",
}  # fmt: skip
KINDS = {
    "binary": "Binary", "choice": "Multi-choice", "choices-2": "2-choice", "choices-3": "3-choice"
}  # fmt: skip
FIGURE_2 = {"acc": "Accuracy (ACC)", "cacc": "Comprehensive accuracy (C-ACC)"}
METRICS = {"acc": "ACC", "cons": "CONS", "cacc": "C-ACC"}


def carets_tables(results: Results, base: str) -> Iterator[PaperTable]:
    """The tables of one data set; `base`: the model that Table 5 compares the others with."""
    models = results.models(SUITE)
    sample = results.sample(SUITE)
    yield _by_test(results, models, sample)
    yield from (_figure_2(results, models, metric, sample) for metric in FIGURE_2)
    yield _ontological(results, models, sample)
    yield _conjunctions(results, models, sample)
    for model in models:
        yield _answer_kinds(results, model, sample)
    yield from (_augmented(results, model, base, sample) for model in models if model != base and base in models)


def _by_test(results: Results, models: list[str], sample: str) -> PaperTable:
    rows = [[model, *(results.cell(model, SUITE, "cons", test) for test in TESTS)] for model in models]
    caption = f"Self-consistency (CONS, percent) by test, in the form of CARETS Table 1. {sample}"
    return PaperTable("carets-1", caption, [["", *TESTS.values()]], rows)


def _figure_2(results: Results, models: list[str], metric: str, sample: str) -> PaperTable:
    rows = [[model, *(results.cell(model, SUITE, metric, test) for test in TESTS)] for model in models]
    caption = f"{FIGURE_2[metric]} by test, the numbers of CARETS Figure 2. {sample}"
    return PaperTable(f"carets-figure-2-{metric}", caption, [["", *TESTS.values()]], rows)


def _ontological(results: Results, models: list[str], sample: str) -> PaperTable:
    cells = [("acc_original", "ontological"), ("acc_perturbed", "ontological"), ("cons", "direction/hypernym"),
             ("cons", "direction/hyponym")]  # fmt: skip
    rows = [[model, *(results.cell(model, SUITE, *cell) for cell in cells)] for model in models]
    caption = (
        "Ontological invariance, in the form of CARETS Table 2: accuracy of original and perturbed questions, and"
        f" self-consistency for hypernyms and hyponyms. {sample}"
    )
    return PaperTable("carets-2", caption, [["", "Orig.", "Pert.", "Hyper-", "Hypo-"]], rows)


def _conjunctions(results: Results, models: list[str], sample: str) -> PaperTable:
    metrics = ("cacc", "yes_rate", "no_rate", "other_rate")
    kinds = {"Con.": "order/Q2", "Dis.": "order/Q3"}
    heads = [["", *(name for kind in kinds for name in (kind, "", "", ""))], ["", *["C-ACC", "Y", "N", "O"] * 2]]
    rows = [
        [model, *(results.cell(model, SUITE, metric, group) for group in kinds.values() for metric in metrics)]
        for model in models
    ]
    caption = (
        "Conjunctive (Con.) and disjunctive (Dis.) questions of the test order, in the form of CARETS Table 3:"
        f" comprehensive accuracy and the rates of the answers yes (Y), no (N) and other (O). {sample}"
    )
    return PaperTable("carets-3", caption, heads, rows)


def _answer_kinds(results: Results, model: str, sample: str) -> PaperTable:
    rows = [
        [name, *(results.cell(model, SUITE, metric, f"rephrase+order/{kind}") for metric in METRICS)]
        for kind, name in KINDS.items()
    ]
    caption = (
        f"{model}: questions with binary and with multi-choice answers, in the form of CARETS Table 4: means over the"
        f" tests rephrase and order. {sample}"
    )
    return PaperTable(f"carets-4-{model}", caption, [["", *METRICS.values()]], rows)


def _augmented(results: Results, model: str, base: str, sample: str) -> PaperTable:
    rows = [
        [test.capitalize(), *(_difference(results, model, base, metric, test) for metric in METRICS)] for test in TESTS
    ]
    caption = (
        f"{model}, with its difference from {base} in points, in the form of CARETS Table 5. The differences have no"
        f" intervals here: see askance compare. {sample}"
    )  # fmt: skip
    return PaperTable(f"carets-5-{model}", caption, [["", *METRICS.values()]], rows)


def _difference(results: Results, model: str, base: str, metric: str, test: str) -> str:
    mine, other = results.row(model, SUITE, metric, test), results.row(base, SUITE, metric, test)
    if mine is None or other is None:
        return results.cell(model, SUITE, metric, test) if mine else NOTHING
    change = mine["value"] - other["value"]
    arrow = "↑" if change >= 0.05 else "↓" if change <= -0.05 else "="
    return f"{format_number(mine['value'])} {arrow} {format_number(abs(change))}"
