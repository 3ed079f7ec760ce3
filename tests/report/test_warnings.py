"""A model that says the same to everything is named; a true one is not."""

import sys

import askance
import pytest
from askance import report
from askance.core import Card, Case, Query, Stimulus
from askance.core.suite import ResultNote
from askance.metrics import metamorphic_metrics

from shelf import Seeing, Shelf, Shelved, partition


class Reversals:
    """Is there any, is there none."""

    card = Card("metamorphic", 1, "", "", "", "", "", headline=("error",))

    def rounds(self, data, limit, seed):
        yield [
            Case.of("metamorphic", f"reversion-{image}-{thing}",
                    {"any": Query(Stimulus(image, f"Are there any {thing}?")),
                     "no": Query(Stimulus(image, f"Are there no {thing}?"))},
                    "opposite", group="reversion/object", reads="yesno")
            for image in data.images() for thing in ("dogs", "cats")
        ]  # fmt: skip

    def metrics(self, verdicts):
        return metamorphic_metrics(verdicts)


def told(tmp_path, change, count=20, suite=None):
    done = askance.run(Seeing("m", change), Shelf(count), [suite or Shelved()], out=tmp_path)
    return report.suite_warnings(done.space, done.pairs)


def test_a_true_model_is_not_warned_of(tmp_path):
    assert told(tmp_path, lambda count, seen: count) == []


@pytest.mark.parametrize(
    ("answer", "kept"),
    [
        ("0", "partition, cut, reorder, insert and remove"),
        ("2", "reorder, insert and remove"),
        ("many", "partition, cut, reorder, insert, remove, insert+ and remove+"),
    ],
)
def test_a_constant_count_is_named(tmp_path, answer, kept):
    assert told(tmp_path, lambda count, seen: answer) == [
        f'warning: m answers "{answer}" to 100 % of the counting questions of metamorphic (partition):'
        f" its low error in {kept} means little"
    ]


def test_a_constant_yes_is_named(tmp_path):
    assert told(tmp_path, lambda count, seen: "yes", suite=Reversals()) == [
        'warning: m answers "yes" to 100 % of the yes/no questions of metamorphic (reversion):'
        " its low error in cut, insert and remove means little"
    ]


def test_a_few_tests_prove_nothing(tmp_path):
    assert told(tmp_path, lambda count, seen: "0", count=7) == []
    assert len(partition("i").asks) == 3


def test_answers_that_nobody_can_read_are_no_constant_answer(tmp_path):
    assert told(tmp_path, lambda count, seen: "red") == []


def test_only_the_models_of_a_run_are_told_of(tmp_path):
    told(tmp_path, lambda count, seen: "0")
    done = askance.run(Seeing("other"), Shelf(20), [Shelved()], out=tmp_path)
    assert report.suite_warnings(done.space, done.pairs) == []
    assert len(report.suite_warnings(done.space)) == 1


class Telling(Shelved):
    """A suite that says what came out."""

    def notes(self, verdicts):
        return [ResultNote("the models agree"), "something is wrong"]


def test_a_note_that_says_what_came_out_is_left_out_of_tables_of_many_suites(tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules["askance.report.suite_warnings"], "_open_suite_or_none", lambda each: Telling())
    lines = told(tmp_path, lambda count, seen: count, suite=Telling())
    suite = Telling().card.name
    assert lines == [f"{suite} of shelf: the models agree", f"{suite} of shelf: something is wrong"]
    assert report.without_result_notes(lines) == lines[1:]
    assert lines[0].suite == suite  # the section of a page that shows it


def test_the_page_shows_it(tmp_path):
    lines = told(tmp_path, lambda count, seen: "0")
    text = report.render_report_page([], [], "t", lines)
    assert "answers &quot;0&quot; to 100 %" in text
