"""What is damaged in a basic-question set, in one line each; nothing is changed."""

from pathlib import Path

from askance.core import UserError
from askance.ranking.question_set_files import (
    ABOUT,
    AGAIN,
    MISMATCH,
    find_intact_part,
    part_files_by_number,
    read_about,
)

Finding = tuple[str, bool]  # a line, and whether what it says was repaired


def is_question_set(folder: Path) -> bool:
    """Whether a folder was written by `askance questions build`."""
    return bool(part_files_by_number(folder))


def question_set_summary(folder: Path) -> str:
    """What a whole set holds."""
    sizes = read_about(folder).sizes
    return f"{sizes['main']:,} main questions, {sizes['rows']:,} rows in {sizes['parts']:,} parts"


def check_question_set(folder: Path) -> list[Finding]:
    """One finding per damaged or missing file of a set; none where it is whole."""
    there = part_files_by_number(folder)
    if there and not (folder / ABOUT).exists():
        return [(f"{folder / ABOUT}: missing: {AGAIN}", False)]
    try:
        about = read_about(folder)
    except UserError as error:
        return [(str(error), False)]
    found: list[Finding] = []
    for number in range(about.sizes["parts"]):
        files = there.get(number)
        if not files:
            found.append((f"{folder}: part {number:,} of {about.sizes['parts']:,} is missing: {AGAIN}", False))
        elif find_intact_part(files, about.settings, number) is None:
            found.append((f"{files[0]}: damaged ({MISMATCH}): {AGAIN}", False))
    return found
