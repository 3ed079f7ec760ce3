"""The tables beside this file: tab-separated, `#` comments, one header line."""

from pathlib import Path

FOLDER = Path(__file__).parent
Row = tuple[str, ...]


def read_table_rows(table: str, folder: Path = FOLDER) -> list[Row]:
    """The rows of a table below its header, every row as long as the header."""
    lines = folder.joinpath(f"{table}.tsv").read_text(encoding="utf-8").split("\n")
    head, *body = [line for line in lines if line and not line.startswith("#")]
    width = head.count("\t") + 1
    return [tuple((line + "\t" * (width - line.count("\t") - 1)).split("\t")) for line in body]


def split_list_field(field: str) -> tuple[str, ...]:
    """The entries of a field that holds several, separated by semicolons."""
    return tuple(entry.strip() for entry in field.split(";")) if field else ()
