"""Reports of browsers about content that the policy blocked: counted, and shown by the tests to be none."""

import logging
from threading import Lock

from fastapi import APIRouter, Request
from pydantic import BaseModel
from starlette.responses import Response

LOG = logging.getLogger("askance.server")
LONGEST = 4096  # bytes of a report that are read
LOGGED = 20  # reports: more would fill the log
router = APIRouter()


class CspReports:
    """How many reports came in, and the first few."""

    def __init__(self) -> None:
        self.count, self.first = 0, list[str]()
        self._lock = Lock()

    def add(self, report: str) -> None:
        """Count a report."""
        with self._lock:
            self.count += 1
            if self.count <= LOGGED:
                self.first.append(report)
                LOG.warning("content security policy: %r", report)


class CspCount(BaseModel):
    """The number of reports since the start."""

    reports: int


@router.post("/csp-report", status_code=204, include_in_schema=False)
async def report(request: Request) -> Response:
    """Take the report of a browser."""
    text = b""
    async for part in request.stream():
        text += part
        if len(text) > LONGEST:
            break
    request.app.state.csp_reports.add(text[:LONGEST].decode(errors="replace"))
    return Response(status_code=204)


@router.get("/api/csp-reports")
def count(request: Request) -> CspCount:
    """How often browsers have reported content that the policy blocked."""
    return CspCount(reports=request.app.state.csp_reports.count)
