"""What tests share."""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT)]  # the second for benchmarks.made_scenes
settings.register_profile("no time limits", deadline=None)  # a busy machine is no failure
settings.load_profile("no time limits")
os.environ["TRITON_INTERPRET"] = "1"  # GPU kernels run on the CPU; read when Triton is imported, whoever does that
os.environ["ASKANCE_CACHE"] = ""  # tests keep nothing in the user's cache folder


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The folder of real data slices, if this machine has them."""
    folder = Path(os.environ.get("ASKANCE_TEST_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"real data slices are not here ({folder}; set ASKANCE_TEST_DATA)")
    return folder
