"""Live: ask the loaded models about an image while its sliders and the question change; test a question."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Annotated, Any, TypeVar

from askance.core import Stimulus, UserError
from askance.core.dataset import image_file_of
from askance.server.images import image_address
from askance.server.live.image_labels import image_label
from askance.server.live.image_search import PAGE, dataset_of_image, list_images, questions_about, search_images
from askance.server.live.latest_wins import QueueFull, Superseded
from askance.server.live.live_bodies import (
    LONGEST_NAME,
    LONGEST_TEXT,
    AskBody,
    ImageChoice,
    ImagesBody,
    LiveAnswerBody,
    LiveBody,
    LiveQuestionBody,
    PinBody,
    QuestionsBody,
    QuestionTestBody,
    SliderBody,
    UploadBody,
    VariantsBody,
)
from askance.server.live.live_images import NoSuchImage
from askance.server.live.live_session import Live
from askance.server.live.open_live import dataset_sources, source_name
from askance.server.live.sliders import SLIDERS, slider_edits
from askance.server.live.uploaded_images import PREFIX, UPLOAD_BYTES, too_many_bytes_message
from askance.server.opened_workspace import OpenedWorkspace
from askance.server.pages import ChosenWorkspace, links_of, render_page
from askance.server.static_files import FOREVER
from fastapi import APIRouter, HTTPException, Query, Request
from pydantic import BaseModel
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, Response

router = APIRouter()
PATH, API = "/live", "/api/live"
LONGEST_WAIT = 120.0  # seconds for one answer
THUMBNAIL = 160  # pixels
T = TypeVar("T")
UNREADABLE: dict[int | str, dict[str, Any]] = {400: {"description": "The body of the request cannot be read."}}
REPLACED: dict[int | str, dict[str, Any]] = {
    **UNREADABLE,
    204: {"description": "A newer request of this session has replaced this one."},
    429: {"description": "Too many readers wait for this model."},
}
BINARY = {"schema": {"type": "string", "format": "binary"}}
Data = Annotated[str, Query(max_length=LONGEST_NAME, description="Data set; default: the first of the workspace.")]
Image = Annotated[str, Query(max_length=LONGEST_NAME, description="Name of the image.")]
Words = Annotated[str, Query(max_length=200, description="Words in a question about the image, or in its name.")]
Page = Annotated[int, Query(ge=1, le=100_000, description="Page of images.")]
ModelOfCase = Annotated[str, Query(max_length=LONGEST_NAME, description="Model of the case that leads here.")]
Question = Annotated[str, Query(max_length=LONGEST_TEXT, description="The question.")]


@router.get(PATH, response_class=HTMLResponse)
def live(
    request: Request,
    opened: ChosenWorkspace,
    image: Image = "",
    data: Data = "",
    question: Question = "",
    search: Words = "",
    page: Page = 1,
    by: ModelOfCase = "",
) -> Response:
    """The Live view as a page."""
    opened.space()  # a workspace that cannot be read is explained here, too
    found = _live_or_none(request)
    names = list(dataset_sources(opened)) if found else []
    if data not in names:
        data = (dataset_of_image(opened, image) if image and len(names) > 1 else None) or next(iter(names), "")
    choices = _image_page(request, opened, data, search, page) if found and data else None
    shown = image or (choices.images[0].image if choices is not None and choices.images else "")
    suggested = questions_about(opened, data, shown) if shown and data and not shown.startswith(PREFIX) else []
    return render_page(
        request,
        "live.html",
        opened,
        "live",
        title="Live",
        models=list(found.models) if found else [],
        not_loaded=by if found and by not in found.models else "",
        sliders=SLIDERS,
        positions=_positions(request),
        datasets=names,
        data=data,
        image=shown,
        question=question or (suggested[0] if suggested else "What is in the picture?"),
        suggested=suggested,
        search=search,
        choices=choices,
    )


@router.get(API)
def live_json(request: Request, opened: ChosenWorkspace) -> LiveBody:
    """The loaded models, the sliders and the data sets as JSON."""
    opened.space()  # a workspace that cannot be read is an error here, too
    found = _live_or_none(request)
    return LiveBody(
        models=list(found.models) if found else [],
        sliders=[SliderBody.of(slider) for slider in SLIDERS],
        datasets=list(dataset_sources(opened)),
    )


@router.get(f"{API}/images")
def live_images(
    request: Request, opened: ChosenWorkspace, data: Data = "", search: Words = "", page: Page = 1
) -> ImagesBody:
    """A page of images to choose from."""
    _live(request)
    names = list(dataset_sources(opened))
    return _image_page(request, opened, data or next(iter(names), ""), search, page)


@router.get(f"{API}/questions")
def live_questions(request: Request, opened: ChosenWorkspace, image: Image, data: Data = "") -> QuestionsBody:
    """Questions of the workspace about an image."""
    _live(request)
    with _live_errors():
        return QuestionsBody(questions=questions_about(opened, data, image))


@router.get(f"{PATH}/image", response_class=Response, responses={200: {"content": {"image/jpeg": BINARY}}})
def live_image(
    request: Request,
    opened: ChosenWorkspace,
    image: Image,
    data: Data = "",
    crop: float = 0.0,
    rotate: float = 0.0,
    brightness: float = 0.0,
    blur: float = 0.0,
    noise: float = 0.0,
) -> Response:
    """An image under the edits of the sliders, as the page shows it."""
    found = _live(request)
    positions = {"crop": crop, "rotate": rotate, "brightness": brightness, "blur": blur, "noise": noise}
    source = source_name(opened, data)
    with _live_errors():
        edits = slider_edits(positions, found.images.load(image, source).size)
        file = found.images.as_jpeg(image, edits, source)
    keep = "no-store" if image.startswith(PREFIX) else FOREVER.replace("public", "private")
    return Response(file, media_type="image/jpeg", headers={"Cache-Control": keep})


@router.post(f"{API}/answers", responses=REPLACED, response_model=LiveAnswerBody)
async def live_answer(request: Request, opened: ChosenWorkspace, body: AskBody) -> Any:
    """A model's answer to a live question."""
    found = _live(request)
    with _live_errors():
        asked = body.asked(source_name(opened, body.data))
        waiting = await run_in_threadpool(found.ask, body.model, body.session, asked)
        truth = await run_in_threadpool(found.truth, asked)
        return await _answer_in_time(waiting, lambda given: LiveAnswerBody.beside_truth(given, asked.text, truth))


@router.post(f"{API}/variants", responses=UNREADABLE)
def live_variants(request: Request, opened: ChosenWorkspace, body: LiveQuestionBody) -> VariantsBody:
    """The tests that are possible for a question about an image."""
    found = _live(request)
    with _live_errors():
        return VariantsBody.of(found.variants(body.asked(source_name(opened, body.data))))


@router.post(f"{API}/tests", responses=REPLACED, response_model=QuestionTestBody)
async def live_test(request: Request, opened: ChosenWorkspace, body: AskBody) -> Any:
    """A model's answers to a question and to its variants, with the verdicts."""
    found = _live(request)
    with _live_errors():
        asked = body.asked(source_name(opened, body.data))
        waiting = await run_in_threadpool(found.test, body.model, body.session, asked)
        return await _answer_in_time(waiting, QuestionTestBody.of)


@router.post(
    f"{API}/uploads",
    openapi_extra={"requestBody": {"content": {"application/octet-stream": BINARY}, "required": True}},
)
async def live_upload(request: Request, opened: ChosenWorkspace) -> UploadBody:
    """Keep an image in memory; the body is the file itself, so that no part of it is written to disk."""
    found = _live(request)
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > UPLOAD_BYTES:
            raise HTTPException(413, too_many_bytes_message())
    with _live_errors():
        upload = await run_in_threadpool(found.upload, bytes(data))
    (width, height), (file_width, file_height) = upload.size, upload.file_size
    return UploadBody(image=upload.name, width=width, height=height, file_width=file_width, file_height=file_height)


@router.post(
    f"{API}/pins", response_class=Response, responses=UNREADABLE | {200: {"content": {"application/zip": BINARY}}}
)
def live_pins(request: Request, opened: ChosenWorkspace, body: list[PinBody]) -> Response:
    """The pinned questions as a ZIP file that `askance run -d jsonl:FOLDER` reads."""
    found = _live(request)
    with _live_errors():
        file = found.export([each.pin(source_name(opened, each.data)) for each in body])
    headers = {"Content-Disposition": 'attachment; filename="askance-pins.zip"', "Cache-Control": "no-store"}
    return Response(file, media_type="application/zip", headers=headers)


def _live_or_none(request: Request) -> Live | None:
    found: Live | None = request.app.state.live
    return found


def _live(request: Request) -> Live:
    """The loaded models; 404 where there are none."""
    found = _live_or_none(request)
    if found is None:
        raise HTTPException(404, "no model is loaded: start `askance serve` with --model builtin:transformer")
    return found


@contextmanager
def _live_errors() -> Iterator[None]:
    """What a reader can cause becomes a status with one line."""
    try:
        yield
    except NoSuchImage as error:
        raise HTTPException(404, str(error)) from error
    except UserError as error:
        raise HTTPException(422, str(error)) from error
    except QueueFull as error:
        raise HTTPException(429, "too many readers wait for this model: try again in a moment") from error


def _positions(request: Request) -> dict[str, float]:
    """The slider positions of an address; what is not a position is 0, so that a page is shown in any case."""
    found = {}
    for slider in SLIDERS:
        try:
            value = float(request.query_params.get(slider.name, "0"))
        except ValueError:
            value = 0.0
        found[slider.name] = value if slider.low <= value <= slider.high else 0.0
    return found


async def _answer_in_time(waiting: "Future[T]", body_of: Callable[[T], BaseModel]) -> Any:
    """The body of what a model answers; 204 if a newer request has replaced this one."""
    try:
        return body_of(await asyncio.wait_for(asyncio.wrap_future(waiting), LONGEST_WAIT))
    except Superseded:
        return Response(status_code=204)
    except TimeoutError as error:
        raise HTTPException(429, f"no answer within {LONGEST_WAIT:g} s: try again later") from error


def _image_page(request: Request, opened: OpenedWorkspace, data: str, search: str, page: int) -> ImagesBody:
    """One page of images: of the data set, or those that a search finds."""
    names, first = dataset_sources(opened), (page - 1) * PAGE
    if data not in names:
        raise HTTPException(404, "this workspace has no such data set")
    source = request.app.state.images.dataset(opened, names[data])
    if search.strip():
        found = search_images(opened, data, search.strip(), first, PAGE + 1)
    else:
        found = list_images(source, first, PAGE + 1) if source is not None else []
    links = links_of(request, opened)
    choices = [
        ImageChoice(
            image=name,
            label=image_file_of(source, name) or image_label(name),
            thumbnail=image_address(request, opened, links, names[data], Stimulus(name, ""), THUMBNAIL) or "",
        )
        for name in found[:PAGE]
    ]
    return ImagesBody(data=data, images=choices, page=page, has_more=len(found) > PAGE)
