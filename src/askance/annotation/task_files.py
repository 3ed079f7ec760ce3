"""Files of annotation tasks: JSON lines, one task per line; docs/dashboard/annotate.md describes the fields."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
from askance.core.input_files import decode_json_input, read_input_file


class TaskRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the file; the names of the fields are those that `askance generate --format tasks` writes."""

    question: str
    id: str = ""
    image: str | None = None
    data: str = ""
    options: tuple[str, ...] = ()
    answer: str = ""
    reference: str = ""
    reference_answer: str = ""
    case: str = ""
    role: str = ""
    task: str = ""  # the batch that the question belongs to
    gold: str | None = None
    tags: dict[str, str] = {}
    edits: tuple[str, ...] = ()  # such as blur(radius=3)
    picture: str = ""  # not used: the image is rendered from `image` and `edits`


_decoder = msgspec.json.Decoder(TaskRecord)


def read_task_records(path: Path) -> Iterator[tuple[str, TaskRecord]]:
    """The records of a file, each with the place it was read from."""
    data = read_input_file(path, "name a JSON-lines file with one task per line")
    for number, line in enumerate(data.splitlines(), 1):
        if line.strip():
            where = f"{path}: line {number}"
            yield where, decode_json_input(line, _decoder, where, "fix that line")
