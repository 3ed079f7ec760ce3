"""How replies are read: probabilities along tokens, reasoning, errors inside replies; no server is needed."""

import json
import math

import pytest
from askance.core import Choose, Query, Score, Stimulus, Text
from askance.models.openai.failures import ServerFailure, failure_of
from askance.models.openai.prompts import messages_for
from askance.models.openai.replies import answers_of, decoded
from askance.models.openai.settings import Settings
from askance.models.thinking import closes_unopened_thinking, split_thinking


def logprobs(*tokens):
    """Tokens as (text, probability, {alternative: probability})."""
    return {
        "content": [
            {
                "token": text,
                "logprob": math.log(share),
                "top_logprobs": [
                    {"token": other, "logprob": math.log(each)} for other, each in {text: share, **others}.items()
                ],
            }
            for text, share, others in tokens
        ]
    }


def read(content, tokens=(), readout=None, finish="stop", opens_thinking=False, **choice):
    found = {"message": {"content": content}, "finish_reason": finish, **choice}
    if tokens:
        found["logprobs"] = logprobs(*tokens)
    query = Query(Stimulus("i", "q?"), readout or Text())
    [answer] = answers_of(decoded(json.dumps({"choices": [found]}).encode()), [query], 0.1, None, opens_thinking)
    return answer


TEN = (("1", 0.9, {"2": 0.1}), ("0", 0.95, {"2": 0.05}))
HOT_DOG = (("hot", 0.9, {"cold": 0.1}), (" dog", 0.95, {"<|im_end|>": 0.05}))


def test_the_beginning_of_a_number_is_not_the_number():
    answer = read("10", TEN, Choose(("1", "10", "12")))
    assert answer.text == "10"
    assert dict(answer.top) == pytest.approx({"10": 0.855, "12": 0.045, "1": 0.0})
    assert read("10", TEN, Score("1")).score == 0
    assert read("10", TEN, Score("10")).score == pytest.approx(0.855)
    assert read("1.5", (("1", 0.9, {}), (".", 1.0, {}), ("5", 1.0, {})), Score("1")).score == 0
    assert read("1.", (("1", 0.9, {}), (".", 0.8, {"0": 0.2})), Score("1")).score == pytest.approx(0.9 * 0.8)


def test_a_longer_option_is_chosen_over_its_beginning():
    answer = read("hot dog", HOT_DOG, Choose(("hot", "hot dog")))
    assert answer.text == "hot dog"
    assert dict(answer.top) == pytest.approx({"hot dog": 0.855, "hot": 0.045})
    assert read("hot dog", HOT_DOG, Score("hot")).score == pytest.approx(0.9)  # a whole word of the answer


def test_the_option_that_is_said_counts_also_where_another_was_more_probable():
    sampled = read("no", (("no", 0.2, {"yes": 0.8}),), Choose(("yes", "no")))
    assert (sampled.text, sampled.top[0][0]) == ("no", "yes")
    assert read("-", readout=Choose(("+", "-"))).text == "-"


def test_a_first_token_with_a_space_keeps_its_probability():
    tokens = ((" Yes", 0.9, {" No": 0.1}),)
    assert read(" Yes", tokens, Score("yes")).score == pytest.approx(0.9)
    assert dict(read(" Yes", tokens).top) == pytest.approx({"Yes": 0.9, "no": 0.1})
    assert dict(read(" Yes", tokens, Choose(("yes", "no"))).top) == pytest.approx({"yes": 0.9, "no": 0.1})


def test_numbers_of_a_server_that_are_no_probabilities_are_left_out():
    tokens = (("yes", 1.0, {"no": 1.0, "maybe": 1.0}),)  # log-probability 0 for every token
    assert read("yes", tokens).top == (("yes", 1.0),)


def test_special_tokens_behind_the_answer_are_not_taken_for_it():
    tokens = (("<think>", 1.0, {}), ("end", 1.0, {}), ("</think>", 1.0, {}), ("end", 0.7, {}), ("<|im_end|>", 0.99, {}))
    assert read("<think>end</think>end", tokens, Score("end")).score == pytest.approx(0.7)


# --- reasoning ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["<think>hm</think>\nyes", "hm</think>yes", "[THINK]hm[/THINK]yes", "<thought>hm</thought> yes"]
)
def test_reasoning_in_tags_is_split_off(text):
    assert split_thinking(text) == ("yes", "hm")
    assert closes_unopened_thinking(text) == (text.startswith("hm"))


def test_reasoning_that_the_prompt_opened_and_the_length_cut_is_no_answer():
    text = "Okay, the user asks whether there is a dog. Let me look at"
    answer = read(text, finish="length", opens_thinking=True)
    assert (answer.status, answer.text, answer.cause, answer.thinking) == ("failed", None, "length", text)
    assert read("hm</think>yes", finish="length", opens_thinking=True).text == "yes"
    assert read("yes", opens_thinking=True).text == "yes"


def test_an_answer_that_was_cut_says_so():
    answer = read("The image shows a large", finish="length")
    assert (answer.status, answer.text, answer.reason) == ("ok", "The image shows a large", answer.reason)
    assert "max_new_tokens" in answer.reason


# --- errors inside replies ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("content", ["", "The im"])
def test_an_error_in_a_choice_is_a_temporary_failure_with_its_words(content):
    answer = read(content, finish="error", error={"code": 502, "message": "Provider disconnected"})
    assert (answer.status, answer.temporary, answer.text) == ("failed", True, None)
    assert answer.reason == "the server says 502: Provider disconnected"
    assert read(content, finish="error").temporary


def test_an_error_beside_no_choices_keeps_its_words():
    with pytest.raises(ServerFailure) as caught:
        decoded(b'{"error": {"message": "no GPU is free"}, "choices": []}')
    assert "no GPU is free" in caught.value.answer.reason


@pytest.mark.parametrize(
    ("code", "error"),
    [
        (400, {"message": "Invalid prompt: flagged", "code": "invalid_prompt"}),
        (403, {"message": "flagged", "code": 403, "metadata": {"reasons": ["violence"]}}),
    ],
)
def test_what_a_filter_stops_is_refused(code, error):
    assert failure_of(code, {}, json.dumps({"error": error}).encode()).answer.status == "refused"


def test_a_redirect_names_the_place_without_credentials():
    where = {"location": "https://me:pw@new.example/v1/chat/completions?key=abcd"}
    answer = failure_of(308, where, b"").answer
    assert answer.reason == "the server says 308: it has moved to https://new.example/v1: correct the URL"


# --- prompts ------------------------------------------------------------------------------------------------------


def test_a_choice_uses_the_whole_prompt_of_an_instruction():
    query = Query(Stimulus(None, "q?"), Choose(("a", "b")))
    [message] = messages_for(query, None, Settings(instruction="Frage: {question} Antwort:"))
    assert message["content"] == "Frage: q?\nAnswer with one of these options: a, b. Antwort:"
    [message] = messages_for(query, None, Settings())
    assert message["content"] == "q?\nAnswer with one of these options: a, b."
