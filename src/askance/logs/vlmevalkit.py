"""VLMEvalKit: predictions as `MODEL_DATASET.xlsx`, `.tsv` or `.json`, with the columns index and prediction."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from askance.core import UserError
from askance.core.input_files import decode_json_input, read_input_file, short_error_message
from askance.core.install_command import install_command
from askance.logs.recorded_sample import LogFormat, Read, RecordedAnswer, RecordedSample
from askance.logs.text_values import target_texts, text_of
from askance.logs.zip_members import open_zip
from askance.wording.option_letters import OPTION_LETTERS

FIX = "name a file of predictions that VLMEvalKit wrote"
FAILED = "Failed to obtain answer"  # how VLMEvalKit writes a failed call into the column prediction
UNPACKED = 2**30  # bytes that a workbook may have when unpacked
FIELD = 2**24  # characters of a field in a table
_RECORDS = msgspec.json.Decoder(list[dict[str, Any]])
Rows = Iterator[tuple[str, Mapping[str, Any]]]


def _samples(rows: Rows) -> Iterator[Read]:
    for where, cells in rows:
        yield Read(_sample(cells, where))


def _sample(cells: Mapping[str, Any], where: str) -> RecordedSample:
    index, said = text_of(cells.get("index")).strip(), text_of(cells.get("prediction"))
    if not index:
        raise UserError(f"{where}: column index is empty: {FIX}")
    answer = RecordedAnswer.of_text(said, text_of(cells.get("thinking")))
    if said.startswith(FAILED):
        answer = RecordedAnswer(None, said[:200])
    options = []
    for letter in OPTION_LETTERS:
        if not (option := text_of(cells.get(letter)).strip()):
            break
        options.append(option)
    targets, path = target_texts(cells.get("answer")), text_of(cells.get("image_path"))
    question = text_of(cells.get("question"))
    return RecordedSample(index, question, (answer,), targets, tuple(options), image_path=path)


def check_columns(names: Iterable[str], path: Path) -> None:
    """Raise where a table is none of predictions."""
    known = set(names)
    for needed in ("index", "prediction"):
        if needed not in known:
            raise UserError(f"{path}: has no column {needed!r}: {FIX}")


def _tsv_rows(path: Path) -> Rows:
    text = _decode(read_input_file(path, FIX), path)
    csv.field_size_limit(FIELD)
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter="\t")
    try:
        check_columns(reader.fieldnames or (), path)
        for cells in reader:
            if None in cells:
                raise UserError(f"{path}: line {reader.line_num}: has more fields than the first line: {FIX}")
            yield f"{path}: line {reader.line_num}", cells
    except csv.Error as error:
        raise UserError(f"{path}: line {reader.line_num}: {error}: {FIX}") from error


def _decode(data: bytes, path: Path) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: is not UTF-8 ({short_error_message(error)}): {FIX}") from error


def _json_rows(path: Path) -> Rows:
    records = decode_json_input(read_input_file(path, FIX), _RECORDS, str(path), FIX)
    for number, cells in enumerate(records, 1):
        check_columns(cells, path)
        yield f"{path}: record {number}", cells


def _xlsx_rows(path: Path) -> Rows:
    try:
        from openpyxl import load_workbook
    except ImportError as error:
        raise UserError(f"{path}: reading .xlsx needs an extra: {install_command('xlsx')}") from error
    _check_unpacked_size(path)
    try:
        book = load_workbook(path, read_only=True)
        rows = book.worksheets[0].iter_rows(values_only=True)
        names = [text_of(cell) for cell in next(rows, ())]
        check_columns(names, path)
        for number, cells in enumerate(rows, 2):
            if any(cell is not None for cell in cells):
                yield f"{path}: row {number}", dict(zip(names, cells, strict=False))
    except UserError:
        raise
    except Exception as error:  # openpyxl raises whatever its XML parser meets in a damaged file
        raise UserError(f"{path}: cannot be read as a workbook ({short_error_message(error)}): {FIX}") from error


def _check_unpacked_size(path: Path) -> None:
    with open_zip(path, FIX) as archive:
        size = sum(member.file_size for member in archive.infolist())
    if size > UNPACKED:
        raise UserError(f"{path}: unpacks to {size >> 20:,} MB, more than {UNPACKED >> 20:,}: save it as .tsv")


def _model(path: Path) -> str:
    """VLMEvalKit calls its files MODEL_DATASET; both may contain underscores, so that the whole name is taken."""
    return path.stem


VLMEVALKIT_XLSX = LogFormat("VLMEvalKit", lambda path: _samples(_xlsx_rows(path)), _model)
VLMEVALKIT_TSV = LogFormat("VLMEvalKit", lambda path: _samples(_tsv_rows(path)), _model)
VLMEVALKIT_JSON = LogFormat("VLMEvalKit", lambda path: _samples(_json_rows(path)), _model)
