"""Rules for real questions: no contradiction in themselves, bad input, and the share of real questions."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from askance.wording.implications import KINDS
from askance.wording.implications.real_questions import implied_by
from askance.wording.part_of_speech_tags import tag_question
from askance.wording.sears_rules import TaggedWord
from benchmarks.plausible_answers import COLORS, plausible_answers
from hypothesis import given, settings
from hypothesis import strategies as st

SUBJECTS = ("the man", "this dog", "the red cars", "they", "he", "the child's hands", "these zebras", "the trash can")
PREDICATES = ("sitting", "wearing a hat", "on the table", "red", "open", "a dog", "sitting or standing", "in the water")
OPENINGS = (
    "What color is",
    "What is",
    "Where is",
    "How many",
    "Is",
    "Are",
    "Does",
    "What kind of",
    "Who is",
    "Are all",
)
ANSWERS = ("yes", "no", "0", "1", "2", "5", "21", "dog", "cats", "red", "black and white", "sitting", "on the bed",
           "wood", "tennis", "kitchen", "man", "Stop", "unanswerable", "grass", "standing", "male",
           *COLORS)  # fmt: skip


@st.composite
def _questions(draw: st.DrawFn) -> str:
    parts = [draw(st.sampled_from(OPENINGS))]
    parts += draw(
        st.lists(st.sampled_from((*SUBJECTS, *PREDICATES, "are there", "doing", "holding", "or")), max_size=3)
    )
    return " ".join(parts) + "?"


def _check(question: str, answer: str) -> None:
    found = implied_by(question, answer, tag_question)
    asked = [each.question.lower() for each in found]
    assert len(set(asked)) == len(asked), (question, answer, found)  # none twice, so none both yes and no
    assert question.lower() not in asked
    for each in found:
        assert each.kind in KINDS
        assert re.fullmatch(r"yes|no|0|>=\d+", each.expected)
        assert re.fullmatch(r"[A-Z][^?]*\?", each.question), each.question
        assert "  " not in each.question
        assert each.because


@settings(max_examples=150)
@given(question=_questions(), answer=st.sampled_from(ANSWERS))
def test_no_question_is_implied_twice(question: str, answer: str) -> None:
    _check(question, answer)


@settings(max_examples=150)
@given(question=st.text(max_size=60), answer=st.text(max_size=30))
def test_any_text_is_survived(question: str, answer: str) -> None:
    _check(question, answer)


def test_yes_and_no_never_imply_the_same_answer() -> None:
    """What both answers imply would not depend on the answer, and nothing could be found out by asking it."""
    for question in (
        "Is the man surfing?",
        "Is there a dog on the bed?",
        "Are the dogs sitting?",
        "Is everyone smiling?",
    ):
        yes = {(each.question, each.expected) for each in implied_by(question, "yes", tag_question)}
        no = {(each.question, each.expected) for each in implied_by(question, "no", tag_question)}
        assert yes
        assert no
        assert not yes & no


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("", "yes"),
        ("Is the door open?", ""),
        ("?", "yes"),
        ("   \n\t ", "yes"),
        ("Is the door open?", "yes " * 250_000),
        ("Is the door open? " * 50_000, "yes"),
        ("a" * 1_000_000, "yes"),
        ("Is the d\u0300\u0301oor open?", "yes"),
        ("Is the door \U0001f6aa open?", "yes"),
        ("\u202eIs the door open?", "yes"),
        ("Is the door open?", "\u0435s\x00"),
        ("¿De qué color es el coche?", "rojo"),
        ("De que color es el coche?", "rojo"),
        ("Was ist das?", "ein Hund"),
        ("Welche Farbe hat das Auto?", "rot"),
        ("Combien de chiens y a-t-il?", "3"),
        ("这是什么颜色?", "红色"),
        ("この車は何色ですか?", "赤"),
        ("What is this? What color is it? Thank you.", "dog"),
        ("Is " * 60, "yes"),
        ("How many", "3"),
        ("What color is", "red"),
        ("Is there", "yes"),
    ],
)
def test_bad_input_implies_nothing(question: str, answer: str) -> None:
    assert implied_by(question, answer, tag_question) == ()


def test_long_input_is_not_read() -> None:
    """Neither tagged nor normalised: the tagger is never called."""

    def never(text: str) -> tuple[TaggedWord, ...]:
        raise AssertionError(text[:20])

    assert implied_by("Is the door open?" * 100_000, "yes", never) == ()
    assert implied_by("Is the door open?", "yes" * 1_000_000, never) == ()


def test_another_tagger_may_say_anything() -> None:
    """Tags decide, but no tag breaks a rule."""
    for tag in ("NN", "VBZ", "IN", "JJ", "DT", "XX", ""):

        def tagger(text: str, tag: str = tag) -> Iterator[TaggedWord]:
            return (TaggedWord(each[0], tag, each.start(), each.end()) for each in re.finditer(r"\w+|\?", text))

        for question in (
            "Is the man sitting on a bench?",
            "How many dogs are there?",
            "What color is the car?",
            "Is it?",
        ):
            for answer in ("yes", "3", "red", "dog"):
                assert isinstance(implied_by(question, answer, lambda text: tuple(tagger(text))), tuple)


def test_at_least_half_of_the_real_questions_imply_something(real_data: Path) -> None:
    questions = (real_data / "vqa" / "v1_questions.txt").read_text().splitlines()[:: 60_000 // 600]
    covered = 0
    for question in questions:
        tags = {}

        def tagger(text: str, known: dict[str, tuple[TaggedWord, ...]] = tags) -> tuple[TaggedWord, ...]:
            if text not in known:
                known[text] = tag_question(text)
            return known[text]

        covered += any(implied_by(question, answer, tagger) for answer in plausible_answers(question))
    assert covered / len(questions) >= 0.5
