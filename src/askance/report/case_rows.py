"""Cases, stimuli and steps as plain values: every exported file takes them from here."""

from collections.abc import Iterable
from typing import Any

from askance.core import Case, Step, Stimulus

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


def step_texts(steps: Iterable[Step]) -> list[str]:
    """Steps as people read them: mask(color=1,2,3, keep=…)."""
    return [f"{step.name}({', '.join(f'{key}={value}' for key, value in step.args)})" for step in steps]
