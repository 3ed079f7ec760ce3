"""Inspect: logs as `.eval` (a zip file with one JSON file per sample) or `.json`, with images where it logged them."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import msgspec
from askance.core import UserError
from askance.core.input_files import decode_json_input, read_input_file
from askance.logs.recorded_sample import NO_ANSWER, LogFormat, Read, RecordedAnswer, RecordedSample, content_name
from askance.logs.text_values import data_uri_bytes, target_texts, text_of
from askance.logs.zip_members import open_zip, read_member

FIX = "name a log of Inspect, .eval or .json"
SAMPLES, HEADER, START = "samples/", "header.json", "_journal/start.json"  # START is all that an aborted run has
CHUNKED = re.compile(r"_epoch_\d+/sample\.json$")  # a very long sample, in many files beside this one
ATTACHMENT = "attachment://"


class _Part(msgspec.Struct, frozen=True):
    type: str = ""
    text: str = ""
    image: str = ""
    reasoning: str = ""


class _Message(msgspec.Struct, frozen=True):
    role: str = ""
    content: str | list[_Part] = ""


class _Choice(msgspec.Struct, frozen=True):
    message: _Message = _Message()


class _Output(msgspec.Struct, frozen=True):
    completion: str | None = None
    choices: list[_Choice] = []
    error: str | None = None


class _Sample(msgspec.Struct, frozen=True):
    """The fields that are read of a sample."""

    id: int | str
    epoch: int = 1
    input: str | list[_Message] = ""
    target: Any = None
    choices: list[str] | None = None
    output: _Output = _Output()
    error: Any = None
    attachments: dict[str, Any] = {}


class _Eval(msgspec.Struct, frozen=True):
    model: str = ""


class _Header(msgspec.Struct, frozen=True):
    eval: _Eval = _Eval()


class _Log(msgspec.Struct, frozen=True):
    eval: _Eval
    samples: list[_Sample] | None = None


_SAMPLE = msgspec.json.Decoder(_Sample)
_HEADER = msgspec.json.Decoder(_Header)
_LOG = msgspec.json.Decoder(_Log)


def is_inspect_archive(archive: ZipFile) -> bool:
    """Whether a zip file is a log of Inspect."""
    return not {HEADER, START}.isdisjoint(archive.namelist())


def _read_archive(path: Path) -> Iterator[Read]:
    with open_zip(path, FIX) as archive:
        members = {member.filename: member for member in archive.infolist()}  # of one name the last is valid
        names = [name for name in members if name.startswith(SAMPLES) and name.endswith(".json")]
        if chunked := next(filter(CHUNKED.search, names), None):
            raise UserError(f"{path}: {chunked}: a sample in chunks is not read: convert the log to .json")
        for name in names:  # ids may contain "/"
            where = f"{path}: {name}"
            data = read_member(archive, members[name], where, FIX)
            yield _to_read(decode_json_input(data, _SAMPLE, where, FIX))


def _read_json(path: Path) -> Iterator[Read]:
    log = decode_json_input(read_input_file(path, FIX), _LOG, str(path), FIX)
    return map(_to_read, log.samples or ())


def _to_read(sample: _Sample) -> Read:
    texts, images = _input_parts(sample)
    image = data_uri_bytes(images[0]) if len(images) == 1 else None
    recorded = RecordedSample(
        text_of(sample.id), "\n".join(filter(None, texts)), (_answer(sample),), target_texts(sample.target),
        tuple(sample.choices or ()), None, content_name(image),
    )  # fmt: skip
    return Read(recorded, image)


def _input_parts(sample: _Sample) -> tuple[list[str], list[str]]:
    """The texts and the images of the user's messages."""
    if isinstance(sample.input, str):
        return [_attached(sample.input, sample.attachments)], []
    texts, images = [], []
    for message in sample.input:
        if message.role != "user":
            continue
        parts = [_Part("text", message.content)] if isinstance(message.content, str) else message.content
        texts += [_attached(part.text, sample.attachments) for part in parts if part.type == "text"]
        images += [_attached(part.image, sample.attachments) for part in parts if part.type == "image"]
    return texts, images


def _attached(text: str, attachments: Mapping[str, Any]) -> str:
    """The text itself; Inspect keeps long ones apart."""
    if not text.startswith(ATTACHMENT):
        return text
    found = attachments.get(text.removeprefix(ATTACHMENT), "")
    return found if isinstance(found, str) else ""


def _answer(sample: _Sample) -> RecordedAnswer:
    output, epoch = sample.output, sample.epoch
    failure = sample.error.get("message", "") if isinstance(sample.error, dict) else text_of(sample.error)
    if failure or output.error:
        return RecordedAnswer(None, text_of(failure or output.error)[:200], "", epoch)
    if not output.completion and not output.choices:  # it ended before the model said anything
        return RecordedAnswer(None, NO_ANSWER, "", epoch)
    message = output.choices[0].message if output.choices else _Message()
    parts = [] if isinstance(message.content, str) else message.content
    said = output.completion
    if said is None:
        said = message.content if isinstance(message.content, str) else "\n".join(part.text for part in parts)
    thinking = "\n".join(filter(None, (part.reasoning for part in parts)))
    return RecordedAnswer.of_text(_attached(said, sample.attachments), thinking, epoch)


def _model_of_archive(path: Path) -> str:
    with open_zip(path, FIX) as archive:
        members = {member.filename: member for member in archive.infolist()}
        name = next(name for name in (HEADER, START) if name in members)
        where = f"{path}: {name}"
        return decode_json_input(read_member(archive, members[name], where, FIX), _HEADER, where, FIX).eval.model


def _model_of_json(path: Path) -> str:
    return decode_json_input(read_input_file(path, FIX), _HEADER, str(path), FIX).eval.model


INSPECT_EVAL = LogFormat("Inspect", _read_archive, _model_of_archive, repeats=True)
INSPECT_JSON = LogFormat("Inspect", _read_json, _model_of_json, repeats=True)
