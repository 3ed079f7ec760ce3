"""lmms-eval: `*_samples_TASK.jsonl`, which `--log_samples` writes: one question per line."""

import codecs
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from askance.core import UserError
from askance.core.input_files import decode_json_input
from askance.logs.recorded_sample import NO_ANSWER, LogFormat, Read, RecordedAnswer, RecordedSample, content_name
from askance.logs.text_values import (
    contains_values,
    data_uri_bytes,
    listed_options,
    target_texts,
    text_leaves,
    text_of,
)

FIX = "name a file that lmms-eval wrote with --log_samples"


class _Line(msgspec.Struct, frozen=True):
    """The fields that are read. Versions differ: `input` is newer than `arguments` and `doc`."""

    doc_id: int | str
    filtered_resps: Any = None
    resps: Any = None  # left out by lmms-eval where equal to filtered_resps
    target: Any = None
    input: Any = None
    arguments: Any = None
    doc: Any = None
    input_media: Any = None


_DECODER = msgspec.json.Decoder(_Line)


def _read(path: Path) -> Iterator[Read]:
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                yield _read_line(line.removeprefix(codecs.BOM_UTF8), f"{path}: line {number}")


def _read_line(line: bytes, where: str) -> Read:
    found = decode_json_input(line, _DECODER, where, FIX)
    said = list(text_leaves(found.resps)) or list(text_leaves(found.filtered_resps))
    if not said and contains_values(found.filtered_resps):
        raise UserError(f"{where}: field filtered_resps contains no text: only tasks with generated answers are read")
    answers = tuple(map(RecordedAnswer.of_text, said)) or (RecordedAnswer(None, NO_ANSWER),)
    media = list(text_leaves(found.input_media))
    image = data_uri_bytes(media[0]) if len(media) == 1 else None
    row = found.doc_id if isinstance(found.doc_id, int) else None
    path = media[0] if len(media) == 1 and image is None else ""
    prompt, targets = _prompt(found), target_texts(found.target)
    options = listed_options(prompt)
    sample = RecordedSample(text_of(found.doc_id), prompt, answers, targets, options, row, content_name(image), path)
    return Read(sample, image)


def _prompt(line: _Line) -> str:
    """The text that the model received, or else the question."""
    prompt = next(text_leaves(line.input), "") or next(text_leaves(line.arguments), "")
    return prompt or (text_of(line.doc.get("question")) if isinstance(line.doc, dict) else "")


def _model(path: Path) -> str:
    """lmms-eval writes into a folder that has the name of the model."""
    return path.absolute().parent.name if "_samples_" in path.name and path.name[:8].isdigit() else ""


LMMS_EVAL = LogFormat("lmms-eval", _read, _model)  # a doc_id that comes again has the same answer, filtered otherwise
