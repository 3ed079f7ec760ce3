"""Names, answers, errors and reasons from outside: no control character reaches a terminal, a page or a spreadsheet."""

import csv
import io
import json

import askance
import pytest
from askance.cli.console import TerminalProgress, print_rich, print_text, to_json_text
from askance.cli.main import main
from askance.core.control_characters import CONTROLS, escape_controls, is_control_character
from askance.report.board import Board
from askance.report.board_text import rich_table, to_csv, to_latex
from askance.report.html_escape import escape_html, escape_html_attribute
from toy import ToyData, ToyModel

NASTY = "a\x1b[31m\x9b1m\u202e[red]b[/red]\u2066:smile:\r\n\x00c"
PLAIN = "a\\x1b[31m\\x9b1m\\u202e[red]b[/red]\\u2066:smile:\\r\\n\\x00c"


def controls(text):
    return [letter for letter in text if is_control_character(letter) and letter != "\n"]


def test_the_class_of_characters_is_all_of_them():
    found = [code for code in range(0x110000) if is_control_character(chr(code)) and not CONTROLS.match(chr(code))]
    assert found == []
    assert escape_controls("zwj \u200d, é, 漢, 😀") == "zwj \u200d, é, 漢, 😀"


def test_text_is_escaped_and_what_is_plain_stays():
    assert escape_controls(NASTY) == PLAIN
    assert escape_controls("a\nb\tc", keep="\n") == "a\nb\\tc"


def test_tables_show_names_as_they_are_and_no_controls(capsys):
    print_rich(rich_table(Board(["model", NASTY], [[NASTY, "1"]]), NASTY))
    said = capsys.readouterr().out
    assert controls(said) == []
    assert said.count("\\x1b[31m") >= 3
    assert "[red]b[/red]" in said
    assert ":smile:" in said


def test_progress_lines_and_messages_are_escaped(capsys):
    bar = TerminalProgress()
    bar.start(3, 0, NASTY)
    bar.say(NASTY)
    print_text(NASTY, err=True)
    said = capsys.readouterr().err
    assert controls(said) == []
    assert said.count("[red]b[/red]") == 3


def test_errors_are_one_line_without_controls(capsys):
    with pytest.raises(SystemExit):
        main(["run", "-m", f"python:{NASTY}"])
    said = capsys.readouterr().err
    assert controls(said) == []
    assert said.count("\n") == 1


def test_json_reads_back_the_same_and_has_no_controls():
    document = to_json_text({NASTY: [NASTY, "\U000e0001", "\x7f"]})
    assert controls(document) == []
    assert json.loads(document) == {NASTY: [NASTY, "\U000e0001", "\x7f"]}


def test_latex_and_csv_have_no_controls_and_no_formula():
    assert controls(to_latex(Board([NASTY], [[NASTY]]))) == []
    rows = [{"model": text, "value": -1.5} for text in (NASTY, "=1+1", "+1", "-x", "@a", "a=b")]
    text = to_csv(rows)
    assert controls(text) == []
    found = list(csv.DictReader(io.StringIO(text)))
    assert [row["model"] for row in found] == [PLAIN, "'=1+1", "'+1", "'-x", "'@a", "a=b"]
    assert {row["value"] for row in found} == {"-1.5"}


def test_pages_mark_controls_by_their_code_point():
    assert escape_html("<b>\x1b\u202e\x85</b>") == (
        '&lt;b&gt;<span class="code">U+001B</span><span class="code">U+202E</span>'
        '<span class="code">U+0085</span>&lt;/b&gt;'
    )
    assert escape_html_attribute('"\x1b') == "&quot;\\x1b"


def test_a_run_with_a_nasty_model_shows_nothing_of_it_raw(tmp_path, capsys):
    name = f"model {NASTY}"
    model = ToyModel(name=name, answering=lambda shown: NASTY)
    done = askance.run(model, ToyData(6), out=tmp_path)
    assert controls(repr(done)) == []
    assert controls(done._repr_html_()) == []
    assert {row["text"] for row in done.answers.to_pylist()} == {NASTY}  # stored as it is
    for form in ("table", "json", "csv", "latex", "html"):
        with pytest.raises(SystemExit):
            main(["report", str(tmp_path), "--format", form])
        said = capsys.readouterr()
        assert controls(said.out) == []
        assert controls(said.err) == []
