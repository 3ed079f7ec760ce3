"""Images by content: a stimulus of the workspace, drawn with its edits when it is asked for, and kept in memory."""

import hashlib
import io
import logging
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import Annotated

from askance.core import Dataset, ImageData, Step, Stimulus, UserError, decode_query
from askance.core.digest import canonical_bytes
from askance.core.outside_code_errors import name_outside_code_in_errors
from askance.edits import CutoutCache, donor_image_lookup, edit_image
from askance.server.live.compute_once import ComputeOnce
from askance.server.opened_workspace import OpenedWorkspace
from askance.server.pages import ChosenWorkspace, Links
from askance.server.static_files import FOREVER
from askance.server.workspace_results import WorkspaceResults
from askance.store import Workspace, connect
from askance.store.detection_cache import open_dataset_with_stored_detections
from fastapi import APIRouter, HTTPException, Path, Query, Request
from starlette.responses import Response

LOG = logging.getLogger("askance.server")
WIDTHS = (160, 320, 640, 1280, 2560)  # pixels: other widths are served as the next larger one
# The page that a browser makes of an image alone has styles in it.
CSP = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; sandbox"
KEPT_BYTES = 64 * 2**20  # encoded images
DECODED, DECODED_BYTES = 8, 32 * 2**20  # images kept as pixels: a page shows several variants of one image
KEPT_NAMES = 200_000  # keys whose stimulus is known without a search
QUALITY, THUMBNAIL_QUALITY = 92, 80
JPEG_START = b"\xff\xd8"
router = APIRouter()
# The key of an image in SQL, as `image_key` computes it.
KEY_SQL = "left(sha256(image || chr(10) || variant), 32)"
FIND_SQL = f"select request, deck from queries where image is not null and {KEY_SQL} = ? limit 1"
PLACEHOLDER = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240" width="320" height="240">'
    b'<rect width="320" height="240" fill="#8884"/><text x="160" y="124" text-anchor="middle" fill="#888"'
    b' font-family="sans-serif" font-size="16">image not available</text></svg>'
)


@dataclass(frozen=True, slots=True)
class ShownImage:
    """An image as a model received it."""

    data_name: str  # how its data set is opened
    image: str
    edits: tuple[Step, ...] = ()


def image_key(image: str, edits: tuple[Step, ...] = ()) -> str:
    """The content key of an image under edits: a digest of the image's content name and the edits."""
    variant = canonical_bytes(edits).decode() if edits else ""
    return hashlib.sha256(f"{image}\n{variant}".encode()).hexdigest()[:32]


class EncodedImages:
    """Encoded images, the least recently used forgotten first."""

    def __init__(self, limit: int = KEPT_BYTES):
        self._limit, self._bytes, self._lock = limit, 0, Lock()
        self._kept: OrderedDict[tuple[str, str, int], bytes] = OrderedDict()

    def get(self, key: tuple[str, str, int]) -> bytes | None:
        """The image, if it is kept."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: tuple[str, str, int], data: bytes) -> None:
        """Keep an image."""
        with self._lock:
            self._bytes += len(data) - len(self._kept.pop(key, b""))
            self._kept[key] = data
            while self._bytes > self._limit and len(self._kept) > 1:
                self._bytes -= len(self._kept.popitem(last=False)[1])


class OpenedDataset:
    """A data set whose images are drawn; the last decoded ones and the cut-outs of donors are kept."""

    def __init__(self, data: Dataset):
        self.data = data
        self.donors = CutoutCache(donor_image_lookup(data))
        self._decoded: ComputeOnce[str, ImageData] = ComputeOnce(DECODED, lambda image: image.nbytes, DECODED_BYTES)

    def draw(self, shown: ShownImage, width: int) -> bytes:
        """The image with its edits; scaled down to `width` pixels if it is wider (0 = as it is)."""
        with name_outside_code_in_errors(f"picture({shown.image!r})", self.data):
            original = self._decoded.get(shown.image, lambda: self.data.load_image(shown.image))
            picture = edit_image(original, shown.edits, self.donors)
        image, out = picture.image, io.BytesIO()
        if width and image.width > width:
            image = image.resize((width, max(1, round(image.height * width / image.width))), reducing_gap=2.0)
            image.save(out, format="WEBP", quality=THUMBNAIL_QUALITY, method=2)
        else:  # WebP would halve the resolution of colors, and noise must look as the model received it
            image.save(out, format="JPEG", quality=QUALITY, subsampling=0)
        return out.getvalue()


class ImageShelf:
    """The images of one dashboard: known keys, opened data sets, encoded images."""

    def __init__(self) -> None:
        self._names: OrderedDict[tuple[str, str], ShownImage] = OrderedDict()
        self._datasets: dict[tuple[str, str], OpenedDataset | str] = {}
        self._lock, self._opening = Lock(), Lock()
        self.encoded = EncodedImages()

    def name(self, opened: OpenedWorkspace, shown: ShownImage) -> str:
        """The key of an image that a page shows; it is found without a search while the server runs."""
        key = image_key(shown.image, shown.edits)
        with self._lock:
            self._names[opened.name, key] = shown
            if len(self._names) > KEPT_NAMES:
                self._names.popitem(last=False)
        return key

    def find(self, opened: OpenedWorkspace, key: str) -> ShownImage | None:
        """The image of a key, if a stimulus of the workspace shows it."""
        with self._lock:
            found = self._names.get((opened.name, key))
        if found is None and (found := _search(opened.space(), WorkspaceResults.of(opened), key)) is not None:
            self.name(opened, found)
        return found

    def image_bytes(self, opened: OpenedWorkspace, key: str, shown: ShownImage, width: int) -> bytes | None:
        """The encoded image; None where it cannot be drawn any more, which the log explains."""
        place = opened.name, key, width
        data = self.encoded.get(place)
        if data is None:
            source = self._dataset(opened, shown.data_name)
            if isinstance(source, str):
                return None
            try:
                data = source.draw(shown, width)
            except (UserError, OSError, ValueError, LookupError) as error:
                LOG.warning("%s: image %s: %s", opened.name, key, error)
                return None
            self.encoded.put(place, data)
        return data

    def _dataset(self, opened: OpenedWorkspace, data_name: str) -> OpenedDataset | str:
        """The opened data set, or one line why it cannot be opened; both are kept while the server runs."""
        place = opened.name, data_name
        with self._opening:
            if place not in self._datasets:
                try:
                    data = open_dataset_with_stored_detections(data_name, opened.root)
                    self._datasets[place] = OpenedDataset(data)
                except UserError as error:
                    LOG.warning("%s: images of %s are not available: %s", opened.name, data_name, error)
                    self._datasets[place] = str(error)
            return self._datasets[place]

    def dataset(self, opened: OpenedWorkspace, data_name: str) -> Dataset | None:
        """The data set itself, for views that describe scenes; None where it cannot be opened."""
        found = self._dataset(opened, data_name)
        return None if isinstance(found, str) else found.data


def _search(space: Workspace, results: WorkspaceResults, key: str) -> ShownImage | None:
    """The image of a key that no page of this server has named: a link from before its start."""
    connection = connect(space, list(results.case_sets), tables=("queries",))
    try:
        found = connection.execute(FIND_SQL, [key]).fetchall()
    finally:
        connection.close()
    if not found:
        return None
    request, case_set = found[0]
    stimulus = decode_query(request).stimulus
    assert stimulus.image is not None
    return ShownImage(results.case_sets[case_set].data_name, stimulus.image, stimulus.edits)


def image_address(
    request: Request, opened: OpenedWorkspace, links: Links, data_name: str, stimulus: Stimulus, width: int = 0
) -> str | None:
    """The address of what a stimulus shows; None where it shows no image. `width`: of a thumbnail, in pixels."""
    if stimulus.image is None:
        return None
    shelf: ImageShelf = request.app.state.images
    key = shelf.name(opened, ShownImage(data_name, stimulus.image, stimulus.edits))
    return links.to(f"/images/{key}", width=width or None)


@router.get(
    "/images/{key}",
    response_class=Response,
    responses={200: {"content": {"image/webp": {}, "image/jpeg": {}, "image/svg+xml": {}}}},
)
def image(
    request: Request,
    opened: ChosenWorkspace,
    key: Annotated[str, Path(pattern=r"^[0-9a-f]{32}$", description="Content key of the image and its edits.")],
    width: Annotated[int, Query(ge=0, le=WIDTHS[-1], description="Largest width in pixels; 0 = unchanged.")] = 0,
) -> Response:
    """An image of the workspace as a model received it."""
    shelf: ImageShelf = request.app.state.images
    size = next((each for each in WIDTHS if each >= width), 0) if width else 0
    etag = f'"{key}-{size}"'
    shown = shelf.find(opened, key)
    if shown is None:
        raise HTTPException(404, "this workspace has no such image")
    headers = {
        "ETag": etag,
        "Cache-Control": FOREVER.replace("public", "private"),
        "Content-Security-Policy": CSP,
    }
    if request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers=headers)
    data = shelf.image_bytes(opened, key, shown, size)
    if data is None:  # the page stays whole where the files of a data set have moved away
        return Response(PLACEHOLDER, media_type="image/svg+xml", headers={"Cache-Control": "no-store"})
    return Response(data, media_type="image/jpeg" if data.startswith(JPEG_START) else "image/webp", headers=headers)
