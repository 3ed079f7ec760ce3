"""Links of a Markdown page as they must be in the site, where files of the repository have other addresses."""

import os
import re
from collections.abc import Callable
from pathlib import Path, PurePosixPath

OUTSIDE = ("http:", "https:", "mailto:", "#")
_CODE = re.compile(r"(```.*?^```|`[^`\n]+`)", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"(\]\(\s*<?)([^)\s>]+)(>?[^)]*\))")


def rewrite_links(text: str, page: Path, address_of: Callable[[Path], PurePosixPath], here: PurePosixPath) -> str:
    """The page's text with its relative links changed; `address_of` gives the address of a file or folder."""

    def replaced(found: re.Match[str]) -> str:
        link = found[2]
        if link.startswith(OUTSIDE):
            return found[0]
        path, mark, anchor = link.partition("#")
        target = address_of((page.parent / path).resolve())
        relative = os.path.relpath(target, here.parent)
        return f"{found[1]}{relative}{mark}{anchor}{found[3]}"

    parts = _CODE.split(text)
    return "".join(part if _CODE.fullmatch(part) else _LINK.sub(replaced, part) for part in parts)
