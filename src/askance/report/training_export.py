"""Cases as training data in the layout of VQA v2: a questions file and an annotations file."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from askance.core import Case, Step, Stimulus
from askance.report.case_rows import stimulus_row
from askance.wording.normalise_answers import normalise_answer

PEOPLE = 10  # answers a question has in VQA v2
Record = dict[str, Any]


@dataclass(slots=True)
class TrainingExport:
    """Both files' records, and the picture behind each image id."""

    questions: list[Record] = field(default_factory=list)
    annotations: list[Record] = field(default_factory=list)
    pictures: dict[int, tuple[str | None, tuple[Step, ...]]] = field(default_factory=dict)
    left_out: int = 0  # questions whose cases disagree on the answer, or do not know it


def make_training_export(cases: Iterable[Case]) -> TrainingExport:
    """Every question of every case once; a picture with other edits is another picture, with an id of its own."""
    asked: dict[Stimulus, tuple[tuple[str, ...], Record]] = {}
    disputed: set[Stimulus] = set()
    for case in cases:
        expected = dict(case.expected)
        for role, query in case.asks:
            true = expected.get(role, ())
            before = asked.setdefault(query.stimulus, (true, _case_metadata(case, role)))[0]
            if not true or set(map(normalise_answer, before)) != set(map(normalise_answer, true)):
                disputed.add(query.stimulus)
    made = TrainingExport(left_out=len(disputed))
    ids: dict[tuple[str | None, tuple[Step, ...]], int] = {}
    for stimulus, (true, about) in asked.items():
        if stimulus not in disputed:
            picture = (stimulus.image, stimulus.edits)
            image_id = ids.setdefault(picture, len(ids) + 1)
            made.pictures[image_id] = picture
            _add_question(made, stimulus, image_id, true, about)
    return made


def _case_metadata(case: Case, role: str) -> Record:
    return {"case": case.name, "role": role, "group": case.group, "options": list(case.options), **dict(case.tags)}


def _add_question(
    made: TrainingExport, stimulus: Stimulus, image_id: int, true: tuple[str, ...], about: Record
) -> None:
    question_id = len(made.questions) + 1
    shown = stimulus_row(stimulus)
    made.questions.append(
        {"question_id": question_id, "image_id": image_id}
        | {name: shown[name] for name in ("question", "image", "edits")}
    )
    common = max(dict.fromkeys(true), key=true.count)
    given = true if len(true) > 1 else true * PEOPLE
    made.annotations.append(
        {
            "question_id": question_id,
            "image_id": image_id,
            "question_type": about.get("type", ""),
            "answer_type": "yes/no" if common in ("yes", "no") else "number" if common.isdecimal() else "other",
            "multiple_choice_answer": common,
            "answers": [
                {"answer": answer, "answer_confidence": "yes", "answer_id": number}
                for number, answer in enumerate(given, 1)
            ],
            "tags": about,
        }
    )
