"""Builds the sdist, and the wheel from the sdist: `python scripts/build_package.py [FOLDER]` (default: dist)."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = ("askance-*.tar.gz", "askance-*.whl")  # sdist, wheel


def build_package(out: Path) -> tuple[Path, Path]:
    """(sdist, wheel) of the tracked and new files; the build leaves nothing beside the source."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    delete_earlier_packages(out)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "askance"
        for name in filter(None, names):
            if (ROOT / name).is_file():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, copy / name)
        subprocess.run([sys.executable, "-m", "build", "--outdir", str(out.resolve()), str(copy)], check=True)
    (sdist,), (wheel,) = (out.glob(pattern) for pattern in PACKAGES)
    return sdist, wheel


def delete_earlier_packages(out: Path) -> None:
    """Delete what an earlier build wrote into a folder, and nothing else."""
    for pattern in PACKAGES:
        for path in out.glob(pattern):
            path.unlink()


if __name__ == "__main__":
    for path in build_package(Path(sys.argv[1] if len(sys.argv) > 1 else "dist")):
        print(f"{path} ({path.stat().st_size / 1e6:.1f} MB)")
