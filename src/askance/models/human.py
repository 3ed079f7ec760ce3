"""`human:FILE[#CASES]` and `human:WORKSPACE#QUEUE`: human answers as a model, by majority vote of the annotators."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from askance.annotation.kinds import AMBIGUOUS
from askance.core import Answer, ModelInput, Query, UserError, digest, digest_value, find_unsupported_feature
from askance.core.digest import source_digest
from askance.core.query import step_texts
from askance.models.annotation_files import (
    AnnotatedQuestions,
    AnnotationRow,
    Asked,
    TaskQuestion,
    read_annotated_questions,
    read_annotations,
    read_file_bytes,
    read_queue_annotations,
)
from askance.wording.normalise_answers import normalise_answer

NO_MAJORITY = "the annotators have no majority"
NO_ANSWER = ""  # the text where there is no majority: every reading finds it unreadable, so it is wrong
WRONG, UNDECIDED = "wrong", "undecided"  # how a question without a majority counts
CODE = (  # all that decides a majority
    "models/human.py",
    "models/annotation_files.py",
    "annotation/annotation_rows.py",
    "wording/normalise_answers.py",
    "wording/number_words.py",
)


@dataclass(frozen=True, slots=True)
class Vote:
    """One annotation of one question; `submission` names who gave it in which task, if it is of a task."""

    where: str
    annotator: str
    answer: str
    asked: Asked
    task: TaskQuestion | None

    @property
    def submission(self) -> tuple[str, str] | None:
        """One annotator's answers to one task are accepted or rejected together."""
        return None if self.task is None else (self.annotator, self.task.task)

    @property
    def is_gold(self) -> bool:
        """Whether it answers a gold question, whose answer is known."""
        return self.task is not None and self.task.gold is not None

    @property
    def is_wrong_gold(self) -> bool:
        """Whether it answers a gold question wrongly."""
        gold = None if self.task is None else self.task.gold
        return gold is not None and normalise_answer(self.answer) != normalise_answer(gold)


class HumanAnswers:
    """Answers with what more than half of the annotators said; refuses questions that nobody annotated."""

    name = "human"
    supports = frozenset({"text", "draws"})
    needs: frozenset[str] = frozenset()

    def __init__(
        self, votes: Mapping[Asked, str | None], fingerprint: str, no_majority: str = WRONG, notes: Sequence[str] = ()
    ):
        self.votes, self.fingerprint, self.no_majority = votes, fingerprint, no_majority
        self._notes = list(notes)

    def notes(self) -> list[str]:
        """What to know before a run: submissions that were left out."""
        return self._notes

    def answer(self, shown: Sequence[ModelInput]) -> list[Answer]:
        """One answer per query, in order."""
        return [self._answer_query(each.query) for each in shown]

    def _answer_query(self, query: Query) -> Answer:
        if reason := find_unsupported_feature(query, self.supports):
            return Answer(status="failed", reason=reason)
        image, question, edits = question_of_query(query)
        asked = next((key for key in ((image, question, edits), (None, question, edits)) if key in self.votes), None)
        if asked is None:
            return Answer(status="refused", reason="nobody annotated this question")
        vote = self.votes[asked]
        if vote is not None and vote != AMBIGUOUS:
            return Answer(text=vote)
        if self.no_majority == UNDECIDED:
            return Answer(status="refused", reason=NO_MAJORITY)
        return Answer(text=NO_ANSWER, reason=NO_MAJORITY)


def question_of_query(query: Query) -> Asked:
    """What a query asks, as annotation files name it."""
    return query.stimulus.image, query.stimulus.question, "; ".join(step_texts(query.stimulus.edits))


def majority_answer(answers: Sequence[str]) -> str | None:
    """What more than half say, up to case and articles, "ambiguous" included; None where nothing is."""
    said, count = Counter(map(normalise_answer, answers)).most_common(1)[0]
    if 2 * count <= len(answers):
        return None
    if said == AMBIGUOUS:
        return AMBIGUOUS
    spelled = Counter(answer.strip() for answer in answers if normalise_answer(answer) == said)
    return min(spelled, key=lambda answer: (-spelled[answer], answer))


def load_human_answers(rest: str, no_majority: str = WRONG) -> HumanAnswers:
    """The annotators behind FILE, FILE#CASES or WORKSPACE#QUEUE.

    `no_majority`: questions without one are wrong, or undecided.
    """
    name, _, source = rest.partition("#")
    if not name:
        raise UserError("human: names no file: write human:FILE, a CSV or JSON-lines file of annotations")
    if no_majority not in (WRONG, UNDECIDED):
        raise UserError(f"human: no_majority={no_majority}: write no_majority={WRONG} or no_majority={UNDECIDED}")
    if Path(name).is_dir():
        rows, known = read_queue_annotations(Path(name), source), AnnotatedQuestions()
        files = digest_value([row for _, row in rows]).hex()
    else:
        data = read_file_bytes(Path(name))
        known = read_annotated_questions(Path(source)) if source else AnnotatedQuestions()
        rows = list(read_annotations(data, Path(name)))
        files = digest_value([digest(data).hex(), digest(read_file_bytes(Path(source))).hex() if source else ""]).hex()
    votes = list(_read_votes(rows, known, bool(source)))
    if not votes:
        raise UserError(f"{name}: holds no annotations: write one per line, with annotator, question and answer")
    failed = _failed_submissions(votes, known.tasks)
    accepted = [vote for vote in votes if vote.submission not in failed and not vote.is_gold]
    if not accepted:
        raise UserError(f"{name}: every submission failed a gold question: check the answers to the gold questions")
    code = source_digest(*CODE)
    notes = _left_out_notes(failed, votes) if failed else []
    return HumanAnswers(_majority_answers(accepted), f"human:{files}:{no_majority}:{code}", no_majority, notes)


def _read_votes(
    rows: Sequence[tuple[str, AnnotationRow]], known: AnnotatedQuestions, has_questions: bool
) -> Iterator[Vote]:
    for where, row in rows:
        for field, value in (("annotator", row.annotator), ("answer", row.answer)):
            if not value.strip():
                raise UserError(f"{where}: field {field} is empty: fill it in (an unclear question: {AMBIGUOUS})")
        task: TaskQuestion | None = None
        if row.id:
            task = _task_of_row(row, known, where, has_questions)
            asked: Asked = (task.image, task.question, "; ".join(task.edits))
        else:
            if row.batch:
                task = TaskQuestion("", row.batch, row.question, gold=row.gold or None)
            asked = _question_of_row(row, known, where, has_questions)
        yield Vote(where, row.annotator.strip(), row.answer, asked, task)


def _task_of_row(row: AnnotationRow, known: AnnotatedQuestions, where: str, has_questions: bool) -> TaskQuestion:
    if not has_questions:
        raise UserError(f"{where}: field id needs its tasks: write human:FILE#TASKS (askance generate --format tasks)")
    task = known.tasks.get(row.id)
    if task is None:
        raise UserError(f"{where}: field id: {row.id!r} is not among the tasks: fix it")
    return task


def _question_of_row(row: AnnotationRow, known: AnnotatedQuestions, where: str, has_questions: bool) -> Asked:
    if row.question:
        return row.image or None, row.question, row.edits
    if not row.case:
        raise UserError(f"{where}: field question is empty: write the question, or id, or case and role")
    if not has_questions:
        raise UserError(f"{where}: field case needs its cases: write human:FILE#CASES (askance generate … -o CASES)")
    asked = known.cases.get((row.case, row.role))
    if asked is None:
        raise UserError(f"{where}: field case: {row.case!r} with role {row.role!r} is not among the cases: fix it")
    return asked


def _failed_submissions(votes: Sequence[Vote], tasks: Mapping[str, TaskQuestion]) -> set[tuple[str, str] | None]:
    """The submissions with a gold question that is answered wrongly or not at all."""
    gold: defaultdict[str, list[TaskQuestion]] = defaultdict(list)
    for task in tasks.values():
        if task.gold is not None:
            gold[task.task].append(task)
    given = {(vote.submission, vote.task.id): normalise_answer(vote.answer) for vote in votes if vote.task is not None}
    submissions = {vote.submission for vote in votes if vote.submission is not None}
    wrong = {vote.submission for vote in votes if vote.is_wrong_gold}
    return wrong | {
        each
        for each in submissions
        if any(given.get((each, task.id)) != normalise_answer(task.gold or "") for task in gold[each[1]])
    }


def _majority_answers(votes: Sequence[Vote]) -> dict[Asked, str | None]:
    given: defaultdict[Asked, dict[str, str]] = defaultdict(dict)
    for vote in votes:
        if vote.annotator in given[vote.asked]:
            raise UserError(
                f"{vote.where}: field annotator: {vote.annotator!r} answers {vote.asked[1]!r} a second time:"
                " remove one, or distinguish the two by image and edits, or by case and role"
            )
        given[vote.asked][vote.annotator] = vote.answer
    return {asked: majority_answer(list(answers.values())) for asked, answers in given.items()}


def _left_out_notes(failed: set[tuple[str, str] | None], votes: Sequence[Vote]) -> list[str]:
    submissions = {vote.submission for vote in votes if vote.submission is not None}
    return [f"human: left out {len(failed)} of {len(submissions)} submissions, which fail a gold question"]
