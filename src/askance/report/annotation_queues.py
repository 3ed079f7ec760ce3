"""Making annotation queues: from the cases of a workspace, or from a file of tasks."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

import msgspec
from askance.annotation.kinds import Kind
from askance.annotation.queue_files import list_queues, queue_folder, write_queue
from askance.annotation.task_files import TaskRecord, read_task_records
from askance.annotation.task_order import spread_tasks
from askance.annotation.tasks import Queue, QueueSource, Task, task_id
from askance.core import Case, Query, UserError, decode_case
from askance.core.query import PLAIN, Text
from askance.core.unknown_names import unknown_name_error
from askance.datasets import open_dataset
from askance.readings.auto import expected_answer_kind
from askance.report.current_results import current_results
from askance.report.grade_answers import ExpectedAnswers
from askance.store import CaseSet, Workspace, connect
from askance.training.samples import parse_step
from askance.wording.yes_no_answers import are_mostly_yes_no

YES_NO = ("yes", "no")
TASK_ID = re.compile(r"[\x21-\x7e]{1,128}")  # as a web page sends it back unchanged
FROM_CASES = ("human", "score", "audit")  # kinds whose tasks can be the questions of cases


@dataclass(frozen=True, slots=True)
class SourceCase:
    """A case that tasks are made of; `answers` (role → text) of a model are needed to judge them."""

    data_name: str
    case: Case
    model: str = ""
    answers: Mapping[str, str] = field(default_factory=dict)


def make_queue(
    space: Workspace,
    name: str,
    kind: Kind,
    tasks: Sequence[Task],
    per_task: int,
    command: str,
    source: QueueSource | None = None,
) -> Queue:
    """Store a queue in a workspace."""
    if not tasks:
        raise UserError(f"queue {name}: there are no tasks: check the suite, --sample or the file")
    made = datetime.now(UTC).date().isoformat()
    queue = Queue(name, kind.name, per_task, tuple(tasks), made, command, source)
    write_queue(space.root, queue)
    return queue


def free_queue_name(space: Workspace, wanted: str) -> str:
    """A queue name like the wanted one that is valid and not taken."""
    base = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in wanted).strip("-")[:50]
    taken = {queue.name for queue in list_queues(space.root, space.say)}
    names = (base or "queue", *(f"{base or 'queue'}-{number}" for number in range(2, len(taken) + 3)))
    found = next(name for name in names if name not in taken)
    queue_folder(space.root, found)
    return found


def tasks_from_cases(space: Workspace, kind: Kind, suite: str, sample: int, seed: int) -> list[Task]:
    """The questions of a random sample of a suite's cases, each once.

    The sample is spread evenly over the groups of the suite; the same seed gives the same tasks.
    """
    if kind.name not in FROM_CASES:
        raise UserError(f"--make {kind.name} needs a file of tasks: name it with --from FILE")
    cases = [SourceCase(case_set.data_name, case) for case_set, case in _sample_cases(space, suite, sample, seed)]
    tasks = tasks_of_cases(kind, cases)
    if not tasks:
        raise UserError(f"suite {suite}: its cases contain no question that people can answer: choose another suite")
    return tasks


def tasks_of_cases(kind: Kind, cases: Iterable[SourceCase]) -> list[Task]:
    """The questions of some cases that people can answer, each once; those about one image or question are apart."""
    found: dict[str, Task] = {}
    truth_of = lru_cache(_truth_lookup)
    for source in cases:
        for role, query in source.case.asks:
            if _is_plain(query) and (kind.name in FROM_CASES or source.answers.get(role)):
                task = _task_of_query(kind, source, role, query)
                if kind.name == "audit" and not task.answer:
                    task = msgspec.structs.replace(task, answer=truth_of(source.data_name)(source.case, role, query))
                same = msgspec.structs.replace(task, case="", role="")
                if kind.name == "audit":  # a question is as fine about a noisy image, if its answer stays the same
                    same = msgspec.structs.replace(same, edits=())
                known = found.setdefault(task_id(same), task)
                if len(task.edits) < len(known.edits):
                    found[task_id(same)] = task
    return spread_tasks(list(found.values()))


def _truth_lookup(data_name: str) -> Callable[[Case, str, Query], str]:
    """Finds the expected answer of a query that a case does not name, by the data set; "" where it is not known."""
    try:
        expected = ExpectedAnswers(open_dataset(data_name))
    except UserError:  # its files have moved away: people judge the question without it
        return lambda case, role, query: ""

    def find(case: Case, role: str, query: Query) -> str:
        answers = Counter(expected.find(case, role, query).answers).most_common(1)
        return answers[0][0] if answers else ""

    return find


def _sample_cases(space: Workspace, suite: str, sample: int, seed: int) -> Iterator[tuple[CaseSet, Case]]:
    results = current_results(space)
    ids = list(dict.fromkeys(result.case_set for result in results if result.suite == suite))
    known = {case_set.id: case_set for case_set in space.case_sets() if case_set.id in ids}
    if not known:
        raise unknown_name_error("suite", suite, {result.suite for result in results}, f"askance report {space.name}")
    connection = connect(space, list(known), tables=("cases",))
    rows = connection.execute(
        "select deck, body from (select deck, body, md5(name || ?::varchar) as draw,"
        ' row_number() over (partition by "group" order by md5(name || ?::varchar), deck) as turn from cases)'
        " order by turn, draw, deck limit ?",
        [seed, seed, sample],
    ).fetchall()
    return ((known[case_set], decode_case(body)) for case_set, body in rows)


def _is_plain(query: Query) -> bool:
    """Whether a person can answer a query: a question about an image, without settings of a model or earlier turns."""
    return isinstance(query.readout, Text) and query.condition == PLAIN and not query.stimulus.turns


def _task_of_query(kind: Kind, source: SourceCase, role: str, query: Query) -> Task:
    shown, case = query.stimulus, source.case
    truth = dict(case.expected).get(role, ())
    options = case.options_for_role(role) or (YES_NO if _is_yes_no(case, truth, shown.question) else ())
    expected = Counter(truth).most_common(1)
    answers = {"human": "", "belief": source.answers.get(role, "")}
    task = Task(
        "", shown.question, shown.image, shown.edits, source.data_name,
        options=options if kind.name == "human" else (),
        answer=answers.get(kind.name, expected[0][0] if expected else ""),
        case=case.name, role=role,
        tags={"model": source.model} if kind.name == "belief" else {},
    )  # fmt: skip
    return msgspec.structs.replace(task, id=task_id(task))


def _is_yes_no(case: Case, truth: Sequence[str], question: str) -> bool:
    """Whether people choose between yes and no: by the reading of the case, its ground truth, or else the question."""
    if case.reads == "yesno":
        return True
    return are_mostly_yes_no(tuple(truth)) if truth else expected_answer_kind(question) == "yesno"


def tasks_from_file(space: Workspace, path: Path) -> list[Task]:
    """The tasks of a JSON-lines file; every image is loaded once, so that a wrong name is found before annotators."""
    only_data = _only_data_set(space)
    places: dict[str, str] = {}
    tasks = []
    for where, record in read_task_records(path):
        task = _task_of_record(record, only_data, where)
        if task.id in places:
            raise UserError(f"{where}: the task {task.id!r} is already in {places[task.id]}: remove one, or change id")
        places[task.id] = where
        tasks.append(task)
    _check_images(tasks, places)
    return tasks


def _task_of_record(record: TaskRecord, only_data: str, where: str) -> Task:
    if not record.question.strip():
        raise UserError(f"{where}: field question is empty: write the question")
    if record.id and not TASK_ID.fullmatch(record.id):
        raise UserError(f"{where}: field id: {record.id[:80]!r}: write 1 to 128 visible ASCII characters")
    if record.image is not None and not (record.data or only_data):
        raise UserError(f"{where}: field data is missing: the workspace has several data sets, so name one")
    if record.gold and not record.task:
        raise UserError(f"{where}: field task is missing: a gold question belongs to a batch of questions")
    try:
        edits = tuple(map(parse_step, record.edits))
    except UserError as error:
        raise UserError(f"{where}: {error}") from error
    task = Task(
        record.id, record.question, record.image, edits, record.data or only_data, record.options, record.answer,
        record.reference, record.reference_answer, record.case, record.role, record.task, record.gold or "",
        record.tags,
    )  # fmt: skip
    return task if task.id else msgspec.structs.replace(task, id=task_id(task))


def _only_data_set(space: Workspace) -> str:
    """The data set of a workspace with one; "" if there are several or none."""
    names = {case_set.data_name for case_set in space.case_sets()}
    return names.pop() if len(names) == 1 else ""


def _check_images(tasks: Sequence[Task], places: dict[str, str]) -> None:
    first = {(task.data, task.image): task.id for task in tasks if task.image is not None}
    opened = {data: open_dataset(data) for data in sorted({data for data, _ in first})}
    for (data, image), name in first.items():
        try:
            opened[data].load_image(image or "")
        except (UserError, KeyError, ValueError, OSError) as error:
            raise UserError(f"{places[name]}: field image: {data} has no readable image {image!r}: fix it") from error
