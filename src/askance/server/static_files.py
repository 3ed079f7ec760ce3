"""Style sheets and scripts: read once, served by name only, cached for good under the digest of all of them."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from askance.core import digest
from fastapi import APIRouter, HTTPException, Request
from starlette.responses import Response

TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".png": "image/png"}
FOREVER = "public, max-age=31536000, immutable"
REPORT_STYLES = {  # of the HTML report, whose variables are those of the dashboard, and of a picture that both show
    "report.css": "style.css",
    "beliefs.css": "beliefs.css",
}
router = APIRouter()


@dataclass(frozen=True, slots=True)
class StaticFile:
    """One file in memory."""

    data: bytes
    media_type: str
    etag: str


@cache
def static_files() -> dict[str, StaticFile]:
    """Every static file by name."""
    folder = files("askance.server") / "static"
    found = {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}
    shared = files("askance.report") / "templates"
    found |= {name: (shared / own).read_bytes() for name, own in REPORT_STYLES.items()}
    return {
        name: StaticFile(data, TYPES[suffix], f'"{digest(data).hex()}"')
        for name, data in sorted(found.items())
        if (suffix := name[name.rfind(".") :]) in TYPES
    }


@cache
def static_digest() -> str:
    """A digest of all files, as part of their addresses: modules can import one another by relative names."""
    return digest("".join(file.etag for file in static_files().values()).encode()).hex()[:12]


def static_address(name: str) -> str:
    """The address of a static file."""
    if name not in static_files():
        raise KeyError(f"there is no static file {name}")
    return f"/static/{static_digest()}/{name}"


@router.get("/static/{version}/{name}", include_in_schema=False)
def static_file(request: Request, version: str, name: str) -> Response:
    """A static file; one of another version is served as it is now, and not kept."""
    found = static_files().get(name)
    if found is None:
        raise HTTPException(404, "there is no such file")
    headers = {"ETag": found.etag, "Cache-Control": FOREVER if version == static_digest() else "no-cache"}
    if request.headers.get("if-none-match") == found.etag:
        return Response(status_code=304, headers=headers)
    return Response(found.data, media_type=found.media_type, headers=headers)
