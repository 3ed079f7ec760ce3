"""What follows from answers to real questions, with the part-of-speech tagger, on one core."""

import os
import time
from pathlib import Path
from typing import Any

from askance.wording.implications.real_questions import implied_by
from askance.wording.part_of_speech_tags import tag_question
from askance.wording.sears_rules import TaggedWord

from benchmarks.plausible_answers import plausible_answers

DATA = Path(os.environ.get("ASKANCE_TEST_DATA", Path(__file__).parents[2] / "shared" / "data"))
REAL = DATA / "vqa" / "v1_questions.txt"
MADE = tuple(
    question.format(noun)
    for noun in ("man", "dog", "red car", "woman on the left", "cat", "bus", "child", "horse", "table", "umbrella")
    for question in (
        "How many {}s are there?", "What color is the {}?", "Is the {} moving?", "Is there a {} in the picture?",
        "Where is the {}?", "What is next to the {}?", "Is the {} wet or dry?", "Does the {} have a tag?",
        "What is the {} doing?", "Why is the {} here?", "Is this a {}?", "What brand is the {}?",
    )
)  # fmt: skip
QUESTIONS = 2_000


def measure() -> dict[str, Any]:
    """Questions per second of processor time: each tagged once, with one answer and with all plausible ones."""
    real = REAL.exists()
    every = REAL.read_text().splitlines() if real else list(MADE)
    questions = list(dict.fromkeys(every[:: max(1, len(every) // QUESTIONS)]))
    tag_question(questions[0])  # loads the tagger
    tags: dict[str, tuple[TaggedWord, ...]] = {}

    def tag_and_remember(text: str) -> tuple[TaggedWord, ...]:
        if text not in tags:
            tags[text] = tag_question(text)
        return tags[text]

    started = time.process_time()
    for question in questions:
        implied_by(question, plausible_answers(question)[0], tag_and_remember)
    with_tagger = time.process_time() - started
    started, pairs, covered, implications = time.process_time(), 0, 0, 0
    for question in questions:
        found = [implied_by(question, answer, tag_and_remember) for answer in plausible_answers(question)]
        pairs += len(found)
        covered += any(found)
        implications += sum(map(len, found))
    seconds = time.process_time() - started
    return {
        "questions": len(questions),
        "real_questions": real,
        "questions_per_second_with_tagger": round(len(questions) / with_tagger),
        "answers_per_second_once_tagged": round(pairs / seconds),
        "implications_per_answer": round(implications / pairs, 2),
        "percent_of_questions_with_an_implication": round(100 * covered / len(questions), 1),
    }
