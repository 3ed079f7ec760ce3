"""askance doctor DIR: folders that askance wrote, by kind, each with the check in its own room."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from askance.core.errors import UserError

Finding = tuple[str, bool]  # a line, and whether what it says was repaired


class FolderKind(NamedTuple):
    """One kind of folder: how to tell it, how to check it, and what to say where all is whole."""

    is_one: Callable[[Path], bool]
    check: Callable[[Path], list[Finding]]
    summary: Callable[[Path], str]


def folder_kinds() -> dict[str, FolderKind]:
    """The kinds of folders that can be checked."""
    from askance.ranking import question_set_check as question_sets
    from askance.report import workspace_check as workspaces
    from askance.training import folder_check as trainings

    return {
        "workspace": FolderKind(workspaces.is_workspace, workspaces.check_workspace, workspaces.workspace_summary),
        "question set": FolderKind(
            question_sets.is_question_set, question_sets.check_question_set, question_sets.question_set_summary
        ),
        "training": FolderKind(
            trainings.is_training_folder, trainings.check_training_folder, trainings.training_summary
        ),
    }


def check_folder(folder: Path) -> list[tuple[str, bool, str]]:
    """What, whether it is in order or was repaired, and the line, for each finding."""
    known = folder_kinds()
    for name, kind in known.items():
        if kind.is_one(folder):
            found = [(name, is_repaired, line) for line, is_repaired in kind.check(folder)]
            return found or [(f"{name} {folder}", True, kind.summary(folder))]
    raise UserError(f"{folder}: no folder that askance wrote ({' or '.join(known)}): name one, or a data set")
