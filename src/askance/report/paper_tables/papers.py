"""The papers whose tables a report can write: `askance report DIR --paper NAME`."""

from collections.abc import Iterator, Sequence
from typing import Any

from askance.core import UserError
from askance.core.control_characters import escape_controls
from askance.core.unknown_names import unknown_name_error
from askance.report.belief_sets import ImageBeliefs
from askance.report.paper_tables.basic_questions_tables import basic_questions_tables
from askance.report.paper_tables.belief_tables import belief_tables
from askance.report.paper_tables.benchmarking_tables import benchmarking_tables
from askance.report.paper_tables.carets_tables import carets_tables
from askance.report.paper_tables.metavqa_tables import metavqa_tables
from askance.report.paper_tables.paper_table import PaperTable, Results

Row = dict[str, Any]
PAPERS = {  # name → the suites whose results its tables show
    "carets": ("carets",),
    "benchmarking": ("accuracy", "bias", "noise", "sears", "uncertainty"),
    "metavqa": ("metamorphic",),
    "basic-questions": ("basic_questions", "basic_chain"),
    "ivqa": ("beliefs", "accuracy"),
}


def paper_tables(
    name: str, rows: Sequence[Row], usage: Sequence[Row] = (), base: str = "", beliefs: Sequence[ImageBeliefs] = ()
) -> list[PaperTable]:
    """The tables of one paper; `base`: the model that differences refer to, by default the first one.

    `beliefs`: the belief sets of the workspace, which some tables list.
    """
    if name not in PAPERS:
        raise unknown_name_error("paper", name, PAPERS)
    models = list(dict.fromkeys(row["model"] for row in rows))
    if base and base not in models:
        raise unknown_name_error("model", base, models)
    base = base or (models[0] if models else "")
    found = list(benchmarking_tables(rows, usage) if name == "benchmarking" else _by_dataset(name, rows, base, beliefs))
    if not found:
        raise UserError(f"--paper {name} needs results of {' or '.join(PAPERS[name])}: this workspace has none of them")
    return found


def _by_dataset(name: str, rows: Sequence[Row], base: str, beliefs: Sequence[ImageBeliefs]) -> Iterator[PaperTable]:
    for dataset in dict.fromkeys(row["dataset"] for row in rows):
        results = Results(rows, dataset)
        if not any(suite.partition(":")[0] in PAPERS[name] for suite in results.suites):
            continue
        if name == "carets":
            yield from carets_tables(results, base)
        elif name == "metavqa":
            yield from metavqa_tables(results)
        elif name == "ivqa":
            yield from belief_tables(results, beliefs)
        else:
            yield from basic_questions_tables(results)


def render_paper(tables: Sequence[PaperTable], title: str, notes: Sequence[str] = ()) -> str:
    """All tables as a LaTeX fragment; labels that would occur twice are numbered."""
    lines = [f"% {escape_controls(line)}" for line in (title, r"needs \usepackage{booktabs}", *notes)]
    seen: dict[str, int] = {}
    texts = []
    for table in tables:
        seen[table.label] = seen.get(table.label, 0) + 1
        label = table.label if seen[table.label] == 1 else f"{table.label}-{seen[table.label]}"
        text = table.latex()
        texts.append(text.replace(rf"\label{{tab:{table.label}}}", rf"\label{{tab:{_plain(label)}}}"))
    return "\n".join(lines) + "\n\n" + "\n".join(texts)


def _plain(label: str) -> str:
    """A label may not have characters that LaTeX treats specially."""
    return "".join(letter if letter.isascii() and (letter.isalnum() or letter in "-.") else "-" for letter in label)
