"""Running: a run that writes this workspace, as it goes."""

import asyncio
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

from askance.core.metric import ARROWS
from askance.core.plural import plural
from askance.report.dot_bar import make_dot_bar
from askance.report.dot_board import DotBoard, DotHead
from askance.report.metric_declarations import built_in_declarations, metric_of_row
from askance.server.html_templates import render_template
from askance.server.images import image_address
from askance.server.opened_workspace import OpenedWorkspace
from askance.server.pages import ChosenWorkspace, Links, links_of, render_page
from askance.server.running.run_watch import RunSnapshot, RunWatch, ShownAnswer
from askance.server.tidy_rows import TidyRow
from askance.store.run_records import DATE
from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, Response, StreamingResponse

router = APIRouter()
PATH = "/running"
PAUSE = 1.0  # seconds between two events
THUMBNAIL = 160  # pixels
EARLIER_RUNS = 20
SHOWN_REASONS = 8
LONGEST_ESTIMATE = 365 * 86_400.0  # seconds; a clock time beyond it says nothing


class RunningModel(BaseModel):
    """How far one model is."""

    model: str
    calls: int
    made: int
    failed: int
    refused: int


class RunningAnswer(BaseModel):
    """One answer as it came."""

    model: str
    question: str | None
    status: str
    text: str
    reason: str


class RunningReason(BaseModel):
    """Why calls failed; an empty reason stands for all that are too many to be counted one by one."""

    reason: str
    calls: int


class RunningSuite(BaseModel):
    """A suite whose questions are asked; without a limit, of all cases."""

    suite: str
    dataset: str
    limit: int | None
    cases: int


class RunningBody(BaseModel):
    """The run that writes the workspace; `stage` is empty where none does."""

    stage: str
    seconds: float
    since: float = Field(description="When the stage began, in seconds since 1970.")
    suites: list[RunningSuite]
    calls: int
    made: int
    failed: int
    cached: int
    per_second: float | None
    seconds_left: float | None
    may_stop_early: bool
    models: list[RunningModel]
    latest: list[RunningAnswer]
    failures: list[RunningAnswer]
    reasons: list[RunningReason]
    provisional: list[TidyRow]


@router.get(PATH, response_class=HTMLResponse)
def running(request: Request, opened: ChosenWorkspace) -> Response:
    """The run as a page."""
    snapshot = watch_of(request, opened).snapshot()
    return render_page(
        request,
        "running.html",
        opened,
        "running",
        title="Running",
        is_running=bool(snapshot.stage),
        now=_rendered_now(request, opened),
        events=links_of(request, opened).to(f"{PATH}/events"),
        runs=_earlier_runs(opened),
    )


@router.get(f"/api{PATH}")
def running_json(request: Request, opened: ChosenWorkspace) -> RunningBody:
    """The run as JSON."""
    opened.space()  # a workspace that cannot be read is an error here, too
    snapshot = watch_of(request, opened).snapshot()
    return RunningBody(
        stage=snapshot.stage,
        seconds=snapshot.seconds,
        since=snapshot.since,
        suites=[RunningSuite(**_fields(each)) for each in snapshot.suites],
        calls=snapshot.calls,
        made=snapshot.made,
        failed=snapshot.failed,
        cached=snapshot.cached,
        per_second=snapshot.per_second,
        seconds_left=snapshot.seconds_left,
        may_stop_early=snapshot.may_stop_early,
        models=[RunningModel(**_fields(each)) for each in snapshot.models],
        latest=[_answer_body(each) for each in snapshot.latest],
        failures=[_answer_body(each) for each in snapshot.failures],
        reasons=[RunningReason(reason=reason, calls=calls) for reason, calls in snapshot.reasons],
        provisional=[TidyRow(**row) for row in snapshot.figures.rows],
    )


@router.get(f"{PATH}/events", include_in_schema=False)  # it never ends: `/api/running` is its documented twin
async def running_events(request: Request, opened: ChosenWorkspace) -> StreamingResponse:
    """The changing part of the page, again each time that it changes (server-sent events)."""
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(_events(request, opened), media_type="text/event-stream", headers=headers)


async def _events(request: Request, opened: OpenedWorkspace) -> AsyncIterator[str]:
    last = ""
    while not await request.is_disconnected():
        page = await run_in_threadpool(_rendered_now, request, opened)
        if page != last:
            yield "".join(f"data: {line}\n" for line in page.splitlines()) + "\n"
            last = page
        else:
            yield ": nothing new\n\n"  # tells a proxy, and this server, that the connection is alive
        await asyncio.sleep(PAUSE)


def _rendered_now(request: Request, opened: OpenedWorkspace) -> str:
    """The changing part, rendered once for all readers of a snapshot."""
    watch = watch_of(request, opened)
    snapshot = watch.snapshot()
    kept: tuple[RunSnapshot, str] | None = request.app.state.rendered_runs.get(opened.name)
    if kept is None or kept[0] is not snapshot:
        kept = snapshot, render_snapshot(request, opened, snapshot)
        request.app.state.rendered_runs[opened.name] = kept
    return kept[1]


def watch_of(request: Request, opened: OpenedWorkspace) -> RunWatch:
    """The watch of a workspace: one for all readers."""
    watches: dict[str, RunWatch] = request.app.state.run_watches
    return watches.setdefault(opened.name, RunWatch(opened))


def render_snapshot(request: Request, opened: OpenedWorkspace, snapshot: RunSnapshot) -> str:
    """The part of the page that changes while a run goes on."""
    links = links_of(request, opened)
    return render_template(
        "running_now.html",
        run=snapshot,
        share=100 * snapshot.made / snapshot.calls if snapshot.calls else 0,
        time_left=rough_duration(snapshot.seconds_left),
        end=clock_time(snapshot.seconds_left),
        began=clock_time(snapshot.since - time.time()) if snapshot.since else "",
        suites=_describe_suites(snapshot),
        reasons=_shown_reasons(snapshot),
        time_spent=duration(snapshot.seconds),
        latest=[_answer_row(request, opened, links, each) for each in snapshot.latest],
        failures=[_answer_row(request, opened, links, each) for each in snapshot.failures],
        figures=_figure_board(snapshot),
        figures_age=duration(time.time() - snapshot.figures.at) if snapshot.figures.at else "",
    )


def duration(seconds: float | None) -> str:
    """A time in the largest units that matter, such as `3 min 20 s`."""
    if seconds is None:
        return ""
    whole = int(seconds + 0.5)
    if whole >= 3600:
        return f"{whole // 3600} h {whole % 3600 // 60} min"
    return f"{whole // 60} min {whole % 60} s" if whole >= 60 else f"{whole} s"


def rough_duration(seconds: float | None) -> str:
    """A time that is estimated: minutes, of a longer one five of them, of a short one ten seconds."""
    if seconds is None:
        return ""
    if seconds < 95:
        return f"{max(10, 10 * round(seconds / 10))} s"
    minutes = round(seconds / 60)
    if minutes < 60:
        return f"{minutes} min"
    minutes = 5 * round(seconds / 300)
    return f"{minutes // 60} h {minutes % 60} min" if minutes % 60 else f"{minutes // 60} h"


def clock_time(seconds_from_now: float | None) -> str:
    """A moment such as `22:02 UTC`, with the day where it is another one; "" without a moment."""
    if seconds_from_now is None or seconds_from_now > LONGEST_ESTIMATE:
        return ""
    now = datetime.now(UTC)
    moment = now + timedelta(seconds=seconds_from_now)
    return moment.strftime("%H:%M UTC" if moment.date() == now.date() else "%Y-%m-%d %H:%M UTC")


def _describe_suites(snapshot: RunSnapshot) -> list[str]:
    """Which suites are asked, one line per data set and limit."""
    found: dict[tuple[str, int | None], dict[str, list[int]]] = {}
    for each in snapshot.suites:  # a suite has several sets of cases if models support different ones
        found.setdefault((each.dataset, each.limit), {}).setdefault(each.suite, []).append(each.cases)
    return [
        f"{', '.join(f'{suite} ({_range_text(counts)})' for suite, counts in suites.items())} on {dataset},"
        f" {'all images' if limit is None else f'limit {limit:,}'}"
        for (dataset, limit), suites in found.items()
    ]


def _range_text(counts: list[int]) -> str:
    least, most = min(counts), max(counts)
    return plural(most, "case") if least == most else f"{least:,} to {plural(most, 'case')}"


def _shown_reasons(snapshot: RunSnapshot) -> list[tuple[int, str]]:
    """Why calls failed, with counts: the most frequent reasons, then all others together."""
    named = [(calls, reason) for reason, calls in snapshot.reasons if reason]
    others = snapshot.failed - sum(calls for calls, _ in named[:SHOWN_REASONS])
    return [*named[:SHOWN_REASONS], *([(others, "other reasons")] if others > 0 else [])]


def _answer_row(request: Request, opened: OpenedWorkspace, links: Links, answer: ShownAnswer) -> dict[str, Any]:
    shown = answer.stimulus
    image = image_address(request, opened, links, answer.data_name, shown, THUMBNAIL) if shown else None
    return {**_fields(answer), "question": shown.question if shown else None, "image": image}


def _answer_body(answer: ShownAnswer) -> RunningAnswer:
    question = answer.stimulus.question if answer.stimulus else None
    return RunningAnswer(
        model=answer.model, question=question, status=answer.status, text=answer.text, reason=answer.reason
    )


def _fields(value: Any) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__slots__}


def _figure_board(snapshot: RunSnapshot) -> DotBoard | None:
    """The provisional figures: one row per metric, one column per model."""
    at = {(row["model"], row["dataset"], row["suite"], row["metric"]): row for row in snapshot.figures.rows}
    if not at:
        return None
    models = list(dict.fromkeys(model for model, *_ in at))
    lines, datasets = [], {row["dataset"] for row in at.values()}
    for dataset, suite, name in dict.fromkeys(key[1:] for key in at):
        found = [at.get((model, dataset, suite, name)) for model in models]
        metric = metric_of_row(built_in_declarations(), next(row for row in found if row))
        counts = sorted({row["n"] for row in found if row})
        place = f"{suite} on {dataset}" if len(datasets) > 1 else suite
        about = f"{place}, n = {' to '.join(f'{n:,}' for n in dict.fromkeys((counts[0], counts[-1])))}"
        head = DotHead(f"{metric.label or name.replace('_', ' ')}{ARROWS[metric.better]}", about, about=metric.meaning)
        lines.append((head, [[make_dot_bar(row, metric)] for row in found]))
    return DotBoard([DotHead(model) for model in models], lines, "metric", list(snapshot.figures.rows))


def _earlier_runs(opened: OpenedWorkspace) -> list[dict[str, Any]]:
    """The last runs of the workspace, the newest first."""
    return [
        {
            "date": record.get(DATE, "").replace("T", " ").replace("+00:00", " UTC") or "unknown",
            "models": [model["name"] for model in record["models"]],
            "suites": list(dict.fromkeys(each["suite"] for each in record["decks"])),
            "datasets": list(dict.fromkeys(each["dataset"] for each in record["decks"])),
            "limit": record.get("limit"),
            "is_complete": record.get("complete", True),
        }
        for record in reversed(opened.space().runs()[-EARLIER_RUNS:])
    ]
