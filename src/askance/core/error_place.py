"""Where an error happened: the last line of code that is not part of Askance."""

import sysconfig
import traceback
from pathlib import Path

_PACKAGE = str(Path(__file__).parent.parent)
_INSTALLED = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})


def outside_error_location(error: BaseException) -> str:
    """The last line outside Askance that an error came through, as " (FILE, line N)"; a SyntaxError says so itself."""
    own = _outside_frames(error)
    return f" ({own[-1].filename}, line {own[-1].lineno})" if own and not isinstance(error, SyntaxError) else ""


def own_error_place(error: BaseException) -> str:
    """The last line of the user's own files, as " (FILE, line N)" without the folder, which readers need not know."""
    own = [each for each in _outside_frames(error) if not each.filename.startswith((*_INSTALLED, "<"))]
    return f" ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""


def _outside_frames(error: BaseException) -> list[traceback.FrameSummary]:
    places = [each for each in traceback.extract_tb(error.__traceback__) if "importlib" not in each.filename]
    return [each for each in places if not each.filename.startswith(_PACKAGE)]
