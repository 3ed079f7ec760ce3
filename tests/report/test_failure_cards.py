"""Cards of failing cases in the HTML report."""

import dataclasses
from html.parser import HTMLParser

import askance
import pytest
from askance.core import Answer, Card, Case, ImageData, Query, Stimulus
from askance.metrics import rates
from askance.report import make_failure_cards, render_report_page
from askance.report.case_card_html import render_case_card, render_failing_cases
from askance.report.current_results import current_results
from askance.report.failing_cases import find_failing_cases
from askance.report.failure_cards import CardMaker
from askance.report.failure_rows import FailureFilter, failure_rows
from askance.suites import SUITES

from shelf import Seeing, Shelf, Shelved, cut, partition

BIDI = "\u202e"


class Elements(HTMLParser):
    """The elements of a page with their attributes, and its text."""

    def __init__(self, text):
        super().__init__()
        self.found, self.text, self.marked, self._open = [], "", [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))
        self._open.append(tag)

    def handle_endtag(self, tag):
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data):
        self.text += data
        if "mark" in self._open:
            self.marked.append(data)

    def of_class(self, name):
        return [attrs for _, attrs in self.found if name in attrs.get("class", "").split()]

    def images(self):
        return [attrs["alt"] for tag, attrs in self.found if tag == "img"]


def shown(case, answers, data=None):
    given = {role: Answer(text=text) for role, text in answers.items()}
    return Elements(render_case_card(CardMaker(data).make_card(case, given, None)))


def test_a_card_shows_every_image_with_its_edits_and_the_rule():
    case = cut("shelf-0")
    card = shown(case, {role: "1" for role, _ in case.asks}, Shelf())
    assert card.images() == ["original image", "cut: left part", *["cut: middle part"] * 3, "cut: right part"]
    assert "whole = part 1 + part 2 + part 3 + part 4 + part 5." in card.text
    assert "They do not: 1 ≠ 1 + 1 + 1 + 1 + 1." in card.text


def test_an_image_that_several_questions_are_about_is_shown_once():
    case = partition("shelf-0")
    card = shown(case, {"whole": "4", "part-a": "2", "part-b": "1"}, Shelf())
    assert card.images() == ["original image"]
    for question in ("How many dogs and cats are there?", "How many dogs are there?", "How many cats are there?"):
        assert question in card.text
    assert card.marked == ["dogs and cats"]


def test_another_image_is_called_so():
    asks = {"original": Query(Stimulus("shelf-0", "How many?")), "trial-1": Query(Stimulus("shelf-1", "How many?"))}
    case = Case.of("suite", "name", asks, "unchanged")
    assert shown(case, {"original": "1", "trial-1": "2"}, Shelf()).images() == ["original image", "another image"]


def test_each_answer_is_labelled_and_not_by_color_alone():
    asks = {role: Query(Stimulus("i", f"Is there a {role}?")) for role in ("boat", "dog", "cat", "cow")}
    expected = {"boat": ("yes",), "dog": ("yes",), "cow": ("no",)}
    case = Case.of("suite", "name", asks, "equal", reads="yesno", expected=expected)
    card = shown(case, {"boat": "yes", "dog": "no", "cat": "yes", "cow": ""})
    tones = [attrs["class"] for attrs in card.of_class("chip")]
    assert [tone.split()[1:] for tone in tones] == [["good"], ["bad"], [], []]
    places = [card.text.index(label) for label in ("✓ right", "✗ wrong", "no ground truth", "not read")]
    assert places == sorted(places)
    assert card.text.count("expected: ") == 3


def test_a_question_that_stands_behind_another_is_marked_and_the_original_named():
    query = Query(Stimulus("i", "Is there a boat? Is there a dog?"))
    case = Case.of("suite", "name", {"ask": query}, "truth", question="Is there a boat?", expected={"ask": ("yes",)})
    card = shown(case, {"ask": "no"})
    assert "original question: Is there a boat?" in card.text
    assert card.marked == ["Is there a dog?"]


def test_everything_is_escaped():
    bad = f'<script>alert("x")</script>{BIDI}&lt;'
    asks = {
        f"{bad}original": Query(Stimulus("i", f"Is there {bad}?", turns=((bad, bad),))),
        "other": Query(Stimulus("i", f"No {bad}?")),
    }
    role = next(iter(asks))
    case = Case.of(bad, bad, asks, "equal", group=bad, expected={role: (bad, "b")}, question=bad)
    made = CardMaker(None).make_card(case, {role: Answer(text=bad), "other": Answer("failed", reason=bad)}, bad)
    text = render_case_card(made)
    assert not {tag for tag, _ in Elements(text).found} - {
        "article", "b", "bdi", "div", "figcaption", "figure", "mark", "p", "span",
    }  # fmt: skip
    assert BIDI not in text
    assert text.count("U+202E") >= 10
    assert Elements(text).text.count('alert("x")') >= 10
    assert "&amp;lt;" in text


@pytest.mark.parametrize("name", ["plain", "two\nlines", "\u0645\u0631\u062d\u0628\u0627", "\x07bell", "\ud800lone"])
def test_any_text_can_be_written(name):
    case = Case.of("s", name, {"ask": Query(Stimulus("i", name))}, "truth", expected={"ask": (name,)})
    render_case_card(CardMaker(None).make_card(case, {"ask": Answer(text="x")}, None)).encode()


def test_names_of_objects_are_escaped_in_alternative_texts():
    class Named(Shelf):
        def scene(self, image):
            import msgspec

            scene = super().scene(image)
            things = tuple(msgspec.structs.replace(thing, name=f'">{BIDI}<b>') for thing in scene.things)
            return msgspec.structs.replace(scene, things=things)

    from askance.edits import steps

    asks = {"more": Query(Stimulus("shelf-0", "?")),
            "less": Query(Stimulus("shelf-0", "?", steps("remove", box="10,20,30,40")))}  # fmt: skip
    card = shown(Case.of("s", "n", asks, "plus_one"), {"more": "1", "less": "1"}, Named())
    assert card.images() == ["original image", 'covered by a white patch: ">\\u202e<b>']


def test_long_answers_are_cut():
    case = Case.of("s", "n", {"ask": Query(Stimulus("i", "?"))}, "truth", expected={"ask": ("y",)})
    card = shown(case, {"ask": "word " * 1000})
    assert "… (5,000 characters)" in card.text
    assert card.text.count("word") < 100


@pytest.fixture(scope="module")
def planted(tmp_path_factory):
    model = Seeing("planted", lambda count, seen: count + ("boat" in seen))
    return askance.run([model], Shelf(20), [Shelved()], out=tmp_path_factory.mktemp("run")).space


def test_the_page_lists_cards_by_model_and_suite_with_their_number(planted):
    (found,) = make_failure_cards(planted, 6)
    assert (found.model, found.dataset, found.suite, len(found.cards), found.total) == (
        "planted", "shelf", "metamorphic", 6, 40,
    )  # fmt: skip
    text = Elements(render_report_page([], [found], "Title")).text
    assert "metamorphic · shelf · 6 of 40 failing cases" in text
    assert text.count("Broken rule:") == 6


def test_without_the_data_cards_have_no_images(planted):
    card = make_failure_cards(planted, 1)[0].cards[0]
    assert {side.picture for side in card.sides} == {None}  # nobody can open a shelf by its name
    assert "original image (not available)" in Elements(render_case_card(card)).text


def test_an_image_of_another_version_leaves_its_card(planted):
    class Gone(Shelf):
        def scene(self, image):
            raise askance.core.UserError("gone")

        def load_image(self, image) -> ImageData:
            raise askance.core.UserError("gone")

    case = cut("shelf-0")
    card = shown(case, {role: "1" for role, _ in case.asks}, Gone())
    assert card.images() == []
    assert "Broken rule:" in card.text


def test_a_blind_run_says_that_the_images_were_withheld(tmp_path):
    space = askance.run("builtin:cnn-lstm", "stickers", ["accuracy"], limit=12, out=tmp_path, no_image=True).space
    (found,) = make_failure_cards(space, 1)
    assert "The model did not receive the images" in render_failing_cases([found])
    sighted = dataclasses.replace(found, is_without_image=False)
    assert "The model did not receive the images" not in render_failing_cases([sighted])


def test_nothing_fails_nothing_is_listed():
    assert render_failing_cases([]) == ""
    assert "Failing cases" not in render_report_page([], [], "Title")


class Diagnosis:
    """Measures whether the same question about another image gets another answer; it need not."""

    card = Card("diagnosis", 1, "", "", "", "", "")

    def rounds(self, data, limit, seed):
        asks = {"original": Query(Stimulus("shelf-0", "How many dogs are there?")),
                "trial-1": Query(Stimulus("shelf-1", "How many dogs are there?"))}  # fmt: skip
        yield [Case.of("diagnosis", relation, asks, relation) for relation in ("changed", "opposite")]

    def metrics(self, verdicts):
        return rates(verdicts, "rate")


def test_a_case_that_only_measures_does_not_fail(tmp_path):
    space = askance.run([Seeing()], Shelf(), [Diagnosis()], out=tmp_path).space
    assert [row["holds"] for row in space.read_derived_tables("verdicts").to_pylist()] == [False, False]
    assert [each.case.relation for each in find_failing_cases(space, current_results(space)[0])] == ["opposite"]
    (found,) = make_failure_cards(space)
    assert found.total == 1


QUICK = ["accuracy", "bias", "uncertainty"]


@pytest.mark.parametrize("names", [QUICK, pytest.param(list(SUITES), marks=pytest.mark.slow)], ids=["quick", "all"])
def test_the_oracle_fails_nothing(names, tmp_path):
    space = askance.run("oracle", "stickers", names, limit=12, out=tmp_path).space
    bias = [
        row
        for row in space.read_derived_tables("verdicts").to_pylist()
        if row["suite"] == "bias" and row["holds"] is False
    ]
    assert bias, "no answer of the oracle's stays with another image: the test shows nothing"
    assert make_failure_cards(space) == []
    assert list(failure_rows(space, FailureFilter("oracle"))) == []
