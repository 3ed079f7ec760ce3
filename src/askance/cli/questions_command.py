"""askance questions: rank a pool by likeness to a question, or build a basic-question data set."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from askance.cli import name_completion
from askance.cli.command_group import CommandGroup
from askance.cli.console import TerminalProgress, json_option, print_json, print_rich, print_text
from askance.cli.main import INTERRUPTED
from askance.cli.question_options import add_question_options, choose_ranker, read_main_questions, read_pool
from askance.core.errors import UserError
from askance.core.plural import plural
from askance.core.progress import WorkProgress
from askance.ranking import GPU_PART, PART

if TYPE_CHECKING:
    from askance.ranking.question_pool import Kind
    from askance.ranking.ranker import Ranking


@click.group("questions", cls=CommandGroup)
def command() -> None:
    """Find the questions of a pool that are most similar to a main question.

    A pool is a collection of questions to choose from. The selected questions are called basic
    questions. Both commands have the option --json.
    """


@command.command("rank")
@click.argument("questions", nargs=-1, required=True)
@add_question_options
@json_option
def rank(
    questions: tuple[str, ...], pools: tuple[str, ...], allow_outside: bool, pool_limit: int | None, kind: "Kind",
    ranker: str,
    encoder: str | None, penalty: float | None, gap: float | None, settled: bool, device: str | None, top: int,
    raw: bool, as_json: bool,
) -> None:  # fmt: skip
    """Show the questions of a pool that are most similar to each QUESTION."""
    from askance.ranking.question_pool import normalised_text
    from askance.ranking.question_set import prepare_pool_for

    questions = tuple(dict.fromkeys(questions))
    for question in questions:
        if not normalised_text(question):
            raise UserError(f"question {question!r} has no words: write a question")
    taken = choose_ranker(ranker, encoder, penalty, gap, settled, device)
    bar = TerminalProgress(is_logged=False)
    try:
        given = read_pool(pools, pool_limit, bar, allow_outside)
        pool = prepare_pool_for(given, questions, kind, raw)
        bar.start(None, 0, f"ranking {plural(len(pool), 'question')}")
        start = time.perf_counter()
        ranking = taken.ranker.for_pool(pool).rank(questions, top)
        seconds = time.perf_counter() - start
    finally:
        bar.finish()
    about = {"pool": len(pool), "dropped": len(given) - len(pool), "ranker": taken.ranker.name}
    rows = _ranking_to_rows(questions, pool, ranking)
    if as_json:
        print_json({**about, **taken.settings, "kind": kind, "raw": raw, "seconds": seconds, "rows": rows})
        return
    _print_ranking_tables(questions, rows)
    _print_raw_pool_notes(questions, pool, ranking, raw)
    _print_small_pool_note(ranking.places.shape[1], top)
    print_text(
        f"{_describe_pool(len(pool), len(given))} · {taken.describe}{_describe_reached_gap(ranking)} · {seconds:.2f} s"
    )


@command.command("build")
@click.option("--main", "main", metavar="FILE|DATA", required=True, shell_complete=name_completion.complete_data,
              help="Main questions: a .txt, .json, .jsonl or .parquet file, or a data set.")  # fmt: skip
@click.option(
    "--limit",
    type=click.IntRange(1),
    help="Maximum number of main questions: a random sample of a data set, or the first questions of a file.",
)
@add_question_options
@click.option("-o", "--out", type=click.Path(path_type=Path, file_okay=False), required=True, metavar="FOLDER",
              help="Output folder.")  # fmt: skip
@click.option("--block", type=click.IntRange(1),
              help="Number of different main questions per output file. A resumed command computes an"
                   f" unfinished file again. [default: {PART}, or {GPU_PART} with --device cuda]")  # fmt: skip
@json_option
def build_set(
    main: str, limit: int | None, pools: tuple[str, ...], allow_outside: bool, pool_limit: int | None, kind: "Kind",
    ranker: str,
    encoder: str | None, penalty: float | None, gap: float | None, settled: bool, device: str | None, top: int,
    raw: bool, out: Path, block: int | None, as_json: bool,
) -> int:  # fmt: skip
    """Find the most similar questions for many main questions, and write them to FOLDER.

    The similar questions come from the pools. The command writes Parquet files.

    To resume an interrupted command, run the same command again.
    """
    from askance.ranking.question_set import build_question_set, worst_gap

    taken = choose_ranker(ranker, encoder, penalty, gap, settled, device)
    block = block or (GPU_PART if device == "cuda" else PART)
    bar, start = TerminalProgress(is_logged=False), time.perf_counter()
    try:
        asked = read_main_questions(main, limit, bar, allow_outside)
        given = read_pool(pools, pool_limit, bar, allow_outside)
        built = build_question_set(
            out, asked, given, taken.ranker, kind=kind, raw=raw, top=top, block=block, settings=taken.settings,
            sources={"main": main, "pool": " ".join(pools)}, stage=WorkProgress(bar).start_stage, say=bar.say,
        )  # fmt: skip
    except KeyboardInterrupt:
        bar.finish()
        print_text("askance: interrupted: run the same command again to resume", err=True)
        return INTERRUPTED
    finally:
        bar.finish()
    done = {"made": built.made, "gap_reached": worst_gap(out), "seconds": time.perf_counter() - start}
    if as_json:
        print_json({"folder": str(out), **built.about.sizes, **done, "settings": built.about.settings})
    else:
        _print_build_summary(out, {**built.about.sizes, **done}, taken.describe, top)
    return 0


def _print_build_summary(out: Path, done: dict[str, Any], ranker: str, top: int) -> None:
    left_out = f", {done['without_words']:,} without words left out" if done["without_words"] else ""
    print_text(
        f"{done['main']:,} main questions ({done['distinct']:,} distinct{left_out})"
        f" · {_describe_pool(done['pool'], done['pool_given'])} · {ranker}{_format_gap(done['gap_reached'])}"
    )
    _print_small_pool_note(done["width"], top)
    parts = f"parts: {done['parts']:,}, made now: {done['made']:,}"
    print_text(f"{done['rows']:,} rows in {out} · {parts} · {done['seconds']:.1f} s")


def _ranking_to_rows(questions: tuple[str, ...], pool: list[str], ranking: "Ranking") -> list[dict[str, Any]]:
    rows = []
    for place, main in enumerate(questions):
        gap = float(ranking.gaps[place])
        for number, (which, score) in enumerate(zip(ranking.places[place], ranking.scores[place], strict=True), 1):
            row = {"main": main, "rank": number, "basic": pool[which], "score": float(score) + 0.0}  # no -0.0
            rows.append({**row, "gap": None if gap != gap else gap})
    return rows


def _print_ranking_tables(questions: tuple[str, ...], rows: list[dict[str, Any]]) -> None:
    """A table for each main question, as the paper's Table 1."""
    from rich.table import Table
    from rich.text import Text

    for main in questions:
        table = Table("rank", "score", "basic question", title=Text(main), title_justify="left")
        for row in rows:
            if row["main"] == main:
                table.add_row(f"{row['rank']:02d}", f"{row['score']:.3f}", Text(row["basic"]))
        print_rich(table)


def _print_raw_pool_notes(questions: tuple[str, ...], pool: list[str], ranking: "Ranking", raw: bool) -> None:
    """Of a pool left as it is: where the main question itself stands, and what is left for the others."""
    from askance.ranking.question_pool import normalised_text

    for main, places, scores in zip(questions, ranking.places, ranking.scores, strict=True):
        empty = int((scores == 0).sum())
        if empty:
            print_text(f'"{main}": {empty} of {len(scores)} have score 0: their order is no ranking')
        if not raw:
            continue
        own = [number for number, which in enumerate(places) if normalised_text(pool[which]) == normalised_text(main)]
        other = next((number for number in range(len(places)) if number not in own), None)
        if own:
            rest = "nothing else" if other is None else f"the best other rank {other + 1}, score {scores[other]:.3f}"
            print_text(f'"{main}" itself is in the pool: rank {own[0] + 1}, score {scores[own[0]]:.3f}; {rest}')
        else:
            print_text(f'"{main}" itself is not among the best {len(scores)} of the pool')


def _print_small_pool_note(width: int, top: int) -> None:
    if width < top:
        print_text(f"the pool is small: each main question has {width:,} basic questions, not {top:,}")


def _describe_pool(kept: int, given: int) -> str:
    return f"pool {plural(kept, 'question')}, {given - kept:,} dropped"


def _describe_reached_gap(ranking: "Ranking") -> str:
    import numpy as np

    gaps = ranking.gaps[~np.isnan(ranking.gaps)]
    return _format_gap(float(gaps.max()) if len(gaps) else None)


def _format_gap(worst: float | None) -> str:
    return "" if worst is None else f", reached {worst:.1e}"
