"""Builds the documentation as a site: `python -m scripts.site [FOLDER]`; a broken link or page is an error."""

import subprocess
import sys
import tempfile
from pathlib import Path

from scripts.site.built_links import check_site
from scripts.site.staging import ROOT, Stage


def build(out: Path, *options: str) -> str:
    """Build the site into a folder; returns what Sphinx has to complain about, "" if nothing."""
    with tempfile.TemporaryDirectory() as folder:
        staged = Path(folder) / "pages"
        Stage(staged).write()
        command = [sys.executable, "-m", "sphinx", "-b", "html", "-W", "--keep-going", "-q", *options]
        command += ["-c", str(Path(__file__).parent), "-d", f"{folder}/doctrees", str(staged), str(out)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
        if not done.returncode:
            return ""
        return done.stderr.strip().replace(f"{staged}/", "docs/") or f"Sphinx ended with code {done.returncode}"


def main(out: Path) -> int:
    """Build, check, and say so; returns the exit code."""
    if wrong := build(out):
        print(wrong, file=sys.stderr)
        return 1
    count, broken = check_site(out)
    if not count:
        broken = [f"{out} contains no page with a link"]
    print("\n".join(broken) or f"{count:,} internal links checked. Site: {out}/index.html")
    return int(bool(broken))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "site"))
