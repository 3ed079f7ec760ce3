"""What tests share."""

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The folder of real data slices, if this machine has them."""
    folder = Path(os.environ.get("ASKANCE_TEST_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"real data slices are not here ({folder}; set ASKANCE_TEST_DATA)")
    return folder
