"""askance merge: several workspaces become one."""

from pathlib import Path

import click
from askance.cli.console import json_option, print_json, print_text
from askance.cli.workspace_type import WORKSPACE
from askance.core.plural import plural


@click.command("merge")
@click.argument("sources", nargs=-1, required=True, metavar="DIR…")
@click.option(
    "-o", "--out", required=True, type=WORKSPACE, help="New folder for the merged workspace, or s3://BUCKET/FOLDER."
)
@click.option(
    "-s",
    "--suite",
    "suites",
    multiple=True,
    help="Your own suite of the runs, as python:MODULE:OBJECT; may be repeated.",
)
@click.option("--partial", is_flag=True, help="Merge also if shards are missing or not finished.")
@click.option(
    "--keep-first", is_flag=True, help="If workspaces have different answers to the same call, keep those of the first."
)
@json_option
def command(
    sources: tuple[str, ...], out: Path | str, suites: tuple[str, ...], partial: bool, keep_first: bool, as_json: bool
) -> None:
    """Join the workspaces DIR… in a new one, such as those of `askance run --shard 1/8` to `--shard 8/8`.

    The result has the same tables as one run. No model is called, and the sources are not changed.
    """
    from askance.engine.merge_workspaces import merge

    done = merge(
        sources, out, suites=suites, partial=partial, keep_first=keep_first, say=lambda line: print_text(line, err=True)
    )
    numbers = {"cases": done.cases, "answers": done.answers, "overlapping": done.overlapping}
    if as_json:
        print_json({"out": str(out), "sources": list(sources), **numbers})
        return
    print_text(
        f"{plural(done.sources, 'workspace')} merged: {plural(done.cases, 'case')}, {plural(done.answers, 'answer')}."
        f" Results: {out}\nShow them with `askance report {out}`."
    )
