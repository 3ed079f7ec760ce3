"""One answer is graded the same in every suite: by the answers that humans gave to the question, if there are any."""

import msgspec
import pytest
from askance.core import Answer, Case, Item, Query, Reading, Stimulus
from askance.datasets import open_dataset
from askance.edits import steps
from askance.report.case_view import CaseViewer
from askance.report.grade_answers import Expected, grade_answer
from askance.report.grade_marks import expected_words

from shelf import Shelf

PEOPLE = ("yes",) * 8 + ("no",) * 2  # VQA accuracy of "no": 0.6


def grade(text, *expected, scores=(), relation=""):
    found = grade_answer(Answer(text=text), Reading("short", text), Expected(expected, scores), relation)
    return found.grade, found.score if found.score is None else round(found.score, 2)


def test_an_answer_of_a_minority_is_partly_right_with_its_score():
    assert grade("yes", *PEOPLE) == ("right", 1)
    assert grade("no", *PEOPLE) == ("partly right", 0.6)
    assert grade("maybe", *PEOPLE) == ("wrong", 0)
    assert grade("no", *("yes",) * 9, "no") == ("partly right", 0.3)
    assert grade("no", "yes", "no", scores=(1.0, 0.25)) == ("partly right", 0.25)
    assert grade("no") == ("no ground truth", None)
    assert grade("no", *PEOPLE, relation="truth_plain") == ("partly right", 0.67)


def test_expected_answers_in_words():
    assert expected_words(PEOPLE) == "yes (8 of 10), no (2 of 10)"
    assert expected_words(("yes", "yes")) == "yes"
    assert expected_words(("a", "a", "b", "c")) == "a (2 of 4), b (1 of 4) and 1 more"
    assert expected_words(()) == ""
    assert expected_words(("blue", "navy"), (0.6, 1.0)) == "navy (1), blue (0.6)"  # scores of the data are no votes


class Asked(Shelf):
    """A closed world whose humans disagree about one question; it does not list the items of one image."""

    question = "Is there a cup?"

    def items(self, limit=None, seed=0):
        yield Item("one", "shelf-0", self.question, PEOPLE)

    def scene(self, image):
        return msgspec.structs.replace(super().scene(image), complete=True, closed=True)


class Listed(Asked):
    """The same world, which lists the items of one image."""

    def items_of_image(self, image):
        return [item for item in self.items() if item.image == image]


@pytest.fixture(scope="module")
def disputed():
    """A question of the built-in world about which humans disagree, and the answer of the minority."""
    data = open_dataset("stickers")
    for image in data.images():
        for item in data.items_of_image(image):
            given = sorted(set(item.answers), key=item.answers.count)
            if set(given) == {"yes", "no"} and item.answers.count(given[0]) == 2 and len(item.answers) == 10:
                return data, item, given[0]
    raise AssertionError("no such question")


def cases_of(item):
    """The same question in several suites, with and without expected answers of their own."""
    plain = Query(Stimulus(item.image, item.question))
    noisy = Query(Stimulus(item.image, item.question, steps("gaussian_noise", variance=0.025, seed=1)))
    yield Case.of("accuracy", "a", {"ask": plain}, "truth", expected={"ask": item.answers})
    yield Case.of("repeat", "r", {f"draw-{n}": Query(plain.stimulus, draw=n) for n in range(3)}, "stable")
    yield Case.of("noise", "n", {"clean": plain, "trial-1": noisy}, "unchanged")
    yield Case.of("implications", "i", {"original": plain}, "asked", expected={"original": item.answers})
    truth = max(item.answers, key=item.answers.count)
    yield Case.of("carets", "c", {"original": plain}, "equal", expected={"original": (truth,)})


def test_one_answer_has_one_grade_in_every_suite(disputed):
    data, item, minority = disputed
    viewer, found = CaseViewer(data), set()
    for case in cases_of(item):
        view = viewer.view_case(case, {role: Answer(text=minority) for role, _ in case.asks})
        found |= {(ask.graded, ask.expected) for ask in view.asks}
    assert found == {("partly right (0.6)", item.answers)}


def test_edits_that_change_the_scene_change_what_is_expected(disputed):
    data, _, _ = disputed
    image = next(iter(data.images(1, 0)))
    scene = data.scene(image)
    items = [item for item in data.items_of_image(image) if item.question.startswith("Is there a")]
    gone = steps("remove", box=f"0,0,{scene.width},{scene.height}")
    said_yes = [item for item in items if max(item.answers, key=item.answers.count) == "yes"]
    assert said_yes
    for item in said_yes:
        case = Case.of("suite", "name", {"ask": Query(Stimulus(image, item.question, gone))}, "stable")
        assert CaseViewer(data).view_case(case, {"ask": Answer(text="no")}).asks[0].grade == "right"


@pytest.mark.parametrize("world", [Asked, Listed])
def test_items_are_found_whether_or_not_a_data_set_lists_those_of_an_image(world):
    case = Case.of("repeat", "r", {"draw-0": Query(Stimulus("shelf-0", world.question))}, "stable")
    (ask,) = CaseViewer(world()).view_case(case, {"draw-0": Answer(text="no")}).asks
    assert (ask.graded, ask.expected) == ("partly right (0.6)", PEOPLE)


def test_the_answers_that_a_verdict_rests_on_are_those_that_are_graded():
    query = Query(Stimulus("shelf-0", Listed.question))
    case = Case.of("accuracy", "a", {"ask": query}, "truth", expected={"ask": ("no",)})
    (ask,) = CaseViewer(Listed()).view_case(case, {"ask": Answer(text="no")}).asks
    assert (ask.graded, ask.expected) == ("right", ("no",))
