"""askance generate: a suite's cases as a file."""

import json
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Any

import click
import msgspec
from askance.cli import names
from askance.cli.console import json_option, print_json
from askance.core import Case, UserError

CHUNK = 20_000  # cases a Parquet row group


@click.command("generate")
@click.argument("suite", shell_complete=names.suites)
@click.option("-d", "--data", default="stickers", show_default=True, shell_complete=names.data)
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), required=True)
@click.option("--format", "form", type=click.Choice(["jsonl", "parquet"]), help="Default: by the file's ending.")
@click.option("--limit", type=click.IntRange(1))
@click.option("--seed", type=int, default=0, show_default=True)
@json_option
def command(suite: str, data: str, output: Path, form: str | None, limit: int | None, seed: int, as_json: bool) -> None:
    """Write a suite's cases to a file, for other tools and for training."""
    from askance.datasets import open_data
    from askance.suites import open_suite

    opened = open_suite(suite)
    if opened.card.adaptive:
        raise UserError(f"{suite} makes its cases from a model's answers: run it instead")
    cases = next(opened.rounds(open_data(data), limit, seed))
    form = form or ("parquet" if output.suffix == ".parquet" else "jsonl")
    temporary = output.with_name(f".{output.name}.tmp")
    try:
        count = (_write_parquet if form == "parquet" else _write_jsonl)(cases, temporary)
        temporary.replace(output)
    except OSError as error:
        raise UserError(f"cannot write {output}: {error.strerror}") from error
    if as_json:
        print_json({"cases": count, "file": str(output)})
    else:
        click.echo(f"{count:,} cases in {output}")


def _row(case: Case) -> dict[str, Any]:
    asks = [
        {
            "role": role,
            "image": query.stimulus.image,
            "question": query.stimulus.question,
            "edits": [f"{step.name}({', '.join(f'{k}={v}' for k, v in step.args)})" for step in query.stimulus.edits],
        }
        for role, query in case.asks
    ]
    plain = msgspec.to_builtins(case)
    expected = [{"role": role, "answers": list(answers)} for role, answers in case.expected]
    tags = [{"tag": tag, "value": value} for tag, value in case.tags]
    return {
        **{k: plain[k] for k in ("suite", "name", "group", "relation", "reads", "options")},
        "asks": asks,
        "expected": expected,
        "tags": tags,
    }


def _write_jsonl(cases: Iterable[Case], path: Path) -> int:
    count = 0
    with path.open("w") as file:
        for count, case in enumerate(cases, 1):  # noqa: B007  the last number is the count
            row = _row(case)
            row["expected"] = {each["role"]: each["answers"] for each in row["expected"]}
            row["tags"] = {each["tag"]: each["value"] for each in row["tags"]}
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
    return count


def _write_parquet(cases: Iterable[Case], path: Path) -> int:
    import pyarrow as pa
    import pyarrow.parquet as pq

    stream, count, writer = iter(cases), 0, None
    while chunk := list(islice(stream, CHUNK)):
        table = pa.Table.from_pylist([_row(case) for case in chunk])
        writer = writer or pq.ParquetWriter(path, table.schema)
        writer.write_table(table.cast(writer.schema))
        count += len(chunk)
    if writer is None:
        raise UserError("there are no cases to write: check the data set and --limit")
    writer.close()
    return count
