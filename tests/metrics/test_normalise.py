"""Answers made comparable."""

import pytest
from askance.wording.normalise_answers import normalise_answer
from askance.wording.official_vqa_normalise import official_vqa_normalise
from hypothesis import example, given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("answer", "value"),
    [
        ("The Dog.", "dog"),
        ("a  dog ", "dog"),
        ("A", "a"),  # a letter, not an article, where nothing else is said
        ("t-shirt", "t shirt"),
        ("U.S.A.", "usa"),
        ("don’t know", "dont know"),
        ("dont know", "dont know"),
        ("Jalapeño", "jalapeno"),
        ("three", "3"),
        ("twenty-one dogs", "21 dogs"),
        ("one hundred and five", "105"),
        ("None", "0"),
        ("none of them", "none of them"),
        ("1,000", "1000"),
        ("3.5", "3.5"),
        ("5:41 p.m.", "5:41 pm"),
        ("-5 degrees", "-5 degrees"),
        ("2-3", "2 3"),
        ("02/20/2012", "02 20 2012"),  # one answer, however the parts of a date are kept apart
        ("02-20-2012", "02 20 2012"),
        ("02.20.2012.", "02 20 2012"),
        ("2012-02-20", "2012 02 20"),
        ("on 2/3/04", "on 2 3 04"),
        ("1/2", "1/2"),
        ("10.0.0.12", "10.0.0.12"),
        ("$5", "$ 5"),
        ("red/blue", "red blue"),
        ("?", ""),
    ],
)
def test_normalise(answer: str, value: str) -> None:
    assert normalise_answer(answer) == value


@pytest.mark.parametrize(
    ("words", "value"),
    [("zero", "0"), ("nineteen hundred", "1900"), ("two thousand five", "2005"), ("one million", "1000000"),
     ("three hundred and forty-two", "342"), ("twenty ten", "20 10"), ("one two", "1 2"), ("hundred", "hundred"),
     ("one and two", "1 and 2")],
)  # fmt: skip
def test_number_words(words: str, value: str) -> None:
    assert normalise_answer(words) == value


_AWKWARD = st.text(alphabet="aàAtheone hundrednine0129 .,:/-'’`_$%&()²ſİßﬁ", max_size=24)


@given(st.one_of(st.text(max_size=30), _AWKWARD))
@example("a.b.5 -.5 1,000,00")
@example("one hundred hundred and the nine")
@example("a-1/2/12 :1/2/12 /2.2.2012 1/2/2012/3")
def test_normalising_twice_changes_nothing(answer: str) -> None:
    once = normalise_answer(answer)
    assert normalise_answer(once) == once


@given(
    st.lists(st.sampled_from(["twenty", "one", "hundred", "and", "thousand", "five", "zero", "ten", "a"]), max_size=7)
)
def test_number_words_are_used_up_once(words: list[str]) -> None:
    once = normalise_answer(" ".join(words))
    assert normalise_answer(once) == once


@pytest.mark.parametrize(
    ("answer", "value"),
    [
        ("The Dog.", "dog"),
        ("none", "0"),
        ("Ten", "10"),
        ("eleven", "eleven"),
        ("isnt", "isn't"),
        ("couldn'tve", "couldn't've"),
        ("somebody'd", "somebodyd"),
        ("t-shirt", "t shirt"),  # a sign between letters becomes a space,
        ("well - done", "well done"),  # one beside a space vanishes,
        ("red,blue", "red blue"),
        ("1,000 red,blue", "1000 redblue"),  # and every sign does where a number has a comma
        ("5.5", "5.5"),
        ("st. louis", "st louis"),
        ("a", ""),
        ("it's 5:41", "it's 5:41"),
    ],
)
def test_official_normalise(answer: str, value: str) -> None:
    assert official_vqa_normalise(answer) == value
