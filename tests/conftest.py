"""What tests share."""

import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT)]  # the second for benchmarks.made_scenes
from processes import Processes  # noqa: E402

settings.register_profile("no time limits", deadline=None)  # a busy machine is no failure
settings.load_profile("no time limits")
os.environ["TRITON_INTERPRET"] = "1"  # GPU kernels run on the CPU; read when Triton is imported, whoever does that
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")  # tests run beside one another; read when numpy and torch are imported
if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):  # else every process that a test starts compiles the package again
    sys.dont_write_bytecode = False

MEMORY = Path("/dev/shm")
ENOUGH = 4 << 30  # bytes


def pytest_configure(config: pytest.Config) -> None:
    """Temporary files are in memory where there is room; the tests of a session share rankings and vectors."""
    if hasattr(config, "workerinput"):
        return  # a worker has the controller's folders
    has_room = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ENOUGH
    if has_room and not config.option.basetemp:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
    cache = tempfile.mkdtemp(prefix="askance-cache-", dir=MEMORY if has_room else None)
    os.environ["ASKANCE_CACHE"] = cache  # nothing is kept in the user's cache folder
    config.add_cleanup(lambda: shutil.rmtree(cache, ignore_errors=True))


def pytest_collection_finish() -> None:
    """What is loaded stays loaded: without this, the collector of garbage looks at it again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def processes() -> Iterator[Processes]:
    """Starts `askance` commands and scripts as processes of their own, in a fraction of a second each."""
    made = Processes()
    yield made
    made.close()


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The folder of real data slices, if this machine has them."""
    folder = Path(os.environ.get("ASKANCE_TEST_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"real data slices are not here ({folder}; set ASKANCE_TEST_DATA)")
    return folder
