"""Finding a log, telling its format from its content, and reading it."""

import codecs
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import msgspec
from askance.core import UserError
from askance.core.digest import file_digest
from askance.core.input_files import (
    check_is_file,
    check_text_encoding,
    decode_json_input,
    read_input_file,
    short_error_message,
)
from askance.logs.inspect_ai import INSPECT_EVAL, INSPECT_JSON, is_inspect_archive
from askance.logs.lmms_eval import LMMS_EVAL
from askance.logs.recorded_sample import LogFormat, RecordedSample
from askance.logs.vlmevalkit import VLMEVALKIT_JSON, VLMEVALKIT_TSV, VLMEVALKIT_XLSX, check_columns
from askance.logs.zip_members import open_zip

FORMS = "lmms-eval (*_samples_*.jsonl), VLMEvalKit (.xlsx, .tsv, .json) or Inspect (.eval, .json)"
FIX = f"name a log of {FORMS}"
PATTERNS = ("*.eval", "*.json", "*.jsonl", "*.xlsx", "*.tsv")  # what is looked for in a folder
SHOWN = 5  # files named in an error
LINE = 2**26  # bytes of a first line
RECORD = 2**22  # bytes in which the first record of a list must end
KEYS = (b'"eval"', b'"doc_id"', b'"prediction"')  # one is near the beginning of every log in JSON
RESULTS = b'"n-shot"'  # is near the beginning of the results of lmms-eval
_FIRST = json.JSONDecoder()
_OBJECT = msgspec.json.Decoder(dict[str, msgspec.Raw])


class UnreadableLogError(UserError):
    """A file of another tool that is no log in a format that can be read: the message says which file to name."""


@dataclass(frozen=True, slots=True)
class RecordedLog:
    """All samples of a log, one per id."""

    path: Path
    tool: str
    model: str  # "" where the log does not say
    digest: str  # of the file
    samples: tuple[RecordedSample, ...]
    copies: int = 0  # samples that were left out, because their id comes again


def find_log(rest: str, kind: str) -> Path:
    """The log that FILE, FOLDER or FOLDER#SELECTION names; SELECTION is a part of the file's path in the folder."""
    if not rest:
        raise UserError(f"{kind}: names no file: write {kind}:FILE, a log of {FORMS}")
    place, _, selection = (rest, "", "") if Path(rest).exists() else rest.rpartition("#")
    path = Path(place or rest)
    if not path.is_dir():
        if selection and path.exists():
            raise UserError(f"{path}: #{selection} selects a file of a folder, and this is a file: leave it out")
        check_is_file(path, FIX)
        return path
    within = {file: file.relative_to(path).as_posix() for pattern in PATTERNS for file in path.rglob(pattern)}
    named = sorted(file for file, name in within.items() if selection in name)
    unique = {file.resolve(): file for file in named}.values()  # VLMEvalKit links to its latest files
    known = [(file, _format_error(file)) for file in unique]
    found = [file for file, error in known if error is None]
    by_name = [file for file in found if selection in file.name]  # a folder's name may contain it, too
    if len(found) == 1 or len(by_name) == 1:
        return by_name[0] if len(by_name) == 1 else found[0]
    wanted = f" whose path contains {selection!r}" if selection else ""
    if not found:
        for _, error in known:
            if isinstance(error, UnreadableLogError):
                raise error
        raise UserError(f"{path}: contains no log{wanted}: {FIX}")
    names = ", ".join(within[file] for file in found[:SHOWN]) + (", …" if len(found) > SHOWN else "")
    raise UserError(
        f"{path}: contains {len(found)} logs{wanted} ({names}): name one, or a part of its path as {kind}:{path}#PART"
    )


def _format_error(path: Path) -> Exception | None:
    """Why a file is no log that can be read; None if it is one."""
    try:
        if path.suffix == ".json" and not _may_be_log(path):
            return UserError(f"{path}: is no log: {FIX}")
        detect_format(path)
    except (UserError, OSError) as error:
        return error
    return None


def _may_be_log(path: Path) -> bool:
    """Whether the beginning of a JSON file is like that of a log: annotations may be too large to read for nothing."""
    check_is_file(path, FIX)
    with path.open("rb") as file:
        head = file.read(RECORD)
    return any(key in head for key in (*KEYS, RESULTS))


def detect_format(path: Path) -> LogFormat:
    """The format of a log, by its content."""
    check_is_file(path, FIX)
    with path.open("rb") as file:
        line = file.readline(LINE)
    if line.startswith(b"PK"):
        return _archive_format(path)
    if line.startswith(b"\x80") or path.suffix == ".pkl":
        raise UserError(f"{path}: is a pickle, which could run code: write the predictions with PRED_FORMAT=tsv")
    check_text_encoding(line[:8], path, FIX)
    line = line.removeprefix(codecs.BOM_UTF8)
    start = line.lstrip()
    if start.startswith(b"["):
        _check_first_record(path)
        return VLMEVALKIT_JSON
    if start.startswith(b"{"):
        return _object_format(path, line)
    names = {name.strip().strip('"') for name in start.decode(errors="replace").split("\t")}
    if "prediction" in names:
        return VLMEVALKIT_TSV
    missing = "has no column 'prediction', so it is no file of predictions" if len(names) > 1 else "is no log"
    raise UserError(f"{path}: {missing}: {FIX}")


def _archive_format(path: Path) -> LogFormat:
    with open_zip(path, FIX) as archive:
        if is_inspect_archive(archive):
            return INSPECT_EVAL
        if "xl/workbook.xml" in archive.namelist():
            return VLMEVALKIT_XLSX
    raise UserError(f"{path}: is a zip file, but no log: {FIX}")


def _check_first_record(path: Path) -> None:
    """Raise where a JSON list is none of predictions: annotations are lists, too."""
    with path.open("rb") as file:
        text = file.read(RECORD).decode("utf-8-sig", errors="replace").lstrip()
    try:
        record, _ = _FIRST.raw_decode(text[1:].lstrip())
    except (ValueError, RecursionError) as error:
        reason = short_error_message(error)
        raise UserError(f"{path}: is a list without a first record that can be read ({reason}): {FIX}") from error
    check_columns(record if isinstance(record, dict) else (), path)


def _object_format(path: Path, line: bytes) -> LogFormat:
    """Of a file that begins with a JSON object: one per line, or one in all."""
    try:
        found = _OBJECT.decode(line)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        found = decode_json_input(read_input_file(path, FIX), _OBJECT, str(path), FIX)
    keys = set(found)
    if "doc_id" in keys:
        return LMMS_EVAL
    if "eval" in keys:
        return INSPECT_JSON
    if {"args", "logs"} <= keys:
        raise UnreadableLogError(
            f"{path}: is a log of an old version of lmms-eval, which is not read: run a newer one with --log_samples"
            " and name its file *_samples_*.jsonl"
        )
    if "results" in keys:
        raise UnreadableLogError(
            f"{path}: contains the results of lmms-eval, not the answers: run it with --log_samples and name its file"
            " *_samples_*.jsonl"
        )
    raise UserError(f"{path}: is no log (its first object has the fields {', '.join(sorted(keys)[:SHOWN])}): {FIX}")


def _is_repetition(first: RecordedSample, again: RecordedSample) -> bool:
    """Whether a sample of a known id is a new epoch of the same question: 1 and "1" are two ids in JSON."""
    epochs = {answer.epoch for answer in first.answers}
    return epochs.isdisjoint(answer.epoch for answer in again.answers) and (
        (first.asked, first.options, first.image) == (again.asked, again.options, again.image)
    )


def read_log(path: Path, keep_image: Callable[[str, bytes], None] = lambda name, data: None) -> RecordedLog:
    """All samples of a log; `keep_image` gets the content name and the bytes of each image in it."""
    form, copies = detect_format(path), 0
    found: dict[str, RecordedSample] = {}
    try:
        for sample, image in form.read(path):
            if image is not None:
                keep_image(sample.image, image)
            first = found.get(sample.id)
            if first is None:
                found[sample.id] = sample
            elif form.repeats and _is_repetition(first, sample):
                found[sample.id] = first._replace(answers=(*first.answers, *sample.answers))
            else:
                copies += 1
        model = form.model(path)
    except OSError as error:
        raise UserError(f"{path}: cannot be read ({error.strerror}): {FIX}") from error
    if not found:
        raise UserError(f"{path}: contains no sample: {FIX}")
    samples = tuple(
        sample._replace(answers=tuple(sorted(sample.answers, key=lambda answer: answer.epoch)))
        for sample in found.values()
    )
    return RecordedLog(path, form.tool, model, file_digest(path), samples, copies)
