"""Reasoning models: thoughts are never read, in any of the ways in which they are written; the raw text is kept."""

import askance
import pytest
from askance.readings import read
from askance.readings.reasoning import strip_reasoning
from toy import ToyData, ToyModel, truth

COLOR = "What color is the cat?"
BLACK = [
    "<think>It could be red.</think>black",
    "<think>\n\n</think>\n\nblack",
    "It looks red at first.</think>\n\nThe cat is black.",
    "<think>a</think> <think>red</think> black",
    "<think>x <think>y</think> red </think> black",
    "< think >red</ think > black",
    "<THINK>red</THINK> black",
    "◁think▷It is red?◁/think▷The cat is black.",
    "[THINK]maybe red[/THINK]black",
    "<seed:think>red?</seed:think>black",
    "<analysis>red?</analysis>black",
    "<|begin_of_thought|>red?<|end_of_thought|><|begin_of_solution|>black<|end_of_solution|>",
    "<|thinking|>red<|/thinking|>black",
    "<unused94>thought\nred?<unused95>black",
    "<|channel|>analysis<|message|>Maybe red.<|end|><|start|>assistant<|channel|>final<|message|>black<|return|>",
    "<think>red?</think><answer>black</answer>",
    "<reasoning>red?</reasoning>\n<answer> black </answer>",
    "<SUMMARY>I look.</SUMMARY><CAPTION>A red rug.</CAPTION><REASONING>Dark.</REASONING><CONCLUSION>black</CONCLUSION>",
    "<think>red</think><|begin_of_box|>black<|end_of_box|>",
    "<answer>red</answer> No, wait. <answer>black",
    "<think>I must decide: \\boxed{red}? </think> The answer is **black**.",
    "<think>red</think>\n\n\\boxed{\\text{black}}",
    "<think>maybe **red** it is</think>The animal that lies there on the rug is a very black cat indeed.",
    "Let me think step by step. The rug is red. The cat is lying on it.\n\nAnswer: black",
]


@pytest.mark.parametrize("text", BLACK)
def test_the_answer_is_read_and_not_the_thought(text):
    assert read("auto", text, COLOR).value == "black"


@pytest.mark.parametrize("text", ["<think>so red, no", "<think>red</think>", "[THINK]red", "◁think▷red", "red</think>"])
def test_thoughts_alone_are_no_answer(text):
    reading = read("auto", text, COLOR)
    assert (reading.value, reading.reason) == (None, "empty")


@pytest.mark.parametrize("text", ["red", "a < b", "[1] red", "I thought it was red", "3 <5>"])
def test_other_text_stays(text):
    assert strip_reasoning(text) == text


def test_numbers_and_yes_or_no_likewise():
    assert read("yesno", "<think>no, no dog. wait</think>Yes.", "Is there a dog?").value == "yes"
    assert read("number", "<think>1, 2</think>3", "How many dogs are there?").value == 3
    assert read("choice", "<think>red</think>blue", "Red or blue?", ("red", "blue")).value == "blue"


def test_the_raw_text_is_kept_and_the_reading_is_beside_it(tmp_path):
    wrapped = "<think>hm</think><answer>{}</answer>"
    model = ToyModel(answering=lambda shown: wrapped.format(truth(shown.query.stimulus.question)))
    done = askance.run(model, ToyData(6), ["accuracy"], out=tmp_path)
    assert next(row["value"] for row in done.metrics.to_pylist() if row["metric"] == "accuracy") == 100
    assert {row["text"] for row in done.answers.to_pylist()} == {wrapped.format(said) for said in ("yes", "no")}
    assert {value for row in done.verdicts.to_pylist() for _, value in row["said"]} == {"yes", "no"}
