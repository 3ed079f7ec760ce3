"""Seeded damage to input files: to the structure of JSON, JSON lines, TSV and tables, and to bytes."""

import gzip
import json
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

Rng = random.Random
DEEP = 100_000
RECORD_TWICE = "record twice"


class Verbatim(str):
    """A piece of JSON text that no encoder would write."""


class Members(list):  # type: ignore[type-arg]
    """A JSON object as pairs, so that a key can be there twice."""


ODD_STRINGS = (
    "", " ", "\0", "a\0b", "\u202e\u2066x", "[bold]x[/bold]", "[/]", "[link=x]", ":smile:", "x" * 200_000,
    "é\u0301\U0001f600",
    "../../../etc/passwd", "/etc/passwd", "a\nb\r\nc\td", "nan", "-", "None", "\\", '"', "\x1b[31mred\x1b[0m", "\ufeff",
    "yes", "{0}", "%s", "${HOME}", "~", "con", "a" * 300 + ".png",
)  # fmt: skip
ODD_VALUES = (
    None, True, False, 0, -1, 1, 2**31, 2**63, 2**64, 10**30, -(10**30), 1.5, -0.0, 1e308, -1e308, 5e-324, [], {},
    [[]], [None], {"a": 1}, [1, 2, 3, 4], ["a"], {"answer": "yes"}, Verbatim("NaN"), Verbatim("-Infinity"),
    Verbatim("1e999"), Verbatim("9" * 5000), Verbatim('"\\ud800"'), Verbatim('"\\udc00x"'),
    Verbatim("[" * DEEP + "]" * DEEP),
    Verbatim('{"a":' * DEEP + "1" + "}" * DEEP), Verbatim("[" * 3000 + "]" * 3000), Verbatim("01"), Verbatim("'a'"),
    Verbatim(""),
)  # fmt: skip


def dumps(value: Any) -> str:
    """JSON text, with Verbatim and Members as they are."""
    if isinstance(value, Verbatim):
        return str(value)
    if isinstance(value, Members):
        return "{" + ", ".join(f"{json.dumps(key)}: {dumps(each)}" for key, each in value) + "}"
    if isinstance(value, dict):
        return dumps(Members(value.items()))
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(dumps, value)) + "]"
    return json.dumps(value)


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) below a value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for key, each in list(inside) for place in [(value, key), *_places(each)]]


def odd(rng: Rng) -> Any:
    """A value that few expect."""
    return rng.choice(ODD_STRINGS) if rng.random() < 0.4 else rng.choice(ODD_VALUES)


def damage_value(value: Any, rng: Rng) -> tuple[str, Any]:
    """What was done, and a JSON value with one or two places of it changed."""
    done = []
    for _ in range(rng.choice((1, 1, 1, 2))):
        places = _places(value)
        if not places or rng.random() < 0.03:
            return "replace all", odd(rng)
        container, key = rng.choice(places)
        how = rng.choice(("drop", "retype", "retype", "retype", "rename", "wrap", "twice", "swap", "key twice"))
        done.append(how)
        if how == "drop":
            del container[key]
        elif how == "retype":
            container[key] = odd(rng)
        elif how == "wrap":
            container[key] = [container[key]] if rng.random() < 0.5 else {"value": container[key]}
        elif how == "swap":
            other, place = rng.choice(places)
            text = dumps(container[key]) if _is_plain(container[key]) else "0"
            container[key], other[place] = other[place], json.loads(text)
        elif isinstance(container, list):
            container.insert(rng.randrange(len(container) + 1), container[key])
        elif how == "rename":
            container[rng.choice([*ODD_STRINGS, f"{key}s", str(key).upper()])] = container.pop(key)
        else:
            container[Twice(key)] = odd(rng)
    return "+".join(done), value


def _is_plain(value: Any) -> bool:
    try:
        json.loads(dumps(value))
    except (ValueError, RecursionError):
        return False
    return True


class Twice(str):
    """A key that is written although its equal is there already."""

    __slots__ = ()

    def __hash__(self) -> int:
        return hash((str(self), "twice"))

    def __eq__(self, other: object) -> bool:
        return self is other


def damage_bytes(data: bytes, rng: Rng) -> tuple[str, bytes]:
    """What was done, and the bytes after it."""
    at = rng.randrange(len(data) + 1)
    to = min(len(data), at + rng.choice((1, 2, 8, 64, 1000)))
    hows: dict[str, Callable[[], bytes]] = {
        "flip": lambda: data[:at] + bytes(byte ^ 1 << rng.randrange(8) for byte in data[at : at + 1]) + data[at + 1 :],
        "flip more": lambda: bytes(byte ^ (1 << rng.randrange(8) if rng.random() < 0.01 else 0) for byte in data),
        "cut": lambda: data[:at],
        "cut out": lambda: data[:at] + data[to:],
        "insert": lambda: data[:at] + rng.randbytes(rng.choice((1, 4, 100))) + data[at:],
        "repeat": lambda: data[:to] + data[at:],
        "latin-1": lambda: data[:at] + b"caf\xe9" + data[at:],
        "NUL": lambda: data[:at] + b"\0" * rng.choice((1, 100)) + data[at:],
        "BOM": lambda: b"\xef\xbb\xbf" + data,
        "UTF-16": lambda: data.decode("latin-1").encode("utf-16"),
        "gzip": lambda: gzip.compress(data),
        "CRLF": lambda: data.replace(b"\n", b"\r\n"),
        "CR": lambda: data.replace(b"\n", b"\r"),
        "empty": lambda: b"",
        "blank": lambda: b" \n\n",
        "deep": lambda: b"[" * DEEP,
        "long line": lambda: data[:at] + b"x" * 3_000_000 + data[at:],
        "quotes": lambda: data[:at] + b'"' + data[at:],
    }
    how = rng.choice(list(hows))
    return how, hows[how]()


def damage_lines(data: bytes, rng: Rng) -> tuple[str, bytes]:
    """JSON lines with one of them changed."""
    lines = data.decode().splitlines()
    at = rng.randrange(len(lines))
    if rng.random() < 0.15:
        return RECORD_TWICE, "\n".join([*lines[: at + 1], *lines[at:]]).encode()
    how, value = damage_value(json.loads(lines[at]), rng)
    lines[at] = dumps(value)
    return how, "\n".join(lines).encode("utf-8", "surrogatepass")


def damage_cells(data: bytes, rng: Rng) -> tuple[str, bytes]:
    """A TSV table with one or two of its cells changed."""
    rows = [line.split("\t") for line in data.decode().splitlines()]
    row = rng.choice(rows)
    how = rng.choice(("cell", "cell", "cell", "drop", "more", RECORD_TWICE, "column twice", "blank row"))
    if how == "cell":
        row[rng.randrange(len(row))] = rng.choice(
            [*ODD_STRINGS, '"', "1e308", "NaN", "[[[[", "[1, 'a'", "[" * 5000, "A"]
        )
    elif how == "drop":
        del row[rng.randrange(len(row))]
    elif how == "more":
        row.insert(rng.randrange(len(row) + 1), rng.choice(ODD_STRINGS))
    elif how == RECORD_TWICE:
        rows.insert(rng.randrange(1, len(rows) + 1), rng.choice(rows[1:]))
    elif how == "blank row":
        rows.insert(rng.randrange(len(rows) + 1), [""])
    else:
        at = rng.randrange(len(row))
        rows = [[*each, each[at] if at < len(each) else ""] for each in rows]
    return how, "".join("\t".join(each) + "\n" for each in rows).encode("utf-8", "surrogatepass")


def damage_table(path: Path, rng: Rng) -> str:
    """A Parquet or Arrow file with one column or row changed; it stays a whole file."""
    is_arrow = path.suffix == ".arrow"
    table = pa.ipc.open_stream(path.read_bytes()).read_all() if is_arrow else pq.read_table(path)
    columns = {name: table[name].to_pylist() for name in table.column_names}
    name = rng.choice(list(columns))
    how = rng.choice(("null", "retype", "retype", "drop", RECORD_TWICE, "nan", "empty", "string"))
    size = len(table)
    if how == "null":
        columns[name] = [None if rng.random() < 0.5 else each for each in columns[name]]
    elif how == "retype":
        column = rng.choice((
            [1] * size, [float("nan")] * size, [float("inf"), 1e308, -1.0][:size], [[]] * size, [["a", "b"]] * size,
            [b"\xff"] * size, [{"a": 1}] * size, [None] * size, [True] * size, [[[["a"]]]] * size, [2**62] * size,
            [{"bytes": b"x", "path": None}] * size,
        ))  # fmt: skip
        columns[name] = column
    elif how == "drop":
        del columns[name]
    elif how == RECORD_TWICE:
        columns = {each: [*values, values[0]] for each, values in columns.items()}
    elif how == "nan":
        columns[name] = [float("nan") if each == 0 else 2.0 for each in range(size)]
    elif how == "empty":
        columns = {each: values[:0] for each, values in columns.items()}
    else:
        columns[name] = [rng.choice(ODD_STRINGS) for _ in range(size)]
    made = pa.table(columns)
    if is_arrow:
        with pa.ipc.new_stream(str(path), made.schema) as writer:
            writer.write_table(made)
    else:
        pq.write_table(made, path)
    return how


def replace_file(path: Path, rng: Rng) -> str:
    """Something that is not a plain file where one was."""
    how = rng.choice(("folder", "FIFO", "broken link", "absent", "device"))
    path.unlink()
    if how == "folder":
        path.mkdir()
    elif how == "FIFO":
        os.mkfifo(path)
    elif how == "broken link":
        path.symlink_to("nowhere")
    elif how == "device":
        path.symlink_to("/dev/null")
    return how


def repeat_record(value: Any, keys: tuple[str, ...], rng: Rng) -> Any:
    """A JSON value with one record twice in the list under these keys."""
    records = value
    for key in keys:
        records = records[key]
    records.insert(rng.randrange(len(records) + 1), rng.choice(records))
    return value


PACKED = (".eval", ".xlsx")  # zip files


def damage_file(path: Path, rng: Rng, listed: tuple[str, ...] | None = None) -> str:
    """Damage one file in place; says how. `listed`: the keys to its list of records that have ids, if it has one."""
    data = path.read_bytes()
    if rng.random() < 0.02:
        return replace_file(path, rng)
    if rng.random() < 0.3 or path.suffix in PACKED:
        how, data = damage_bytes(data, rng)
    elif path.suffix in (".parquet", ".arrow"):
        return damage_table(path, rng)
    elif path.suffix == ".tsv":
        how, data = damage_cells(data, rng)
    elif path.suffix == ".jsonl" or path.name.startswith("coco_pope"):
        how, data = damage_lines(data, rng)
    elif listed is not None and rng.random() < 0.1:
        how, data = RECORD_TWICE, dumps(repeat_record(json.loads(data), listed, rng)).encode()
    else:
        how, value = damage_value(json.loads(data), rng)
        data = dumps(value).encode("utf-8", "surrogatepass")
    path.write_bytes(data)
    return how
