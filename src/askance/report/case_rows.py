"""Cases, stimuli and steps as plain values: every exported file takes them from here."""

from typing import Any

from askance.core import Case, Stimulus
from askance.core.query import step_texts

Row = dict[str, Any]


def case_row(case: Case) -> Row:
    """A case without its queries; a file takes the fields that its schema names."""
    return {
        "suite": case.suite,
        "name": case.name,
        "group": case.group,
        "relation": case.relation,
        "reads": case.reads,
        "options": list(case.options),
        "expected": [{"role": role, "answers": list(answers)} for role, answers in case.expected],
        "tags": [{"tag": tag, "value": value} for tag, value in case.tags],
    }


def stimulus_row(stimulus: Stimulus) -> Row:
    """What was shown and asked."""
    return {
        "question": stimulus.question,
        "image": stimulus.image,
        "edits": step_texts(stimulus.edits),
        "turns": [{"question": question, "answer": answer} for question, answer in stimulus.turns],
    }
