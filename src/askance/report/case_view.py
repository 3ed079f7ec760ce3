"""A case and one model's answers to it in plain words: what every list of failing cases is made from."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from askance.core import Answer, Case, Dataset, Query, Reading, Scene, Stimulus
from askance.core.dataset import image_file_of
from askance.core.query import Condition
from askance.core.role_labels import role_labels
from askance.edits import describe_edits, donor_scene_lookup
from askance.engine.judging import parse_answers
from askance.relations import ALL_RELATIONS
from askance.relations.relation import ImpliedAnswer
from askance.relations.verdicts import value_text
from askance.report.changed_words import TextRun, mark_changed_words
from askance.report.grade_answers import ExpectedAnswers, grade_answer
from askance.report.grade_marks import Grade, grade_words

SITES = {"vision.out": "image features", "text.in": "question embedding"}  # where noise inside a model goes
MOST_TOP = 3  # answers that are listed with their probabilities
Compared = Callable[[str], list[str]]  # a question → those that its words are compared with


@dataclass(frozen=True, slots=True)
class AskView:
    """One query of a case and its answer."""

    role: str
    label: str  # the name that the case's rule uses for it
    stimulus: Stimulus
    words: tuple[TextRun, ...]  # the question, with the words that differ from the original's
    edits: tuple[str, ...]  # what was done to the image, in plain words
    settings: tuple[str, ...]  # how the model was run, where that is not as usual
    answer: str | None
    reading: str | None  # what the answer was read as; None if it could not be read
    note: str | None  # why there is no answer; what the reading had to say
    grade: Grade
    expected: tuple[str, ...]  # ground truth, or the answers that humans gave; () where there is none
    probability: float | None  # of the answer, where the model reports it
    top: tuple[tuple[str, float], ...] = ()  # answers and their probabilities, as far as they were loaded
    kind: str = ""  # the kind of the reading; "" where there is no answer
    thinking: str | None = None  # reasoning before the answer
    implied: ImpliedAnswer | None = None  # what the answer must be after the first one of the case
    expected_scores: tuple[float, ...] = ()  # how right each expected answer is, where the data says so
    score: float | None = None  # how right the answer is, 0 to 1; None where that is not known
    image_file: str | None = None  # the name by which people know the image, where the data set knows one

    @property
    def graded(self) -> str:
        """The grade in words, with the score where humans disagree."""
        return grade_words(self.grade, self.score)

    @property
    def mark(self) -> str:
        """Whether the answer follows from the first one of the case; empty where nothing follows or it is unread."""
        kept = None if self.implied is None else self.implied.is_kept
        return "" if kept is None else "follows" if kept else "contradicts"


@dataclass(frozen=True, slots=True)
class CaseView:
    """One case: what must hold, what holds instead, and its queries, those about the unedited image first."""

    case: Case
    rule: str
    finding: str
    reason: str | None
    asks: tuple[AskView, ...]

    @property
    def is_dialogue(self) -> bool:
        """Whether answers must follow from the first answer."""
        return any(ask.implied is not None for ask in self.asks)

    @property
    def original_question(self) -> str | None:
        """The question that others are variants of, where it is not itself asked."""
        question = self.case.question
        return question if question and all(ask.stimulus.question != question for ask in self.asks) else None


class CaseViewer:
    """Makes views of cases about one data set; without the data, views lack what only scenes can say."""

    def __init__(self, data: Dataset | None):
        self._data, self._expected = data, ExpectedAnswers(data)
        self._scene_of: Callable[[str], Scene | None] | None = None if data is None else donor_scene_lookup(data)

    def view_case(self, case: Case, answers: Mapping[str, Answer], reason: str | None = None) -> CaseView:
        """The view of a case with one model's answers, by role."""
        relation = ALL_RELATIONS.get(case.relation)
        given = {role: answers.get(role, Answer("failed", reason="not asked")) for role, _ in case.asks}
        readings = parse_answers(case, given)
        asks = sorted(case.asks, key=lambda ask: bool(ask[1].stimulus.edits))
        has_variants = relation is None or relation.has_variants
        compared = _questions_to_compare(case, [query.stimulus.question for _, query in asks] if has_variants else [])
        implied = {} if relation is None else relation.implied(case, readings)
        views = tuple(
            replace(self._view_ask(case, role, query, compared, given[role], readings), implied=implied.get(role))
            for role, query in asks
        )
        if relation is None:  # of another version of askance: its name is all that is known
            return CaseView(case, f"The relation “{case.relation}” must hold.", "", reason, views)
        # Only a measurement has something to say of answers that are as they should be.
        is_broken = relation.is_diagnosis or relation.judge(case, readings, given).holds is not True
        return CaseView(case, relation.rule(case), relation.finding(case, readings) if is_broken else "", reason, views)

    def _view_ask(
        self, case: Case, role: str, query: Query, compared: Compared, answer: Answer, readings: Mapping[str, Reading]
    ) -> AskView:
        stimulus, is_answered, reading = query.stimulus, answer.status == "ok", readings.get(role)
        expected = self._expected.find(case, role, query)
        graded = grade_answer(answer, reading, expected, case.relation)
        about_reading = None if reading is None else reading.reason
        return AskView(
            role=role,
            label=_role_labels_in_rule(case)[role],
            stimulus=stimulus,
            words=mark_changed_words(stimulus.question, compared(stimulus.question)),
            edits=self.describe_stimulus_edits(stimulus),
            settings=describe_settings(query.condition),
            answer=answer.text if is_answered else None,
            reading=None if reading is None or reading.value is None else value_text(reading.value),
            note=(answer.reason or answer.status) if not is_answered else about_reading,
            grade=graded.grade,
            expected=expected.answers,
            expected_scores=expected.scores,
            probability=dict(answer.top).get(answer.text or "") if is_answered else None,
            top=tuple(sorted(answer.top, key=lambda each: -each[1])[:MOST_TOP]) if is_answered else (),
            kind="" if reading is None else reading.kind,
            thinking=answer.thinking,
            score=graded.score,
            image_file=image_file_of(self._data, stimulus.image),
        )

    def describe_stimulus_edits(self, stimulus: Stimulus) -> tuple[str, ...]:
        """The edits of a stimulus in plain words."""
        if not stimulus.edits:
            return ()
        scene = None if self._scene_of is None or stimulus.image is None else self._scene_of(stimulus.image)
        return tuple(describe_edits(stimulus.edits, scene, self._scene_of))


def _questions_to_compare(case: Case, asked: list[str]) -> Compared:
    """Question → the questions that its words are compared with: the original's, which is compared with all others."""
    if not asked:
        return lambda question: []
    original = case.question or asked[0]
    others = list(dict.fromkeys(question for question in asked if question != original))
    return lambda question: others if question == original else [original]


def _role_labels_in_rule(case: Case) -> Mapping[str, str]:
    """Role → its name in the case's rule; none where there is only one."""
    if len(case.asks) == 1:
        return {role: "" for role, _ in case.asks}
    relation = ALL_RELATIONS.get(case.relation)
    return role_labels(case) if relation is None else relation.labels(case)


def describe_settings(condition: Condition) -> tuple[str, ...]:
    """How the model was run, in plain words; nothing where it is as usual."""
    said = [f"temperature {condition.temperature:g}"] if condition.temperature else []
    said += ["dropout on"] if condition.dropout else []
    for step in condition.inside:
        args = dict(step.args)
        site = str(args.get("site"))
        said.append(f"{step.name.capitalize()} noise in the {SITES.get(site, 'model')} ({site})")
    return tuple(said)
