"""People as the judge of beliefs: `judge=human:FILE` or `judge=human:WORKSPACE#QUEUE`, by majority vote."""

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from askance.annotation.annotate import read_queue_state
from askance.annotation.annotation_rows import annotation_rows
from askance.annotation.queue_files import list_queues
from askance.core import Dataset, UserError, digest_value
from askance.core.csv_formulas import unescape_formula
from askance.core.input_files import decode_json_input, read_input_file
from askance.core.suite import Answers
from askance.inverse.belief import Belief
from askance.inverse.belief_types import Judgement
from askance.suites.beliefs.annotated_image import AnnotatedImage
from askance.suites.beliefs.judges import NO_ANSWERS, Judged
from askance.wording.normalise_answers import normalise_answer

KIND = "belief"
FIELDS = ("relevant", "same_fact", "correct")
Key = tuple[str, str, str]  # image, question, normalised answer
YES_NO = {"yes": True, "no": False}


class HumanJudgementRow(msgspec.Struct, frozen=True):
    """One annotator's judgement of one belief, as `askance annotations` exports it."""

    annotator: str = ""
    image: str = ""
    question: str = ""
    shown_answer: str = ""
    relevant: str | None = None
    same_fact: str | None = None
    correct: str | None = None


class HumanJudge:
    """Judges by what more than half of the annotators say; a belief that nobody judged stays undecided."""

    model = None

    def __init__(self, judgements: Mapping[Key, Judgement]):
        self.judgements = judgements

    @property
    def fingerprint(self) -> str:
        """The judgements themselves."""
        return f"human:{digest_value(sorted((key, str(value)) for key, value in self.judgements.items())).hex()}"

    def check_data(self, data: Dataset, images: Sequence[AnnotatedImage]) -> None:
        """UserError if none of the images is among the annotated ones."""
        known = {image for image, _, _ in self.judgements}
        if images and not any(each.image in known for each in images):
            raise UserError(
                f"the human judgements are about none of the images of {data.name}: use the same data and --seed"
            )

    def judge(
        self, data: Dataset, about: AnnotatedImage, beliefs: Sequence[Belief], answers: Answers = NO_ANSWERS
    ) -> list[Judged]:
        """One judgement per belief."""
        nobody = Judgement(None, None, None, "nobody judged this belief")
        keys = [(about.image, each.question, normalise_answer(each.answer)) for each in beliefs]
        return [Judged(self.judgements.get(key, nobody)) for key in keys]


def load_human_judge(rest: str) -> HumanJudge:
    """The annotators behind FILE or WORKSPACE#QUEUE."""
    name, _, queue = rest.partition("#")
    if not name:
        raise UserError("judge=human: names no file: write judge=human:FILE or judge=human:WORKSPACE#QUEUE")
    path = Path(name)
    rows = _read_queue(path, queue) if path.is_dir() else _read_file(path)
    found = majority_judgements(rows)
    if not found:
        raise UserError(f"{rest}: holds no judgements of beliefs: annotate the queue, or name another file")
    return HumanJudge(found)


def majority_judgements(rows: Iterable[tuple[str, HumanJudgementRow]]) -> dict[Key, Judgement]:
    """What more than half of the annotators of each belief say, field by field; None where there is no majority."""
    votes: defaultdict[Key, defaultdict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
    people: Counter[Key] = Counter()
    for where, row in rows:
        key = row.image, row.question, normalise_answer(row.shown_answer)
        people[key] += 1
        for field in FIELDS:
            value = msgspec.structs.asdict(row)[field]
            if value not in (None, "", *YES_NO):
                raise UserError(f"{where}: field {field}: {value[:40]!r}: write yes, no or nothing")
            if value:
                votes[key][field].append(YES_NO[value])
    return {key: _majority(votes[key], count) for key, count in people.items()}


def _majority(votes: Mapping[str, list[bool]], people: int) -> Judgement:
    def decide(field: str) -> bool | None:
        given = votes.get(field, [])
        yes = sum(given)
        return None if 2 * yes == len(given) else 2 * yes > len(given)

    relevant = decide("relevant")
    same = (
        decide("same_fact") if votes.get("same_fact") else False
    )  # without a reference there is no fact to be same as
    return Judgement(relevant, same if relevant else None, decide("correct"), f"by {people} annotators")


def _read_queue(root: Path, name: str) -> list[tuple[str, HumanJudgementRow]]:
    lines: list[str] = []
    queues = [queue.name for queue in list_queues(root, lines.append) if queue.kind == KIND]
    if not name and len(queues) == 1:
        (name,) = queues
    if not name:
        known = f": name one of {', '.join(queues)}, as in human:{root}#{queues[0]}" if queues else ""
        raise UserError(f"{root} has {len(queues)} queues of belief judgements{known}")
    queue, state = read_queue_state(root, name, lines.append)
    if queue.kind != KIND:
        raise UserError(f"{root}: queue {name} contains {queue.kind} tasks: name a queue of belief judgements")
    if lines:  # the judgements of the rest would be others
        raise UserError(lines[0])
    return [(f"{root}: queue {name}", _to_row(row)) for row in annotation_rows(queue, state)]


def _read_file(path: Path) -> Iterator[tuple[str, HumanJudgementRow]]:
    data = read_input_file(path, "name a CSV or JSON-lines file of belief judgements")
    if path.suffix == ".csv":
        text = data.decode("utf-8-sig", errors="replace")
        for number, cells in enumerate(csv.DictReader(io.StringIO(text, newline="")), 2):
            yield (
                f"{path}: line {number}",
                _to_row({key: unescape_formula(value or "") for key, value in cells.items()}),
            )
        return
    decoder = msgspec.json.Decoder(HumanJudgementRow)
    for number, line in enumerate(data.splitlines(), 1):
        if line.strip():
            where = f"{path}: line {number}"
            yield where, decode_json_input(line, decoder, where, "fix that line")


def _to_row(row: Mapping[str, Any]) -> HumanJudgementRow:
    return msgspec.convert(
        {key: row.get(key) for key in HumanJudgementRow.__struct_fields__ if row.get(key) is not None},
        HumanJudgementRow,
    )
