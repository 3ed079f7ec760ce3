"""Pinned questions as a case file: a ZIP of `questions.jsonl` and its images, for `askance run -d jsonl:FOLDER`."""

import csv
import hashlib
import io
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from askance.core import ImageData, UserError
from askance.core.csv_formulas import escape_formula
from askance.server.live.live_answers import LiveQuestion
from askance.server.live.live_images import LiveImages
from askance.server.live.question_tests import variants_for_image
from askance.server.live.sliders import check_positions
from askance.wording.yes_no_answers import POLAR

MOST_PINS = 200
MOST_TESTS = 2_000  # results of one pinned question
LONGEST_ANSWER = 200  # characters
ANSWER_COLUMNS = (
    "id", "question", "image", "sliders", "model", "answer", "probability", "unedited_answer", "unedited_probability",
)  # fmt: skip
OPPOSITE = {"yes": "no", "no": "yes"}
README = """Pinned questions of Askance, with their images as the models received them.
questions.jsonl has each pinned question and its variants. The tag original_image is the name of the image before edits.
answers.csv has the answers that the page showed, with their probabilities where a model reports them: answer is for the
image with the edits, unedited_answer for the image without them.
{tests}Run the questions again, in this folder:

    askance run -m MODEL -d jsonl:questions.jsonl -s groups{accuracy} --out runs/pins
"""
README_TESTS = """tests.csv has the results of "Test this question" that the page showed: variants, answers, verdicts.
"""


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """An answer as the page showed it, with its probability if the model reports one."""

    answer: str
    probability: float | None = None


@dataclass(frozen=True, slots=True)
class ShownTest:
    """One result of "Test this question" as the page showed it; the question itself has no relation and no verdict."""

    model: str
    test: str
    question: str
    relation: str
    answer: str
    verdict: str
    reason: str


@dataclass(frozen=True, slots=True)
class Pin:
    """A question that a reader wants to keep; `expected` is the right answer, if the reader wrote one."""

    asked: LiveQuestion
    expected: str = ""
    answers: Mapping[str, ShownAnswer] = field(default_factory=dict)  # model → its answer
    unedited: Mapping[str, ShownAnswer] = field(default_factory=dict)  # the same for the image without edits
    tests: tuple[ShownTest, ...] = ()

    def __post_init__(self) -> None:
        if len(self.expected) > LONGEST_ANSWER:
            raise UserError(f"an expected answer has more than {LONGEST_ANSWER} characters: shorten it")


def export_pins(pins: Sequence[Pin], images: LiveImages) -> bytes:
    """The ZIP file: each pin is a group of related questions, or one question with its answer."""
    if not pins:
        raise UserError("no question is pinned: pin one first")
    if len(pins) > MOST_PINS:
        raise UserError(f"{len(pins)} questions are pinned: export at most {MOST_PINS} at once")
    files: dict[str, bytes] = {}
    lines = [
        msgspec.json.encode(record)
        for number, pin in enumerate(pins, 1)
        for record in _records_of_pin(_key(number), number, pin, images, files)
    ]
    has_answers = all(b'"answer"' in line for line in lines)
    has_tests = any(pin.tests for pin in pins)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:  # a PNG is compressed already
        archive.writestr("README.txt", _readme(has_answers, has_tests))
        archive.writestr("questions.jsonl", b"\n".join(lines) + b"\n")
        archive.writestr("answers.csv", _shown_answers(pins))  # a folder's other JSON lines would be read as questions
        if has_tests:
            archive.writestr("tests.csv", _shown_tests(pins))
        for name, data in files.items():
            archive.writestr(name, data)
    return made.getvalue()


def _readme(has_answers: bool, has_tests: bool) -> str:
    return README.format(accuracy=" -s accuracy" if has_answers else "", tests=README_TESTS if has_tests else "")


def _shown_answers(pins: Sequence[Pin]) -> str:
    """What the page showed: one line per pinned question and model, before and after the edits of the image."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(ANSWER_COLUMNS)
    for number, pin in enumerate(pins, 1):
        sliders = _sliders_text(pin)
        for model in dict.fromkeys((*pin.answers, *pin.unedited)):
            after = pin.answers.get(model)
            before = pin.unedited.get(model) if sliders else after
            row = (_key(number), pin.asked.text, pin.asked.image, sliders, model, *_columns(after), *_columns(before))
            writer.writerow(map(escape_formula, row))
    return file.getvalue()


def _columns(shown: ShownAnswer | None) -> tuple[str, str]:
    if shown is None:
        return "", ""
    return shown.answer, "" if shown.probability is None else f"{shown.probability:.4g}"


def _sliders_text(pin: Pin) -> str:
    """The positions of the moved sliders, such as `blur 2, noise 0.1`."""
    return ", ".join(f"{name} {value:g}" for name, value in check_positions(pin.asked.sliders).items())


def _shown_tests(pins: Sequence[Pin]) -> str:
    """The results of tests that the page showed: one line per pinned question, variant and model."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    names = tuple(ShownTest.__slots__)
    writer.writerow(["id", *names])
    for number, pin in enumerate(pins, 1):
        for each in pin.tests:
            writer.writerow(map(escape_formula, (_key(number), *(getattr(each, name) for name in names))))
    return file.getvalue()


def _key(number: int) -> str:
    return f"pin-{number:03d}"


def _records_of_pin(
    key: str, number: int, pin: Pin, images: LiveImages, files: dict[str, bytes]
) -> Iterator[dict[str, Any]]:
    """The records of one pin: its question first, then the variants of it."""
    asked, edits = pin.asked, images.slider_edits(pin.asked)
    variants = variants_for_image(asked, edits, images.truth(asked.data, asked.image)).variants
    expected = pin.expected.strip()
    if not variants and not expected:
        raise UserError(
            f"pinned question {number} has neither an expected answer nor variants to compare with: write its expected"
            " answer in the list"
        )
    path = _add_image(images.edited(asked.image, edits, asked.data), files)
    sliders = _sliders_text(pin)
    tags = {"original_image": asked.image, **({"sliders": sliders} if sliders else {})}
    group = {"group": key} if variants else {}
    answer = {"answer": expected} if expected else {}
    yield {"id": key, "image": path, "question": asked.text, **group, **answer, "tags": {"test": "original", **tags}}
    for place, variant in enumerate(variants, 1):
        is_opposite = variant.relation == "opposite"
        other = _opposite(expected) if is_opposite else expected
        yield {
            "id": f"{key}-{place}", "image": path, "question": variant.question,
            "group": key, "relation": "opposite" if is_opposite else "equal",
            **({"answer": other} if other else {}), "tags": {"test": variant.test, **tags},
        }  # fmt: skip


def _opposite(answer: str) -> str:
    """The opposite of yes or no; "" for any other answer."""
    return OPPOSITE.get(POLAR.get(answer.strip().lower(), ""), "")


def _add_image(picture: ImageData, files: dict[str, bytes]) -> str:
    """The path of an image in the ZIP file; equal images are stored once, without loss."""
    file = io.BytesIO()
    picture.image.save(file, "PNG", compress_level=3)
    path = f"images/{hashlib.sha256(file.getvalue()).hexdigest()[:16]}.png"
    files[path] = file.getvalue()
    return path
