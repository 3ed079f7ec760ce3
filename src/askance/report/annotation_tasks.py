"""Cases as annotation tasks: a sample of pairs, cut into tasks of twenty questions with four gold questions each."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from askance.annotation.kinds import AMBIGUOUS
from askance.core import Case, Item, Step, Stimulus, UserError
from askance.report.case_rows import stimulus_row
from askance.wording.normalise_answers import normalise_answer

PAIRS = 100  # per test and question type
QUESTIONS, GOLD = 20, 4  # per task
ANNOTATIONS = 5  # per question
YES_NO = ("yes", "no")

Picture = tuple[bool, str | None, tuple[Step, ...]]  # whether it is of a gold question; image, edits
Record = dict[str, Any]


@dataclass(slots=True)
class AnnotationTasks:
    """The questions of all tasks, and the image behind each picture file."""

    records: list[Record] = field(default_factory=list)
    pictures: dict[str, Picture] = field(default_factory=dict)  # by file name
    pairs: int = 0
    tasks: int = 0


@dataclass(slots=True)
class _TaskQuestion:
    """One question as it is shown, and the cases that it is part of."""

    stimulus: Stimulus
    options: tuple[str, ...]
    case: str = ""
    role: str = ""
    gold: str | None = None
    cases: set[str] = field(default_factory=set)


def make_annotation_tasks(
    cases: Iterable[Case], items: Iterable[Item], pairs: int, seed: int, source: str = "items"
) -> AnnotationTasks:
    """Tasks over a sample of `pairs` cases per test and type; gold questions are drawn from `items` of `source`."""
    rng = Random(f"tasks:{seed}")
    chosen = sample_cases(cases, pairs, rng)
    if not chosen:
        raise UserError("there are no cases to ask about: check the data set and --limit")
    asked = _collect_questions(chosen)
    gold = find_gold_questions(items, {question.stimulus for question in asked})
    if len(gold) < GOLD:
        raise UserError(
            f"{source}: {len(gold)} gold questions found, {GOLD} needed (yes/no or multiple choice, all annotators"
            " agree): name a data set that has them with --gold"
        )
    made = AnnotationTasks(pairs=len(chosen))
    for task, questions in enumerate(_divide_into_tasks(asked, rng), 1):
        drawn = [*questions, *rng.sample(gold, GOLD)]
        rng.shuffle(drawn)
        _add_task_records(made, f"{task:04d}", drawn)
    return made


def sample_cases(cases: Iterable[Case], pairs: int, rng: Random) -> list[Case]:
    """At most `pairs` cases of each test and question type; all of them where there are fewer."""
    strata: defaultdict[tuple[str, str], list[Case]] = defaultdict(list)
    for case in cases:
        test, _, rest = case.group.partition("/")
        strata[test, dict(case.tags).get("type", rest)].append(case)
    return [case for _, found in sorted(strata.items()) for case in rng.sample(found, min(pairs, len(found)))]


def find_gold_questions(items: Iterable[Item], asked: set[Stimulus]) -> list[_TaskQuestion]:
    """The yes/no and multiple-choice items whose annotators all agree, but for questions that are asked anyway."""
    found = []
    for item in items:
        agreed = {normalise_answer(answer) for answer in item.answers}
        options = item.options or YES_NO
        right = [option for option in options if {normalise_answer(option)} == agreed]
        stimulus = Stimulus(item.image, item.question)
        if right and stimulus not in asked:
            found.append(_TaskQuestion(stimulus, options, gold=right[0]))
    return found


def _collect_questions(cases: Sequence[Case]) -> list[_TaskQuestion]:
    """Every question of the cases once, with the names of all cases it is part of."""
    found: dict[Stimulus, _TaskQuestion] = {}
    for case in cases:
        options = case.options or (YES_NO if case.reads == "yesno" else ())
        for role, query in case.asks:
            question = found.setdefault(query.stimulus, _TaskQuestion(query.stimulus, options, case.name, role))
            question.cases.add(case.name)
    return list(found.values())


def _divide_into_tasks(questions: list[_TaskQuestion], rng: Random) -> Iterator[list[_TaskQuestion]]:
    """Tasks of nearly equal size in random order, with the two halves of a pair in different tasks where possible."""
    count = -(-len(questions) // QUESTIONS)
    tasks: list[list[_TaskQuestion]] = [[] for _ in range(count)]
    present: list[set[str]] = [set() for _ in range(count)]
    for question in rng.sample(questions, len(questions)):
        place = min(
            range(count),
            key=lambda at: (len(tasks[at]) >= QUESTIONS, not present[at].isdisjoint(question.cases), len(tasks[at])),
        )
        tasks[place].append(question)
        present[place] |= question.cases
    yield from tasks


def _add_task_records(made: AnnotationTasks, task: str, questions: Sequence[_TaskQuestion]) -> None:
    made.tasks += 1
    names = {picture: name for name, picture in made.pictures.items()}
    for number, question in enumerate(questions, 1):
        stimulus = question.stimulus
        shown = stimulus_row(stimulus)
        picture = (question.gold is not None, stimulus.image, stimulus.edits)
        name = names.setdefault(picture, f"{len(names) + 1:06d}.png")
        made.pictures[name] = picture
        made.records.append(
            {
                "id": f"{task}-{number:02d}",
                "task": task,
                "question": shown["question"],
                "options": [*question.options, AMBIGUOUS],
                "picture": name,
                "image": shown["image"],
                "edits": shown["edits"],
                "case": question.case,
                "role": question.role,
                "gold": question.gold,
            }
        )
