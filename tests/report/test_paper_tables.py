"""Tables in the forms of the papers: right cells, right marks, and LaTeX that compiles."""

import shutil
import subprocess

import pytest
from askance.core import UserError
from askance.report.paper_tables import PAPERS, paper_tables, render_paper

from board_rows import row

HOSTILE = r"my_model 100% #1 {x} \end{table} & ~^$"


def carets(model, values=()):
    usual = {("cons", "order"): 71.04, ("acc", "order"): 63.3, ("cacc", "order"): 51.0,
             ("cacc", "order/Q2"): 78.0, ("yes_rate", "order/Q3"): 59.0}  # fmt: skip
    return [
        row(value, model, suite="carets", metric=metric, group=group, n=50)
        for (metric, group), value in {**usual, **dict(values)}.items()
    ]


def table(tables, label):
    return next(each for each in tables if each.label.startswith(label))


def test_carets_cells_come_from_the_rows():
    tables = paper_tables("carets", carets("a"))
    assert table(tables, "carets-1").rows == [["a", "--", "71.0", "--", "--", "--", "--"]]
    assert table(tables, "carets-3").rows == [["a", "78.0", "--", "--", "--", "--", "59.0", "--", "--"]]


def test_differences_refer_to_the_base():
    rows = [*carets("old"), *carets("new", {("cons", "order"): 92.3})]
    found = table(paper_tables("carets", rows, base="old"), "carets-5")
    assert found.label == "carets-5-new"
    assert ["Order", "63.3 = 0.0", "92.3 ↑ 21.3", "51.0 = 0.0"] in found.rows
    assert "difference from old" in found.caption
    with pytest.raises(UserError, match="unknown model 'older'"):
        paper_tables("carets", rows, base="older")


def test_metavqa_has_totals_and_marks():
    rows = [
        row(value, f"m{number}", suite="metamorphic", metric="error", group="cut", n=200)
        for number, value in enumerate((10.0, 50.0, 20.0, 40.0))
    ]
    (found,) = paper_tables("metavqa", rows)
    place = found.heads[0].index("Cutting")
    assert found.heads[1][place] == "200"
    assert found.last[0][place] == "240"  # 20 + 100 + 40 + 80 erroneous cases
    assert {line for line, column in found.bold if column == place} == {1, 3}  # the highest two of four


def test_benchmarking_gives_each_data_set_one_vote():
    rows = [row(60, "m", dataset="gqa", n=10_000), row(80, "m", dataset="vqa2", n=10)]
    first, second = paper_tables("benchmarking", rows, [{"model": "m", "parameters": 201_723_191}])
    assert first.rows[0][:2] == ["m", "70.00"]
    assert first.rows[0][-1] == "201,723,191"
    assert second.rows == [["m", "60.00", "80.00"]]
    assert second.bold == {(0, 2)}


def levels(suite, r_score):
    """Two levels of a model, and its R_score."""
    return [row(96.0, "m", suite=suite, metric="accuracy", group="level-0"),
            row(73.0, "m", suite=suite, metric="accuracy", group="level-1"),
            row(23.0, "m", suite=suite, metric="difference", group="level-1"),
            row(r_score, "m", suite=suite, metric="r_score")]  # fmt: skip


def test_basic_questions_levels():
    found = {table.label: table for table in paper_tables("basic-questions", levels("basic_questions", 0.19))}
    table = found["basic-questions-2-m"]
    assert table.rows[0] == ["First", "--", "--", "--", "73.00", "23.00"]
    assert table.last == [["Original", "--", "--", "--", "96.00", "--"]]
    assert found["basic-questions-4"].rows == [["R_score1, basic_questions", "0.19"]]


def test_the_yes_no_pool_is_table_3_and_the_second_r_score():
    yes_no = "basic_questions:kind=yes/no"
    tables = paper_tables("basic-questions", [*levels(yes_no, 0.08), *levels("basic_questions", 0.19)])
    found = {table.label: table for table in tables}
    assert "in the form of Table 3" in found["basic-questions-3-m"].caption
    assert found["basic-questions-4"].rows == [
        ["R_score1, basic_questions", "0.19"],
        [f"R_score2, {yes_no}", "0.08"],
    ]
    for part in "ab":
        accuracy, loss = (found[f"basic-questions-figure-5-{part}-{number}"] for number in (1, 2))
        assert accuracy.heads[0][:3] == ["Model", "MQ only", "First top 3"]
        assert accuracy.rows == [["m", "96.00", "73.00", *["--"] * 6]]
        assert loss.heads[0][:2] == ["Model", "First top 3"]
        assert loss.rows == [["m", "23.00", *["--"] * 6]]


def test_a_paper_without_results_is_one_line():
    with pytest.raises(UserError, match="needs results of carets: this workspace has none"):
        paper_tables("carets", [row(1)])
    with pytest.raises(UserError, match="did you mean carets"):
        paper_tables("caret", [row(1)])


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdflatex (Debian: texlive-latex-base)")
def test_every_paper_compiles(tmp_path):
    rows = [*carets(HOSTILE), *carets("b"), row(50, HOSTILE, suite="metamorphic", metric="error", group="cut"),
            row(50, HOSTILE), row(50, HOSTILE, suite="basic_questions", metric="accuracy", group="level-1"),
            row(50, HOSTILE, suite="basic_chain", metric="chain")]  # fmt: skip
    texts = [render_paper(paper_tables(name, rows), "title", ["a note"]) for name in PAPERS]
    page = "\\documentclass{article}\\usepackage{booktabs}\\begin{document}\n" + "\n".join(texts) + "\\end{document}\n"
    (tmp_path / "page.tex").write_text(page)
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"], cwd=tmp_path, capture_output=True,
        text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-2000:]
    assert "multiply defined" not in done.stdout
