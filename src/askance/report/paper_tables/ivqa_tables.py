"""Inverse VQA (Liu et al. 2020): Table 1, Table 2 and the numbers of Figure 5, from rows of `askance inverse eval`."""

from collections.abc import Iterator, Sequence
from typing import Any

from askance.report.board import Board
from askance.report.paper_tables.paper_table import NOTHING, PaperTable, Results, format_number

Row = dict[str, Any]
SUITE = "inverse"
PER_WORD = "_per_word"
PAPER_NAMES = {
    "answer-only": "A", "image-only": "I", "image-type": "I+AT", "nn": "NN", "attention": "SAT",
    "vqg+vqa": "VQG+VQA", "full": "Ours", "inverse": "Ours",
}  # fmt: skip
LANGUAGE = ("CIDEr", "BLEU-4", "BLEU-3", "BLEU-2", "BLEU-1", "ROUGE-L", "METEOR")
RANKING = {"acc@1": "Acc@1", "acc@3": "Acc@3", "acc@1_per_word": "Acc@1/word", "acc@3_per_word": "Acc@3/word"}
TRUTH = {"understood": "Understood", "true": "True"}
KINDS = ("GT", "CT", "PS", "PP", "RN")
CANDIDATES = {"legal": "Legal", "o_cider": "O-C", "o_bleu4": "O-B4", "mean_score": "m-S", "unique": "U#"}
COLUMNS = {"prior": "Prior", "language": "Language", "language+vision": "Language+Visual"}


def ivqa_tables(rows: Sequence[Row]) -> Iterator[PaperTable]:
    """The tables that the rows have figures for."""
    results = Results([row for row in rows if row["metric"] != "gameability"], rows[0]["dataset"])
    models = [model for model in results.models(SUITE) if model and results.row(model, SUITE, "acc@1")]
    if models:
        yield _table_1(results, models)
        if "" in results.models(SUITE):
            yield _correlations(results)
        yield _figure_5(results, models, "")
        yield _figure_5(results, models, PER_WORD)
    games = [row for row in rows if row["metric"] == "gameability"]
    if games:
        yield _table_2(games)
    for group in dict.fromkeys(row["group"] for row in rows if row["metric"] == "mean_score"):
        yield _supplement_2(results, group)


def table_board(table: PaperTable) -> Board:
    """The same table for a terminal."""
    return Board(list(table.heads[-1]), [list(row) for row in table.rows])


def title_and_legend(table: PaperTable) -> tuple[str, str]:
    """The first sentence of a caption, and the rest."""
    title, _, legend = table.caption.partition(". ")
    return title, legend


def _label(model: str) -> str:
    last = model.rstrip("/").rpartition("/")[2]
    return f"{PAPER_NAMES[last]} ({model})" if last in PAPER_NAMES else model


def _sample(results: Results, models: Sequence[str]) -> str:
    counts = [row for model in models if (row := results.row(model, SUITE, "acc@1"))]
    unknown = "" if all(not row["undecided"] for row in counts) else " A model is scored on the answers that it knows."
    return f"Data: {results.dataset}, {max(row['n'] for row in counts):,} pools of 24 questions.{unknown}"


def _table_1(results: Results, models: Sequence[str]) -> PaperTable:
    has_scores = any(results.row(model, SUITE, "human") for model in models)
    shown = {**RANKING, **TRUTH, **({"human": "Human"} if has_scores else {})}
    digits = {"human": 2, **dict.fromkeys((*RANKING, *TRUTH), 1)}
    rows = [
        [_label(model), *(results.cell(model, SUITE, one, digits=digits.get(one, 3)) for one in (*LANGUAGE, *shown))]
        for model in models
    ]
    caption = (
        "Table 1 (form of Liu et al): questions that models generate and rank. Acc@k: a true question is among the"
        " first k of its pool, in percent, by log-likelihood and by log-likelihood per word. Understood, True: the"
        f" model's own questions, by the question grammar and by the scene. {_sample(results, models)}"
    )
    return PaperTable("ivqa-1", caption, [["Model", *LANGUAGE, *shown.values()]], rows)


def _correlations(results: Results) -> PaperTable:
    """The correlation of each metric with the human scores, over the models."""
    metrics = (*LANGUAGE, *RANKING)
    rows = [["Pearson", *(results.cell("", SUITE, "human_correlation", metric, digits=3) for metric in metrics)]]
    caption = "Correlation of each metric with the mean human score, over the models. In the paper: Acc@1 .917, Acc@3"
    heads = [["", *LANGUAGE, *RANKING.values()]]
    return PaperTable("ivqa-human", f"{caption} .981, CIDEr .898.", heads, rows)


def _figure_5(results: Results, models: Sequence[str], suffix: str) -> PaperTable:
    rows = [
        [_label(model), *(results.cell(model, SUITE, f"first{suffix}", kind, digits=2) for kind in KINDS)]
        for model in models
    ]
    by = "log-likelihood per word" if suffix else "log-likelihood"
    caption = (
        f"Figure 5 (numbers of Liu et al): the kind of the question ranked first by {by}, in percent. GT: true, CT:"
        f" contrastive, PS: plausible, PP: popular, RN: answer-related. {_sample(results, models)}"
    )
    return PaperTable(f"ivqa-figure-5{suffix.replace('_', '-')}", caption, [["Model", *KINDS]], rows)


def _table_2(games: Sequence[Row]) -> PaperTable:
    """Each task with its columns; the ratio is that of language only to the best model with vision."""
    rows = []
    for task, measure in (("iVQA", "acc@1"), ("VQA", "accuracy")):
        best = {}
        for column in COLUMNS:
            found = [row for row in games if row["group"] == f"{task}/{column}" and row["value"] is not None]
            best[column] = max(found, key=lambda row: row["value"], default=None)
        cells = [_game_cell(row) for row in best.values()]
        full, language = best["language+vision"], best["language"]
        ratio = format_number(language["value"] / full["value"], 2) if full and language and full["value"] else NOTHING
        rows.append([f"{task} ({measure})", *cells, ratio])
    caption = (
        "Table 2 (form of Liu et al): how far each task can be solved without the image, in percent. Ratio: language"
        " only ÷ language with vision; in the paper .51 for iVQA and .84 for VQA."
    )
    return PaperTable("ivqa-2", caption, [["", *COLUMNS.values(), "Ratio"]], rows)


def _supplement_2(results: Results, group: str) -> PaperTable:
    """What each generator draws, for one model."""
    models = [model for model in results.models(SUITE) if results.row(model, SUITE, "unique", group)]
    digits = {"legal": 1, "unique": 2}
    rows = [
        [_label(model), *(results.cell(model, SUITE, one, group, digits=digits.get(one, 3)) for one in CANDIDATES)]
        for model in models
    ]
    caption = (
        f"Supplement, Table 2 (form of Liu et al): questions drawn for {group.partition('/')[2]}. Legal: well-formed"
        " draws, in percent. The other columns are of the legal questions, each once per image and answer. O-C, O-B4:"
        " CIDEr and BLEU-4 of the one that is nearest to an annotated question. m-S: mean probability that the model"
        " gives to the answer. U#: their number."
    )
    return PaperTable("ivqa-supplement-2", caption, [["Generator", *CANDIDATES.values()]], rows)


def _game_cell(row: Row | None) -> str:
    return NOTHING if row is None else f"{format_number(row['value'], 2)} ({_label(row['model'])})"
