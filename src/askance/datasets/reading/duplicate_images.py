"""Images with the same content but different scene graphs: each has a name of its own, so that no scene is lost."""

from collections.abc import Callable, Mapping

MARK = "#"  # content name # key of the record
SHOWN = 3  # copies in the message


def make_image_names_unique(names: Mapping[str, str], record: Callable[[str], bytes]) -> dict[str, str]:
    """Key → image name: the name of its content, and the key behind it if an earlier key describes it otherwise."""
    counts: dict[str, int] = {}
    for name in names.values():
        counts[name] = counts.get(name, 0) + 1
    first: dict[str, bytes] = {}
    made = {}
    for key, name in names.items():
        is_copy = counts[name] > 1 and first.setdefault(name, record(key)) != record(key)
        made[key] = f"{name}{MARK}{key}" if is_copy else name
    return made


def strip_duplicate_suffix(name: str) -> str:
    """The name of the content alone."""
    return name.partition(MARK)[0]


def duplicates_note(data: str, names: dict[str, str]) -> list[str]:
    """One line about the images that are copies of others, if there are any."""
    firsts = {name: key for key, name in reversed(names.items())}
    copies = [
        (key, firsts[strip_duplicate_suffix(name)])
        for key, name in names.items()
        if name == f"{strip_duplicate_suffix(name)}{MARK}{key}"
    ]
    if not copies:
        return []
    shown = ", ".join(f"{key} = {first}" for key, first in copies[:SHOWN]) + (", …" if len(copies) > SHOWN else "")
    return [
        f"{data}: {len(copies):,} image file{'s are copies' if len(copies) > 1 else ' is a copy'} of another with a"
        f" different scene graph ({shown}): each keeps its own scene graph"
    ]
