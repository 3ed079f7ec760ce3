"""Replies that answer no yes/no question are unreadable, and similar replies that do answer it are read."""

import pytest
from askance.readings import read

RED = "Is the car red?"

UNREADABLE = """
not applicable | Is the car red? | N/A / n/a / N.A. / n. a. / NA / Not applicable / Not applicable. / not relevant
no image | Is there a dog in the image? | No image provided. / There is no image. / No image / no picture was attached
no image | Is there a dog? | I'm sorry, but there is no image. / I cannot see the image. / I don't see any image.
no image | Is the car red? | The image was not provided. / The image did not load. / You didn't attach a photo.
unsure | Is the car red? | There is no way to tell. / I have no clue / I have no idea. / no clue / No way to know
unsure | Is the car red? | There is not enough information. / Insufficient information / It is not possible to tell.
unsure | Is the car red? | It is not clear. / It isn't clear. / It cannot be determined. / I can't tell. / not sure
unsure | Is the car red? | I am not able to answer that. / I do not know. / I'm not really sure / unknown / hard to say
no answer | Is the car red? | No comment / No comment. / No answer / There is no answer. / no response / No information
no answer | Is the car red? | No data available. / not specified / Not mentioned. / none of the above / Never mind.
not visible | Is the car red? | not visible / Not visible. / It is not visible. / Not visible in this image / Not shown.
no object that the question asks for | Is the car red? | None / none. / "None" / Nothing
neither yes nor no | Is the car red? | I see the letter N on the sign. / y axis / @#$ N %% x / zq Y 77 / N 95 / Y-shaped
"""
YES_NO = """
no | Is there any dog? | None / none. / Nothing / There is none. / None visible / None that I can see. / Nope
no | Is there a dog in the image? | There is no dog. / No, there isn't / not at all / No dog / Not in this image. / None
no | Is there a dog in the image? | I don't see any dog / No, not visible. / I can't see a dog. / No way! / N / (n) / n.
no | Is the tail visible? | not visible / It is not visible. / Not visible in this image / No
no | Is there a picture on the wall? | No picture. / There is no picture. / There is no picture on the wall. / Not one
no | Is the sky clear? | Not clear. / It is not clear. / It isn't clear. / No, it is not clear.
no | Is there any information on the sign? | No information. / There is no information. / none
no | Is the luggage attached to the car? | not attached / Not attached. / No
no | Are all of the cars red? | None / None of them. / Not all / No, none
no | Is the car red? | no / No. / Nah / Not really / not red / No, it isn't / Answer: N / N / [N] / That's not true
yes | Is the car red? | Y / y. / (Y) / Answer: Y / yes / Yes, no doubt / yep / Yes. N/A / no doubt
"""


def _cases(table: str) -> list[tuple[str, str, str]]:
    rows = [[cell.strip() for cell in line.split("|")] for line in table.strip().splitlines()]
    return [(result, question, text) for result, question, texts in rows for text in texts.split(" / ")]


@pytest.mark.parametrize(("reason", "question", "text"), _cases(UNREADABLE))
def test_a_non_answer_is_unreadable_and_says_why(reason: str, question: str, text: str) -> None:
    reading = read("yesno", text, question)
    assert (reading.value, reading.reason) == (None, reason)


@pytest.mark.parametrize(("value", "question", "text"), _cases(YES_NO))
def test_a_similar_reply_that_answers_the_question_is_read(value: str, question: str, text: str) -> None:
    assert read("yesno", text, question).value == value


@pytest.mark.parametrize("options", [(), ("yes", "no"), ("no", "yes"), ("True", "False")])
@pytest.mark.parametrize("text", ["N/A", "No comment", "No image provided.", "There is no way to tell.", "None"])
def test_auto_does_not_read_yes_or_no_either(text: str, options: tuple[str, ...]) -> None:
    assert str(read("auto", text, RED, options).value).lower() not in ("yes", "no", "true", "false")


def test_a_non_answer_that_is_an_option_is_chosen() -> None:
    options = ("yes", "no", "not visible")
    assert read("choice", "It is not visible.", RED, options).value == "not visible"
    assert read("choice", "No comment", RED, options).value is None
    assert read("choice", "No.", RED, options).value == "no"
