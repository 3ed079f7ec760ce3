"""The records of the published CARETS files: read, checked, and put together to pairs."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from askance.core import UserError
from askance.datasets.reading.json_records import JsonRecords
from askance.datasets.reading.record_files import RecordLines
from askance.wording.normalise_answers import normalise_answer

TESTS = {"t": "rephrase", "s": "order", "n": "negation", "a": "antonym", "h": "ontological"}
NAMED = {
    "rephras": "rephrase", "phrasal": "rephrase", "order": "order", "symmetr": "order", "ontolog": "ontological",
    "negation": "negation", "antonym": "antonym", "visual": "visual", "blur": "visual", "mask": "visual",
    "crop": "visual",
}  # fmt: skip
OPPOSITE = ("negation", "antonym")
PARTS = 3  # of the id of an original, such as 2331-q1-0; a perturbed half has one more
SURE = 4  # people who agree give full marks (askance.wording.vqa_accuracy), whatever the others said

_LETTER = re.compile(r"([a-z])\d*")


class Record(msgspec.Struct, frozen=True):
    """One question as it is published; what is not named here is passed over."""

    question_id: str | int
    sent: str = ""
    question: str = ""
    label: dict[str, float] | list[str] | str | None = None
    img_id: str | int | None = None
    image_id: str | int | None = None
    assignment: Any = None
    perturbation: str | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One question, checked; `where` names its file and record."""

    where: str
    file: str
    id: str
    question: str
    answers: tuple[str, ...]  # as an expected answer: one, or several in proportion to their scores
    image: str
    slots: Any
    perturbation: str

    @property
    def normalised_answers(self) -> frozenset[str]:
        """The true answers, made comparable."""
        return frozenset(map(normalise_answer, self.answers))


@dataclass(frozen=True, slots=True)
class Pair:
    """An original and one perturbed half of it."""

    name: str
    test: str
    original: Entry
    perturbed: Entry


def parse_entry(record: Record, where: str, file: str) -> Entry:
    """A record with every field that a question needs; an error names the field and the fix."""
    where = f"{where} ({record.question_id})"
    question = (record.sent or record.question).strip()
    if not question:
        raise UserError(f"{where}: field sent is missing: write the question there")
    image = record.img_id if record.img_id is not None else record.image_id
    if image is None or image == "":
        raise UserError(f"{where}: field img_id is missing: write the GQA image id there")
    answers = _parse_answers(record.label)
    if not answers:
        raise UserError(f"{where}: field label names no answer: write {{answer: score}}, a list or a string")
    plain = re.sub(r"\.(?:jpe?g|png)$", "", str(image))
    changed = "" if record.perturbation in (None, "", "none", "original") else str(record.perturbation)
    return Entry(where, file, str(record.question_id), question, answers, plain, record.assignment, changed)


def _parse_answers(label: dict[str, float] | list[str] | str | None) -> tuple[str, ...]:
    scores = label if isinstance(label, dict) else dict.fromkeys([label] if isinstance(label, str) else label or (), 1)
    right = {answer: score for answer, score in scores.items() if score > 0 and normalise_answer(answer)}
    if len(right) < 2:
        return tuple(right)
    copies = {answer: SURE if score >= 1 else min(3, max(1, round(score * 10 / 3))) for answer, score in right.items()}
    return tuple(answer for answer, count in copies.items() for _ in range(count))


def read_entries(path: Path, root: Path) -> list[Entry]:
    """All questions of a file: a JSON list, an object of id → record, or one record per line."""
    file = path.relative_to(root).as_posix()
    if path.suffix == ".json":
        records = JsonRecords(path, Record)
        return [parse_entry(record, f"{path}: record {number}", file) for number, record in enumerate(records)]
    lines = RecordLines(path, Record)
    return [parse_entry(lines[number], lines.location_of(number), file) for number in range(len(lines))]


def match_pairs(entries: list[Entry]) -> Iterator[tuple[Entry, Entry]]:
    """Originals with their perturbed halves, in the order of the perturbed ones; neither may lack the other."""
    ids = {entry.id for entry in entries}
    originals: dict[str, Entry] = {}
    perturbed: list[tuple[str, Entry]] = []
    distinct = {(each.id, each.question, each.image, each.perturbation, each.answers): each for each in entries}
    for entry in distinct.values():
        base = entry.id.rpartition("-")[0]
        first = originals.get(entry.id)
        if base in ids or base.count("-") >= PARTS - 1:
            perturbed.append((base, entry))
        elif entry.perturbation or (first and first.question == entry.question and first.image != entry.image):
            perturbed.append((entry.id, entry))
        elif first:
            raise UserError(f"{entry.where}: field question_id is that of {first.where} too: give each its own")
        else:
            originals[entry.id] = entry
    for base, entry in perturbed:
        if base not in originals:
            raise UserError(f"{entry.where}: field question_id: there is no original {base!r}: add it or remove this")
        yield originals[base], entry
    paired = {base for base, _ in perturbed}
    for alone in (entry for base, entry in originals.items() if base not in paired):
        raise UserError(f"{alone.where}: has no perturbed half, such as {alone.id}-t: add it or remove this")


def determine_test(original: Entry, perturbed: Entry) -> str:
    """Which test a pair belongs to: told by the pictures, the name of the file, or the suffix of the id."""
    is_same = original.question == perturbed.question
    if perturbed.perturbation or (is_same and original.image != perturbed.image):
        return "visual"
    named = {test for part, test in NAMED.items() if part in perturbed.file.lower() and (is_same or test != "visual")}
    if len(named) == 1:
        return named.pop()
    letter = _LETTER.fullmatch(perturbed.id.rpartition("-")[2])
    if letter is None or letter[1] not in TESTS:
        raise UserError(
            f"{perturbed.where}: field question_id: no suffix of {', '.join(f'-{letter}' for letter in TESTS)},"
            " and the file's name names no test: rename the file, e.g. negation.json"
        )
    return TESTS[letter[1]]


def check_pair(test: str, original: Entry, perturbed: Entry) -> None:
    """The two true answers must keep the relation that the answers of a model are held to."""
    if test in OPPOSITE:
        fits = {frozenset(original.normalised_answers), frozenset(perturbed.normalised_answers)} == {
            frozenset({"yes"}),
            frozenset({"no"}),
        }
    else:
        fits = not original.normalised_answers.isdisjoint(perturbed.normalised_answers)
    if not fits:
        said = f"{'/'.join(sorted(original.normalised_answers))} and {'/'.join(sorted(perturbed.normalised_answers))}"
        wanted = "one yes and one no" if test in OPPOSITE else "the same answer twice"
        raise UserError(f"{perturbed.where}: field label: {said} in a {test} pair, which needs {wanted}: mend a label")
