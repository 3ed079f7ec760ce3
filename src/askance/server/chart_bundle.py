"""The scripts that make charts interactive: made once by vl-convert in a process of its own, and kept as a file."""

import logging
import subprocess
import sys
import tempfile
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from threading import Lock, Thread

from askance.core.atomic_files import write_atomic
from askance.core.cache_folder import cache_folder
from askance.server.static_files import FOREVER
from fastapi import APIRouter, HTTPException
from pydantic import BaseModel
from starlette.responses import Response

LOG = logging.getLogger("askance.server")
SECONDS = 300  # that the bundle may take; on a quiet machine it takes 5
router = APIRouter()


class ChartScript(BaseModel):
    """Where the script is; None while it is being made, and where vl-convert is not installed."""

    address: str | None


class ChartBundle:
    """The bundle of one version of vl-convert."""

    def __init__(self, release: str, folder: Path | None):
        self.release, self._folder = release, folder
        self._lock, self._data, self._is_started = Lock(), b"", False

    @property
    def address(self) -> str:
        """The address of the script."""
        return f"/charts/{self.release}/vega.js"

    def get(self) -> bytes:
        """The script; empty while it is being made, which begins with the first call."""
        with self._lock:
            if not self._data and self._file is not None and self._file.is_file():
                self._data = self._file.read_bytes()
            if not self._data and not self._is_started:
                self._is_started = True
                Thread(target=self._make, daemon=True).start()
            return self._data

    @property
    def _file(self) -> Path | None:
        return None if self._folder is None else self._folder / f"vega-{self.release}.js"

    def _make(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "vega.js"
            command = [sys.executable, "-m", "askance.server.chart_worker", "--bundle", str(path)]
            try:
                subprocess.run(command, check=True, timeout=SECONDS, capture_output=True)
                data = path.read_bytes()
            except (OSError, subprocess.SubprocessError) as error:
                LOG.warning("charts are not interactive: %s", error)
                return
        with self._lock:
            self._data = data
        if self._file is not None:
            try:
                self._file.parent.mkdir(parents=True, exist_ok=True)
                write_atomic(self._file, data)
            except OSError as error:
                LOG.info("the script of charts is not kept: %s", error)


@cache
def chart_bundle() -> ChartBundle | None:
    """The bundle of the installed vl-convert; None where it is not installed."""
    try:
        release = version("vl-convert-python")
    except PackageNotFoundError:
        return None
    folder = cache_folder()
    return ChartBundle(release, None if folder is None else folder / "dashboard")


@router.get("/api/charts/script")
def chart_script() -> ChartScript:
    """Where the script that draws interactive charts is; ask again in a few seconds while it is being made."""
    bundle = chart_bundle()
    return ChartScript(address=bundle.address if bundle is not None and bundle.get() else None)


@router.get("/charts/{release}/vega.js", include_in_schema=False)
def chart_script_file(release: str) -> Response:
    """Vega, Vega-Lite and Vega-Embed as one script."""
    bundle = chart_bundle()
    if bundle is None or bundle.release != release or not (data := bundle.get()):
        raise HTTPException(404, "there is no such file")
    return Response(data, media_type="text/javascript", headers={"Cache-Control": FOREVER})
