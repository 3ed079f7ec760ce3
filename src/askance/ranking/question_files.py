"""Questions in files: plain lines, JSON, JSON lines or Parquet, also as .gz; order and repetitions are kept.

FILE.txt             one question per line; blank lines are passed over
FILE.json            ["…", …], [{"question": "…"}, …], or VQA's {"questions": [{"question": "…", "image_id": …}, …]}
FILE.jsonl           one "…" or {"question": "…"} a line
FILE.parquet         the column question
image_id and question_id are kept where a record has them; other fields are passed over.
"""

import codecs
import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path

import msgspec
from askance.core.errors import UserError
from askance.core.input_files import check_is_file

ENDINGS = (".txt", ".json", ".jsonl", ".parquet")
_FORM = 'write ["…", …], [{"question": "…"}, …] or {"questions": [{"question": "…"}, …]}'


class MainQuestion(msgspec.Struct, frozen=True, gc=False):
    """A main question, with the image that it is asked about and its own id where they are known."""

    question: str
    image: str | None = None
    item: str | None = None


class _Record(msgspec.Struct, frozen=True, gc=False):
    question: str
    image_id: str | int | None = None
    question_id: str | int | None = None


class _QuestionList(msgspec.Struct, frozen=True):
    questions: list[str | _Record]


def read_questions(path: Path | str) -> list[str]:
    """The questions of a file in their order, repetitions kept."""
    return [main.question for main in read_main_questions(path)]


def read_main_questions(path: Path | str) -> list[MainQuestion]:
    """The questions of a file in their order, with image_id and question_id where its records have them."""
    path = Path(path)
    form = question_file_suffix(path.name)
    if not form:
        raise UserError(f"{path}: not known how to read it: name a file that ends in {', '.join(ENDINGS)} (or .txt.gz)")
    found = _read_parquet(path) if form == ".parquet" else list(_READERS[form](path, _read_content(path)))
    if not found:
        raise UserError(f"{path}: holds no question: write one a line, or {_FORM}")
    return found


def question_file_suffix(name: str) -> str:
    """How a file of questions ends, .gz aside; empty for a name that is not of one."""
    found = Path(name.removesuffix(".gz")).suffix.lower()
    packed = name.endswith(".gz") and found == ".parquet"
    return found if found in ENDINGS and not packed else ""


def _read_content(path: Path) -> bytes:
    check_is_file(path, "name a file of questions")
    try:
        data = path.read_bytes()
        if path.suffix == ".gz":
            data = gzip.decompress(data)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise UserError(f"{path}: damaged gzip file ({error}): pack it again") from error
    except OSError as error:
        raise UserError(f"{path}: cannot be read ({error.strerror}): name a file of questions") from error
    return data.removeprefix(codecs.BOM_UTF8)


def _numbered_lines(data: bytes) -> Iterator[tuple[int, bytes]]:
    return ((number, line) for number, line in enumerate(data.split(b"\n"), 1) if line.strip())


def _parse_text_lines(path: Path, data: bytes) -> Iterator[MainQuestion]:
    for number, line in _numbered_lines(data):
        try:
            yield MainQuestion(line.decode().strip())
        except UnicodeDecodeError as error:
            raise UserError(f"{path}: line {number}: {error}: save the file as UTF-8") from error


def _parse_json_lines(path: Path, data: bytes) -> Iterator[MainQuestion]:
    decoder = msgspec.json.Decoder(str | _Record)
    for number, line in _numbered_lines(data):
        try:
            yield _to_main_question(decoder.decode(line))
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise UserError(f'{path}: line {number}: {error}: write "…" or {{"question": "…"}} there') from error


def _parse_json(path: Path, data: bytes) -> Iterator[MainQuestion]:
    try:
        found = msgspec.json.decode(data, type=list[str | _Record] | _QuestionList)
    except msgspec.ValidationError as error:
        raise UserError(f"{path}: {error}: {_FORM}") from error
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise UserError(f"{path}: not whole JSON ({error}): {_FORM}") from error
    return map(_to_main_question, found.questions if isinstance(found, _QuestionList) else found)


_READERS = {".txt": _parse_text_lines, ".json": _parse_json, ".jsonl": _parse_json_lines}


def _to_main_question(record: str | _Record) -> MainQuestion:
    if isinstance(record, str):
        return MainQuestion(record)
    image, item = record.image_id, record.question_id
    return MainQuestion(record.question, None if image is None else str(image), None if item is None else str(item))


def _read_parquet(path: Path) -> list[MainQuestion]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    check_is_file(path, "name a file of questions")
    try:
        with path.open("rb") as source, pq.ParquetFile(source) as file:
            known = file.schema_arrow.names
            if known.count("question") != 1:
                there = ", ".join(known) or "none"
                raise UserError(f"{path}: must have one column question, but has {there}: rename the right one")
            extra = [name for name in ("image_id", "question_id") if known.count(name) == 1]
            table = file.read(
                columns=["question", *extra], use_threads=False
            )  # a Python file: see core/arrow_buffer.py
    except pa.ArrowException as error:
        raise UserError(f"{path}: damaged Parquet file ({' '.join(str(error).split())}): write it again") from error
    except OSError as error:
        raise UserError(f"{path}: cannot be read ({error.strerror or error}): name a file of questions") from error
    columns = {name: table[name].to_pylist() for name in table.column_names}
    blank = [None] * len(table)
    rows = zip(columns["question"], *(columns.get(name, blank) for name in ("image_id", "question_id")), strict=True)
    return [_to_main_question(_check_row(path, number, row)) for number, row in enumerate(rows)]


def _check_row(path: Path, number: int, row: tuple[object, ...]) -> _Record:
    try:
        return msgspec.convert(dict(zip(_Record.__struct_fields__, row, strict=True)), _Record)
    except msgspec.ValidationError as error:
        raise UserError(f"{path}: row {number}: {error}: fix that field") from error
