"""Time in proportion to the length of an answer, for every reading and many shapes of text."""

import time

import pytest
from askance.readings import READINGS, read
from askance.readings.unwrap import LONGEST_PART, unwrap_answer
from askance.wording.normalise_answers import normalise_answer
from askance.wording.official_vqa_normalise import official_vqa_normalise
from askance.wording.understand.compare_answers import simplify_answer

UNITS = [
    " ", "\n", " \n", "\n- ", "a\n\n", "7", "7 ", "1,", "1,000,", "1.", "1/", "yes ", "no ", "word ", "a", "A. ",
    "Dr. ",
    "<", "< ", "<think>", "</think>", "<answer>", "<|channel|>analysis ", "[think]", "[", "(", "() ", "{", '"', "'",
    '"a ',
    "“", "`", "*", "** ", "**a", "_", "#", "> ", "-", ", ", ".", "! A", "one ", "one hundred and ", "twenty-", "not ",
    "the answer is ", "answer to ", '"answer": "\\', "\\boxed{", "I think ", " maybe", "maybe, ", "sure! ",
    "red and ",
    "it is ", "in white ", "because ", "going ", "é", "e\u0301", "\u0301\u0323", "\u05b0\u05bc", "漢 ", "😀", "½",
    "’", "İ", "\0", "\u202e", "\u00a0", "u.s.a.", "it's ", "if you ", ". hope ", "\x02", "\x02\x03",
]  # fmt: skip
QUESTIONS = ("Is there a dog?", "What does the sign say?")
SHORT, TIMES = 4_000, 16


def around(text):
    """The text alone, inside an answer, and after what opens one."""
    return text, f"The dog is {text} brown.", f'{{"answer": "{text}', f"<think>{text}</think> It is brown."


def seconds(unit, size):
    """CPU seconds for all readings of one shape."""
    started = time.process_time()
    for text in around(unit * (size // len(unit))):
        for kind in READINGS:
            for question in QUESTIONS:
                read(kind, text, question, ("red", "a dog") if kind == "choice" else ())
        normalise_answer(text)
        official_vqa_normalise.__wrapped__(text)
        simplify_answer(text)
    return time.process_time() - started


@pytest.mark.parametrize("unit", ["\n", "maybe, ", "<think>", "\u05b0\u05bc"], ids=repr)
def test_sixteen_times_the_length_takes_less_than_forty_times_as_long(unit):
    growth(unit)


@pytest.mark.slow
@pytest.mark.parametrize("unit", UNITS, ids=repr)
def test_no_shape_of_text_takes_more_than_its_length(unit):
    growth(unit)


def growth(unit):
    short = min(seconds(unit, SHORT) for _ in range(2))
    assert seconds(unit, TIMES * SHORT) < 2.5 * TIMES * max(short, 0.02)


def test_nested_and_unbalanced_thoughts_are_removed_as_before():
    for text, said in {
        "<think>a<think>b</think>c</think>red": "red",
        "a</think>b</think>red": "red",
        "red<think>a<think>b</think>": "red",
        "a</think>red<think>b": "red",
        "<think>a</think>red<think>b</think> car": "red car",
        "<think>a": "",
    }.items():
        assert unwrap_answer(text) == said


def test_the_beginning_and_the_end_of_a_long_answer_are_read():
    middle = "There is a lot to say about this. " * 5_000
    assert len(middle) > 20 * LONGEST_PART
    assert read("auto", f"{middle}\nAnswer: brown", "What color is the dog?").value == "brown"
    assert read("auto", f"Yes, there is. {middle}", "Is there a dog?").value == "yes"
    assert read("auto", f"<think>{middle}</think>{'7'}", "How many dogs are there?").value == 7


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Colors:\n- red\n- blue", "Colors: red, blue"),
        ("It has\n\n\n\n\n\n- a dog\n       - a cat", "It has, a dog, a cat"),
        ("one\n1. two", "one, two"),
    ],
)
def test_lists_are_read_as_before(text, said):
    assert unwrap_answer(text) == said
