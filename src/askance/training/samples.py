"""What is trained on: questions with answers about pictures, from data sets and from exported cases."""

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
from askance.core import Dataset, Step, UserError
from askance.core.query import Scalar
from askance.edits import EDITS
from askance.wording.most_common_answer import most_common_answer

EVERY = sys.maxsize  # a limit beyond any data set: without one, large data sets give 15,000 items
_BETWEEN = re.compile(r", (?=\w+=)")  # values may hold commas of their own


class Sample(msgspec.Struct, frozen=True):
    """One question about one picture, perhaps edited, with the answer to learn."""

    image: str
    question: str
    answer: str
    edits: tuple[Step, ...] = ()


class ExportedAsk(msgspec.Struct, frozen=True):
    """One question of an exported case."""

    role: str
    image: str | None
    question: str
    edits: tuple[str, ...] = ()
    true: tuple[str, ...] = ()  # the right answers, in a file of failing cases
    turns: tuple[object, ...] = ()  # of a conversation, which no network here can be trained on


class ExportedCase(msgspec.Struct, frozen=True):
    """A line of a file that `askance generate` or `report --failures` wrote, as far as it is needed here."""

    asks: tuple[ExportedAsk, ...]
    expected: dict[str, tuple[str, ...]] = {}


def samples_from_dataset(data: Dataset, limit: int | None, seed: int) -> Iterator[Sample]:
    """The items of a data set that have answers; without a limit, of a large one as many as a suite takes."""
    for item in data.items(limit, seed):
        if item.answers and (answer := most_common_answer(item.answers)):
            yield Sample(item.image, item.question, answer)


def samples_from_case_files(files: Iterable[Path]) -> list[Sample]:
    """The questions of files that `askance generate` or `askance report --failures` wrote, each once.

    Those whose answer is not known, or on which cases disagree, are left out; a file without any other is an error.
    """
    found: dict[tuple[str, str, tuple[Step, ...]], Sample | None] = {}
    for file in files:
        samples = list(_read_case_file(file))
        if not samples:
            raise UserError(
                f"{file}: no question has a known answer, so there is nothing to train on: name cases of a suite with"
                " right answers, such as accuracy or carets"
            )
        for sample in samples:
            key = (sample.image, sample.question, sample.edits)
            if found.setdefault(key, sample) != sample:
                found[key] = None
    return [sample for sample in found.values() if sample is not None]


def _read_case_file(file: Path) -> Iterator[Sample]:
    decoder = msgspec.json.Decoder(ExportedCase)
    try:
        with file.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                try:
                    case = decoder.decode(line)
                    yield from _samples_from_case(case)
                except (msgspec.MsgspecError, UnicodeDecodeError, UserError) as error:
                    fix = "write it with askance generate SUITE -d DATA -o FILE.jsonl, or askance report --failures"
                    raise UserError(f"{file}: line {number}: {error}: {fix}") from error
    except OSError as error:
        raise UserError(f"{file}: cannot be read ({error.strerror}): name a file of askance generate") from error


def _samples_from_case(case: ExportedCase) -> Iterator[Sample]:
    for ask in case.asks:
        answers = case.expected.get(ask.role) or ask.true
        if answers and ask.image is not None and not ask.turns and (answer := most_common_answer(answers)):
            yield Sample(ask.image, ask.question, answer, tuple(map(parse_step, ask.edits)))


def parse_step(text: str) -> Step:
    """The step that `name(key=value, …)` describes."""
    name, _, rest = text.partition("(")
    edit = EDITS.get(name)
    if edit is None or not rest.endswith(")"):
        raise UserError(f"field edits: {text!r} is no edit of this askance: there are {', '.join(EDITS)}")
    pairs = (part.partition("=")[::2] for part in _BETWEEN.split(rest[:-1]) if part)
    args = {key: value if isinstance(edit.example.get(key), str) else _parse_scalar(value) for key, value in pairs}
    return Step.of(name, edit.version, **args)


def _parse_scalar(text: str) -> Scalar:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
